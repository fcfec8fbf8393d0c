import type { PlotOptions } from '@observablehq/plot'
import { requirePackages } from '../data/node-packages.ts'
import { drawFigure } from './figure.ts'
import { CENTRED } from './panel.ts'
import { INK, TONE } from './strategy-panels.ts'

/** The numbers of one mechanism at one level. */
export interface RiskRow {
  readonly mechanism: string
  readonly epsilon: number
  readonly odds: number
  readonly guess: number
  /** Probability that the best guess is right without an answer. */
  readonly chance: number
}

const SIZE = { width: 270, height: 210, marginLeft: 48, marginBottom: 40, marginTop: 8, marginRight: 14 }

/**
 * Draws the risk of an answer against the level ε: the factor by which it multiplies the odds and, in a panel for each mechanism, how often
 * the best guess of a category is right. Returns an SVG document.
 */
export async function riskPlot(
  rows: readonly RiskRow[],
  heading: { readonly title: string; readonly subtitle: string },
): Promise<string> {
  const {
    '@observablehq/plot': { lineY, ruleY },
  } = await requirePackages('@observablehq/plot')
  const mechanisms = [...new Set(rows.map(row => row.mechanism))]
  const x: PlotOptions['x'] = { label: 'ε', ...CENTRED, grid: true, ticks: 5 }
  const K = 1 / rows[0].chance
  const most = rows
    .filter(row => row.mechanism === mechanisms[0])
    .map(({ epsilon, odds }) => ({ epsilon, guess: odds / (odds + K - 1) }))
  const y = { label: null, grid: true, ticks: 5 }
  return drawFigure({
    ...heading,
    caption: [
      'Odds: an answer multiplies the odds between any two categories by at most exp(ε), whatever the mechanism.',
      'Guess: how often the best guess of a category is right, given one answer, if all are equally likely beforehand. Dashed: without an answer. Light: the most that any mechanism of this level can reveal.',
    ],
    panels: [
      {
        heading: 'Odds are multiplied by',
        plot: {
          ...SIZE,
          x,
          y: { ...y, type: 'log', tickFormat: String },
          marks: [
            lineY(
              rows.filter(row => row.mechanism === mechanisms[0]),
              { x: 'epsilon', y: 'odds', stroke: INK, strokeWidth: 1.5 },
            ),
          ],
        },
      },
      ...mechanisms.map(mechanism => ({
        heading: `${mechanism}: guess`,
        plot: {
          ...SIZE,
          x,
          y: { ...y, domain: [0, Math.max(...most.map(row => row.guess))], zero: true, tickFormat: '.0%' },
          marks: [
            ruleY([rows[0].chance], { stroke: INK, strokeDasharray: '4,3' }),
            lineY(most, { x: 'epsilon', y: 'guess', stroke: TONE, strokeWidth: 4 }),
            lineY(
              rows.filter(row => row.mechanism === mechanism),
              { x: 'epsilon', y: 'guess', stroke: INK, strokeWidth: 1.5 },
            ),
          ],
        },
      })),
    ],
  })
}
