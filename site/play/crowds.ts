import type { Crowd, Report } from './messages.ts'
import { CROWDS, crowdOptions, type Setting } from './setting.ts'
import PlayWorker from './worker.ts?worker&inline'

/** Number of workers that play crowds; one processor is left to the page. */
const WORKERS = Math.max(1, Math.min(4, (navigator.hardwareConcurrency ?? 2) - 1))

/** Plays one setting with many crowds, in workers. */
export class Crowds {
  /** Results so far, in the order of the crowds; complete when there are `CROWDS`. */
  readonly played: Crowd[] = []
  private readonly workers: Worker[] = []
  private next = 0

  constructor(setting: Setting, onReport: (report: Report) => void) {
    for (let i = 0; i < WORKERS; i++) {
      const worker: Worker = new PlayWorker()
      const begin = () => {
        if (this.next === CROWDS) return worker.terminate()
        const crowd = this.next++
        worker.postMessage({ kind: 'crowd', crowd, options: crowdOptions(setting, crowd) })
      }
      worker.onmessage = ({ data }: MessageEvent<Report>) => {
        if (data.kind === 'crowd') {
          this.played.push(data)
          this.played.sort((a, b) => a.crowd - b.crowd)
          begin()
        }
        onReport(data)
      }
      worker.onerror = ({ message }) =>
        onReport({ kind: 'refused', message: message || 'The worker could not be started.' })
      this.workers.push(worker)
      begin()
    }
  }

  get isDone(): boolean {
    return this.played.length === CROWDS
  }

  end(): void {
    for (const worker of this.workers) worker.terminate()
  }
}
