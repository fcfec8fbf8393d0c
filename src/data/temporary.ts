import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Lends a new folder, which is gone afterwards: also after an error, and after Ctrl-C. */
export async function withTemporaryFolder<T>(
  prefix: string,
  body: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(prefix)
  const interrupted = (signal: NodeJS.Signals) => {
    rmSync(folder, { recursive: true, force: true })
    for (const other of SIGNALS) process.off(other, interrupted)
    process.kill(process.pid, signal)
  }
  for (const signal of SIGNALS) process.on(signal, interrupted)
  try {
    return await body(folder)
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupted)
    await rm(folder, { recursive: true, force: true })
  }
}
