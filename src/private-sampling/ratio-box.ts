import { log } from '../elementary/log.ts'
import { dropSubnormal, SMALLEST_NORMAL } from '../simplex/probabilities.ts'

/** The set of a sampler's output laws: between two multiples of a reference law, category by category. */
export interface Box {
  /** h. */
  readonly reference: Float64Array
  /** The smaller multiple, from 0 to 1. */
  readonly least: number
  /** The larger multiple, 1 or more. */
  readonly most: number
  /** `least · h`. */
  readonly lower: Float64Array
  /** `most · h`, cut at 1. */
  readonly upper: Float64Array
}

/**
 * The box `[least · h, most · h]` around a law h. A lower side that would underflow stays at 2⁻¹⁰²², so that
 * rounding never widens the ratio of the two; entries of h below that count as zero.
 *
 * @param reference h, summing to one
 * @param least from 0 to 1
 * @param most from 1 to Infinity
 */
export function boxAround(reference: Float64Array, least: number, most: number): Box {
  const h = dropSubnormal(reference.slice())
  const floor = least > 0 ? SMALLEST_NORMAL : 0
  return {
    reference: h,
    least,
    most: Math.min(most, Number.MAX_VALUE),
    lower: h.map(mass => (mass === 0 ? 0 : Math.max(floor, least * mass))),
    upper: h.map(mass => (mass === 0 ? 0 : Math.min(1, most * mass))),
  }
}

/**
 * The level of a sampler whose output laws are `λ P + rest h` for all laws P in the box: the largest
 * `ln(high/low)`, where `high` and `low` are the largest and smallest mass that a category gets. Rounded up, by
 * about 1e-14, but never above `promised`.
 *
 * The rarer a category, the farther its two masses are apart: so the rarest one suffices.
 *
 * @param promised a level that the sampler is known to keep, if there is one
 */
export function boxLevel(box: Box, promised = Infinity, { lambda, rest } = { lambda: 1, rest: 0 }): number {
  const { reference, least, most } = box
  const rarest = rarestOf(reference)
  // If only one category is ever drawn, all laws are the same.
  if (reference.every((mass, i) => mass === 0 || i === rarest)) return 0
  // Both masses as multiples of h, which do not underflow. With all other categories at their lower side,
  // 1 − least · (1 − h) is left; with all of them at their upper side, 1 − most · (1 − h).
  const h = reference[rarest]
  const high = Math.min(most, 1 / h, least + (1 - least) / h)
  const low = Math.max(least, most - (most - 1) / h)
  return levelBetween(lambda * high + rest, lambda * low + rest, promised)
}

/** `ln(high/low)`, rounded up by about 1e-14, but never above `promised`. */
export function levelBetween(high: number, low: number, promised: number): number {
  const ratio = high / low
  // The ratio of the two may exceed the largest double.
  const level = ratio < Infinity ? log(Math.max(1, ratio)) : log(high) - log(low)
  return Math.min(promised, level + (4 + level) * 2 ** -48)
}

/** The category with the smallest positive mass. */
function rarestOf(reference: Float64Array): number {
  let rarest = -1
  for (let i = 0; i < reference.length; i++) {
    if (reference[i] > 0 && (rarest < 0 || reference[i] < reference[rarest])) rarest = i
  }
  return rarest
}

/** The smallest, over the categories, of the largest mass that a law in the box gives to a category. */
export function smallestPeak(box: Box): number {
  let peak = 1
  for (let i = 0; i < box.reference.length; i++) peak = Math.min(peak, largestMass(box, i))
  return peak
}

/** The largest mass of category i. With all others at their lower side, 1 − least · (1 − h) is left for it. */
function largestMass({ reference, least, upper }: Box, i: number): number {
  return Math.min(upper[i], least * reference[i] + (1 - least))
}
