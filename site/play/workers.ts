import type { Order } from './messages.ts'
import PlayWorker from './worker.ts?worker&inline'

/** Workers that have nothing to do. */
const idle: Worker[] = []

/** Has so many workers started and warm before somebody asks for them. */
export function prepareWorkers(count: number): void {
  while (idle.length < count) {
    const worker: Worker = new PlayWorker()
    worker.postMessage({ kind: 'warm-up' } satisfies Order)
    idle.push(worker)
  }
}

/** A worker for one run; its user ends it. */
export function takeWorker(): Worker {
  return idle.pop() ?? new PlayWorker()
}
