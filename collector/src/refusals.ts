const MINUTE_MS = 60_000
/** Refused posts of one address in a minute, before it has to wait; a classroom behind one address sends hundreds that are not refused. */
const MOST_REFUSED = 100

/** Counts refused posts by address, in memory and for a minute. Posts that are not refused are never counted. */
export class Refusals {
  private counts = new Map<string, number>()
  private since = 0

  /** How many seconds an address has to wait; 0 if it need not. */
  wait(address: string): number {
    this.forget()
    if ((this.counts.get(address) ?? 0) < MOST_REFUSED) return 0
    return Math.ceil((this.since + MINUTE_MS - Date.now()) / 1000)
  }

  add(address: string): void {
    this.forget()
    this.counts.set(address, (this.counts.get(address) ?? 0) + 1)
  }

  private forget(): void {
    if (Date.now() < this.since + MINUTE_MS) return
    this.counts.clear()
    this.since = Date.now()
  }
}
