import { requirePackages } from '../data/node-packages.ts'
import type { heatChart } from './charts/heat-chart.ts'
import { drawFigure } from './figure.ts'

/** Draws a chart of a table (`heatChart`). Returns an SVG document. */
export async function heatMap(...chart: Parameters<typeof heatChart>): Promise<string> {
  await requirePackages('@observablehq/plot')
  const { heatChart } = await import('./charts/heat-chart.ts')
  return drawFigure(heatChart(...chart))
}
