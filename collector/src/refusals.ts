import type { Clock } from './clock.ts'

const MINUTE_MS = 60_000
/** What one client may have refused in a minute, before it has to wait; a classroom behind one address sends hundreds that are not refused. */
const MOST_REFUSED = 100
/** So many clients are remembered at most; beyond that, those that came first are forgotten. */
const MOST_CLIENTS = 10_000

/** Counts what is refused by client, in memory and for a minute. What is not refused is never counted. */
export class Refusals {
  /** How often posts met each status that refused them, since the start, for the operator. */
  readonly byStatus: Record<number, number> = {}
  private readonly counts = new Map<string, number>()
  private readonly clock: Clock
  private since = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Notes how a post was replied to. */
  note(status: number): void {
    if (status >= 400) this.byStatus[status] = (this.byStatus[status] ?? 0) + 1
  }

  /** Counts one more, unless the client has reached the limit. @returns how many seconds it has to wait; 0 if it need not */
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
