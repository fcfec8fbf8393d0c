import { requirePackages } from '../data/packages.ts'
import type { Run } from './expansion.ts'
import { workerModule, workerOptions } from './installation.ts'
import type { RunRow } from './play-run.ts'

/** Plays a run on a thread of its own. */
export type Play = (run: Run) => Promise<RunRow>

/**
 * Runs `body` with a pool of threads that play runs, and ends them afterwards. Only this call loads Piscina.
 *
 * @param signal ends them at once; runs that they are at are rejected
 */
export async function withWorkers<T>(
  count: number,
  body: (play: Play) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const {
    piscina: { Piscina },
  } = await requirePackages('piscina')
  const pool = new Piscina<Run, RunRow>({
    filename: workerModule,
    execArgv: workerOptions,
    maxThreads: count,
    idleTimeout: Number.POSITIVE_INFINITY,
  })
  signal?.addEventListener('abort', () => void pool.destroy(), { once: true })
  try {
    return await body(run => pool.run(run))
  } finally {
    await pool.destroy()
  }
}
