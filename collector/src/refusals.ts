import type { Clock } from './clock.ts'

const MINUTE_MS = 60_000
/** Refusals per minute after which a client has to wait. A classroom behind one address sends hundreds of answers that are not refused. */
const MOST_REFUSED = 100
/** Largest number of remembered clients; beyond it, the earliest ones are forgotten. */
const MOST_CLIENTS = 10_000

/** Counts refusals by client, in memory and for a minute. Accepted requests are never counted. */
export class Refusals {
  /** Number of refused posts by status since the start, for the operator. */
  readonly byStatus: Record<number, number> = {}
  private readonly counts = new Map<string, number>()
  private readonly clock: Clock
  private since = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Counts the status of a reply to a post. */
  note(status: number): void {
    if (status >= 400) this.byStatus[status] = (this.byStatus[status] ?? 0) + 1
  }

  /** Counts a refusal, unless the client has reached the limit. @returns the seconds that it has to wait; 0 if none */
  add(client: string): number {
    const now = this.clock()
    if (now >= this.since + MINUTE_MS) {
      this.counts.clear()
      this.since = now
    }
    const count = this.counts.get(client) ?? 0
    if (count >= MOST_REFUSED) return Math.ceil((this.since + MINUTE_MS - now) / 1000)
    if (count === 0 && this.counts.size >= MOST_CLIENTS) {
      this.counts.delete(this.counts.keys().next().value!)
    }
    this.counts.set(client, count + 1)
    return 0
  }
}
