import type { StrategyKind } from '../../catalogue/strategy-kind.ts'
import type { Mechanism } from '../../mechanism/mechanism.ts'
import { publicPrior } from '../../mechanism/public-prior.ts'

/** Share of the uniform distribution in an adaptive prior. */
const FLOOR = 0.2

/**
 * The public-prior channel of the estimate itself, mixed with a fifth of the uniform distribution. Without that floor, a category that the
 * estimate has lost would never be answered again, even by people who have it, and so would stay lost. With it every category keeps a prior
 * of `0.2/K`. The estimate is computed from privatized answers, so its use costs no privacy.
 */
export const adaptivePriorKind = {
  name: 'public-prior:adaptive',
  says: 'the same, with the posterior mean as the prior',
  create({ categories, epsilon }) {
    const last = new Float64Array(categories).fill(Number.NaN)
    let mechanism: Mechanism
    return {
      adaptive: true,
      choose(theta) {
        if (theta.some((value, x) => value !== last[x])) {
          last.set(theta)
          const prior = theta.map(value => (1 - FLOOR) * value + FLOOR / categories)
          mechanism = publicPrior({ prior, epsilon })
        }
        return mechanism
      },
    }
  },
} as const satisfies StrategyKind
