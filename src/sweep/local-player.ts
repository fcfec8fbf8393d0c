import { availableParallelism } from 'node:os'
import type { RunRow } from './run-row.ts'
import type { Player, RunFailure } from './sweep.ts'
import { type Play, withWorkers } from './workers.ts'

/** Time between two parts. A killed process loses at most the runs that it finished in this time. */
const PART_SECONDS = 5

/**
 * Plays runs on threads of this machine.
 *
 * @param workers number of runs at a time; default: the number of processors
 * @param partSeconds time between two parts
 * @throws nothing; for errors of the returned player, see `sweep`
 * @example
 * const { written } = await sweep({ plan: await readPlan('plan.json'), folder: 'out/local', player: localPlayer(1) })
 * written // 4
 */
export function localPlayer(workers = availableParallelism(), partSeconds = PART_SECONDS): Player {
  return async ({ runs, modules, signal, keep, onFinished }) => {
    const failures: RunFailure[] = []
    const broken = new AbortController()
    const stop = AbortSignal.any([signal, broken.signal])
    const finished: RunRow[] = []
    let next = 0

    const playOn = async (play: Play) => {
      while (next < runs.length && !stop.aborted) {
        const run = runs[next++]
        try {
          finished.push(await play(run))
        } catch (error) {
          if (stop.aborted) return
          failures.push({ name: run.name, reason: (error as Error).message })
        }
        onFinished()
      }
    }

    const write = async () => {
      const rows = finished.splice(0)
      if (rows.length > 0) await keep(rows)
    }
    let writing = Promise.resolve()
    const timer = setInterval(() => {
      writing = writing.then(write)
      // If results cannot be stored, there is no point in playing on.
      writing.catch(() => broken.abort())
    }, partSeconds * 1000)

    try {
      await withWorkers(workers, play => Promise.all(Array.from({ length: workers }, () => playOn(play))), {
        signal: stop,
        modules,
      })
    } finally {
      clearInterval(timer)
    }
    await writing.then(write)
    return failures
  }
}
