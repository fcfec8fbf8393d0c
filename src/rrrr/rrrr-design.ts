import { type Coin, expRoundedDown, truthCoin } from '../mechanism/coin.ts'
import { type RrrrLevels, rrrrLevels } from './levels.ts'

/** Everything about an RRRR channel except which categories are in its subset; all channels of one subset size share it. */
export interface RrrrDesign {
  readonly categories: number
  readonly epsilon: number
  readonly epsilon1: number
  readonly levels: RrrrLevels
  /** SRR over S ∪ {R} at ε1, and SRR over S^c at ε2. */
  readonly coins: readonly [inner: Coin, outer: Coin]
}

/** Designs that were made lately, since the requests of a collection share them. */
const designs = new Map<string, RrrrDesign>()
const MOST_DESIGNS = 1000

/** The design for one subset size, computed once for each. */
export function rrrrDesign(categories: number, size: number, epsilon: number, epsilon1: number): RrrrDesign {
  const key = `${categories} ${size} ${epsilon} ${epsilon1}`
  let design = designs.get(key)
  if (design === undefined) {
    const levels = rrrrLevels(categories, size, epsilon, epsilon1)
    design = { categories, epsilon, epsilon1, levels, coins: rrrrCoins(levels, epsilon, epsilon1) }
    if (designs.size === MOST_DESIGNS) designs.clear()
    designs.set(key, design)
  }
  return design
}

/**
 * The two coins of RRRR in integers: SRR over S ∪ {R} at ε1, and SRR over S^c at ε2. Compared in integers, the binding ratio
 * `e^ε1 · m · e^ε2 / (e^ε2 + m − 1)` is at most e^ε.
 */
export function rrrrCoins(
  { size, rest, epsilon2 }: RrrrLevels,
  epsilon: number,
  epsilon1: number,
): [Coin, Coin] {
  // `expRoundedDown` saturates at e^700. There e^ε1 has to keep its distance to e^ε, because the odds outside the subset depend on it.
  const first = expRoundedDown(Math.min(epsilon1, Math.max(650, 700 - (epsilon - epsilon1))))
  const second = expRoundedDown(epsilon2)
  if (size > 0 && rest > 1) {
    const limit = expRoundedDown(epsilon)
    const m = BigInt(rest)
    // With e^ε1 = p/q, e^ε = P/Q and e^ε2 = w/v: w (p·m·Q − P·q) ≤ P·q·(m−1)·v.
    const slope = first.numerator * m * limit.denominator - limit.numerator * first.denominator
    const bound = limit.numerator * first.denominator * (m - 1n) * second.denominator
    if (slope > 0n && second.numerator * slope > bound) {
      return [truthCoin(first, size + 1), truthCoin({ ...second, numerator: bound / slope }, rest)]
    }
  }
  return [truthCoin(first, size + 1), truthCoin(second, rest)]
}
