import { requirePackages } from '../data/node-packages.ts'
import type { NamedScalar } from '../regression/regression.ts'
import { drawFigure } from './figure.ts'
import { linearScale } from './linear-scale.ts'
import { INK } from './strategy-panels.ts'

const [ROW_HEIGHT, PLOT_WIDTH, CHARACTER_WIDTH] = [22, 420, 7]
/** The intervals that are drawn: the thick line and the thin one. */
const [INNER, OUTER] = [0.5, 0.95]

/** Draws coefficients with their intervals, in their order; the intercepts, on a scale of their own, are left out. Returns an SVG document. */
export async function coefficientPlot(
  coefficients: readonly NamedScalar[],
  heading: { readonly title: string; readonly subtitle: string },
): Promise<string> {
  const {
    '@observablehq/plot': { ruleX, ruleY, dot },
  } = await requirePackages('@observablehq/plot')
  const slopes = coefficients.filter(({ name }) => !/(^|: )Intercept$/.test(name))
  const shown = slopes.length > 0 ? slopes : coefficients
  const rows = shown.map(scalar => {
    const [low, high] = scalar.interval(OUTER)
    const [lower, upper] = scalar.interval(INNER)
    return { name: scalar.name, mean: scalar.mean, low, high, lower, upper }
  })
  const marginLeft = 16 + CHARACTER_WIDTH * Math.max(...rows.map(({ name }) => Array.from(name).length))
  return drawFigure({
    ...heading,
    caption: [
      `Dot: posterior mean of the coefficient, in log odds for one more of the covariate. Lines: central ${100 * INNER} and ${100 * OUTER} % intervals.`,
    ],
    panels: [
      {
        heading: 'Coefficients',
        plot: {
          width: marginLeft + PLOT_WIDTH,
          height: ROW_HEIGHT * rows.length + 48,
          marginLeft,
          marginBottom: 40,
          marginTop: 8,
          x: {
            grid: true,
            labelAnchor: 'center',
            labelArrow: 'none',
            ...linearScale(
              rows.flatMap(({ low, high }) => [low, high]),
              'Log odds',
            ),
          },
          y: { domain: rows.map(({ name }) => name), label: null, tickSize: 0, padding: 0.3, type: 'point' },
          marks: [
            ruleX([0], { stroke: INK, strokeDasharray: '4,3' }),
            ruleY(rows, { x1: 'low', x2: 'high', y: 'name', stroke: INK, strokeWidth: 1 }),
            ruleY(rows, { x1: 'lower', x2: 'upper', y: 'name', stroke: INK, strokeWidth: 3 }),
            dot(rows, { x: 'mean', y: 'name', r: 3.5, fill: INK }),
          ],
        },
      },
    ],
  })
}
