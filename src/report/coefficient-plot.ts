import { requirePackages } from '../data/node-packages.ts'
import type { NamedScalar } from '../regression/regression.ts'
import { drawFigure } from './figure.ts'

const CHARACTER_WIDTH = 7
/** Probabilities of the intervals: the thick line and the thin one. */
const [INNER, OUTER] = [0.5, 0.95]

/**
 * Draws coefficients with their intervals, in their order. Intercepts are left out, because they have another scale. Returns an SVG
 * document.
 */
export async function coefficientPlot(
  coefficients: readonly NamedScalar[],
  { unit, ...heading }: { readonly title: string; readonly subtitle: string; readonly unit: string },
): Promise<string> {
  await requirePackages('@observablehq/plot')
  const { intervalPanel } = await import('./charts/interval-panel.ts')
  const slopes = coefficients.filter(({ name }) => !/(^|: )Intercept$/.test(name))
  const shown = slopes.length > 0 ? slopes : coefficients
  const rows = shown.map(scalar => {
    const [low, high] = scalar.interval(OUTER)
    const [lower, upper] = scalar.interval(INNER)
    return { name: scalar.name, mean: scalar.mean, low, high, lower, upper }
  })
  const names = rows.map(({ name }) => name)
  return drawFigure({
    ...heading,
    caption: [
      `Dot: posterior mean of the coefficient, in ${unit} for one more of the covariate. Lines: central ${100 * INNER} and ${100 * OUTER} % intervals.`,
    ],
    panels: [
      intervalPanel('Coefficients', rows, {
        ...{ names, width: 420, rowHeight: 22, hasZero: true },
        room: CHARACTER_WIDTH * Math.max(...names.map(name => Array.from(name).length)),
        label: `${unit[0].toUpperCase()}${unit.slice(1)}`,
      }),
    ],
  })
}
