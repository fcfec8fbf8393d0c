import { readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** The path of the target of a name, through all symbolic links. The target need not exist yet. */
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
