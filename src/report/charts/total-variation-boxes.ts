import { barX, dot, ruleX, ruleY, tickX } from '@observablehq/plot'
import { strategyPanels } from '../strategy-panels.ts'
import { type Cell, MOST_OUTLIERS } from './cell.ts'
import { type Chart, groupCells, number, strategiesOf, truthAndLevelFacets } from './chart.ts'
import { errorScales } from './error-scale.ts'
import { TINT } from './strategy-style.ts'

/**
 * Total variation by strategy as box plots over runs: a panel for each truth and level, a chart for each combination of
 * the other settings. Strategies stand in the order of the cells; a dashed line marks the median of the first.
 */
export function totalVariationBoxes(cells: readonly Cell[]): Chart[] {
  return groupCells(cells, ['truthName', 'epsilon']).map(({ cells, words, suffix }) => {
    const { facets, columns } = truthAndLevelFacets(cells)
    const strategies = strategiesOf(cells)
    const [first] = strategies
    const scales = errorScales(
      facets.map(({ rows }) => rows.flatMap(ends)),
      'Total variation distance',
    )
    return {
      name: `total-variation${suffix}`,
      title: 'Total variation distance to the truth, by strategy',
      subtitle: words,
      caption: [
        'Box: middle half of the runs. Bar: median. Whiskers: runs within 1.5 interquartile ranges of the box.',
        `Dots: runs beyond them, the ${MOST_OUTLIERS} most extreme on either side. Further left is better.`,
        `Dashed line: median of ${first}. Each panel has its own scale.`,
      ],
      columns,
      panels: strategyPanels(facets, {
        strategies,
        columns,
        x: (_, i) => scales[i].options,
        marks: here => {
          const boxes = here.map(cell => ({
            strategy: cell.strategy,
            ...cell.totalVariation,
            title: describe(cell),
          }))
          const y = { y: 'strategy', title: 'title' } as const
          return [
            ruleX(
              boxes.filter(box => box.strategy === first),
              { x: 'median', stroke: 'currentColor', strokeDasharray: '4,3', strokeOpacity: 0.7 },
            ),
            ruleY(boxes, { ...y, x1: 'low', x2: 'q1', stroke: 'currentColor' }),
            ruleY(boxes, { ...y, x1: 'q3', x2: 'high', stroke: 'currentColor' }),
            barX(boxes, { ...y, x1: 'q1', x2: 'q3', fill: TINT, fillOpacity: 0.4, stroke: 'currentColor' }),
            dot(
              boxes.flatMap(box => box.outliers.map(x => ({ x, strategy: box.strategy }))),
              { x: 'x', y: 'strategy', r: 1.5, stroke: 'currentColor', strokeWidth: 0.8 },
            ),
            tickX(boxes, { ...y, x: 'median', stroke: 'currentColor', strokeWidth: 2.5 }),
          ]
        },
      }),
    }
  })
}

/** All that is drawn of a cell. */
function ends({ totalVariation: { low, high, outliers } }: Cell): number[] {
  return [low, high, ...outliers]
}

function describe({ strategy, runs, totalVariation: { q1, median, q3 } }: Cell): string {
  return `${strategy}: median ${number(median)}, middle half ${number(q1)} to ${number(q3)}, ${number(runs)} runs`
}
