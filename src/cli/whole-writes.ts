import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'

/**
 * Standard output, such that what is written to it is written whole, or the stream fails. Of a write to a file, the system may
 * take only a part, as when the disk is nearly full; Node's own stream then loses the rest and reports nothing.
 *
 * @param output the process's stream
 * @param descriptor the file that it writes to
 */
export function withWholeWrites(output: Writable, descriptor: number): Writable {
  // Pipes, sockets and terminals: for these Node writes until everything has gone.
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
