import { requirePackages } from '../data/node-packages.ts'
import type { groupChart } from './charts/group-chart.ts'
import { drawFigure } from './figure.ts'

/** Draws a chart of groups (`groupChart`). Returns an SVG document. */
export async function groupPlot(...chart: Parameters<typeof groupChart>): Promise<string> {
  await requirePackages('@observablehq/plot')
  const { groupChart } = await import('./charts/group-chart.ts')
  return drawFigure(groupChart(...chart))
}
