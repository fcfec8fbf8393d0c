import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Command } from 'commander'
import { InputError } from '../data/input-error.ts'
import { FIGURE_PACKAGES, requirePackages } from '../data/node-packages.ts'
import { publish, publishFile, requireFile, requireFolder } from '../data/publish.ts'
import { writePlot } from '../report/comparison-files.ts'
import { sweepPage } from '../report/page-file.ts'
import { withProgress } from '../report/progress.ts'
import { type SweepFigures, sweepFigures } from '../report/sweep-figures.ts'
import { type Io, print, warn } from './io.ts'
import { addCommonOptions, type CommonOptions } from './options.ts'

const EXAMPLES = `
Examples:
  adobest report out/paper-grid
  adobest report out/paper-grid --out paper-grid.html --figures figures`

interface ReportOptions extends CommonOptions {
  readonly out?: string
  readonly figures?: string
}

/** `adobest report`: writes a page about the results of a sweep, and draws its figures. */
export function addReport(program: Command, io: Io): void {
  const command = program
    .command('report')
    .summary('write the results of a sweep as an HTML page and figures')
    .description(
      'The page has tables, charts, single runs answer by answer, and exact privacy levels. It is one file that opens in a ' +
        'browser and loads nothing else. --figures writes SVG and PNG, also of unfinished sweeps: errors as box ' +
        'plots, errors by number of people, sizes of subsets, estimates against the truth. Settings that fit neither on the axes ' +
        'nor into the panels of one figure get figures of their own.',
    )
    .argument('<folder>', 'the folder of the sweep')
    .option('--out <file>', 'the page (default: report.html in the folder)')
    .option('--figures <folder>', 'for the figures, as SVG and PNG')
    .addHelpText('after', EXAMPLES)
    .action((folder: string, options: ReportOptions) => report(folder, options, io))
  addCommonOptions(command, 'draws nothing')
}

async function report(folder: string, options: ReportOptions, io: Io): Promise<void> {
  const { out = join(folder, 'report.html'), figures, json } = options
  // If the folder has no sweep, the reader's error is more specific.
  if (options.out !== undefined) await requireFile(out)
  const pictures = figures === undefined ? undefined : await figuresOf(folder, figures)
  const { html, runs, planned, warnings } = await sweepPage(folder)
  for (const warning of warnings) warn(io, warning)
  if (pictures && runs < planned) {
    const [missing, all] = [planned - runs, planned].map(count => count.toLocaleString('en'))
    warn(io, `${missing} of ${all} runs are missing; the figures show those that are there`)
  }
  const files = pictures && (await draw(pictures, figures!, io))
  const file = await publishFile(out, temporary => writeFile(join(temporary, basename(out)), html))
  print(io, json, {
    json: { file, runs, planned, figures: files },
    text: `${[file, ...(files ?? [])].join('\n')}\n`,
  })
}

/** The figures of a sweep. Refuses figures that cannot be drawn before any file is written. */
async function figuresOf(folder: string, out: string): Promise<SweepFigures> {
  await requirePackages('@duckdb/node-api', ...FIGURE_PACKAGES)
  const found = await sweepFigures(folder)
  if (found.runs === 0) throw new InputError(`${folder}: expected a sweep with runs to draw; found none yet`)
  await requireFolder(out)
  return found
}

function draw({ figures }: SweepFigures, out: string, io: Io): Promise<string[]> {
  return withProgress(
    'report',
    onProgress =>
      publish(out, async temporary => {
        for (const [i, { name, draw }] of figures.entries()) {
          await writePlot(temporary, name, await draw())
          onProgress((i + 1) / figures.length)
        }
      }),
    io.stderr,
  )
}
