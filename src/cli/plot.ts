import { join } from 'node:path'
import type { Command } from 'commander'
import { InputError } from '../data/input-error.ts'
import { makeFolder, publish } from '../data/publish.ts'
import { writePlot } from '../report/comparison-files.ts'
import { drawFigure } from '../report/figure.ts'
import { withProgress } from '../report/progress.ts'
import { readCells } from '../report/sweep-cells.ts'
import { withResults } from '../sweep/results.ts'
import { corruptPart } from '../sweep/store.ts'
import { type Io, print } from './io.ts'

const EXAMPLES = `
Examples:
  adobest plot out/paper-grid
  adobest plot out/paper-grid --out figures`

interface PlotOptions {
  readonly out?: string
  readonly json?: boolean
}

/** `adobest plot`: draws the figures of a sweep. */
export function addPlot(program: Command, io: Io): void {
  program
    .command('plot')
    .summary('draw the figures of a sweep')
    .description(
      'Draws the results of a sweep, finished or not, as SVG and PNG: errors as box plots, errors by number of people, ' +
        'sizes of subsets, estimates against the truth. Settings that do not fit on the axes or into panels of one ' +
        'figure have figures of their own.',
    )
    .argument('<folder>', "the sweep's")
    .option('--out <folder>', "for the figures (default: figures, in the sweep's)")
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', EXAMPLES)
    .action((folder: string, options: PlotOptions) => plot(folder, options, io))
}

async function plot(
  folder: string,
  { out = join(folder, 'figures'), json }: PlotOptions,
  io: Io,
): Promise<void> {
  const { cells, runs, planned } = await withResults(folder, async results => {
    for (const part of results.corrupt) io.stderr.write(`warning: ${corruptPart(part)}\n`)
    return { cells: await readCells(results), runs: results.runs, planned: results.manifest.runs }
  })
  if (runs === 0) throw new InputError(`${folder}: expected a sweep with runs to plot; found none yet`)
  if (runs < planned) {
    const [missing, all] = [planned - runs, planned].map(count => count.toLocaleString('en'))
    io.stderr.write(`warning: ${missing} of ${all} runs are missing; the figures show those that are there\n`)
  }
  await makeFolder(out)
  const { sweepCharts } = await import('../report/charts/sweep-charts.ts')
  const charts = sweepCharts(cells)
  const files = await withProgress(
    'plot',
    onProgress =>
      publish(out, async temporary => {
        for (const [i, chart] of charts.entries()) {
          await writePlot(temporary, chart.name, await drawFigure(chart))
          onProgress((i + 1) / charts.length)
        }
      }),
    io.stderr,
  )
  print(io, json, { json: { runs, planned, files }, text: `${files.join('\n')}\n` })
}
