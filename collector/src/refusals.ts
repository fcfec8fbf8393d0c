import type { Clock } from './clock.ts'

const MINUTE_MS = 60_000
/** Refused posts of one address in a minute, before it has to wait; a classroom behind one address sends hundreds that are not refused. */
const MOST_REFUSED = 100
const SENDERS_FAULT: readonly number[] = [400, 403, 413, 415, 422]

/** Counts refused posts by address, in memory and for a minute. Posts that are not refused are never counted. */
export class Refusals {
  /** How often each status was sent since the start, for the operator. */
  readonly byStatus: Record<number, number> = {}
  private readonly clock: Clock
  private counts = new Map<string, number>()
  private since = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** How many seconds an address has to wait; 0 if it need not. */
  wait(address: string): number {
    this.forget()
    if ((this.counts.get(address) ?? 0) < MOST_REFUSED) return 0
    return Math.ceil((this.since + MINUTE_MS - this.clock()) / 1000)
  }

  /** Counts a reply that refused a post; only those that blame the sender count towards the limit. */
  add(address: string, status: number): void {
    this.byStatus[status] = (this.byStatus[status] ?? 0) + 1
    if (!SENDERS_FAULT.includes(status)) return
    this.forget()
    this.counts.set(address, (this.counts.get(address) ?? 0) + 1)
  }

  private forget(): void {
    if (this.clock() < this.since + MINUTE_MS) return
    this.counts.clear()
    this.since = this.clock()
  }
}
