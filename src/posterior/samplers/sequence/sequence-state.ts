import {
  requireFields,
  requireInteger,
  requireNumber,
  requireNumbers,
  requireOptions,
} from '../../../check/check.ts'
import { probabilities } from '../../../simplex/probabilities.ts'
import { requireConcentration } from '../../kind/prior.ts'
import { LEAST_INFORMATION } from '../../likelihood/separable-likelihood.ts'

export interface SequenceState {
  /** Sums to one; entries too small for a double are 0. */
  readonly theta: number[]
  /** The learnt concentration ρ; null with a fixed prior. */
  concentration: number | null
  /** The expansion that proposals are made with; renewed in the warm-up. */
  expansion: Expansion
  /** The share of the categories that are moved together. */
  fraction: number
  /** Null once the tuning is over. */
  tuning: Tuning | null
}

export interface Expansion {
  readonly anchor: readonly number[]
  readonly slope: readonly number[]
  readonly information: readonly number[]
  /** The tally's size when the expansion was made. */
  readonly size: number
}

export interface Tuning {
  /** Number of steps of tuning made, of `length` in all. */
  made: number
  readonly length: number
  /** The mean of θ since the last renewal of the expansion, and its number of steps. */
  readonly mean: number[]
  steps: number
}

/** The largest absolute value of slopes and information in a state, so that products are finite. */
const MOST_SLOPE = 1e150
/** Smallest share of the categories that are moved together. */
export const LEAST_FRACTION = 0.01

/**
 * Checks plain data from a stored state, and returns them as a state.
 *
 * @throws RangeError unless they are one of a chain over K categories
 */
export function requireState(data: unknown, K: number, learned: boolean): SequenceState {
  const state = requireFields(
    data as SequenceState,
    { theta: true, concentration: true, expansion: true, fraction: true, tuning: true },
    'state',
  )
  const { theta, concentration, expansion, fraction, tuning } = state
  probabilities('state.theta', theta, K)
  requireConcentration('state.concentration', concentration, learned)
  requireOptions(expansion, { anchor: true, slope: true, information: true, size: true }, 'state.expansion')
  probabilities('state.expansion.anchor', expansion.anchor, K)
  requireNumbers('state.expansion.slope', expansion.slope, K, { min: -MOST_SLOPE, max: MOST_SLOPE })
  requireNumbers('state.expansion.information', expansion.information, K, {
    min: LEAST_INFORMATION,
    max: MOST_SLOPE,
  })
  requireInteger('state.expansion.size', expansion.size, 0)
  requireNumber('state.fraction', fraction, { min: LEAST_FRACTION, max: 1 })
  if (tuning !== null) {
    requireOptions(tuning, { made: true, length: true, mean: true, steps: true }, 'state.tuning')
    requireInteger('state.tuning.length', tuning.length, 1)
    requireInteger('state.tuning.made', tuning.made, 0, tuning.length - 1)
    requireInteger('state.tuning.steps', tuning.steps, 0, tuning.made)
    requireNumbers('state.tuning.mean', tuning.mean, K, { min: 0, max: 1 })
  }
  return state
}
