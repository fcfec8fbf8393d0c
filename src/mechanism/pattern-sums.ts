import { RealTransform } from '../arrays/real-transform.ts'
import { exponentOf } from '../elementary/powers-of-two.ts'
import type { Pattern } from './column.ts'

/**
 * Sums over all shifts of a pattern at once, by convolution. Each takes two real transforms, whose size N is a power of two with
 * room for the v shifts and for the points in use. Errors are absolute: about `1e-16 log₂ N` times √k times the Euclidean norm
 * of what is summed, where k is the number of members of the pattern.
 */
export class PatternSums {
  private readonly pattern: Pattern
  private readonly transform: RealTransform
  /** The transform of the pattern read backwards, whose entry at y − p says whether the shift by y holds the point p. */
  private readonly kernel: Float64Array
  private readonly values: Float64Array

  constructor(pattern: Pattern) {
    const { points: v, places, indicator } = pattern
    let span = 0
    for (const p of places) span = Math.max(span, p + 1)
    const size = 2 ** Math.max(2, exponentOf(Math.max(1, v + span - 2)) + 1)
    this.pattern = pattern
    this.transform = new RealTransform(size)
    this.values = new Float64Array(size)
    this.kernel = new Float64Array(size + 2)
    for (let j = 1 - span; j < v; j++) {
      this.values[j < 0 ? j + size : j] = indicator[(2 * v - j) % v]
    }
    this.transform.forward(this.values, this.kernel)
  }

  /**
   * Writes `Σ value[x]` over the categories of each shift.
   *
   * @param value one number per category
   * @param out one number per shift
   */
  overCategories(value: Float64Array, out: Float64Array): void {
    const { values, kernel, pattern } = this
    const { places, points } = pattern
    values.fill(0)
    for (let x = 0; x < places.length; x++) values[places[x]] = value[x]
    this.transform.convolve(values, kernel, 1, values)
    out.set(values.subarray(0, points))
  }

  /**
   * Writes `Σ value[y]` over the shifts that hold each category.
   *
   * @param value one number per shift
   * @param out one number per category
   */
  overShifts(value: Float64Array, out: Float64Array): void {
    const { values, kernel, pattern } = this
    const { places } = pattern
    values.fill(0)
    values.set(value)
    this.transform.convolve(values, kernel, -1, values)
    for (let x = 0; x < places.length; x++) out[x] = values[places[x]]
  }
}

/** The sums of each pattern, made once. */
const cache = new WeakMap<Pattern, PatternSums>()

export function patternSums(pattern: Pattern): PatternSums {
  let sums = cache.get(pattern)
  if (sums === undefined) {
    sums = new PatternSums(pattern)
    cache.set(pattern, sums)
  }
  return sums
}
