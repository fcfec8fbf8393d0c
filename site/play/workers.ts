import type { Order } from './messages.ts'
import PlayWorker from './worker.ts?worker&inline'

/** Workers that have nothing to do. */
const idle: Worker[] = []

/** Starts and warms up workers, until this many are ready to be taken. */
export function prepareWorkers(count: number): void {
  while (idle.length < count) {
    const worker: Worker = new PlayWorker()
    worker.postMessage({ kind: 'warm-up' } satisfies Order)
    idle.push(worker)
  }
}

/** A worker for one run; the caller terminates it. */
export function takeWorker(): Worker {
  return idle.pop() ?? new PlayWorker()
}
