import { log } from '../elementary/log.ts'
import { dropSubnormal, SMALLEST_NORMAL } from '../simplex/subnormal.ts'

/** Where a sampler's output law may lie: between two multiples of a reference law, category by category. */
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
 * The exact level of a sampler whose output law ranges over all laws in the box: the largest `ln(high/low)`,
 * where `high` and `low` are the largest and smallest mass that a category gets from a law in the box.
 */
export function boxLevel(box: Box): number {
  let level = 0
  for (let i = 0; i < box.reference.length; i++) {
    if (box.reference[i] === 0) continue
    // All the others at their upper side leave 1 − most · (1 − h).
    const low = Math.max(box.lower[i], box.most * box.reference[i] - (box.most - 1))
    const ratio = largestMass(box, i) / low
    if (ratio > 1) level = Math.max(level, log(ratio))
  }
  return level
}

/** The smallest, over the categories, of the largest mass that a law in the box gives to a category. */
export function smallestPeak(box: Box): number {
  let peak = 1
  for (let i = 0; i < box.reference.length; i++) peak = Math.min(peak, largestMass(box, i))
  return peak
}

/** All the others at their lower side leave 1 − least · (1 − h). */
function largestMass({ reference, least, upper }: Box, i: number): number {
  return Math.min(upper[i], least * reference[i] + (1 - least))
}
