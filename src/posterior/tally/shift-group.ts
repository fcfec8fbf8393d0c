import { withRoom } from '../../arrays/with-room.ts'
import { square } from '../../elementary/square.ts'
import type { LevelColumn, Pattern } from '../../mechanism/column.ts'
import { type PatternSums, patternSums } from '../../mechanism/pattern-sums.ts'

/** Limit of the base below which sums of less than this share of the total are added up directly, because they are then nearly all of g. */
const SMALL = 1e-6

/**
 * The columns of a table that are shifts of one pattern, with the same levels: `p_y = base + (level − base) 1[y holds x]`. One
 * convolution gives the likelihoods of all of them, and another one gives a sum over them for each category, whatever their number.
 *
 * A likelihood is a sum of two positive terms, `base·(1 − m) + level·m` with m = θ(B_y). But m itself has the absolute error of a
 * Fourier transform, about 1e-15 at v = 10⁵. The relative error of the likelihood is this error over the larger of m and e^−ε.
 */
export class ShiftGroup {
  readonly pattern: Pattern
  readonly base: number
  readonly level: number
  private length = 0
  /** The columns' numbers in the table, and their shifts; and for each shift the number of its column, or −1. */
  private ids = new Int32Array(16)
  private shifts = new Int32Array(16)
  private readonly places: Int32Array
  /** Made on first use, because a tally that only counts does not need them. */
  private sums: PatternSums | undefined
  private perShift = new Float64Array(0)
  private perCategory = new Float64Array(0)

  constructor({ base, level }: LevelColumn, pattern: Pattern) {
    this.pattern = pattern
    this.base = base
    this.level = level
    this.places = new Int32Array(pattern.points).fill(-1)
  }

  /** The number of the column with this shift, or −1. */
  find(shift: number): number {
    return this.places[shift]
  }

  append(id: number, shift: number): void {
    const c = this.length++
    this.ids = withRoom(this.ids, this.length)
    this.shifts = withRoom(this.shifts, this.length)
    this.ids[c] = id
    this.shifts[c] = shift
    this.places[shift] = id
  }

  /**
   * Writes `Σ_x p_c(x) v_x` to `g[c]` for the group's columns; v may have any signs.
   *
   * @param total `Σ_x v_x`
   */
  evaluate(v: Float64Array, total: number, g: Float64Array): void {
    const { base, level, length, ids, shifts, perShift } = this.prepared()
    this.sums!.overCategories(v, perShift)
    for (let c = 0; c < length; c++) {
      let mass = perShift[shifts[c]]
      if (base < SMALL && Math.abs(mass) < SMALL * Math.abs(total)) mass = this.gather(v, shifts[c])
      g[ids[c]] = base * (total - mass) + level * mass
    }
  }

  /** Calls `show` with each column's number, its shift, and θ of its set. */
  visit(theta: Float64Array, show: (id: number, shift: number, mass: number) => void): void {
    const { length, ids, shifts, perShift } = this.prepared()
    this.sums!.overCategories(theta, perShift)
    for (let c = 0; c < length; c++) show(ids[c], shifts[c], share(perShift[shifts[c]]))
  }

  /** Adds `Σ_c weight[c] p_c(x)` to `out[x]`, over the group's columns. */
  combine(weight: Float64Array, out: Float64Array): void {
    const { base, level, length, ids, shifts, perShift } = this.prepared()
    perShift.fill(0)
    let everywhere = 0
    for (let c = 0; c < length; c++) {
      const w = weight[ids[c]]
      everywhere += w * base
      perShift[shifts[c]] = w * (level - base)
    }
    this.spread(everywhere, out)
  }

  /** Adds `Σ_c count[c] (p_c(x)/g[c])²` to `out[x]`, over the group's columns. */
  addSquares(count: Float64Array, g: Float64Array, out: Float64Array): void {
    const { base, level, length, ids, shifts, perShift } = this.prepared()
    perShift.fill(0)
    let everywhere = 0
    for (let c = 0; c < length; c++) {
      const id = ids[c]
      const low = base / g[id]
      const high = level / g[id]
      everywhere += count[id] * square(low)
      perShift[shifts[c]] = count[id] * (high - low) * (high + low)
    }
    this.spread(everywhere, out)
  }

  /** The sum over the set of one shift, without a convolution. */
  private gather(v: Float64Array, shift: number): number {
    const { places, indicator, points } = this.pattern
    let total = 0
    for (let x = 0; x < v.length; x++) {
      if (indicator[(places[x] - shift + points) % points] === 1) total += v[x]
    }
    return total
  }

  private spread(everywhere: number, out: Float64Array): void {
    const { perShift, perCategory } = this
    this.sums!.overShifts(perShift, perCategory)
    for (let x = 0; x < out.length; x++) out[x] += everywhere + perCategory[x]
  }

  private prepared(): this {
    if (this.sums === undefined) {
      this.sums = patternSums(this.pattern)
      this.perShift = new Float64Array(this.pattern.points)
      this.perCategory = new Float64Array(this.pattern.categories)
    }
    return this
  }
}

/** Brings a sum of θ over categories, which rounding may take below 0 or above 1, back into that range. */
function share(sum: number): number {
  return Math.min(1, Math.max(0, sum))
}
