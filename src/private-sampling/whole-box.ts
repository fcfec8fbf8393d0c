import { exponentOf } from '../elementary/powers-of-two.ts'
import { bitLength } from '../elementary/quotient.ts'
import { scaledInteger } from '../elementary/scaled-integer.ts'
import type { Fraction } from '../mechanism/coin.ts'
import { wholeWeights } from '../simplex/whole-weights.ts'
import type { Box } from './ratio-box.ts'

/**
 * The distributions in a box, as whole numbers. Category i has a weight from `least · reference[i]` to `most · reference[i]`, and the
 * weights of a distribution sum to `total = unit · Σ reference`.
 *
 * The ratio of two distributions is therefore at most `most / least`, in whole numbers. Unless `least` is 0, all distributions have the
 * same possible categories.
 */
export interface WholeBox {
  readonly reference: readonly bigint[]
  readonly least: bigint
  readonly unit: bigint
  readonly most: bigint
  readonly total: bigint
}

/** Binary places of the two sides, in addition to the leading zeros of a small lower side. */
const PLACES = 64

/**
 * The box in whole numbers; neither of its sides is outside that of the doubles.
 *
 * If the sides are too far apart for the odds, the upper one stays at the largest value of any law, and the lower one is raised. With the
 * odds e^700 a lower side of 0 becomes e^−700 times the upper one, which moves no law by more than `e^−700 / h` in total variation, h the
 * smallest mass of the reference.
 *
 * @param odds an upper bound for `most / least`, if there is one: a fraction of 1 or more
 */
export function wholeBox(box: Box, odds?: Fraction): WholeBox {
  const reference = wholeWeights(box.reference)
  const lead = odds === undefined ? 0 : bitLength(odds.numerator / odds.denominator)
  const places = PLACES + (box.least > 0 ? Math.max(lead, -exponentOf(box.least)) : lead)
  const unit = 1n << BigInt(places)
  const total = unit * sum(reference)
  let least = scaledInteger(box.least, places)
  let most = scaledInteger(box.most, places)
  if (odds !== undefined) {
    const { numerator, denominator } = odds
    // A category with all the mass is at this side. Beyond it the side bounds nothing.
    most = smaller(most, roundedUp(total, rarestOf(reference)))
    // The lower side is never above the unit, which is the reference itself.
    least = smaller(unit, larger(least, roundedUp(most * denominator, numerator)))
    most = smaller(most, (least * numerator) / denominator)
  }
  return { reference, least, unit, most, total }
}

/**
 * The weights of the law in the box that is nearest to a law in doubles. Each weight is that of the law in doubles, to within
 * 1e-15 of the width of the box or of the law, brought inside the box.
 */
export function wholeLaw(law: Float64Array, box: WholeBox): bigint[] {
  const { reference, least, most, total } = box
  const places = bitLength(total) + PLACES
  const weights = reference.map((mass, i) => {
    const weight = (scaledInteger(law[i], places) * total) >> BigInt(places)
    return smaller(most * mass, larger(least * mass, weight))
  })
  // Rounding errors are spread over all categories in proportion to their room.
  const missing = total - sum(weights)
  const side = missing > 0n ? most : least
  const room = reference.map((mass, i) => side * mass - weights[i])
  const allRoom = sum(room)
  if (missing === 0n) return weights
  for (let i = 0; i < weights.length; i++) weights[i] += (missing * room[i]) / allRoom
  // Less than one unit for each category remains.
  let left = total - sum(weights)
  for (let i = 0; i < weights.length; i++) {
    const rest = side * reference[i] - weights[i]
    const moved = missing > 0n ? smaller(left, rest) : larger(left, rest)
    weights[i] += moved
    left -= moved
  }
  return weights
}

function sum(values: readonly bigint[]): bigint {
  let total = 0n
  for (const value of values) total += value
  return total
}

/** The smallest positive one. */
function rarestOf(masses: readonly bigint[]): bigint {
  return masses.reduce((a, b) => (b > 0n && (a === 0n || b < a) ? b : a))
}

const roundedUp = (numerator: bigint, denominator: bigint) => (numerator + denominator - 1n) / denominator
const smaller = (a: bigint, b: bigint) => (a < b ? a : b)
const larger = (a: bigint, b: bigint) => (a > b ? a : b)
