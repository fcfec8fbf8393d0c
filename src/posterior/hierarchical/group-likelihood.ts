import { DenseLikelihood } from '../likelihood/dense-likelihood.ts'
import { errorOfExpansion, medianEpsilon } from '../likelihood/expansion-error.ts'
import { ExactLogLikelihood, Expansion } from '../likelihood/log-likelihood.ts'
import type { MovingLikelihood } from '../likelihood/moving-likelihood.ts'
import { QuadraticLikelihood } from '../likelihood/quadratic-likelihood.ts'
import { maximize } from '../mode/maximum-likelihood.ts'
import type { Tally } from '../tally/tally.ts'

/** Largest error of an expansion. With a larger one, hardly any step is accepted. */
const MOST_ERROR = 0.3
/** Largest size of a dense matrix, the number of categories times the number of distinct answers. */
const MOST_VALUES = 100_000
/** Largest size of a matrix that is multiplied in less time than data augmentation takes. */
export const FEW_VALUES = 2000
/** Tolerance of the maximum at which the likelihood is expanded, in nats. */
const TOLERANCE = 0.1

/** A group's log-likelihood for the moves: a cheap surrogate, and its error. */
export interface GroupLikelihood {
  /** The surrogate while one category after the other moves. */
  readonly moving: MovingLikelihood
  /** The surrogate at a probability vector, up to a constant. */
  surrogate(theta: Float64Array): number
  /** The log-likelihood less the surrogate; 0 for an exact surrogate. */
  correction(theta: Float64Array): number
  /** Whether coordinate sweeps are worth their time. If not, each answer is informative, and data augmentation alone mixes well. */
  readonly sweeps: boolean
}

/**
 * Chooses the surrogate: the second-order expansion if it is accurate, as for small ε or many people, and else the likelihood itself.
 *
 * @param pseudo answers that are added to each category for the point of the expansion, so that it lies inside the simplex
 */
export function groupLikelihood(tally: Tally, pseudo: Float64Array): GroupLikelihood {
  const values = tally.categories * tally.distinct
  const dense = new DenseLikelihood(tally)
  if (errorOfExpansion(tally, medianEpsilon(tally)) > MOST_ERROR && values <= MOST_VALUES) {
    return {
      moving: dense,
      surrogate: theta => dense.value(theta),
      correction: () => 0,
      sweeps: values <= FEW_VALUES,
    }
  }
  const quadratic = new QuadraticLikelihood(tally.categories)
  quadratic.expand(new Expansion(tally, maximize(tally, pseudo, TOLERANCE).theta))
  const exact = values <= FEW_VALUES ? dense : new ExactLogLikelihood(tally)
  return {
    moving: quadratic,
    surrogate: theta => quadratic.value(theta),
    correction: theta => exact.value(theta) - quadratic.value(theta),
    sweeps: true,
  }
}
