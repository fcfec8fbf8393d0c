import { strategyPanels } from '../strategy-panels.ts'
import { boxMarks } from './box-marks.ts'
import { type Cell, errorName } from './cell.ts'
import { type Chart, groupCells, number, strategiesOf, truthAndEpsilonFacets } from './chart.ts'
import { errorScales } from './error-scale.ts'
import { BOX_CAPTION } from './tukey-box.ts'

/**
 * The error by strategy as box plots over runs. There is a panel for each truth and level, and a chart for each
 * combination of the other settings. Strategies are in the order of the cells; a dashed line marks the median of the first.
 */
export function totalVariationBoxes(cells: readonly Cell[]): Chart[] {
  return groupCells(cells, ['truthName', 'epsilon']).map(({ cells, words, suffix }) => {
    const { facets, columns } = truthAndEpsilonFacets(cells)
    const strategies = strategiesOf(cells)
    const [first] = strategies
    const scales = errorScales(
      facets.map(({ rows }) => rows.flatMap(ends)),
      errorName(cells),
    )
    return {
      name: `${cells[0].areNumbers ? 'wasserstein' : 'total-variation'}${suffix}`,
      title: `${errorName(cells)} to the truth, by strategy`,
      subtitle: words,
      caption: [...BOX_CAPTION, `Dashed line: median of ${first}. Each panel has its own scale.`],
      columns,
      panels: strategyPanels(facets, {
        strategies,
        columns,
        x: (_, i) => scales[i].options,
        marks: panelCells => {
          const boxes = panelCells.map(cell => ({
            ...cell.error,
            strategy: cell.strategy,
            title: describe(cell),
          }))
          return boxMarks(boxes, first)
        },
      }),
    }
  })
}

/** The range of the drawn values of a cell. */
function ends({ error: { low, high, outliers, points } }: Cell): number[] {
  return [low, high, ...outliers, ...points]
}

function describe({ strategy, runs, error: { q1, median, q3 } }: Cell): string {
  return `${strategy}: median ${number(median)}, middle half ${number(q1)} to ${number(q3)}, ${number(runs)} runs`
}
