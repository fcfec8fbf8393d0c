import { withRoom } from '../arrays/with-room.ts'
import { log } from '../elementary/log.ts'
import type { RrrrLevels } from '../rrrr/levels.ts'
import type { SortedTheta } from './sorted-theta.ts'

/** Up to this many members of an octave are summed one by one. Where there are more, power sums are used instead. */
const FEW = 16
/** The highest power. Each term of a series is at most a third of the one before, so this one is below 3⁻³⁵ = 2e-17 of the first. */
const HIGHEST = 37
/** Natural logarithm of what a series may leave out, relative to its first term. */
const LEFT_OUT = -39

/**
 * Sums of functions of the outcomes' probabilities `h_j = shift_k + slope_k·θ_j` over the ranks j > k, where shift and slope
 * differ from one k to the next. The sums for all k together take O(K) steps, not O(K²).
 *
 * The ranks are added from the last to the first, so that θ grows. They fall into octaves, in each of which `least + θ` at
 * most doubles, where `least` is the smallest of all `shift_k/slope_k`. Around an octave's centre a function of h is a power
 * series in `δ_j = θ_j − centre`, whose terms shrink by a factor of `slope·|δ_j|/h(centre) ≤ 1/3` or less. Whatever shift and
 * slope are, its sum over the octave is a combination of the power sums `Σ_j δ_j^p`. A series ends where less than 1e-17 of its
 * first term is left out. There are at most `2 + log2(1 + 1/least)` octaves, a handful where ε is small.
 */
export class RestSums {
  private theta: Float64Array = new Float64Array(0)
  private least = 0
  private octaves = 0
  /** For each octave: its centre, the largest |δ| that it may have, and the largest θ that it may hold. */
  private centres = new Float64Array(16)
  private widths = new Float64Array(16)
  private limits = new Float64Array(16)
  /** For each octave: its first rank, and the one after its last. */
  private firsts = new Int32Array(16)
  private ends = new Int32Array(16)
  /** For each octave with more than a few members: `Σ_j (δ/width)^p`. */
  private powers = new Float64Array(16 * (HIGHEST + 1))

  /** Starts anew, with no ranks. */
  start({ theta, mass, restMass }: SortedTheta, levels: readonly RrrrLevels[]): void {
    this.theta = theta
    this.octaves = 0
    this.least = Infinity
    for (let k = 0; k < levels.length; k++) {
      const { ac, ad, bm } = levels[k]
      if (ac > ad) this.least = Math.min(this.least, (ad * restMass[k] + bm * mass[k]) / (ac - ad))
    }
  }

  /** Adds a rank. The first call adds the last rank, and each further call the one before. */
  add(rank: number): void {
    const value = this.theta[rank]
    const current = this.octaves - 1
    if (current < 0 || value > this.limits[current]) this.openOctave(rank, value)
    const o = this.octaves - 1
    this.firsts[o] = rank
    const members = this.ends[o] - rank
    if (members === FEW + 1) for (let j = rank; j < this.ends[o]; j++) this.addPowers(o, this.theta[j])
    else if (members > FEW) this.addPowers(o, value)
  }

  /** `Σ_j h_j ln h_j`, where 0 ln 0 = 0. */
  entropy(shift: number, slope: number): number {
    let total = 0
    for (let o = 0; o < this.octaves; o++) {
      if (this.ends[o] - this.firsts[o] > FEW) total += this.entropySeries(o, shift, slope)
      else {
        for (let j = this.firsts[o]; j < this.ends[o]; j++) {
          const h = shift + slope * this.theta[j]
          if (h > 0) total += h * log(h)
        }
      }
    }
    return total
  }

  /** `Σ_j (p0 + p1·θ_j + p2·θ_j²)/h_j` over those with h_j > 0. */
  quotients(shift: number, slope: number, p0: number, p1: number, p2: number): number {
    let total = 0
    for (let o = 0; o < this.octaves; o++) {
      if (this.ends[o] - this.firsts[o] > FEW) total += this.quotientSeries(o, shift, slope, p0, p1, p2)
      else {
        for (let j = this.firsts[o]; j < this.ends[o]; j++) {
          const t = this.theta[j]
          const h = shift + slope * t
          if (h > 0) total += (p0 + (p1 + p2 * t) * t) / h
        }
      }
    }
    return total
  }

