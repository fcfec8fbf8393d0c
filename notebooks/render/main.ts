/**
 * Plays the notebooks and writes them as pages, each a self-contained HTML file in `out/notebooks`.
 *
 *     npm run notebooks
 *     npm run notebooks -- notebooks/first-run.ts
 */
import { writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { runScript } from '../../experiments/support/run-script.ts'
import { Failure } from '../../src/data/failure.ts'
import { publish } from '../../src/data/publish.ts'
import { withProgress } from '../../src/report/progress.ts'
import { keepPlayed } from './kept-outputs.ts'
import { renderPage, titleOf } from './page.ts'
import { type Played, playNotebook } from './play.ts'

/** The notebooks, in the order in which they are best read. */
const NOTEBOOKS = [
  'first-run.ts',
  'adaptive-against-srr.ts',
  'choosing-epsilon.ts',
  'where-adaptivity-pays.ts',
  'a-number-in-private.ts',
  'late-in-private.ts',
  'birds-by-state.ts',
  'a-survey-by-region.ts',
  'strikes-and-damage.ts',
  'planning-a-survey.ts',
  'a-stream-that-changes.ts',
]
const OUT = 'out/notebooks'
const ALL = NOTEBOOKS.map(name => relative(process.cwd(), join(import.meta.dirname, '..', name)))

await runScript(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  try {
    await renderNotebooks(positionals.length > 0 ? positionals : ALL)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    process.stderr.write(`error: ${error.message}\n`)
    process.exitCode = 1
  }
})

async function renderNotebooks(files: readonly string[]): Promise<void> {
  const played: { file: string; href: string; notebook: Played }[] = []
  await withProgress('notebooks', async onProgress => {
    for (const [i, file] of files.entries()) {
      const notebook = await playNotebook(file, share => onProgress((i + share) / files.length))
      // The site has these notebooks too, and need not play them again.
      if (ALL.includes(file)) await keepPlayed(file, notebook)
      played.push({ file, href: `${basename(file, '.ts')}.html`, notebook })
    }
  })
  const pages = played.map(({ file, href, notebook }) => ({ title: titleOf(notebook) ?? file, href }))
  const written = await publish(OUT, async folder => {
    for (const { file, href, notebook } of played) {
      await writeFile(join(folder, href), renderPage(notebook, { source: file, pages }))
    }
  })
  process.stdout.write(`${written.join('\n')}\n`)
}
