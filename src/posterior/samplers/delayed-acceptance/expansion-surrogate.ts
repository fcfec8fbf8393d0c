import { ExactLogLikelihood, Expansion } from '../../likelihood/log-likelihood.ts'
import { QuadraticLikelihood } from '../../likelihood/quadratic-likelihood.ts'
import { softmax } from '../../moves/softmax-target.ts'
import { Kept } from '../../tally/kept.ts'
import type { Tally } from '../../tally/tally.ts'

/** The entries of an anchor are raised by this fraction of their mean, so that quotients by them stay finite. */
const FLOOR = 1e-12

/** The surrogate of delayed acceptance: the log-likelihood's second-order expansion at an anchor. Each chain has an anchor of its own. */
export function createSurrogate(tally: Tally) {
  const K = tally.categories
  const exact = new ExactLogLikelihood(tally)
  const likelihood = new QuadraticLikelihood(K)
  const theta = new Float64Array(K)
  const expansions = new Kept<readonly number[], Expansion>(tally)
  return {
    /** The likelihood that moves follow, of the anchor that was last expanded at. */
    likelihood,
    expandAt(anchor: readonly number[]): void {
      likelihood.expand(
        expansions.of(anchor, () => {
          const raised = anchor.map(value => value + FLOOR / K)
          return new Expansion(
            tally,
            Float64Array.from(raised, value => value / (1 + FLOOR)),
          )
        }),
      )
    },
    /** The exact log-likelihood of θ less the surrogate's. */
    correction(logTheta: ArrayLike<number>): number {
      softmax(logTheta, theta)
      return exact.value(theta) - likelihood.value(theta)
    },
  }
}
