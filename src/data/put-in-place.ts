import { randomUUID } from 'node:crypto'
import { constants, createReadStream, createWriteStream, type Stats } from 'node:fs'
import { copyFile, rename, stat, unlink } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { realPathOf } from './real-path.ts'

/** Target of a name, through symbolic links; undefined if it does not exist. */
export async function statOf(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code!)) return undefined
    throw error
  }
}

/** Whether a target is written to rather than replaced: a named pipe, or a device such as /dev/null. */
export function isWrittenTo(found: Stats | undefined): boolean {
  return found?.isFIFO() === true || found?.isCharacterDevice() === true
}

/**
 * Moves the contents of a finished file to a target: a regular file is replaced, whole or not at all; a pipe or a device is written to. A
 * symbolic link stays, and its target is replaced or written to.
 *
 * @param finished a file that is no longer needed
 */
export async function putInPlace(finished: string, file: string): Promise<void> {
  if (isWrittenTo(await statOf(file))) {
    // By its own name, because the target of /dev/stdout may have no other.
    return pipeline(createReadStream(finished), createWriteStream(file))
  }
  const target = await realPathOf(file)
  try {
    await rename(finished, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyAcross(finished, target)
  }
}

/** Puts a file in place on another disk, to which a link leads. */
async function copyAcross(finished: string, target: string): Promise<void> {
  const copy = `${target}.unfinished-${randomUUID().slice(0, 8)}`
  try {
    await copyFile(finished, copy, constants.COPYFILE_EXCL)
    await rename(copy, target)
  } catch (error) {
    await unlink(copy).catch(() => {})
    throw error
  }
}
