import { type Categories, countCategories } from '../check/categories.ts'
import { requireNumber, requireOptions } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { drawBinomial } from '../random/binomial.ts'
import { requireRng } from '../random/require-rng.ts'
import { addUniform } from './add-uniform.ts'
import { certify } from './audit.ts'
import { expRoundedDown, truthCoin } from './coin.ts'
import { type Column, levelColumn } from './column.ts'
import { type Mechanism, MOST_CATEGORIES, requireCategory, requireHeld } from './mechanism.ts'
import type { MechanismKind } from './mechanism-kind.ts'
import { anotherThan, select } from './select.ts'
import { supportLevels } from './support.ts'

/**
 * Standard randomized response over K categories (also: k-ary, generalized randomized response).
 *
 * Returns the truth with probability `e^ε / (e^ε + K − 1)`, else one of the other categories, uniformly.
 *
 * @param options.categories K, from 2 to 2³¹ − 1
 * @param options.epsilon the privacy level ε, positive
 * @throws RangeError on a bad argument
 * @see Kairouz, Bonawitz, Ramage (2016), Discrete distribution estimation under local privacy
 * @example
 * srr({ categories: 4, epsilon: 1 }).respond(2, cryptoRng()) // 2 with probability 0.475
 */
export function srr(options: { categories: Categories; epsilon: number }): Mechanism<number> {
  requireOptions(options, { categories: true, epsilon: true })
  const categories = countCategories(options.categories, MOST_CATEGORIES)
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
  const truth = truthCoin(expRoundedDown(epsilon), categories)
  const logScale = -log1p((categories - 1) * exp(-epsilon))
  const column = (response: unknown): Column =>
    levelColumn({
      categories,
      logScale,
      logBase: -epsilon,
      point: requireCategory('response', response, categories),
      logPeak: 0,
    })
  // Suffices for an audit: renaming the categories turns every column into that of response 0.
  const kinds = () => [0]
  let allCategories: Int32Array | undefined
  return {
    name: 'srr',
    categories,
    answersCategories: true,
    epsilon: certify({ name: 'srr', kinds, column }, epsilon),
    responseCount: categories,
    support: {
      ...supportLevels(categories, 1, epsilon),
      of: response => [requireCategory('response', response, categories)],
    },
    respond(category, rng) {
      requireRng(rng)
      const x = requireHeld(category, categories)
      const honest = truth.toss(rng)
      // The answer of a real person takes the same draws whether it is true or not; a simulated one skips draws that it does not need.
      if (honest && rng.kind === 'seeded') return x
      return select(honest, x, anotherThan(x, rng.integer(categories - 1)))
    },
    respondMany(people, rng) {
      // The liars and some of those who tell the truth are together uniform over all K categories.
      const uniform = Math.min(1, categories * exp(logScale - epsilon))
      const out = new Float64Array(categories)
      let anywhere = 0
      for (let x = 0; x < categories; x++) {
        const movers = drawBinomial(rng, people[x], uniform)
        out[x] = people[x] - movers
        anywhere += movers
      }
      addUniform(rng, anywhere, (allCategories ??= Int32Array.from(out.keys())), out)
      return out
    },
    column,
    kinds,
    responses: () => Array.from({ length: categories }, (_, y) => y),
    orbits: () => [{ response: 0, logCount: log(categories) }],
    toRequest: () => ({ mechanism: 'srr', categories, epsilon }),
  }
}

export const srrKind = {
  name: 'srr',
  says: 'the answer is the truth or, evenly, any other category',
  synonyms: ['grr', 'krr', 'randomized-response', 'direct-encoding'],
  plain: true,
  fromRequest: ({ mechanism, ...options }) => srr(options as never),
  strategy: ({ categories, epsilon }) => srr({ categories, epsilon }),
} as const satisfies MechanismKind
