import { requirePackages } from '../data/node-packages.ts'
import type { groupChart as ofGroups } from './charts/group-chart.ts'
import type { heatChart as ofTable } from './charts/heat-chart.ts'
import type { StreamPicture } from './charts/stream-chart.ts'
import { drawFigure } from './figure.ts'

/**
 * Draws a stream against the number of its answers. Each of the likeliest categories has a panel with the truth and its running
 * mean, the estimate with its 95 % interval, the band that holds at every look, and alarms. Returns an SVG document.
 *
 * @throws MissingPackages without `@observablehq/plot`
 * @example
 * const { runs } = simulate({ truth: { swap: { truth: [0.5, 0.3, 0.2], at: 5000 } }, users: 10_000, strategies: ['srr'],
 *   epsilon: 2, checkpoints: 50, anytime: true, seed: 1 })
 * await streamPlot({ title: 'A swap', subtitle: 'SRR at ε = 2', trajectory: runs[0].trajectory })
 */
export async function streamPlot(picture: StreamPicture): Promise<string> {
  await requirePackages('@observablehq/plot')
  const { streamChart } = await import('./charts/stream-chart.ts')
  return drawFigure(streamChart(picture))
}

/** Draws a chart of groups (`groupChart`). Returns an SVG document. */
export async function groupPlot(...chart: Parameters<typeof ofGroups>): Promise<string> {
  await requirePackages('@observablehq/plot')
  const { groupChart } = await import('./charts/group-chart.ts')
  return drawFigure(groupChart(...chart))
}

/** Draws a chart of a table (`heatChart`). Returns an SVG document. */
export async function heatMap(...chart: Parameters<typeof ofTable>): Promise<string> {
  await requirePackages('@observablehq/plot')
  const { heatChart } = await import('./charts/heat-chart.ts')
  return drawFigure(heatChart(...chart))
}
