import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build as esbuild } from 'esbuild'
import { publint } from 'publint'
import { build as vite } from 'vite'
import { describe, expect, test } from 'vitest'
import { testFolder } from '../support/folder.ts'
import { ROOT } from '../support/imports.ts'
import { deadLinks, markdownBelow } from '../support/links.ts'
import { PackedProject } from '../support/packed.ts'

// The packed package in an empty project, without the optional packages.

const at = testFolder({
  'respondent.js':
    "import { createRespondent } from 'adobest'\nglobalThis.createRespondent = createRespondent\n",
  'user.mts': `
    import { builtIn, createEstimator, createRespondent, extend, type UtilityKind } from 'adobest'
    import { utilityContract, type Violation } from 'adobest/contract'
    const own: UtilityKind = { name: 'own', evaluate: (theta, mechanism) => theta[0] * mechanism.epsilon }
    const found: Violation[] = utilityContract(own, { seed: 1 })
    const catalogue = extend(builtIn, { utilities: [own] })
    const estimator = createEstimator({ categories: 3, epsilon: 1, strategy: 'own@0.9', seed: found.length, catalogue })
    const answer = createRespondent({ epsilon: 1, categories: 3 }).respond(estimator.request(), 2)
    estimator.observe(answer)
    export const mean: Float64Array = estimator.estimate().mean
  `,
})
const project = new PackedProject(at('.'))

/** Bytes of all files in a folder. */
function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  )
}

test('is below 5 MB', () => {
  const size = sizeOf(at('node_modules'))
  console.log(`installed: ${(size / 1e6).toFixed(1)} MB`)
  expect(size).toBeGreaterThan(1e5)
  expect(size).toBeLessThan(5e6)
})

test('has every file that its Markdown links to', () => {
  const folder = at('node_modules/adobest')
  const files = markdownBelow(folder)
  expect(files).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'site/guides/groups.md']))
  const dead = files.flatMap(file => deadLinks(folder, file).map(link => `${file}: ${link}`))
  // Pictures of results are megabytes: their page says that they are in the repository only.
  expect(dead.filter(link => !/^experiments\/results\/README.md: .*\.png$/.test(link))).toEqual([])
})

test('has no script that npm would run, or ask about, at install', () => {
  const { scripts } = JSON.parse(readFileSync(at('node_modules/adobest/package.json'), 'utf8'))
  const atInstall = ['preinstall', 'install', 'postinstall', 'prepare']
  expect(Object.keys(scripts).filter(script => atInstall.includes(script))).toEqual([])
})

test.each([
  [['sweep', 'plan.json', '--out', 'out'], '@duckdb/node-api'],
  [['compare', '--categories', '3', '--epsilon', '1'], 'simple-statistics'],
  [['worker', 'redis://localhost'], 'bullmq'],
])('of a command that needs more, %j, one line says which packages to add', (args, name) => {
  const { status, stdout, stderr } = project.adobest(...args)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^error: .*npm install .*\n$/)
  expect(stderr).toContain(name)
})

test('and those that need no more do their work', () => {
  const { status, stdout } = project.adobest('audit', '--mechanism', 'srr', '--epsilon', '1')
  expect([status, stdout]).toEqual([0, expect.stringContaining('exact epsilon    1')])
})

test('publint has nothing to say of it, nor attw', async () => {
  const { messages } = await publint({ pkgDir: at('node_modules/adobest'), strict: true })
  expect(messages).toEqual([])
  const packed = readdirSync(at('.')).find(name => name.endsWith('.tgz'))!
  const attw = join(ROOT, 'node_modules/.bin/attw')
  const said = execFileSync(attw, [at(packed), '--profile', 'esm-only', '--no-color'], { encoding: 'utf8' })
  expect(said).toContain('🟢 (ESM)')
})

test('TypeScript 5.7 compiles a user’s file, strictly and with the types of the package', () => {
  const npm = [
    'install',
    'typescript@5.7.3',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--omit=optional',
  ]
  execFileSync('npm', npm, { cwd: at('.'), stdio: 'pipe' })
  const tsc = (...args: string[]) =>
    execFileSync(
      at('node_modules/.bin/tsc'),
      ['--strict', '--target', 'es2022', '--module', 'nodenext', ...args],
      {
        cwd: at('.'),
        encoding: 'utf8',
        stdio: 'pipe',
      },
    )
  expect(tsc('--version')).toContain('5.7.3')
  expect(tsc('--noEmit', 'user.mts')).toBe('')
  writeFileSync(
    at('wrong.mts'),
    "import { extend, builtIn } from 'adobest'\nextend(builtIn, { utilities: [{ name: 1 }] })\n",
  )
  expect(() => tsc('--noEmit', 'wrong.mts')).toThrow()
})

describe('a bundle of the respondent alone', () => {
  const entry = at('respondent.js')
  const bundlers: [string, () => Promise<string>][] = [
    [
      'esbuild',
      async () => {
        const options = {
          bundle: true,
          minify: true,
          format: 'esm',
          platform: 'browser',
          write: false,
        } as const
        const { outputFiles, warnings } = await esbuild({ ...options, entryPoints: [entry] })
        expect(warnings).toEqual([])
        return outputFiles[0].text
      },
    ],
    [
      'vite',
      async () => {
        const rollupOptions = { input: entry }
        const found = await vite({
          root: at('.'),
          configFile: false,
          logLevel: 'error',
          build: { write: false, rollupOptions, modulePreload: false },
        })
        const [{ output }] = [found].flat() as { output: { type: string; code: string }[] }[]
        return output[0].code
      },
    ],
  ]

  test.each(bundlers)(
    'by %s is as small as the README says, and has no sampler in it',
    async (name, bundle) => {
      const code = await bundle()
      const zipped = gzipSync(code, { level: 9 }).length
      console.log(`${name}: ${(code.length / 1e3).toFixed(1)} kB, ${(zipped / 1e3).toFixed(1)} kB zipped`)
      expect(code).not.toMatch(/hyperprior|concentration|fft/i)
      const [, least, most] = /runs in the browser is (\d+) kB, or (\d+) kB compressed/.exec(
        readFileSync(join(ROOT, 'README.md'), 'utf8'),
      )!
      expect(code.length / 1e3).toBeLessThan(1.05 * Number(least))
      expect(zipped / 1e3).toBeLessThan(1.05 * Number(most))
      expect(zipped / 1e3).toBeGreaterThan(0.8 * Number(most))
    },
  )
})
