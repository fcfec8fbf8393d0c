import type { Readable, Writable } from 'node:stream'

/** Where a command reads and writes: the process's streams, or those of a test. */
export interface Io {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly stderr: Writable
}

/** Prints a command's result: one JSON document and nothing else, or text. */
export function print(io: Io, asJson: boolean | undefined, result: { json: unknown; text: string }): void {
  io.stdout.write(asJson ? `${JSON.stringify(result.json)}\n` : result.text)
}
