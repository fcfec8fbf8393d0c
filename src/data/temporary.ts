import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { orFailure } from './failure.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Runs `body` and cleans up afterwards, even after an error or Ctrl-C. */
export async function withCleanUp<T>(cleanUp: () => void, body: () => Promise<T>): Promise<T> {
  const removeListeners = () => {
    for (const signal of SIGNALS) process.off(signal, interrupted)
  }
  const interrupted = (signal: NodeJS.Signals) => {
    cleanUp()
    removeListeners()
    process.kill(process.pid, signal)
  }
  // Prepended, so that inner work is cleaned up first, because only then is an outer folder empty.
  for (const signal of SIGNALS) process.prependListener(signal, interrupted)
  try {
    return await body()
  } finally {
    removeListeners()
    cleanUp()
  }
}

/**
 * Runs `body` with a new folder, which is removed afterwards, even after an error or Ctrl-C.
 *
 * @throws Failure if the folder cannot be made
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
 * Runs `body` with a new folder below the system's folder for temporary files, which the variable `TMPDIR` names.
 *
 * @throws Failure if the folder cannot be made
 */
export function withScratchFolder<T>(body: (folder: string) => Promise<T>): Promise<T> {
  return withTemporaryFolder(join(tmpdir(), 'adobest-'), body)
}
