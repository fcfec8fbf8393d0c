import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The temporary file while a file is being written. */
const UNFINISHED = /^\.unfinished-[0-9a-f]{8}$/

/**
 * Replaces a file, as a whole or not at all, and waits until the new one is on disk. Until then it has an unpredictable name and must be
 * new, so that no planted link is followed.
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

/** Removes the unfinished files of processes that ended while they wrote this file. No process may be writing it now. */
export async function removeUnfinished(file: string): Promise<void> {
  const [folder, name] = [dirname(file), basename(file)]
  for (const entry of await readdir(folder)) {
    if (entry.startsWith(name) && UNFINISHED.test(entry.slice(name.length))) await rm(join(folder, entry))
  }
}
