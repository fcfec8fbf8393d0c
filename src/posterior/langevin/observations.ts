import { withRoom } from '../../arrays/with-room.ts'
import { refuse, requireInteger, requireNumbers, requireOptions } from '../../check/check.ts'
import { createAlias } from '../../random/categorical.ts'
import { fillFromList } from '../../random/integer.ts'
import type { Rng } from '../../random/rng.ts'
import type { Tally } from '../tally/tally.ts'

/** As many observations are listed one by one; older ones are drawn by their column's count. */
const MOST_RECENT = 1 << 16

/** What a sampler knows of a tally, as plain data: counts by column, and after them a list of columns. */
export interface ObservationsState {
  sealed: number[]
  recent: number[]
}

/**
 * What a sampler knew of this tally, or of what the tally has grown from.
 *
 * @throws RangeError if the data name a column more often than the tally has it: the tally alone says what was observed
 */
export function requireObservations(argument: string, data: ObservationsState, tally: Tally): void {
  const { sealed, recent } = requireOptions(data, { sealed: true, recent: true }, argument)
  const { distinct, counts } = tally
  requireLength(`${argument}.sealed`, sealed, distinct)
  requireLength(`${argument}.recent`, recent, MOST_RECENT)
  requireNumbers(`${argument}.recent`, recent, recent.length)
  const left = counts.slice(0, distinct)
  sealed.forEach((count, c) => {
    left[c] -= requireInteger(`${argument}.sealed[${c}]`, count, 0, counts[c])
  })
  recent.forEach((c, i) => {
    if (!(left[c] > 0)) {
      refuse(`${argument}.recent[${i}]`, c, 'a column of the tally, no more often than the tally has it')
    }
    left[c]--
  })
}

function requireLength(argument: string, list: unknown, most: number): void {
  if (!Array.isArray(list) || list.length > most) refuse(argument, list, `a list of ${most} numbers at most`)
}

/**
 * Draws from a tally's n observations, uniformly with replacement, in constant time each and in bounded memory: the
 * latest are listed one by one, all before them are an alias table over the columns, rebuilt when the list is full.
 */
export class Observations {
  private readonly tally: Tally
  private readonly state: ObservationsState
  private known: number[] = []
  /** The list once more, for draws, with room to grow; how much of it there is, and the counts that were sealed with it. */
  private listed = new Uint32Array()
  private listedLength = 0
  private sealedCounts: readonly number[] = []
  private sealedSize = 0
  private alias: ReturnType<typeof createAlias> | undefined

  constructor(tally: Tally, state: ObservationsState) {
    this.tally = tally
    this.state = state
    this.read()
  }

  /** Takes over what the state knows. */
  private read(): void {
    const { sealed, recent } = this.state
    this.listed = Uint32Array.from(recent)
    this.listedLength = recent.length
    this.prepareSealed()
    this.known = [...sealed]
    for (const c of recent) this.known[c] = (this.known[c] ?? 0) + 1
  }

  /** Number of observations that are known of. */
  get size(): number {
    return this.sealedSize + this.state.recent.length
  }

  /** The columns of all of them, in their order, with room after them; undefined where some are not listed. */
  get list(): Uint32Array | undefined {
    return this.sealedSize === 0 ? this.listed : undefined
  }

  /** Takes note of what the tally has gained; returns the number of observations. */
  update(): number {
    const { tally, state } = this
    // Another sampler that was given the same state has moved it on.
    if (state.recent.length !== this.listedLength || state.sealed !== this.sealedCounts) this.read()
    const { known } = this
    const missing = tally.size - this.sealedSize - state.recent.length
    if (missing === 0) return tally.size
    if (tally.size - this.sealedSize > MOST_RECENT) {
      state.sealed = Array.from(tally.counts.subarray(0, tally.distinct))
      state.recent = []
      this.listedLength = 0
      this.prepareSealed()
      for (let c = 0; c < tally.distinct; c++) known[c] = tally.counts[c]
    } else if (missing === tally.latestCount) this.append(tally.latest, missing)
    else for (let c = 0; c < tally.distinct; c++) this.append(c, tally.counts[c] - (known[c] ?? 0))
    return tally.size
  }

  /** Adds a column's observations to the list. */
  private append(c: number, count: number): void {
    const { recent } = this.state
    const length = recent.length + count
    this.listed = withRoom(this.listed, length)
    this.listed.fill(c, recent.length, length)
    this.listedLength = length
    for (let i = 0; i < count; i++) recent.push(c)
    this.known[c] = this.tally.counts[c]
  }

  /** Fills `out` with the columns of observations drawn uniformly with replacement. */
  draw(rng: Rng, out: Uint32Array, count: number): void {
    const { recent } = this.state
    if (this.sealedSize === 0) {
      fillFromList(rng, this.listed, recent.length, out, count)
      return
    }
    for (let j = 0; j < count; j++) {
      const index = rng.integer(this.sealedSize + recent.length)
      out[j] = index < recent.length ? recent[index] : this.alias!.draw(rng)
    }
  }

  private prepareSealed(): void {
    this.sealedCounts = this.state.sealed
    this.sealedSize = this.state.sealed.reduce((total, count) => total + count, 0)
    this.alias = this.sealedSize > 0 ? createAlias(this.state.sealed) : undefined
  }
}
