import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Command } from 'commander'
import { publishFile, requireFile } from '../data/publish.ts'
import { sweepPage } from '../report/page-file.ts'
import { type Io, print, warn } from './io.ts'
import { addCommonOptions, type CommonOptions } from './options.ts'

const EXAMPLES = `
Examples:
  adobest report out/paper-grid
  adobest report out/paper-grid --out paper-grid.html`

interface ReportOptions extends CommonOptions {
  readonly out?: string
}

/** `adobest report`: writes a page about the results of a sweep. */
export function addReport(program: Command, io: Io): void {
  const command = program
    .command('report')
    .summary('write a page with the results of a sweep')
    .description(
      'Writes one HTML file with tables, charts, single runs answer by answer, and exact privacy levels. It opens in a ' +
        'browser from the disk and loads nothing else.',
    )
    .argument('<folder>', 'the folder of the sweep')
    .option('--out <file>', 'the page (default: report.html in the folder)')
    .addHelpText('after', EXAMPLES)
    .action((folder: string, options: ReportOptions) => report(folder, options, io))
  addCommonOptions(command, 'draws nothing')
}

async function report(folder: string, options: ReportOptions, io: Io): Promise<void> {
  const { out = join(folder, 'report.html'), json } = options
  await requireFile(out)
  const { html, runs, planned, warnings } = await sweepPage(folder)
  for (const warning of warnings) warn(io, warning)
  const file = await publishFile(out, temporary => writeFile(join(temporary, basename(out)), html))
  print(io, json, { json: { file, runs, planned }, text: `${file}\n` })
}
