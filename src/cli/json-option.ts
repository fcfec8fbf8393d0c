import { type FileHandle, open } from 'node:fs/promises'
import { Refusal } from '../check/check.ts'
import { reasonOf } from '../data/failure.ts'
import { InputError } from '../data/input-error.ts'

/** The longest file that is read. */
const MOST_BYTES = 2 ** 20

/**
 * What `read` makes of the value of an option: JSON, or `@FILE` with it.
 *
 * @param name of the option, without the dashes
 * @throws InputError if it is not JSON, the file cannot be read, or `read` refuses what is in it
 */
export async function readJSONOption<T>(name: string, value: string, read: (json: unknown) => T): Promise<T> {
  const text = value.startsWith('@') ? await readText(value.slice(1), name) : value
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new InputError(`--${name}: expected JSON, or @FILE with it (${reasonOf(error)})`)
  }
  return readOption(name, () => read(json))
}

/** What `read` gives, whose refusal becomes an error of this option. */
export function readOption<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new InputError(`--${name}: ${error.message}`)
  }
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
