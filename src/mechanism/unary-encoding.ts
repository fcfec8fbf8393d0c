import { type Categories, countCategories } from '../check/categories.ts'
import { requireNumber, requireOptions } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { expm1 } from '../elementary/expm1.ts'
import { log1p } from '../elementary/log1p.ts'
import { coin, expRoundedDown } from './coin.ts'
import { type Mechanism, MOST_CATEGORIES } from './mechanism.ts'
import type { MechanismKind } from './mechanism-kind.ts'
import { unaryMechanism } from './unary-bits.ts'

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
  categories: Categories
  epsilon: number
}): Mechanism<readonly number[]> {
  requireOptions(options, { categories: true, epsilon: true })
  const categories = countCategories(options.categories, MOST_CATEGORIES)
  // Largest level for which the logarithm of every probability is a finite double.
  const most = Number.MAX_VALUE / categories
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0, max: most })
  const odds = expRoundedDown(epsilon)
  return unaryMechanism({
    name: 'unary-encoding',
    categories,
    epsilon,
    truth: coin(1n, 1n),
    other: coin(odds.denominator, odds.numerator),
    logTruth: 0,
    logOther: -epsilon,
    logNone: -Math.LN2 - (categories - 1) * log1p(exp(-epsilon)),
    support: unarySupport(epsilon),
    toRequest: () => ({ mechanism: 'unary-encoding', categories, epsilon }),
  })
}

/** The bit of the truth is 1 with p = ½, another with `q = 1 / (e^ε + 1)`. */
const unarySupport = (epsilon: number) => {
  const low = exp(-epsilon)
  const outside = low / (1 + low)
  const gap = -expm1(-epsilon) / (2 * (1 + low))
  return { outside, gap }
}

export const unaryEncodingKind = {
  name: 'unary-encoding',
  plain: true,
  fromRequest: ({ mechanism, ...options }) => unaryEncoding(options as never),
} as const satisfies MechanismKind
