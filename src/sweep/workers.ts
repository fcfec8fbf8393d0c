import { requirePackages } from '../data/node-packages.ts'
import type { Run } from './expansion.ts'
import { workerModule, workerOptions } from './installation.ts'
import type { OwnModule } from './own-methods.ts'
import type { RunRow } from './run-row.ts'
import type { Task } from './run-worker.ts'

/** Plays a run on a thread of its own. */
export type Play = (run: Run) => Promise<RunRow>

/**
 * Runs `body` with a pool of threads that play runs, and ends the threads afterwards. Piscina is loaded by this call.
 *
 * @param given.signal ends the threads at once; runs in progress are rejected
 * @param given.modules the modules that runs may use
 */
export async function withWorkers<T>(
  count: number,
  body: (play: Play) => Promise<T>,
  { signal, modules = [] }: { signal?: AbortSignal; modules?: readonly OwnModule[] } = {},
): Promise<T> {
  const {
    piscina: { Piscina },
  } = await requirePackages('piscina')
  const pool = new Piscina<Task, RunRow>({
    filename: workerModule,
    execArgv: workerOptions,
    maxThreads: count,
    idleTimeout: Number.POSITIVE_INFINITY,
  })
  signal?.addEventListener('abort', () => void pool.destroy(), { once: true })
  try {
    return await body(run => pool.run({ run, modules: used(run, modules) }))
  } finally {
    await pool.destroy()
  }
}

/** The modules that a run uses, in the run's order. */
function used({ use = [] }: Run, modules: readonly OwnModule[]): OwnModule[] {
  return use.map(({ name, sha256 }) => {
    const module = modules.find(one => one.sha256 === sha256)
    if (module === undefined) throw new Error(`the module ${name} of sha256 ${sha256} is missing`)
    return module
  })
}
