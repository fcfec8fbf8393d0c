import { type FileHandle, open } from 'node:fs/promises'
import { reasonOf } from '../data/failure.ts'
import { InputError, naming } from '../data/input-error.ts'

/** Length of the longest file. */
const MOST_BYTES = 2 ** 20

/**
 * Reads the value of an option: JSON, or `@FILE` with JSON.
 *
 * @param name the option, without dashes
 * @throws InputError if it is not JSON, the file cannot be read, or `read` throws
 */
export async function readJSONOption<T>(name: string, value: string, read: (json: unknown) => T): Promise<T> {
  const text = value.startsWith('@') ? await readText(value.slice(1), name) : value
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new InputError(`--${name}: expected JSON, or @FILE with it (${reasonOf(error)})`)
  }
  return naming(`--${name}`, () => read(json))
}

async function readText(file: string, name: string): Promise<string> {
  let handle: FileHandle | undefined
  try {
    handle = await open(file)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MOST_BYTES + 1))
    if (bytesRead > MOST_BYTES) throw new Error(`more than ${MOST_BYTES} bytes`)
    // Unlike `toString`, the decoder leaves out a byte order mark.
    return new TextDecoder().decode(buffer.subarray(0, bytesRead))
  } catch (error) {
    const what = name.endsWith('s') ? name : `a ${name}`
    throw new InputError(`${file}: expected a file with ${what} (${reasonOf(error)})`)
  } finally {
    await handle?.close()
  }
}
