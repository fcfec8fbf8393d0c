// Takes the types off each .ts and .mts file that Node.js loads. The names that a file imports stay bindings of JavaScript, which
// the engine compiles away; a module runner looks them up in an object at every use, which doubles the time of numeric loops.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Files without their types, by the digest of all that they are made from: every process starts from those of the one before. */
const KEPT = join(dirname(fileURLToPath(import.meta.url)), '../../../node_modules/.cache/strip-types')
const { version } = createRequire(import.meta.url)('esbuild/package.json')

export async function load(url, context, nextLoad) {
  if (!/\.m?ts(\?|$)/.test(url) || url.includes('/node_modules/')) return nextLoad(url, context)
  const path = fileURLToPath(url)
  return { format: 'module', source: await stripped(path, await readFile(path, 'utf8')), shortCircuit: true }
}

async function stripped(path, text) {
  // By its name alone, which is looked for beside the module: a copy of the project keeps nothing of its own.
  const options = { loader: 'ts', target: 'esnext', sourcefile: basename(path), sourcemap: 'inline' }
  const digest = createHash('sha256')
    .update(JSON.stringify([version, options, text]))
    .digest('hex')
  const kept = join(KEPT, `${digest}.js`)
  try {
    return await readFile(kept, 'utf8')
  } catch {
    const { transform } = await import('esbuild')
    // What cannot be read is told with its whole path.
    const whole = () => transform(text, { ...options, sourcefile: path })
    const { code } = await transform(text, options).catch(whole)
    // Other processes may be at the same file: it appears whole, or not at all.
    const unfinished = join(KEPT, randomUUID())
    await mkdir(KEPT, { recursive: true })
    await writeFile(unfinished, code)
    await rename(unfinished, kept)
    return code
  }
}
