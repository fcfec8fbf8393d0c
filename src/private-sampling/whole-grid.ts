import { refuseSecret } from '../check/check.ts'
import type { Coin, Fraction } from '../mechanism/coin.ts'
import { select } from '../mechanism/select.ts'
import { drawIndexBig } from '../random/big-integer.ts'
import type { CryptoRng } from '../random/rng.ts'
import type { Reference } from './density.ts'
import { boxAround } from './ratio-box.ts'
import { type WholeBox, wholeBox, wholeLaw } from './whole-box.ts'

/** Number of intervals of equal reference mass, and number of parts of each. */
const INTERVALS = 2 ** 12
const POINTS = 2 ** 40

/**
 * The grid by which a continuous sampler draws with a cryptographic source: whole weights of intervals. The point within an interval is
 * drawn from the reference, and therefore reveals nothing more about P.
 */
export interface WholeGrid {
  /** The weights of the law with this ratio to the reference, taken at the middle of each interval. */
  weights(ratio: (x: number) => number): readonly bigint[]
  /** Tosses the coin: heads give a draw by these weights, tails one from the reference. */
  draw(weights: readonly bigint[], rng: CryptoRng): number
  /** Tosses the coin: heads give a draw from the reference in the interval of x, tails one from all of it. */
  drawNear(x: number, rng: CryptoRng): number
}

/**
 * @param bounds bounds of the ratio of a law to the reference
 * @param coinOf makes the coin of the sampler
 * @param odds an upper bound for the ratio of two laws, if there is one
 */
export function wholeGrid(
  reference: Reference,
  bounds: { readonly lower: number; readonly upper: number },
  coinOf: (whole: WholeBox) => Coin,
  odds?: Fraction,
): WholeGrid {
  const prepare = () => {
    const uniform = new Float64Array(INTERVALS).fill(1 / INTERVALS)
    const whole = wholeBox(boxAround(uniform, bounds.lower, bounds.upper), odds)
    return { whole, coin: coinOf(whole) }
  }
  let prepared: ReturnType<typeof prepare> | undefined
  const grid = () => {
    prepared ??= prepare()
    return prepared
  }
  const point = (interval: number, within: number) =>
    reference.quantile((interval * POINTS + within + 0.5) / (INTERVALS * POINTS))
  /** Makes all draws in any case, so that the time does not reveal the coin. */
  const mix = (own: number, rng: CryptoRng) => {
    const other = rng.integer(INTERVALS)
    const interval = select(grid().coin.toss(rng), own, other)
    return point(interval, rng.integer(POINTS))
  }
  return {
    weights(ratio) {
      const law = Float64Array.from({ length: INTERVALS }, (_, i) => ratio(point(i, POINTS / 2)) / INTERVALS)
      return wholeLaw(law, grid().whole)
    },
    draw: (weights, rng) => mix(drawIndexBig(rng, weights, grid().whole.total), rng),
    drawNear(x, rng) {
      if (!Number.isFinite(x)) refuseSecret('draw()', 'a finite number')
      return mix(Math.min(INTERVALS - 1, Math.floor(reference.cdf(x) * INTERVALS)), rng)
    },
  }
}
