import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { InputError } from './input-error.ts'
import { withTemporaryFolder } from './temporary.ts'

/**
 * Makes the folder that results will go to, so that a bad name is refused before the work is done.
 *
 * @throws InputError if it cannot be made
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw new InputError(`${folder}: expected a folder that can be made (${(error as Error).message})`)
  }
}

/**
 * Puts files into a folder, each of them whole or not at all: `write` makes them in a folder beside, and they are
 * renamed when all are done.
 *
 * @returns the files' paths
 */
export async function publish(
  folder: string,
  write: (temporary: string) => Promise<void>,
): Promise<string[]> {
  await makeFolder(folder)
  return withTemporaryFolder(join(folder, '.unfinished-'), async temporary => {
    await write(temporary)
    const names = (await readdir(temporary)).sort()
    for (const name of names) await rename(join(temporary, name), join(folder, name))
    return names.map(name => join(folder, name))
  })
}
