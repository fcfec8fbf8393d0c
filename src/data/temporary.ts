import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { orFailure } from './failure.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Does some work and cleans up afterwards: also after an error, and after Ctrl-C. */
export async function withCleanUp<T>(cleanUp: () => void, body: () => Promise<T>): Promise<T> {
  const forget = () => {
    for (const signal of SIGNALS) process.off(signal, interrupted)
  }
  const interrupted = (signal: NodeJS.Signals) => {
    cleanUp()
    forget()
    process.kill(process.pid, signal)
  }
  // The inner work is cleaned up first: an outer folder is empty only then.
  for (const signal of SIGNALS) process.prependListener(signal, interrupted)
  try {
    return await body()
  } finally {
    forget()
    cleanUp()
  }
}

/**
 * Lends a new folder, which is gone afterwards: also after an error, and after Ctrl-C.
 *
 * @throws Failure if it cannot be made
 */
export async function withTemporaryFolder<T>(
  prefix: string,
  body: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await orFailure(`${dirname(prefix)}: expected a folder that can be written`, () =>
    mkdtemp(prefix),
  )
  return withCleanUp(
    () => rmSync(folder, { recursive: true, force: true }),
    () => body(folder),
  )
}

/**
 * Lends a folder below the system's own for temporary files, which the variable `TMPDIR` names.
 *
 * @throws Failure if there is none
 */
export function withScratchFolder<T>(body: (folder: string) => Promise<T>): Promise<T> {
  return withTemporaryFolder(join(tmpdir(), 'adobest-'), body)
}
