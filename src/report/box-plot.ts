import type { ComparisonRow } from '../sweep/comparison.ts'
import { drawFigure } from './figure.ts'
import { logScale } from './log-scale.ts'
import { DARK, LIGHT, levelFacets, strategyPanels } from './strategy-panels.ts'

const LABEL = 'Total variation distance to the truth'

/**
 * Draws total variation by strategy, one panel a level ε, as box plots over runs: an SVG document.
 *
 * The strategies stand in the order of the rows; a dashed line marks the median of the first of them. The scale is
 * logarithmic unless a run hit the truth exactly.
 *
 * @param heading.title what the figure shows
 * @param heading.subtitle under which conditions
 */
export async function boxPlot(
  rows: readonly ComparisonRow[],
  heading: { title: string; subtitle: string },
): Promise<string> {
  const { ruleX, ruleY, barX, dot, tickX, groupY, groupZ } = await import('@observablehq/plot')
  const [{ strategy: first }] = rows
  const log = rows.every(row => row.totalVariation > 0)
  const channels = { x: 'totalVariation', y: 'strategy' } as const
  return drawFigure({
    ...heading,
    caption: [
      'Box: middle half of the runs. Bar: median. Line: smallest to largest. Dots: single runs. Further left is better.',
      `Dashed line: median of ${first}. Each panel has its own ${log ? 'logarithmic ' : ''}scale.`,
    ],
    panels: strategyPanels(levelFacets(rows), {
      x: here =>
        log
          ? logScale(
              here.map(row => row.totalVariation),
              LABEL,
            )
          : { label: LABEL, zero: true, nice: true, ticks: 5 },
      marks: here => [
        ruleX(
          here.filter(row => row.strategy === first),
          groupZ({ x: 'median' }, { x: 'totalVariation', stroke: DARK, strokeDasharray: '4,3' }),
        ),
        ruleY(here, groupY({ x1: 'min', x2: 'max' }, { ...channels, stroke: DARK })),
        barX(
          here,
          groupY({ x1: 'p25', x2: 'p75' }, { ...channels, fill: LIGHT, stroke: DARK, strokeWidth: 0.75 }),
        ),
        dot(here, { ...channels, r: 1.7, fill: DARK, fillOpacity: 0.45 }),
        tickX(here, groupY({ x: 'median' }, { ...channels, stroke: DARK, strokeWidth: 2.5 })),
      ],
    }),
  })
}
