import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** What is behind a file's name while the file is being written. */
const UNFINISHED = /^\.unfinished-[0-9a-f]{8}$/

/**
 * Replaces a file, as a whole or not at all, and waits until the new one is on the disk. Until then it has a name that nobody can
 * foresee, and must be new: a link that somebody has put there is not followed.
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.unfinished-${randomUUID().slice(0, 8)}`
  const handle = await open(unfinished, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
    await handle.close()
    await rename(unfinished, file)
  } catch (error) {
    await handle.close()
    await rm(unfinished, { force: true })
    throw error
  }
  const folder = await open(dirname(file))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Removes what processes have left that ended while they were writing this file; none may be writing it now. */
export async function removeUnfinished(file: string): Promise<void> {
  const [folder, name] = [dirname(file), basename(file)]
  for (const entry of await readdir(folder)) {
    if (entry.startsWith(name) && UNFINISHED.test(entry.slice(name.length))) await rm(join(folder, entry))
  }
}
