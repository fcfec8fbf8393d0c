import { exp } from '../../../elementary/exp.ts'
import { startDualAveraging, updateDualAveraging } from '../../moves/dual-averaging.ts'
import type { Geometry, HmcState, Tuning } from './hmc-state.ts'
import type { Travelled } from './trajectories.ts'

/** After these numbers of steps tuning starts afresh, around the mean so far. */
const RENEWALS = [20, 60, 150]
/** An expansion whose proposals are accepted more rarely than this is given up. */
const LEAST_TAKEN = 0.3

export function startTuning(stepSize: number, length: number, categories: number, made: number): Tuning {
  return {
    made,
    length,
    step: startDualAveraging(stepSize),
    mean: new Array<number>(categories).fill(0),
    taken: 0,
  }
}

/** Tunes the step size by a step's last trajectory. Where it is due, also renews the geometry around the mean so far. */
export function tune(
  state: HmcState,
  { info, taken }: Travelled,
  theta: Float64Array,
  makeGeometry: (anchor: Geometry['anchor'], expandable: boolean) => Geometry,
): void {
  const { made, length, step, mean, taken: share } = state.tuning!
  const next = updateDualAveraging(step, info.acceptance)
  for (let x = 0; x < theta.length; x++) mean[x] += (theta[x] - mean[x]) / next.count
  const tuning = {
    made: made + 1,
    length,
    step: next,
    mean,
    taken: share + (Number(taken) - share) / next.count,
  }
  state.stepSize = exp(next.logStep)
  state.tuning = tuning
  if (tuning.made >= length) {
    state.stepSize = exp(next.logAverage)
    state.tuning = null
  } else if (RENEWALS.includes(tuning.made)) {
    // Where the prior is sparse, the first anchor is far from the mean, so that the expansion gets a second try.
    const expandable = state.geometry.expanded && (tuning.taken >= LEAST_TAKEN || tuning.made === RENEWALS[0])
    state.geometry = makeGeometry(mean, expandable)
    state.stepSize = exp(next.logAverage)
    state.tuning = startTuning(state.stepSize, length, theta.length, tuning.made)
  }
}