  private openOctave(rank: number, value: number): void {
    const { least } = this
    const o = this.octaves++
    if (o === this.centres.length) this.grow()
    // The first octave holds values that are small compared with `least`. It is centred at 0, so that a tiny θ keeps its digits.
    const small = value <= least / 3
    this.limits[o] = small ? least / 3 : least + 2 * value
    this.centres[o] = small ? 0 : (value + this.limits[o]) / 2
    this.widths[o] = small ? Math.min(1, least / 3) : (least + value) / 2
    this.ends[o] = rank + 1
    this.powers.fill(0, o * (HIGHEST + 1), (o + 1) * (HIGHEST + 1))
  }

  private addPowers(o: number, value: number): void {
    const { powers } = this
    const delta = this.widths[o] > 0 ? (value - this.centres[o]) / this.widths[o] : 0
    const start = o * (HIGHEST + 1)
    // Powers below this are negligible compared with the square.
    const floor = 1e-18 * delta * delta
    let power = 1
    for (let p = 0; p <= 2 || (p <= HIGHEST && Math.abs(power) > floor); p++) {
      powers[start + p] += power
      power *= delta
    }
  }

  /** How many terms are needed of a power series in z·δ, where δ is in units of the octave's width. */
  private termsNeeded(o: number, z: number): number {
    const far = Math.max(
      Math.abs(this.theta[this.firsts[o]] - this.centres[o]),
      Math.abs(this.theta[this.ends[o] - 1] - this.centres[o]),
    )
    const ratio = (z * far) / this.widths[o]
    return ratio > 0 ? Math.min(HIGHEST, 2 + Math.ceil(LEFT_OUT / log(ratio))) : 2
  }

  /** The sum by `h₀ ln h₀ + (ln h₀ + 1)·x + h₀ Σ_{p≥2} (−x/h₀)^p / (p(p−1))`, `h = h₀ + x`. */
  private entropySeries(o: number, shift: number, slope: number): number {
    const { powers } = this
    const centre = shift + slope * this.centres[o]
    if (centre === 0) return 0
    const unit = slope * this.widths[o]
    const z = unit / centre
    const start = o * (HIGHEST + 1)
    let series = 0
    for (let p = this.termsNeeded(o, z); p >= 2; p--) series = powers[start + p] / (p * (p - 1)) - z * series
    const logCentre = log(centre)
    return centre * (powers[start] * logCentre + z * z * series) + (logCentre + 1) * unit * powers[start + 1]
  }

  /** The sum by `1/h = Σ_p (−x)^p / h₀^{p+1}`. The series is summed for `Σ_j δ²/h_j`; the sums of δ/h and 1/h follow from it. */
  private quotientSeries(
    o: number,
    shift: number,
    slope: number,
    p0: number,
    p1: number,
    p2: number,
  ): number {
    const { powers } = this
    const c = this.centres[o]
    const width = this.widths[o]
    const centre = shift + slope * c
    if (centre === 0) return 0
    const z = (slope * width) / centre
    const start = o * (HIGHEST + 1)
    let squares = 0
    for (let p = this.termsNeeded(o, z); p >= 2; p--) squares = powers[start + p] - z * squares
    const firsts = powers[start + 1] - z * squares
    const count = powers[start] - z * firsts
    const linear = c * count + width * firsts
    const quadratic = c * (linear + width * firsts) + width * width * squares
    return (p0 * count + p1 * linear + p2 * quadratic) / centre
  }

  private grow(): void {
    const length = this.centres.length + 1
    this.centres = withRoom(this.centres, length)
    this.widths = withRoom(this.widths, length)
    this.limits = withRoom(this.limits, length)
    this.firsts = withRoom(this.firsts, length)
    this.ends = withRoom(this.ends, length)
    this.powers = withRoom(this.powers, length * (HIGHEST + 1))
  }
}
