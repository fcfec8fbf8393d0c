import type { Job } from 'bullmq'
import { requirePackages } from '../data/node-packages.ts'
import { versions } from './installation.ts'
import { describeModules, type OwnModule } from './own-methods.ts'
import { pause, QUEUE, type QueuedRun, type QueueOptions, type RunQueue, withQueue } from './queue.ts'
import { requireRun } from './require-run.ts'
import type { RunRow } from './run-row.ts'
import { withWorkers } from './workers.ts'

/**
 * Time without a sign of life after which a worker's job is given to another. Runs are played on threads, so a living worker can always
 * give one.
 */
const LOCK_SECONDS = 10
/** Number of workers that a job may lose before it is given up. */
const MOST_LOSSES = 10
const HEARTBEAT_SECONDS = 2
/** Time until a run that a worker could not play is offered again. */
const LEFT_SECONDS = 1
/**
 * Longest pause of a worker that cannot play run after run. Pauses grow, because two such workers could otherwise pass runs to each other
 * without end. It is shorter than the time in which a lock is renewed.
 */
const MOST_LEFT_SECONDS = 4
/**
 * Time for runs in progress to finish after a worker is told to stop; others then take them over. Systems wait for at least ten seconds
 * before they kill a process.
 */
const FINISH_SECONDS = 5

/** Options of a worker of a queue. */
export interface QueueWorkerOptions extends QueueOptions {
  /** Number of runs at a time. */
  readonly workers: number
  /** Abort it to stop the worker. Runs in progress have five seconds to finish, and are then left to other workers. */
  readonly signal: AbortSignal
  /** Called whenever a run is over. */
  readonly onFinished?: () => void
  /** Modules with user-defined kinds that runs may use. Runs that use other modules are left for other workers. */
  readonly modules?: readonly OwnModule[]
}

/**
 * Plays the runs on a queue, of all processes, until the signal is aborted.
 *
 * @throws as `withQueue`
 * @example
 * const stop = new AbortController()
 * process.once('SIGTERM', () => stop.abort())
 * await serveQueue({ url: 'redis://127.0.0.1:6379', workers: 4, signal: stop.signal })
 */
export async function serveQueue(options: QueueWorkerOptions): Promise<void> {
  const { workers, signal, onFinished, onWarning, modules = [] } = options
  const modulesWarnedOf = new Set<string>()
  let wait = LEFT_SECONDS
  const giveUp = new AbortController()
  signal.addEventListener('abort', () => setTimeout(() => giveUp.abort(), FINISH_SECONDS * 1000).unref(), {
    once: true,
  })
  const {
    bullmq: { DelayedError, UnrecoverableError, Worker },
  } = await requirePackages('bullmq')
  const version = versions().adobest
  await withQueue(options, (queue, connection) =>
    withWorkers(
      workers,
      async play => {
        const worker = new Worker<QueuedRun, RunRow>(
          QUEUE,
          async (job, token) => {
            const { data } = job
            try {
              requireRun(data.run)
            } catch (error) {
              throw new UnrecoverableError((error as Error).message)
            }
            const missing = missingOf(data, modules)
            if (missing !== undefined) {
              if (!modulesWarnedOf.has(missing)) onWarning?.(missing)
              modulesWarnedOf.add(missing)
              await leave(job, token)
              await pause(wait, signal)
              wait = Math.min(2 * wait, MOST_LEFT_SECONDS)
              throw new DelayedError()
            }
            wait = LEFT_SECONDS
            if (data.version !== version) {
              throw new Error(`queued by version ${data.version}, this worker has ${version}`)
            }
            try {
              return await play(data.run)
            } catch (error) {
              if (giveUp.signal.aborted) {
                await leave(job, token)
                throw new DelayedError()
              }
              // A RangeError means that the run is invalid and would fail again.
              throw error instanceof RangeError ? new UnrecoverableError(error.message) : error
            }
          },
          {
            connection,
            concurrency: workers,
            lockDuration: LOCK_SECONDS * 1000,
            stalledInterval: (LOCK_SECONDS * 1000) / 2,
            maxStalledCount: MOST_LOSSES,
          },
        )
        worker.on('completed', () => onFinished?.())
        // Ignored, because the queue's own connection reports the same errors.
        worker.on('error', () => {})
        let isLost = true
        try {
          await untilStopped(queue, signal)
          isLost = false
        } finally {
          await worker.close(isLost)
        }
      },
      { modules, signal: giveUp.signal },
    ),
  )
}

/** Returns a run to the queue, for other workers. */
function leave(job: Job<QueuedRun, RunRow>, token: string | undefined): Promise<void> {
  return job.moveToDelayed(Date.now() + LEFT_SECONDS * 1000, token)
}

/** Why a run cannot be played with these modules; undefined if it can. */
function missingOf({ run: { use = [] } }: QueuedRun, modules: readonly OwnModule[]): string | undefined {
  const missing = use.filter(({ sha256 }) => !modules.some(one => one.sha256 === sha256))
  if (missing.length === 0) return undefined
  const changed = missing.filter(({ name }) => modules.some(one => one.name === name))
  const why =
    changed.length > 0
      ? `this worker has other contents of ${changed[0].name}`
      : 'this worker was not given it'
  return `runs that use ${describeModules(missing)} are left for others: ${why} (--use)`
}

/** Waits for the signal; throws if Redis stays unreachable. */
async function untilStopped(queue: RunQueue, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await queue.count()
    await pause(HEARTBEAT_SECONDS, signal)
  }
}
