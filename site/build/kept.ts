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
  const digest = createHash('sha256').update(JSON.stringify(from)).digest('hex')
  const file = join(FOLDER, `${name}.json`)
  const before = await readFile(file, 'utf8').then(JSON.parse, () => undefined)
  if (before?.digest === digest) return before.made as T
  const made = await make()
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify({ digest, made }))
  return made
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
