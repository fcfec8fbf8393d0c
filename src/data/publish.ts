import { constants, rmdirSync } from 'node:fs'
import { access, mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Failure, isShortage, orFailure, reasonOf } from './failure.ts'
import { InputError } from './input-error.ts'
import { withCleanUp, withTemporaryFolder } from './temporary.ts'

/**
 * Makes the folder that results will go to.
 *
 * @returns what removes it again, with those above it that were made for it, as far as they are empty
 * @throws InputError if it cannot be made or written to; Failure if the disk is full
 */
export async function makeFolder(folder: string): Promise<() => void> {
  try {
    const first = await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
    return () => {
      if (first !== undefined) removeEmpty(resolve(folder), resolve(first))
    }
  } catch (error) {
    if (isShortage(error)) throw new Failure(`${folder}: expected room for a folder (${reasonOf(error)})`)
    throw new InputError(`${folder}: expected a folder that can be made (${(error as Error).message})`)
  }
}

/**
 * Checks that results can go to a folder, before the work for them is done, and leaves no folder behind.
 *
 * @throws as `makeFolder`
 */
export async function requireFolder(folder: string): Promise<void> {
  const remove = await makeFolder(folder)
  remove()
}

/**
 * Puts files into a folder, each of them whole or not at all: `write` makes them in a folder beside, and they are
 * renamed when all are done. If that fails, or is interrupted, nothing of it is left.
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

/** Removes a folder and those above it, up to `first`, until one has something in it. */
function removeEmpty(folder: string, first: string): void {
  try {
    rmdirSync(folder)
  } catch {
    return
  }
  if (folder !== first) removeEmpty(dirname(folder), first)
}
