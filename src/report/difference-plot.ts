import { requirePackages } from '../data/node-packages.ts'
import { drawFigure } from './figure.ts'
import { linearScale } from './linear-scale.ts'
import { epsilonFacets, INK, strategyPanels } from './strategy-panels.ts'
import type { StrategyDifference } from './strategy-summary.ts'

/** Half the length of error bars, in standard errors. */
const REACH = 2

/**
 * Draws the error of each strategy minus a reference's: means of paired differences, with two standard errors on either side, and one panel
 * for each level ε. Returns an SVG document.
 *
 * @param differences from `pairedDifferences`
 * @param reference the strategy to which the others are compared
 */
export async function differencePlot(
  differences: readonly StrategyDifference[],
  reference: string,
  heading: { title: string; subtitle: string },
): Promise<string> {
  const {
    '@observablehq/plot': { ruleX, ruleY, dot },
  } = await requirePackages('@observablehq/plot')
  const rows = differences.map(({ epsilon, strategy, difference: { mean, standardError } }) => ({
    epsilon,
    strategy,
    mean,
    low: mean - REACH * (standardError ?? 0),
    high: mean + REACH * (standardError ?? 0),
  }))
  return drawFigure({
    ...heading,
    caption: [
      `Dot: mean over runs of the total variation distance minus that of ${reference} in the same run. Line: ±${REACH} standard errors.`,
      `Left of zero is better than ${reference}. Each panel has its own scale.`,
    ],
    panels: strategyPanels(epsilonFacets(rows), {
      x: panelRows =>
        linearScale(
          panelRows.flatMap(({ low, high }) => [low, high]),
          `Difference in total variation from ${reference}`,
        ),
      marks: panelRows => [
        ruleX([0], { stroke: INK, strokeDasharray: '4,3' }),
        ruleY(panelRows, { x1: 'low', x2: 'high', y: 'strategy', stroke: INK, strokeWidth: 1.5 }),
        dot(panelRows, { x: 'mean', y: 'strategy', r: 3.5, fill: INK }),
      ],
    }),
  })
}
