import { constants, existsSync, rmdirSync, statSync } from 'node:fs'
import { access, mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Failure, isShortage, orFailure, reasonOf } from './failure.ts'
import { InputError } from './input-error.ts'
import { withCleanUp, withTemporaryFolder } from './temporary.ts'

/**
 * Makes the folder that results will go to.
 *
 * @returns a function that removes it again, and the folders above it that were made for it, as far as they are empty
 * @throws InputError if it cannot be made or written to; Failure if the disk is full
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
 * Checks that results can go to a folder, before the work for them is done. It leaves no new folder behind.
 *
 * @throws as `makeFolder`
 */
export async function requireFolder(folder: string): Promise<void> {
  const remove = await makeFolder(folder)
  remove()
}

/**
 * Checks that a result can go to a file, before the work for it is done. It leaves no new folder behind.
 *
 * @throws InputError if there is a folder of that name; and as `makeFolder`, for the folder that it goes to
 */
export async function requireFile(file: string): Promise<void> {
  const path = resolve(file)
  await requireFolder(dirname(path))
  if (existsSync(path) && statSync(path).isDirectory()) {
    throw new InputError(`${path}: expected a file that can be written, not a folder`)
  }
}

/**
 * Puts files into a folder, each of them whole or not at all: `write` makes them in a temporary folder inside it, and they are
 * renamed once all are done. If that fails, or is interrupted, nothing of it is left.
 *
 * @returns the files' paths
 * @throws as `makeFolder`; Failure if a file cannot be written
 */
export async function publish(
  folder: string,
  write: (temporary: string) => Promise<void>,
): Promise<string[]> {
  const remove = await makeFolder(folder)
  return withCleanUp(remove, () =>
    orFailure(`${folder}: expected room for results`, () =>
      withTemporaryFolder(join(folder, '.unfinished-'), async temporary => {
        await write(temporary)
        const names = (await readdir(temporary)).sort()
        const files = names.map(name => join(folder, name))
        for (const [i, file] of files.entries()) {
          await orFailure(`${file}: expected a file that can be written`, () =>
            rename(join(temporary, names[i]), file),
          )
        }
        return files
      }),
    ),
  )
}

/**
 * Makes a folder, and those above it that are missing. The highest of them is made by itself, because a recursive `mkdir` never
 * returns where that cannot be made, as below /proc.
 *
 * @returns the highest folder that was made; undefined if there was none to make
 */
async function makePath(folder: string): Promise<string | undefined> {
  let first = folder
  while (!existsSync(dirname(first))) first = dirname(first)
  // It may be there already: the folder itself, or one that another process has just made.
  const isNew = await mkdir(first).then(
    () => true,
    error => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
  const made = await mkdir(folder, { recursive: true })
  return isNew ? first : made
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
