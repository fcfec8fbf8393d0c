import { type Categories, countCategories } from '../check/categories.ts'
import { refuse, requireNumber, requireOptions } from '../check/check.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { logQuotient } from '../elementary/quotient.ts'
import { wholeWeights } from '../simplex/whole-weights.ts'
import { coin } from './coin.ts'
import { type Mechanism, MOST_CATEGORIES } from './mechanism.ts'
import type { MechanismKind } from './mechanism-kind.ts'
import { unaryMechanism } from './unary-bits.ts'

/**
 * Unary encoding with the probabilities of its bits: the bit of the person's category is 1 with probability p, every other one with
 * probability q. The response is the sorted set of the categories whose bit is 1.
 *
 *     ε = ln( p (1 − q) / ((1 − p) q) )
 *
 * RAPPOR's reports are of this form. It calls by q the probability that a one is reported as a one, and by p that of a zero, so that
 * after its permanent randomization with f the options here are `p = (1 − f/2) q′ + (f/2) p′` and `q = (1 − f/2) p′ + (f/2) q′`,
 * where q′ and p′ are RAPPOR's.
 *
 * @param options.categories K, from 2 to 2³¹ − 1
 * @param options.p the probability of a 1 for the person's category, below 1 and above q
 * @param options.q that for any other category, above 0
 * @throws RangeError on a bad argument
 * @see Wang, Blocki, Li, Jha (2017), Locally differentially private protocols for frequency estimation, where it is called pure
 *   unary encoding; Erlingsson, Pihur, Korolova (2014), RAPPOR
 * @example
 * unaryChannel({ categories: 8, p: 0.75, q: 0.25 }).epsilon // 2.1972245773362196, which is 2 ln 3
 */
export function unaryChannel(options: {
  categories: Categories
  p: number
  q: number
}): Mechanism<readonly number[]> {
  requireOptions(options, { categories: true, p: true, q: true })
  const categories = countCategories(options.categories, MOST_CATEGORIES)
  const p = requireNumber('p', options.p, { above: 0, below: 1 })
  const q = requireNumber('q', options.q, { above: 0, below: 1 })
  if (!(p > q)) refuse('p', p, `above q, which is ${q}: p is for the category that is held, q for the others`)
  const [own, all] = wholeWeights(Float64Array.of(p, 1))
  const [others, allOthers] = wholeWeights(Float64Array.of(q, 1))
  const epsilon = -logQuotient((all - own) * others, own * (allOthers - others))
  return unaryMechanism({
    name: 'unary',
    categories,
    epsilon,
    truth: coin(own, all - own),
    other: coin(others, allOthers - others),
    logTruth: log(p) - log1p(-p),
    logOther: log(q) - log1p(-q),
    logNone: log1p(-p) + (categories - 1) * log1p(-q),
    support: { outside: q, gap: p - q },
    toRequest: () => ({ mechanism: 'unary', categories, p, q }),
  })
}

export const unaryKind = {
  name: 'unary',
  fromRequest: ({ mechanism, ...options }) => unaryChannel(options as never),
} as const satisfies MechanismKind
