// Makes `dist` from `src`: the server and its two threads, and the two pages, each of them one file.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const LIBRARY = join(HERE, '../dist/index.mjs')
const at = (...names) => join(HERE, ...names)

/**
 * What the library can do and a page never asks for, so that the page stays small: the risk of many answers of one person, or of answers
 * that are shuffled, and all generators of seedrandom but one.
 *
 * @type {import('esbuild').Plugin}
 */
const LEFT_OUT = {
  name: 'left out of pages',
  setup({ onLoad }) {
    onLoad({ filter: /\/risk\/(repeated-guess|realised-loss|shuffled-level)\.mjs$/ }, () => ({
      contents: `const never = () => { throw new Error('left out of this page') }
        export { never as repeatedGuess, never as realisedLoss, never as shuffledLevel }`,
    }))
    onLoad({ filter: /seedrandom\/index\.js$/ }, () => ({
      contents: "exports.xor4096 = require('./lib/xor4096')",
    }))
  },
}

/** @param {{ outdir?: string, plugins?: import('esbuild').Plugin[] }} options where to, and what tests change on the way */
export async function bundle({ outdir = at('dist'), plugins = [] } = {}) {
  const common = {
    bundle: true,
    alias: { adobest: LIBRARY },
    logLevel: 'warning',
    // Modules that the library imports for their checks alone, at its own tests' time.
    // A page has no threads, which the library then does without.
    logOverride: { 'ignored-bare-import': 'silent', 'empty-import-meta': 'silent' },
    minifySyntax: true,
    plugins,
  }
  rmSync(outdir, { recursive: true, force: true })
  mkdirSync(outdir, { recursive: true })
  await build({
    ...common,
    entryPoints: [
      at('src/main.ts'),
      at('src/threads/store-thread.ts'),
      at('src/threads/estimator-thread.ts'),
    ],
    entryNames: '[name]',
    outdir,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['fastify', '@fastify/helmet', '@photostructure/sqlite', 'commander'],
    banner: {
      js: "import { createRequire as __of } from 'node:module'; const require = __of(import.meta.url);",
    },
  })
  for (const [name, folder] of [
    ['page', 'page'],
    ['dashboard', 'dashboard'],
  ]) {
    const built = await build({
      ...common,
      plugins: [...plugins, LEFT_OUT],
      entryPoints: [at('src', folder, `${name}.ts`)],
      minify: true,
      write: false,
      format: 'iife',
      target: 'es2022',
      legalComments: 'none',
      charset: 'utf8',
    })
    const script = built.outputFiles[0].text.trim()
    if (/<\/script|<!--/i.test(script)) throw new Error(`${name}: its script would end early`)
    // What both pages have in common comes first.
    const styles = [at('src/pages.css'), at('src', folder, `${name}.css`)]
    const written = styles.map(file => readFileSync(file, 'utf8')).join('')
    const style = (await transform(written, { loader: 'css', minify: true })).code.trim()
    const html = readFileSync(at('src', folder, `${name}.html`), 'utf8').replaceAll(/\n\s+/g, '\n')
    const whole = html.replace('/* style */', () => style).replace('/* script */', () => script)
    writeFileSync(join(outdir, `${name}.html`), whole)
  }
}

/** Whether anything that `dist` is made from is newer than it is. */
export function isStale() {
  const newest = folder =>
    Math.max(...readdirSync(folder, { recursive: true }).map(name => statSync(join(folder, name)).mtimeMs))
  const made = statSync(at('dist/dashboard.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = [at('build.mjs'), LIBRARY].map(file => statSync(file).mtimeMs)
  return made <= Math.max(newest(at('src')), newest(at('../src/report')), ...sources)
}

// As a program, before the collector is packed.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (existsSync(LIBRARY)) await bundle()
  else {
    process.stderr.write('collector: the library is not built; run npm ci in the folder above\n')
    process.exitCode = 1
  }
}
