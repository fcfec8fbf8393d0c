import { drawExponential } from '../../random/exponential.ts'
import type { Rng } from '../../random/rng.ts'

/**
 * One slice-sampling update of a number (Neal 2003, stepping out, then shrinkage): exact for any width of the first bracket
 * that does not depend on the number itself.
 *
 * From a start with density zero, it moves to any point in the bracket with a positive density. Without a limit on widening it stays,
 * because the widening would never end.
 *
 * @param density the log density of the number, up to a constant; −Infinity for a density of zero
 * @param most largest number of times that the bracket is widened, both sides together; by default it is widened as long as its ends are in
 *   the slice
 */
export function sliceUpdate(
  rng: Rng,
  start: number,
  width: number,
  density: (value: number) => number,
  most = Infinity,
): number {
  const height = density(start) - drawExponential(rng)
  // Otherwise the slice would be empty, and the loop below endless.
  if (!(height < Infinity)) throw new Error(`the log density at ${start} is ${height}`)
  if (height === -Infinity && most === Infinity) return start
  let low = start - width * rng.uniform()
  let high = low + width
  let left = Infinity
  let right = Infinity
  if (most < Infinity) {
    left = rng.integer(most + 1)
    right = most - left
  }
  for (; left > 0 && density(low) > height; left--) low -= width
  for (; right > 0 && density(high) > height; right--) high += width
  for (;;) {
    const next = low + (high - low) * rng.uniform()
    const value = density(next)
    // The start itself is always accepted, even if the exponential draw was lost in rounding: the bracket shrinks onto it.
    if ((value >= height && value > -Infinity) || next === start) return next
    if (next < start) low = next
    else high = next
  }
}
