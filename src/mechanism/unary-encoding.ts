import { requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { expm1 } from '../elementary/expm1.ts'
import { logBinomialCoefficient } from '../elementary/log-binomial-coefficient.ts'
import { log1p } from '../elementary/log1p.ts'
import { requireRng } from '../random/require-rng.ts'
import type { CryptoRng } from '../random/rng.ts'
import { certify } from './audit.ts'
import { coin, expRoundedDown } from './coin.ts'
import { type Column, levelColumn } from './column.ts'
import type { MechanismKind } from './kind.ts'
import { type Mechanism, MOST_CATEGORIES, requireHeld, requireSet } from './mechanism.ts'
import { membersOf } from './select.ts'
import { setColumn } from './set-column.ts'

/** The most categories for which sets of every size are gone through, which takes a quarter of a minute. */
const MOST_SIZES = 2 ** 15

/**
 * Optimized unary encoding: one bit for every category, each randomized separately. The bit of the truth is 1 with probability
 * ½, any other with probability `1 / (e^ε + 1)`.
 *
 * The response is the set of the categories whose bit is 1, sorted; it may be empty, or all of them. For a set of s,
 *
 *     Pr(set | x) = ½ e^{−ε(s−1)} / (1 + e^−ε)^{K−1} for its members, and e^−ε of that for all others.
 *
 * @param options.categories K, from 2 to 2³¹ − 1
 * @param options.epsilon the privacy level ε, positive
 * @throws RangeError on a bad argument
 * @see Wang, Blocki, Li, Jha (2017), Locally differentially private protocols for frequency estimation
 * @example
 * unaryEncoding({ categories: 8, epsilon: 1 }).respond(3, cryptoRng()) // e.g. [1, 3, 6]
 */
export function unaryEncoding(options: {
  categories: number
  epsilon: number
}): Mechanism<readonly number[]> {
  requireOptions(options, { categories: true, epsilon: true })
  const categories = requireInteger('categories', options.categories, 2, MOST_CATEGORIES)
  // Up to here the logarithm of every probability is a finite double.
  const most = Number.MAX_VALUE / categories
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0, max: most })
  const odds = expRoundedDown(epsilon)
  const truth = coin(1n, 1n)
  const other = coin(odds.denominator, odds.numerator)
  const logNone = -Math.LN2 - (categories - 1) * log1p(exp(-epsilon))
  const column = (response: unknown): Column => {
    const set = Int32Array.from(requireSet(response, categories))
    if (set.length === 0) return levelColumn({ categories, logScale: logNone, logBase: 0 })
    return setColumn(categories, set, epsilon, logNone - epsilon * (set.length - 1))
  }
  /** The law of `respond`, with one toss more, so that the work does not depend on the category. */
  const respondEvenly = (own: number, rng: CryptoRng): number[] => {
    const bits = new Uint8Array(categories)
    for (let x = 0; x < categories; x++) bits[x] = Number(other.toss(rng))
    bits[own] = Number(truth.toss(rng))
    return membersOf(bits)
  }
  // With more members all probabilities shrink by the same factor, so the likelihood ratio stays the same.
  const kinds = () => [[0], []]
  return {
    name: 'unary-encoding',
    categories,
    epsilon: certify({ name: 'unary-encoding', kinds, column }, epsilon),
    responseCount: 2 ** categories,
    support: { ...unarySupport(epsilon), of: response => requireSet(response, categories) },
    respond(category, rng) {
      requireRng(rng)
      const own = requireHeld(category, categories)
      if (rng.kind === 'crypto') return respondEvenly(own, rng)
      const response: number[] = []
      for (let x = 0; x < categories; x++) {
        const bit = x === own ? truth : other
        if (bit.toss(rng)) response.push(x)
      }
      return response
    },
    column,
    kinds,
    responses: () => subsets(categories),
    orbits() {
      requireInteger('the number of categories of unary-encoding', categories, 2, MOST_SIZES)
      const all = Array.from({ length: categories }, (_, x) => x)
      return Array.from({ length: categories + 1 }, (_, size) => ({
        // Made when it is read: all together, they would have K²/2 members.
        get response() {
          return all.slice(0, size)
        },
        logCount: logBinomialCoefficient(categories, size),
      }))
    },
    toRequest: () => ({ mechanism: 'unary-encoding', categories, epsilon }),
  }
}

/** The bit of the truth is 1 with p = ½, another with `q = 1 / (e^ε + 1)`. */
const unarySupport = (epsilon: number) => {
  const low = exp(-epsilon)
  const outside = low / (1 + low)
  const gap = -expm1(-epsilon) / (2 * (1 + low))
  return { outside, gap, together: { outside: outside * outside, gap: outside * gap } }
}

export const unaryEncodingKind = {
  name: 'unary-encoding',
  fromRequest: ({ mechanism, ...options }) => unaryEncoding(options as never),
} as const satisfies MechanismKind

/** All sets of categories, in the order of their bits as binary numbers: [], [0], [1], [0, 1], [2], … */
function* subsets(categories: number): Iterable<readonly number[]> {
  const bits = new Uint8Array(categories)
  for (;;) {
    const set: number[] = []
    for (let x = 0; x < categories; x++) if (bits[x] === 1) set.push(x)
    yield set
    let carry = 0
    while (bits[carry] === 1) bits[carry++] = 0
    if (carry === categories) return
    bits[carry] = 1
  }
}
