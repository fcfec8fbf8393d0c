import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const FOLDER = 'out/site-cache/made'

/**
 * What `make` makes, kept until one of the things that it is made from changes: pages that take long are made once.
 *
 * @param from texts, all of which it depends on
 */
export async function kept<T>(name: string, from: readonly string[], make: () => T | Promise<T>): Promise<T> {
  const before = await read(name)
  if (before?.digest === digestOf(from)) return before.made as T
  const made = await make()
  await keep(name, from, made)
  return made
}

/** Keeps what was made from those texts. */
export async function keep(name: string, from: readonly string[], made: unknown): Promise<void> {
  await mkdir(dirname(fileOf(name)), { recursive: true })
  await writeFile(fileOf(name), JSON.stringify({ digest: digestOf(from), made }))
}

/** Whether that was made before, from the same things. */
export async function isKept(name: string, from: readonly string[]): Promise<boolean> {
  return (await read(name))?.digest === digestOf(from)
}

const fileOf = (name: string) => join(FOLDER, `${name}.json`)
const digestOf = (from: readonly string[]) => createHash('sha256').update(JSON.stringify(from)).digest('hex')

async function read(name: string): Promise<{ readonly digest: string; readonly made: unknown } | undefined> {
  return readFile(fileOf(name), 'utf8').then(JSON.parse, () => undefined)
}

/** What says whether a program has changed that begins with these files: the digests of them, of what they import, and so on. */
export async function stateOfProgram(files: readonly string[]): Promise<string> {
  const states = new Map<string, string>()
  const visit = async (file: string): Promise<void> => {
    if (states.has(file)) return
    // A file of this name need not exist: the name may stand in a text.
    const text = await readFile(file, 'utf8').catch(() => '')
    states.set(file, createHash('sha256').update(text).digest('hex'))
    for (const [, name] of text.matchAll(MODULE)) await visit(join(dirname(file), name))
  }
  for (const file of files) await visit(file)
  return [...states]
    .map(state => state.join(' '))
    .sort()
    .join('\n')
}

const MODULE = /["'](\.{1,2}\/[\w./-]+\.(?:mjs|ts))["']/g

/** What says whether any file of a folder has changed: their names and digests. A build of the same sources is the same. */
export async function stateOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const states = entries
    .filter(entry => entry.isFile())
    .map(async entry => {
      const file = join(entry.parentPath ?? entry.path, entry.name)
      return `${file} ${createHash('sha256')
        .update(await readFile(file))
        .digest('hex')}`
    })
  return (await Promise.all(states)).sort().join('\n')
}
