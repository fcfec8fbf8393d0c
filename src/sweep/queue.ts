import { setTimeout } from 'node:timers/promises'
import type { ConnectionOptions, Queue } from 'bullmq'
import { orFailure } from '../data/failure.ts'
import { InputError } from '../data/input-error.ts'
import { requirePackages } from '../data/node-packages.ts'
import type { Run } from './expansion.ts'
import type { RunRow } from './run-row.ts'

/** Data of a queued job. */
export interface QueuedRun {
  readonly run: Run
  /** Required version of the code, because other code may give other numbers. */
  readonly version: string
}

export type RunQueue = Queue<QueuedRun, RunRow>

export const QUEUE = 'adobest'

/** The address of the queue, and the patience with it. */
export interface QueueOptions {
  /** `redis://host:port`, or `rediss://…` with TLS. */
  readonly url: string
  /** Time in seconds to keep trying while Redis does not answer; default 30. */
  readonly patienceSeconds?: number
  /** Called with a line for each problem that does not stop the work. */
  readonly onWarning?: (warning: string) => void
}

const PATIENCE_SECONDS = 30
const RETRY_SECONDS = 0.5

/**
 * Runs `body` with the queue of runs on a Redis server, which may be unreachable for a while. BullMQ is loaded by this call.
 *
 * @throws InputError if the URL is not one of Redis; Failure if Redis stays unreachable
 */
export async function withQueue<T>(
  options: QueueOptions,
  body: (queue: RunQueue, connection: ConnectionOptions) => Promise<T>,
): Promise<T> {
  const { url, patienceSeconds = PATIENCE_SECONDS, onWarning } = options
  const server = serverName(url)
  const connection: ConnectionOptions = {
    url,
    // Commands wait for the connection, and fail once `retryStrategy` gives up.
    maxRetriesPerRequest: null,
    retryStrategy: times => (times * RETRY_SECONDS > patienceSeconds ? null : RETRY_SECONDS * 1000),
  }
  const {
    bullmq: { Queue },
  } = await requirePackages('bullmq', 'ioredis')
  return orFailure(`${server}: expected Redis to answer; what is finished is safe`, async () => {
    const queue: RunQueue = new Queue(QUEUE, { connection })
    let lastError = Number.NEGATIVE_INFINITY
    queue.on('error', () => {
      // One warning per outage, although every failed attempt to connect is an error.
      if (performance.now() - lastError > patienceSeconds * 1000) {
        onWarning?.(`${server}: Redis does not answer; trying for ${patienceSeconds} s`)
      }
      lastError = performance.now()
    })
    try {
      await queue.waitUntilReady()
      return await body(queue, connection)
    } finally {
      // Errors are ignored, because the connection may be closed already.
      await queue.close().catch(() => {})
    }
  })
}

/** The server's address, without a password. */
export function serverName(url: string): string {
  const { protocol, host } = URL.canParse(url) ? new URL(url) : { protocol: '', host: '' }
  if (!/^rediss?:$/.test(protocol) || host === '') {
    throw new InputError(`expected Redis as redis://host:port or rediss://host:port, found ${url}`)
  }
  return `${protocol}//${host}`
}

/** Waits for this long, or until the signal is aborted. */
export async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(seconds * 1000, undefined, { signal }).catch(() => {})
}
