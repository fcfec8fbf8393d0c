/**
 * Builds the site: guides, reference, playground. All links are relative and nothing is loaded from elsewhere, so that it
 * works from any folder, also from the disk.
 *
 *     npm run site
 */
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { runScript } from '../../experiments/support/run-script.ts'
import { withTemporaryFolder } from '../../src/data/temporary.ts'
import { withProgress } from '../../src/report/progress.ts'
import { PAGES } from '../pages.ts'
import { finishPages } from './finish.ts'
import { writeReference } from './reference.ts'
import { writeSourcePages } from './source-pages.ts'
import { writeSources } from './sources.ts'

const OUT = 'out/site'
const REFERENCE = 'out/site-reference.json'

await runScript(async () => {
  await rm(OUT, { recursive: true, force: true })
  await mkdir(OUT, { recursive: true })
  await withTemporaryFolder('out/site-source-', async sources => {
    const documents = await withProgress('guides', onProgress => writeSources(PAGES, sources, onProgress))
    await writeReference(documents, 'site/home.md', OUT, REFERENCE)
  })
  await writeSourcePages('.', OUT)
  await copyFile('site/theme/sources.css', join(OUT, 'assets/sources.css'))
  await finishPages(OUT)
  await build({ configFile: 'site/play/vite.config.ts', logLevel: 'warn' })
  process.stdout.write(`${join(OUT, 'index.html')}\n`)
})
