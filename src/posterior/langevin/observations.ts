import { sum } from '../../arrays/sums.ts'
import { withRoom } from '../../arrays/with-room.ts'
import { refuse, requireInteger, requireNumbers, requireOptions } from '../../check/check.ts'
import { createAlias } from '../../random/categorical.ts'
import { fillFromList } from '../../random/integer.ts'
import type { Rng } from '../../random/rng.ts'
import type { Tally } from '../tally/tally.ts'

/** Largest number of observations listed one by one; older ones are drawn by their column's count. */
const MOST_RECENT = 1 << 16

/** The observations known to a sampler, as plain data. */
export interface ObservationsState {
  /** The older observations: the number for each column. */
  sealed: number[]
  /** The later observations, one by one: the column of each. */
  recent: number[]
}

/**
 * Checks plain data about the observations known to a sampler, of this tally or an earlier state of it.
 *
 * @throws RangeError if a column has more observations in the data than in the tally
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
 * Draws from a tally's n observations, uniformly with replacement, in constant time each and in bounded memory. The latest
 * observations are listed one by one. All before them are drawn from an alias table over the columns, which is rebuilt when the list
 * is full.
 */
export class Observations {
  private readonly tally: Tally
  private readonly state: ObservationsState
  /** Number of known observations of each column, sealed and recent ones together. */
  private knownCounts: number[] = []
  /** A copy of the state's list `recent` for draws, with room to grow; and its length. */
  private listed = new Uint32Array()
  private listedLength = 0
  /** The state's list `sealed` when it was last read, and its sum. */
  private sealedCounts: readonly number[] = []
  private sealedSize = 0
  private alias: ReturnType<typeof createAlias> | undefined

  constructor(tally: Tally, state: ObservationsState) {
    this.tally = tally
    this.state = state
    this.read()
  }

  /** Reads the state. */
  private read(): void {
    const { sealed, recent } = this.state
    this.listed = Uint32Array.from(recent)
    this.listedLength = recent.length
    this.prepareSealed()
    this.knownCounts = [...sealed]
    for (const c of recent) this.knownCounts[c] = (this.knownCounts[c] ?? 0) + 1
  }

  /** Number of known observations. */
  get size(): number {
    return this.sealedSize + this.state.recent.length
  }

  /** The columns of all these observations, in their order, with room after them; undefined if some are not listed. */
  get list(): Uint32Array | undefined {
    return this.sealedSize === 0 ? this.listed : undefined
  }

  /** Adds the tally's new observations; returns the number of observations. */
  update(): number {
    const { tally, state } = this
    // Another sampler that shares this state may have updated it since.
    if (state.recent.length !== this.listedLength || state.sealed !== this.sealedCounts) this.read()
    const { knownCounts } = this
    const missing = tally.size - this.sealedSize - state.recent.length
    if (missing === 0) return tally.size
    if (tally.size - this.sealedSize > MOST_RECENT) {
      state.sealed = Array.from(tally.counts.subarray(0, tally.distinct))
      state.recent = []
      this.listedLength = 0
      this.prepareSealed()
      for (let c = 0; c < tally.distinct; c++) knownCounts[c] = tally.counts[c]
    } else if (missing === tally.latestCount) this.append(tally.latest, missing)
    else for (let c = 0; c < tally.distinct; c++) this.append(c, tally.counts[c] - (knownCounts[c] ?? 0))
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
    this.knownCounts[c] = this.tally.counts[c]
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
    this.sealedSize = sum(this.state.sealed)
    this.alias = this.sealedSize > 0 ? createAlias(this.state.sealed) : undefined
  }
}
