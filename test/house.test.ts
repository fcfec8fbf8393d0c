import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The TypeScript files below a folder, as paths from the root. */
function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter(file => !file.includes('node_modules'))
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

describe('imports between the folders of src', () => {
  const FLOORS = [
    ['arrays', 'check', 'random', 'simplex'],
    ['mechanism', 'rrrr'],
    ['utility', 'design', 'posterior', 'sampling', 'pooling'],
    ['loop'],
    ['data', 'sweep', 'report'],
    ['cli'],
  ]
  /** Within a floor, from folder to folder. */
  const SIDEWAYS = [
    'simplex → check',
    'random → check',
    'random → simplex',
    'rrrr → mechanism',
    'report → data',
    'sweep → data',
    'report → sweep',
  ]

  interface Import {
    readonly from: string
    readonly to: string
  }

  function importsOf(file: string): Import[] {
    return ts
      .preProcessFile(read(file), true, true)
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => ({ from: file, to: join(dirname(file), fileName) }))
  }

  /** The folder below src; the file itself for those that stand beside the folders. */
  const folder = (file: string) => file.split('/')[1]

  const floor = (name: string) => FLOORS.findIndex(folders => folders.includes(name))

  function isAllowed({ from, to }: Import): boolean {
    const [user, used] = [folder(from), folder(to)]
    // The face shows what is below the command line, and only the command line may look at it.
    if (user === 'index.ts') return floor(used) >= 0 && floor(used) < floor('cli')
    if (used === 'index.ts') return user === 'cli'
    if (floor(user) < 0 || floor(used) < 0) return false
    return user === used || floor(used) < floor(user) || SIDEWAYS.includes(`${user} → ${used}`)
  }

  test('run from the higher floors to the lower ones only', () => {
    const imports = sources('src').flatMap(importsOf)
    expect(imports.length).toBeGreaterThan(100)
    expect(imports.filter(one => !isAllowed(one))).toEqual([])
  })

  test('are seen in all their forms: of values, of types, of all, for export, while running', () => {
    const forms = [
      "import { a } from './a.ts'",
      "import type { B } from './b.ts'",
      "export * from './c.ts'",
      "export { d } from './d.ts'",
      "const e = await import('./e.ts')",
      "import './f.ts'",
      "type G = import('./g.ts').G",
    ]
    const { importedFiles } = ts.preProcessFile(forms.join('\n'), true, true)
    expect(importedFiles.map(({ fileName }) => fileName)).toEqual([...'abcdefg'].map(name => `./${name}.ts`))
  })

  test.each([
    ['src/mechanism/srr.ts', 'src/loop/requests.ts'],
    ['src/random/rng.ts', 'src/mechanism/mechanism.ts'],
    ['src/mechanism/srr.ts', 'src/rrrr/levels.ts'],
    ['src/utility/select.ts', 'src/posterior/tally.ts'],
    ['src/loop/engine.ts', 'src/index.ts'],
    ['src/index.ts', 'src/cli/main.ts'],
    ['src/attic/old.ts', 'src/check/check.ts'],
  ])('may not run from %s to %s', (from, to) => {
    expect(isAllowed({ from, to })).toBe(false)
  })
})

describe('the package', () => {
  const HEAVY =
    /node_modules\/(@duckdb|@tensorflow|@observablehq|d3|linkedom|@resvg|bullmq|ioredis|piscina)\b/

  /** The URLs and paths of all modules that a fresh process loads for an import: by ESM's loader, and by require. */
  function loadedBy(specifier: string): string[] {
    const hooks = `
      import { writeSync } from 'node:fs'
      export async function load(url, context, next) {
        writeSync(1, url + '\\n')
        return next(url, context)
      }`
    const script = `
      import { createRequire, register } from 'node:module'
      register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)})
      await import(${JSON.stringify(specifier)})
      for (const file of Object.keys(createRequire(import.meta.url).cache)) console.log(file)`
    const child = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    expect(child.stderr).toBe('')
    expect(child.status).toBe(0)
    return child.stdout.split('\n')
  }

  const below = (loaded: string[], name: string) =>
    loaded.filter(url => url.includes(`node_modules/${name}/`))

  test('loads neither DuckDB, TensorFlow.js, plotting, a queue nor workers when it is imported', () => {
    const loaded = loadedBy('./src/index.ts')
    expect(loaded.some(url => url.endsWith('src/mechanism/srr.ts'))).toBe(true)
    expect(below(loaded, 'seedrandom').length).toBeGreaterThan(0)
    expect(loaded.filter(url => HEAVY.test(url))).toEqual([])
  })

  test('would be seen to load them, as a module or by require', () => {
    const plot = loadedBy('@observablehq/plot')
    expect(below(plot, '@observablehq/plot').length).toBeGreaterThan(10)
    expect(below(plot, 'd3-array').length).toBeGreaterThan(0)
    const duckdb = loadedBy('@duckdb/node-api')
    expect(below(duckdb, '@duckdb/node-bindings').length).toBeGreaterThan(0)
    for (const loaded of [plot, duckdb]) expect(loaded.some(url => HEAVY.test(url))).toBe(true)
  })
})

test('no source file is longer than 350 lines', () => {
  const lengths = ['src', 'test', 'experiments', 'notebooks']
    .flatMap(sources)
    .map(file => ({ file, lines: read(file).trimEnd().split('\n').length }))
  expect(lengths.length).toBeGreaterThan(100)
  expect(lengths.filter(({ lines }) => lines > 350)).toEqual([])
})
