import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { InputError } from '../../src/data/input-error.ts'

/**
 * Goes through the lines of a latin-1 text, one at a time, whatever the size of the file; blank lines are skipped.
 *
 * @param visit called with a line, and with its name in errors
 * @throws InputError if the file cannot be read
 */
export async function eachLine(file: string, visit: (line: string, place: string) => void): Promise<void> {
  const input = createReadStream(file, 'latin1')
  // Otherwise an error of the stream would be lost, because readline just ends.
  const failed = new Promise<never>((_, reject) => {
    input.on('error', error =>
      reject(new InputError(`${file}: expected a file that can be read (${error.message})`)),
    )
  })
  const read = async () => {
    let number = 0
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      number++
      if (line !== '') visit(line, `${file}, line ${number}`)
    }
  }
  await Promise.race([read(), failed])
}
