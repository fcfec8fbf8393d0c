import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
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
  await mkdir(dirname(fileOf(name)), { recursive: true })
  await writeFile(fileOf(name), JSON.stringify({ digest: digestOf(from), made }))
  return made
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

/** What says whether any file of a folder has changed: their names, sizes and times. */
export async function stateOf(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true })
  const states = await Promise.all(
    names.map(async name => {
      const { size, mtimeMs } = await stat(join(folder, name))
      return `${name} ${size} ${mtimeMs}`
    }),
  )
  return states.sort().join('\n')
}
