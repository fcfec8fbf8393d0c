import { readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * The path of the file that a name leads to, through all symbolic links. Nothing of it need exist yet: for a
 * link to a file that is still to be made, it is that file's path.
 */
export async function realPathOf(name: string): Promise<string> {
  const path = resolve(name)
  try {
    return await realpath(path)
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code!)) throw error
    const target = await readlink(path).catch(() => undefined)
    if (target !== undefined) return realPathOf(resolve(dirname(path), target))
    return join(await realPathOf(dirname(path)), basename(path))
  }
}
