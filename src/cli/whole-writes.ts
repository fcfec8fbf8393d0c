import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'

/**
 * Wraps standard output, so that text is written whole or the stream fails. If the system accepts only a part of a write to a file, as with
 * a nearly full disk, Node's own stream loses the rest without an error.
 *
 * @param output the process's stream
 * @param descriptor descriptor of the output's file
 */
export function withWholeWrites(output: Writable, descriptor: number): Writable {
  // For pipes, sockets and terminals, Node itself writes everything.
  if (output instanceof Socket) return output
  return new Writable({
    write(chunk: Buffer, _, done) {
      try {
        for (let from = 0; from < chunk.length; ) from += writeSync(descriptor, chunk, from)
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
