import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { InputError } from './input-error.ts'

/** Size of a piece. Large pieces need fewer turns of the event loop. */
const PIECE_BYTES = 2 ** 18

/**
 * The text of a UTF-8 file, piece by piece, without a byte order mark.
 *
 * @param name name of the file in errors
 * @throws InputError, which names the line, if the file contains bytes that are not UTF-8, or a zero byte
 */
export async function* textOf(path: string, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = async (bytes?: Buffer) => {
    try {
      if (bytes?.includes(0)) throw new TypeError('a zero byte')
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch {
      throw await notText(path, name)
    }
  }
  for await (const bytes of createReadStream(path, { highWaterMark: PIECE_BYTES })) yield await decode(bytes)
  // Throws if the last character is truncated.
  yield await decode()
}

/** The error for a file that is not text; it names the first line that is not. */
export async function notText(path: string, name: string): Promise<InputError> {
  // As latin1 every byte is a character, so that text can be split into lines before its encoding is known.
  const lines = createInterface({
    input: createReadStream(path, { encoding: 'latin1' }),
    crlfDelay: Infinity,
  })
  let number = 0
  for await (const line of lines) {
    number++
    const bytes = Buffer.from(line, 'latin1')
    if (!isUtf8(bytes) || bytes.includes(0)) break
  }
  return new InputError(`${name}, line ${number}: expected UTF-8 text, found other bytes`)
}
