import { type FileHandle, open } from 'node:fs/promises'
import { reasonOf } from '../data/failure.ts'
import { InputError } from '../data/input-error.ts'

/** The longest request that anybody sends. */
const MOST_BYTES = 2 ** 20

/**
 * The plain data that `--request` gives: JSON, or `@FILE` with it.
 *
 * @throws InputError if it is no JSON, or the file cannot be read
 */
export async function readRequest(request: string): Promise<unknown> {
  const text = request.startsWith('@') ? await readText(request.slice(1)) : request
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InputError(`--request: expected JSON, or @FILE with it (${reasonOf(error)})`)
  }
}

async function readText(file: string): Promise<string> {
  let handle: FileHandle | undefined
  try {
    handle = await open(file)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MOST_BYTES + 1))
    if (bytesRead > MOST_BYTES) throw new Error(`more than ${MOST_BYTES} bytes`)
    return buffer.toString('utf8', 0, bytesRead)
  } catch (error) {
    throw new InputError(`${file}: expected a file with a request (${reasonOf(error)})`)
  } finally {
    await handle?.close()
  }
}
