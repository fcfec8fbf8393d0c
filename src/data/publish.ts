import { constants, existsSync, rmdirSync } from 'node:fs'
import { access, mkdir, readdir } from 'node:fs/promises'
import { basename, dirname, join, normalize, resolve } from 'node:path'
import { Failure, isShortage, orFailure, reasonOf } from './failure.ts'
import { InputError } from './input-error.ts'
import { isWrittenTo, putInPlace, statOf } from './put-in-place.ts'
import { realPathOf } from './real-path.ts'
import { withCleanUp, withScratchFolder, withTemporaryFolder } from './temporary.ts'

/**
 * Makes the folder of the results.
 *
 * @returns a function that removes it again, with the folders above it that were made for it, if they are empty
 * @throws InputError if the folder cannot be made or written to; Failure if the disk is full
 */
export async function makeFolder(folder: string): Promise<() => void> {
  try {
    const first = await makePath(resolve(folder))
    await access(folder, constants.W_OK)
    return () => {
      if (first !== undefined) removeEmpty(resolve(folder), first)
    }
  } catch (error) {
    if (isShortage(error)) throw new Failure(`${folder}: expected room for a folder (${reasonOf(error)})`)
    throw new InputError(`${folder}: expected a folder that can be made (${(error as Error).message})`)
  }
}

/**
 * Checks before the work that results can be written to a folder. It leaves no new folder behind.
 *
 * @throws as `makeFolder`
 */
export async function requireFolder(folder: string): Promise<void> {
  const remove = await makeFolder(folder)
  remove()
}

/**
 * Checks before the work that a result can be written to a file, a pipe or a device. It leaves no new folder behind.
 *
 * @throws InputError if something else has that name, such as a folder, or the file cannot be written; and errors of `makeFolder`, for the
 *   file's folder
 */
export async function requireFile(file: string): Promise<void> {
  const path = resolve(file)
  const refuseFor = (what: string) => {
    throw new InputError(`${path}: expected a file that can be written${what}`)
  }
  try {
    const found = await statOf(path)
    if (found?.isDirectory()) refuseFor(', not a folder')
    if (!isWrittenTo(found)) {
      if (found !== undefined && !found.isFile()) refuseFor(', or a pipe')
      return await requireFolder(dirname(await targetOf(path)))
    }
    await access(path, constants.W_OK)
  } catch (error) {
    if (error instanceof InputError || error instanceof Failure) throw error
    refuseFor(` (${reasonOf(error)})`)
  }
}

/**
 * Writes files into a folder, each of them whole or not at all. `write` makes them in a temporary folder inside it, and `putInPlace` moves
 * them when all are finished. After a failure or an interruption, no parts are left.
 *
 * @returns the files' paths
 * @throws as `makeFolder`; Failure if a file cannot be written
 */
export function publish(folder: string, write: (temporary: string) => Promise<void>): Promise<string[]> {
  return publishAs(folder, write, name => join(folder, name))
}

/**
 * Writes a single file, whole or not at all. It may also be a pipe, a device or a symbolic link.
 *
 * @param write makes the file in a temporary folder, under its own name
 * @returns the file's path
 */
export async function publishFile(
  file: string,
  write: (temporary: string) => Promise<void>,
): Promise<string> {
  if (isWrittenTo(await statOf(file))) {
    await withScratchFolder(async temporary => {
      await write(temporary)
      await place(join(temporary, basename(file)), file)
    })
  } else {
    const target = await targetOf(file)
    await publishAs(dirname(target), write, () => target)
  }
  return normalize(file)
}

async function publishAs(
  folder: string,
  write: (temporary: string) => Promise<void>,
  fileOf: (name: string) => string,
): Promise<string[]> {
  const remove = await makeFolder(folder)
  return withCleanUp(remove, () =>
    orFailure(`${folder}: expected room for results`, () =>
      withTemporaryFolder(join(folder, '.unfinished-'), async temporary => {
        await write(temporary)
        const names = (await readdir(temporary)).sort()
        for (const name of names) await place(join(temporary, name), fileOf(name))
        return names.map(fileOf)
      }),
    ),
  )
}

function place(finished: string, file: string): Promise<void> {
  return orFailure(`${file}: expected a file that can be written`, () => putInPlace(finished, file))
}

/** The target of a link; for any other file, the name itself. */
async function targetOf(file: string): Promise<string> {
  const target = await realPathOf(file)
  return target === resolve(file) ? file : target
}

/**
 * Makes a folder and the missing folders above it. The highest one is made separately, because a recursive `mkdir` never returns if the
 * folder cannot be made, as below /proc.
 *
 * @returns the highest new folder; undefined if all existed
 */
async function makePath(folder: string): Promise<string | undefined> {
  let first = folder
  while (!existsSync(dirname(first))) first = dirname(first)
  // It may exist already, or another process may have just made it.
  const isNew = await mkdir(first).then(
    () => true,
    error => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
  const firstFolder = await mkdir(folder, { recursive: true })
  return isNew ? first : firstFolder
}

/** Removes a folder and those above it, up to and including `first`, but stops at one that is not empty. */
function removeEmpty(folder: string, first: string): void {
  try {
    rmdirSync(folder)
  } catch {
    return
  }
  if (folder !== first) removeEmpty(dirname(folder), first)
}
