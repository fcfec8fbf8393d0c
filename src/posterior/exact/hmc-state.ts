import { refuse, requireInteger, requireNumber, requireNumbers, requireOptions } from '../../check/check.ts'
import { probabilities } from '../../simplex/probabilities.ts'
import { requireConcentration } from '../contract/prior.ts'
import { type DualAveraging, requireDualAveraging } from './dual-averaging.ts'
import { MOST_DENSE } from './metric.ts'

/** Of a coordinate, so that differences are finite. */
const MOST_LOG = 1e305
/** How far a running mean may be off. */
const ROUNDING = 1e-9

export interface HmcState {
  /** Unconstrained coordinates; θ = softmax z. */
  readonly z: number[]
  /** The learnt concentration ρ; null where the prior is fixed. */
  concentration: number | null
  /** Where the mass matrix and the expansion were made, and what they are. */
  geometry: Geometry
  stepSize: number
  /** Null once the tuning is over. */
  tuning: Tuning | null
}

export interface Geometry {
  readonly anchor: readonly number[]
  /** Inverse factor of the mass matrix. */
  readonly metric: readonly number[]
  /** The tally's size at the time. */
  readonly size: number
  /** Whether trajectories follow the expansion instead of the answers themselves. */
  readonly expanded: boolean
}

export interface Tuning {
  readonly made: number
  readonly length: number
  readonly step: DualAveraging
  /** Since the last renewal: the mean of θ, and the share of proposals taken. */
  readonly mean: number[]
  readonly taken: number
}

/**
 * The state of `hmc` over K categories that plain data are.
 *
 * @throws RangeError unless they are one
 */
export function requireState(data: unknown, K: number, learned: boolean): HmcState {
  const { z, concentration, geometry, stepSize, tuning } = requireOptions(
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
  // A mean of no draws is zero; of others, it goes on as the centre of the next mass matrix.
  if (step.count > 0) probabilities('state.tuning.mean', mean, K)
  requireNumber('state.tuning.taken', taken, { min: 0, max: 1 + ROUNDING })
}
