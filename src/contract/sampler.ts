import { requireOptions } from '../check/check.ts'
import type { SamplerKind } from '../posterior/kind/sampler-kind.ts'
import { posteriorsFor, strayLaw } from './sampler-law.ts'
import { strayStates } from './sampler-state.ts'
import { checkRule, type Violation } from './violation.ts'

/**
 * Checks a kind of sampler by the rules that every built-in one is tested by, and returns what it does wrong; nothing if it keeps
 * them all:
 *
 * - `law`: on small posteriors, over two categories and three, the draws are on the simplex and their means and variances are
 *   those of quadrature, within 6 Monte Carlo errors; a kind with a `pace`, under the flat prior alone, may be biased by 0.15
 *   standard deviations. The chains begin before the last answers have come. A kind with `priors: 'any'` is given `'learned'`
 *   too.
 * - `state`: plain data; written down as JSON and read back, by `resume` where there is one, it continues exactly the same chain.
 *   One sampler can move several chains in turn.
 *
 * It takes some seconds for a chain that mixes slowly.
 *
 * @param options.seed the seed of everything random
 * @throws RangeError on a bad option; violations are returned, not thrown
 * @example
 * samplerContract(builtIn.samplers[0], { seed: 1 }) // []
 */
export function samplerContract(kind: SamplerKind, options: { readonly seed: string | number }): Violation[] {
  const { seed } = requireOptions(options, { seed: true })
  return posteriorsFor(kind).flatMap(one => [
    ...checkRule('law', () => strayLaw(kind, seed, one)),
    ...checkRule('state', () => strayStates(kind, seed, one)),
  ])
}
