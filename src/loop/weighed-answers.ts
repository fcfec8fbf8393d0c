import { refuse, requireFields, requireNumber, requireOptions } from '../check/check.ts'
import { DesignWeights, requireWeight } from '../posterior/tally/design-weights.ts'
import type { Tally } from '../posterior/tally/tally.ts'

/** What is known of the person who answers, apart from the answer. */
export interface Answering {
  /** The design weight: how many people the answer stands for, in any unit; default 1. What people are asked does not depend on it. */
  readonly weight?: number
}

/** Answers of unequal weights, as plain data. */
export interface WeighedState {
  /** Σ w of each column of the tally, in its order. */
  readonly counts: readonly number[]
  /** Σ w and Σ w² of all answers. */
  readonly total: number
  readonly squares: number
}

/**
 * The answers of a collection with their design weights (`DesignWeights`). The engine adapts to its tally, in which everybody counts once;
 * estimates are from the answers as they are weighed here.
 */
export class WeighedAnswers {
  private readonly tally: Tally
  private readonly weights: DesignWeights
  /** Σ w of each column of the tally; undefined as long as all weights are 1. */
  private counts: number[] | undefined

  constructor(tally: Tally, state?: WeighedState) {
    this.tally = tally
    this.weights = new DesignWeights()
    if (state !== undefined) this.resume(state)
  }

  /** Takes the answer that the tally has just counted. */
  add(weight = 1): void {
    if (this.counts === undefined && weight === 1) return
    const { latest } = this.tally
    const counts = this.counts ?? this.begin()
    counts[latest] = (counts[latest] ?? 0) + weight
    this.weights.add(weight, 1)
  }

  /** Takes the answers of another tally, which this one has just been merged with: of weight 1 each, or weighed already. */
  merge({ table, counts, distinct, size }: Tally): void {
    if (this.counts === undefined) return
    for (let c = 0; c < distinct; c++) {
      const id = this.tally.table.intern(table.column(c))
      this.counts[id] = (this.counts[id] ?? 0) + counts[c]
    }
    this.weights.add(1, size)
  }

  /** Σ w. */
  get total(): number {
    return this.counts ? this.weights.total : this.tally.size
  }

  /** How many answers of equal weight they are worth. */
  get effective(): number {
    return this.counts ? this.weights.effective : this.tally.size
  }

  /** The answers as they count in an estimate; only to be read, and only until the next answer. */
  read(): Tally {
    const { counts, tally } = this
    if (counts === undefined) return tally
    const { scale } = this.weights
    return tally.withCounts(Float64Array.from({ length: tally.distinct }, (_, c) => scale * (counts[c] ?? 0)))
  }

  /** Undefined as long as all weights are 1. */
  state(): WeighedState | undefined {
    const { counts, tally, weights } = this
    if (counts === undefined) return undefined
    const { total, squares } = weights
    return { counts: Array.from({ length: tally.distinct }, (_, c) => counts[c] ?? 0), total, squares }
  }

  /** Until now, everybody has weighed 1. */
  private begin(): number[] {
    const { tally, weights } = this
    // The tally has counted the answer that is about to be taken, too.
    const counts = Array.from(tally.counts.subarray(0, tally.distinct))
    counts[tally.latest]--
    weights.add(1, tally.size - 1)
    this.counts = counts
    return counts
  }

  private resume(state: WeighedState): void {
    const what = "the snapshot's weights"
    const { counts, total, squares } = requireFields(
      state,
      { counts: true, total: true, squares: true },
      what,
    )
    const { distinct } = this.tally
    if (!Array.isArray(counts) || counts.length !== distinct) {
      refuse(`${what}.counts`, counts, `a list of ${distinct}, as the tally's`)
    }
    this.counts = counts.map((count, c) => requireNumber(`${what}.counts[${c}]`, count, { min: 0 }))
    this.weights.total = requireNumber(`${what}.total`, total, { min: 0 })
    this.weights.squares = requireNumber(`${what}.squares`, squares, { min: 0 })
  }
}

/**
 * The design weight of somebody who answers, if it is given.
 *
 * @throws RangeError if it is no weight
 */
export function weightOf(given: Answering): number | undefined {
  const { weight } = requireOptions(given, { weight: true }, 'what is known of the person')
  return weight === undefined ? undefined : requireWeight('weight', weight)
}
