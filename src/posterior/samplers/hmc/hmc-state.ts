import {
  refuse,
  requireFields,
  requireInteger,
  requireNumber,
  requireNumbers,
  requireOptions,
} from '../../../check/check.ts'
import { probabilities } from '../../../simplex/probabilities.ts'
import { requireConcentration } from '../../kind/prior.ts'
import { type DualAveraging, requireDualAveraging } from '../../moves/dual-averaging.ts'
import { MOST_DENSE } from '../../moves/metric.ts'

/** The largest absolute value of a coordinate, so that differences are finite. */
const MOST_LOG = 1e305
/** How far rounding may take a running mean out of its range. */
const ROUNDING = 1e-9

export interface HmcState {
  /** Unconstrained coordinates; θ = softmax z. */
  readonly z: number[]
  /** The learnt concentration ρ; null where the prior is fixed. */
  concentration: number | null
  /** The mass matrix and the expansion, and where they were made. */
  geometry: Geometry
  stepSize: number
  /** Null once the tuning is over. */
  tuning: Tuning | null
}

export interface Geometry {
  /** The θ at which both were made. */
  readonly anchor: readonly number[]
  /** Inverse factor of the mass matrix. */
  readonly metric: readonly number[]
  /** The tally's size at that time. */
  readonly size: number
  /** Whether trajectories follow the expansion instead of the answers themselves. */
  readonly expanded: boolean
}

export interface Tuning {
  /** Number of steps made, of `length` in all. */
  readonly made: number
  readonly length: number
  readonly step: DualAveraging
  /** Since the last renewal: the mean of θ, and the share of proposals that were accepted. */
  readonly mean: number[]
  readonly taken: number
}

/**
 * Checks plain data from a stored state of `hmc` over K categories, and returns them as a state.
 *
 * @throws RangeError unless they are such a state
 */
export function requireState(data: unknown, K: number, learned: boolean): HmcState {
  const { z, concentration, geometry, stepSize, tuning } = requireFields(
    data as HmcState,
    { z: true, concentration: true, geometry: true, stepSize: true, tuning: true },
    'state',
  )
  requireNumbers('state.z', z, K, { min: -MOST_LOG, max: MOST_LOG })
  requireConcentration('state.concentration', concentration, learned)
  requireGeometry(geometry, K)
  requireNumber('state.stepSize', stepSize, { min: 0 })
  if (tuning !== null) requireTuning(tuning, K)
  return data as HmcState
}

function requireGeometry(geometry: Geometry, K: number): void {
  const names = { anchor: true, metric: true, size: true, expanded: true } as const
  const { anchor, metric, size, expanded } = requireOptions(geometry, names, 'state.geometry')
  probabilities('state.geometry.anchor', anchor, K)
  const isDense = K <= MOST_DENSE
  requireNumbers('state.geometry.metric', metric, isDense ? K * K : K)
  for (let x = 0; x < K; x++) {
    const at = isDense ? x * K + x : x
    requireNumber(`state.geometry.metric[${at}]`, metric[at], { above: 0 })
  }
  requireNumber('state.geometry.size', size, { min: 0 })
  if (typeof expanded !== 'boolean' || (expanded && !isDense)) {
    refuse('state.geometry.expanded', expanded, isDense ? 'true or false' : 'false')
  }
}

function requireTuning(tuning: Tuning, K: number): void {
  const names = { made: true, length: true, step: true, mean: true, taken: true } as const
  const { made, length, step, mean, taken } = requireOptions(tuning, names, 'state.tuning')
  requireInteger('state.tuning.length', length, 1)
  requireInteger('state.tuning.made', made, 0, length - 1)
  requireDualAveraging('state.tuning.step', step)
  requireNumbers('state.tuning.mean', mean, K, { min: 0, max: 1 + ROUNDING })
  // The mean over no steps is zero. Any other mean becomes the centre of the next mass matrix, and must be a probability vector.
  if (step.count > 0) probabilities('state.tuning.mean', mean, K)
  requireNumber('state.tuning.taken', taken, { min: 0, max: 1 + ROUNDING })
}
