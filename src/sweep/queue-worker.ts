import type { Job } from 'bullmq'
import { requirePackages } from '../data/node-packages.ts'
import { versions } from './installation.ts'
import { describeModules, type OwnModule } from './own-methods.ts'
import { pause, QUEUE, type QueuedRun, type QueueOptions, type RunQueue, withQueue } from './queue.ts'
import { requireRun } from './require-run.ts'
import type { RunRow } from './run-row.ts'
import { withWorkers } from './workers.ts'

/**
 * A job whose worker has not been heard from for this long is given to another. Runs are played on threads, so a worker
 * that is alive can always be heard.
 */
const LOCK_SECONDS = 10
/** How many times a job may lose its worker before it is given up. */
const MOST_LOSSES = 10
const HEARTBEAT_SECONDS = 2
/** Time until a run that a worker has left for others is offered again. */
const LEFT_SECONDS = 1
/**
 * A worker that leaves run after run waits ever longer in between, up to this: two of them could hand the last ones to each other
 * forever. Shorter than the time in which a lock is renewed.
 */
const MOST_LEFT_SECONDS = 4
/**
 * Runs in progress have this long to finish when the worker is told to stop, and are then left for others. Systems that end
 * processes wait for ten seconds or more before they kill.
 */
const FINISH_SECONDS = 5

/** How runs are taken from a queue. */
export interface QueueWorkerOptions extends QueueOptions {
  /** Runs at a time. */
  readonly workers: number
  /** Aborted when no more runs are to be taken. Those in progress have five seconds to finish, and are then left for others. */
  readonly signal: AbortSignal
  /** Called whenever a run is over. */
  readonly onFinished?: () => void
  /** Modules with user-defined kinds that runs may use. Runs that use other modules are left for other workers. */
  readonly modules?: readonly OwnModule[]
}

/**
 * Plays the runs on a queue, no matter which process put them there, until the signal is aborted.
 *
 * @throws as `withQueue`
 * @example
 * const stop = new AbortController()
 * process.once('SIGTERM', () => stop.abort())
 * await serveQueue({ url: 'redis://127.0.0.1:6379', workers: 4, signal: stop.signal })
 */
export async function serveQueue(options: QueueWorkerOptions): Promise<void> {
  const { workers, signal, onFinished, onWarning, modules = [] } = options
  const warned = new Set<string>()
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
              if (!warned.has(missing)) onWarning?.(missing)
              warned.add(missing)
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
              // The run itself is at fault, and would fail again.
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
        // The queue's own connection reports the same errors.
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

/** Offers a run to other workers, in a moment. */
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

/** Waits for the signal; throws when Redis has been given up. */
async function untilStopped(queue: RunQueue, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await queue.count()
    await pause(HEARTBEAT_SECONDS, signal)
  }
}
