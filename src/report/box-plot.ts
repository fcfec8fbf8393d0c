import { requirePackages } from '../data/node-packages.ts'
import type { ComparisonRow } from '../sweep/comparison.ts'
import { BOX_CAPTION, boxOf } from './charts/tukey-box.ts'
import { drawFigure } from './figure.ts'
import { linearScale } from './linear-scale.ts'
import { logScale } from './log-scale.ts'
import { epsilonFacets, strategyPanels } from './strategy-panels.ts'

const LABEL = 'Total variation distance to the truth'
const NUMERIC_LABEL = 'Wasserstein distance to the truth'

/**
 * Draws the error by strategy, total variation or, where people hold numbers, the Wasserstein distance, as box plots over runs, with one panel for each level ε. Returns an SVG document.
 *
 * Strategies are in the order of the rows; a dashed line marks the median of the first. The scale is logarithmic unless a run hit the truth
 * exactly.
 *
 * @param heading.title the subject of the figure
 * @param heading.subtitle the conditions
 * @throws MissingPackages without `@observablehq/plot`
 * @example
 * const rows = await compareStrategies({ setting: { categories: 3, truth: { dirichlet: 1 }, users: 200 },
 *   strategies: ['srr', 'subset-selection'], epsilons: [1], runs: 4, seed: 1 })
 * const svg = await boxPlot(rows, { title: 'Two channels', subtitle: '200 people' })
 * svg.startsWith('<svg') // true
 */
export async function boxPlot(
  rows: readonly ComparisonRow[],
  heading: { title: string; subtitle: string },
): Promise<string> {
  await requirePackages('@observablehq/plot')
  const { boxMarks } = await import('./charts/box-marks.ts')
  const [{ strategy: first }] = rows
  const errorOf = (row: ComparisonRow) => row.wasserstein ?? row.totalVariation
  const log = rows.every(row => errorOf(row) > 0)
  return drawFigure({
    ...heading,
    caption: [
      ...BOX_CAPTION,
      `Dashed line: median of ${first}. Each panel has its own ${log ? 'logarithmic ' : ''}scale.`,
    ],
    panels: strategyPanels(epsilonFacets(rows), {
      x: panelRows =>
        (log ? logScale : linearScale)(
          panelRows.map(errorOf),
          rows[0].wasserstein === undefined ? LABEL : NUMERIC_LABEL,
        ),
      marks: panelRows => {
        const strategies = [...new Set(panelRows.map(row => row.strategy))]
        const boxes = strategies.map(strategy => {
          const errors = panelRows.filter(row => row.strategy === strategy).map(errorOf)
          return { ...boxOf(errors), strategy, title: strategy }
        })
        return boxMarks(boxes, first)
      },
    }),
  })
}
