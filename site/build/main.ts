/**
 * Builds the site: guides, findings, reference, playground. Nothing is loaded from elsewhere.
 *
 *     npm run site
 *     npm run site -- --base /adobest/
 */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build as buildPlayground } from 'vite'
import { runScript } from '../../experiments/support/run-script.ts'
import { kept, stateOf, stateOfProgram } from '../../notebooks/render/kept.ts'
import { isPlayed } from '../../notebooks/render/kept-outputs.ts'
import { InputError } from '../../src/data/input-error.ts'
import { withProgress } from '../../src/report/progress.ts'
import { PAGES } from '../pages.ts'
import { writeFindings } from './findings.ts'
import { writeGallery } from './gallery.ts'
import { writeGuides } from './guides.ts'
import { writeHome } from './home.ts'
import { arrangeReference } from './reference-groups.ts'
import { writeSourcePages } from './source-pages.ts'

const SOURCES = 'out/site-pages'
const OUT = 'out/site'
const REFERENCE = 'out/site-reference.json'

await runScript(async () => {
  const { values } = parseArgs({ options: { base: { type: 'string', default: '/' } } })
  const { base } = values
  if (!/^\/(.*\/)?$/.test(base)) {
    throw new InputError(`--base must begin and end with a slash, as in /adobest/; got ${base}`)
  }
  process.stderr.write(
    'Builds the site: some minutes at first, most of them for notebooks; later only changed ones are played.\n',
  )
  if (!existsSync('dist/index.mjs')) await run('npm', ['run', '-s', 'build'])
  await rm(SOURCES, { recursive: true, force: true })
  await mkdir(SOURCES, { recursive: true })
  await withProgress('notebooks and reference', playBesideReference)
  const guides = await writeGuides(PAGES, SOURCES)
  await writeHome(SOURCES)
  const findings = await writeFindings(SOURCES)
  await writeGallery(guides.pages, SOURCES)
  const names = await arrangeReference(REFERENCE, SOURCES)
  const sources = await makeSourcePages()
  await writeFile('out/site-menu.json', JSON.stringify({ '/guides/': guides.menu, ...findings, ...names }))
  // Imported late, because its configuration reads the menu.
  const { build } = await import('vitepress')
  await build('site', { base })
  await cp(sources, join(OUT, 'sources'), { recursive: true })
  const styles = ['tokens.css', 'sources.css'].map(name => readFile(join('site/theme', name), 'utf8'))
  await writeFile(join(OUT, 'sources/sources.css'), (await Promise.all(styles)).join('\n'))
  await buildPlayground({ configFile: 'site/play/vite.config.ts', logLevel: 'warn' })
  process.stdout.write(`${join(OUT, 'index.html')}\n`)
})

/** Plays the notebooks and writes the reference, two things at a time. */
async function playBesideReference(onProgress: (share: number) => void): Promise<void> {
  const notebooks = [...PAGES.map(({ source }) => source), 'site/home.ts'].filter(file =>
    file.endsWith('.ts'),
  )
  const left: string[] = []
  for (const file of notebooks) if (!(await isPlayed(file))) left.push(file)
  const count = left.length
  const play = async () => {
    if (left.length === 0) return
    const player = fork('site/build/player.ts')
    const exit = once(player, 'exit').then(() => undefined)
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      player.send(file)
      const answer = await Promise.race([once(player, 'message'), exit])
      if (answer === undefined) throw new Error(`${file} could not be played`)
      onProgress(1 - left.length / count)
    }
    player.disconnect()
  }
  await Promise.all([makeReference().then(play), play()])
}

/** Writes the reference, unless the sources are unchanged. */
async function makeReference(): Promise<void> {
  const folder = 'out/site-cache/reference'
  await kept(
    'reference',
    [await stateOf('src'), await readFile('site/build/reference.ts', 'utf8')],
    async () => {
      await rm(folder, { recursive: true, force: true })
      await run(process.execPath, ['--import', 'tsx', 'site/build/reference.ts', folder, REFERENCE])
    },
  )
  await cp(folder, `${SOURCES}/reference`, { recursive: true })
}

/** Writes the pages of the sources, unless they are unchanged. */
async function makeSourcePages(): Promise<string> {
  const folder = 'out/site-cache/sources'
  const from = [await stateOf('src'), await stateOfProgram(['site/build/source-pages.ts'])]
  await kept('sources', from, async () => {
    await rm(folder, { recursive: true, force: true })
    await writeSourcePages('.', folder)
  })
  return folder
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with status ${status}`)
}
