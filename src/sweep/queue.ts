import { setTimeout } from 'node:timers/promises'
import type { ConnectionOptions, Queue } from 'bullmq'
import { orFailure } from '../data/failure.ts'
import { InputError } from '../data/input-error.ts'
import { requirePackages } from '../data/packages.ts'
import type { Run } from './expansion.ts'
import type { RunRow } from './play-run.ts'

/** What a queued job holds. */
export interface QueuedRun {
  readonly run: Run
  /** Of the code that is to play it: other code may give other numbers. */
  readonly version: string
}

export type RunQueue = Queue<QueuedRun, RunRow>

export const QUEUE = 'adobest'

/** Where the queue is, and how long to wait for it. */
export interface QueueOptions {
  /** `redis://host:port`, or `rediss://…` with TLS. */
  readonly url: string
  /** How long to try where Redis does not answer; default 30. */
  readonly patienceSeconds?: number
  /** Told of what is odd and goes on nevertheless, a line each. */
  readonly onWarning?: (warning: string) => void
}

const PATIENCE_SECONDS = 30
const RETRY_SECONDS = 0.5

/**
 * Runs `body` with the queue of runs on a Redis server, which may be away for a while. Only this call loads BullMQ.
 *
 * @throws InputError if the URL is not one of Redis; Failure if Redis stays away
 */
export async function withQueue<T>(
  options: QueueOptions,
  body: (queue: RunQueue, connection: ConnectionOptions) => Promise<T>,
): Promise<T> {
  const { url, patienceSeconds = PATIENCE_SECONDS, onWarning } = options
  const server = serverName(url)
  const connection: ConnectionOptions = {
    url,
    // Commands wait for the connection, and fail when it is given up.
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
      // Once in an outage: every new attempt that fails is an error.
      if (performance.now() - lastError > patienceSeconds * 1000) {
        onWarning?.(`${server}: Redis does not answer; trying for ${patienceSeconds} s`)
      }
      lastError = performance.now()
    })
    try {
      await queue.waitUntilReady()
      return await body(queue, connection)
    } finally {
      // There may be no connection to close any more.
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

/** Waits so long, or until the signal is aborted. */
export async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(seconds * 1000, undefined, { signal }).catch(() => {})
}
