import { DenseLikelihood } from '../likelihood/dense-likelihood.ts'
import { errorOfExpansion, medianEpsilon } from '../likelihood/expansion-error.ts'
import { ExactLogLikelihood, Expansion } from '../likelihood/log-likelihood.ts'
import type { MovingLikelihood } from '../likelihood/moving-likelihood.ts'
import { QuadraticLikelihood } from '../likelihood/quadratic-likelihood.ts'
import { maximize } from '../mode/maximum-likelihood.ts'
import type { Tally } from '../tally/tally.ts'

/** With an expansion that has a larger error, hardly any step is accepted. */
const MOST_ERROR = 0.3
/** Up to this many values, the number of categories times that of distinct answers, a dense matrix of them can be held. */
const MOST_VALUES = 100_000
/** Up to this many values a sweep by the exact likelihood costs no more than data augmentation does. */
const FEW_VALUES = 300
/** Tolerance of the maximum at which the likelihood is expanded, in nats. */
const TOLERANCE = 0.1

/** A group's log-likelihood as the moves see it: a surrogate that is cheap, and what it leaves out. */
export interface GroupLikelihood {
  /** The surrogate while one category after the other moves. */
  readonly moving: MovingLikelihood
  /** The surrogate at a probability vector, up to a constant. */
  surrogate(theta: Float64Array): number
  /** The log-likelihood less the surrogate; 0 where the surrogate is exact. */
  correction(theta: Float64Array): number
  /** Whether coordinate sweeps pay. Where they do not, each answer says much, and data augmentation alone mixes well. */
  readonly sweeps: boolean
}

/**
 * Takes the second-order expansion as the surrogate where it is near, as for small ε or many people, and else the likelihood itself.
 *
 * @param pseudo answers that are added to each category for the point of the expansion, so that it lies inside the simplex
 */
export function groupLikelihood(tally: Tally, pseudo: Float64Array): GroupLikelihood {
  const exact = new ExactLogLikelihood(tally)
  const values = tally.categories * tally.distinct
  if (errorOfExpansion(tally, medianEpsilon(tally)) > MOST_ERROR && values <= MOST_VALUES) {
    return {
      moving: new DenseLikelihood(tally),
      surrogate: theta => exact.value(theta),
      correction: () => 0,
      sweeps: values <= FEW_VALUES,
    }
  }
  const quadratic = new QuadraticLikelihood(tally.categories)
  quadratic.expand(new Expansion(tally, maximize(tally, pseudo, TOLERANCE).theta))
  return {
    moving: quadratic,
    surrogate: theta => quadratic.value(theta),
    correction: theta => exact.value(theta) - quadratic.value(theta),
    sweeps: true,
  }
}
