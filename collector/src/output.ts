import { writeSync } from 'node:fs'

const STANDARD_OUTPUT = 1
const pause = new Int32Array(new SharedArrayBuffer(4))

/** Prints a text completely before it returns. @throws Error if that fails: on a full disk, or for a reader that has gone */
export function print(text: string): void {
  for (let rest = Buffer.from(text); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(STANDARD_OUTPUT, rest))
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      // The reader is slow.
      if (code === 'EAGAIN') Atomics.wait(pause, 0, 0, 10)
      else throw new Error(`standard output: ${message}`)
    }
  }
}
