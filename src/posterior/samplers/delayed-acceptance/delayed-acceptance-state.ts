import { requireFields, requireNumber, requireNumbers, requireOptions } from '../../../check/check.ts'
import { probabilities } from '../../../simplex/probabilities.ts'
import { type Place, requirePlace } from '../../moves/coordinate-sweep.ts'
import { requireTuning, type SweepTuning, TUNING } from '../../moves/sweep-tuning.ts'

export interface DelayedAcceptanceState extends Place {
  /** Where the log-likelihood is expanded, a probability vector. */
  anchor: readonly number[]
  /** The tally's size when the anchor was last set to the tally's mode. */
  size: number
  /** Null once the tuning is over. */
  tuning: Tuning | null
}

export interface Tuning extends SweepTuning {
  /** The sum of θ since the anchor was last renewed. */
  readonly sum: number[]
}

/** After these numbers of steps the anchor moves to the mean of θ since its last renewal. Before the first renewal all moves are accepted. */
export const RENEWALS = [20, 60]
/** Relative tolerance of a sum of many θ, each with its rounding error. */
const ROUNDING = 1e-9

/**
 * Checks plain data from a stored state, and returns them as a state.
 *
 * @throws RangeError unless they are one of a chain over K categories
 */
export function requireState(data: unknown, K: number, learned: boolean): DelayedAcceptanceState {
  const { logTheta, concentration, widths, anchor, size, tuning } = requireFields(
    data as DelayedAcceptanceState,
    { logTheta: true, concentration: true, widths: true, anchor: true, size: true, tuning: true },
    'state',
  )
  requirePlace({ logTheta, concentration, widths }, K, learned)
  probabilities('state.anchor', anchor, K)
  requireNumber('state.size', size, { min: 0 })
  if (tuning !== null) {
    requireOptions(tuning, { ...TUNING, sum: true }, 'state.tuning')
    requireTuning(tuning, K)
    requireNumbers('state.tuning.sum', tuning.sum, K, { min: 0, max: tuning.made * (1 + ROUNDING) })
    const total = tuning.sum.reduce((sum, value) => sum + value, 0)
    // The sum over no steps is zero. Any other sum becomes the next anchor, and must not vanish.
    if (tuning.made > 0 && !RENEWALS.includes(tuning.made))
      requireNumber('the sum of state.tuning.sum', total, { min: 0.5 })
  }
  return data as DelayedAcceptanceState
}
