import { join } from 'node:path'
import type { Command } from 'commander'
import { InputError } from '../data/input-error.ts'
import { FIGURE_PACKAGES, requirePackages } from '../data/node-packages.ts'
import { publish, requireFolder } from '../data/publish.ts'
import { writePlot } from '../report/comparison-files.ts'
import { withProgress } from '../report/progress.ts'
import { sweepFigures } from '../report/sweep-figures.ts'
import { type Io, print, warn } from './io.ts'
import { addCommonOptions, type CommonOptions } from './options.ts'

const EXAMPLES = `
Examples:
  adobest plot out/paper-grid
  adobest plot out/paper-grid --out figures`

interface PlotOptions extends CommonOptions {
  readonly out?: string
}

/** `adobest plot`: draws the figures of a sweep. */
export function addPlot(program: Command, io: Io): void {
  const command = program
    .command('plot')
    .summary('draw the figures of a sweep')
    .description(
      'Draws the results of a sweep, finished or not, as SVG and PNG: errors as box plots, errors by number of people, ' +
        'sizes of subsets, estimates against the truth. Settings that fit neither on the axes nor into the panels of one ' +
        'figure get figures of their own.',
    )
    .argument('<folder>', 'the folder of the sweep')
    .option('--out <folder>', 'for the figures (default: figures, in the folder of the sweep)')
    .addHelpText('after', EXAMPLES)
    .action((folder: string, options: PlotOptions) => plot(folder, options, io))
  addCommonOptions(command, 'draws nothing')
}

async function plot(
  folder: string,
  { out = join(folder, 'figures'), json }: PlotOptions,
  io: Io,
): Promise<void> {
  await requirePackages('@duckdb/node-api', ...FIGURE_PACKAGES)
  const { runs, planned, warnings, figures } = await sweepFigures(folder)
  for (const warning of warnings) warn(io, warning)
  if (runs === 0) throw new InputError(`${folder}: expected a sweep with runs to plot; found none yet`)
  if (runs < planned) {
    const [missing, all] = [planned - runs, planned].map(count => count.toLocaleString('en'))
    warn(io, `${missing} of ${all} runs are missing; the figures show those that are there`)
  }
  await requireFolder(out)
  const files = await withProgress(
    'plot',
    onProgress =>
      publish(out, async temporary => {
        for (const [i, { name, draw }] of figures.entries()) {
          await writePlot(temporary, name, await draw())
          onProgress((i + 1) / figures.length)
        }
      }),
    io.stderr,
  )
  print(io, json, { json: { runs, planned, files }, text: `${files.join('\n')}\n` })
}
