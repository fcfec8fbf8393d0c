import { requireInteger, requireNumber, requireNumbers, requireOptions } from '../../check/check.ts'
import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import type { Rng } from '../../random/rng.ts'
import type { StepInfo } from '../kind/sampler.ts'
import { Kept } from '../tally/kept.ts'
import {
  type DualAveraging,
  requireDualAveraging,
  startDualAveraging,
  updateDualAveraging,
} from './dual-averaging.ts'
import { areEqual, type Course, Nuts } from './nuts.ts'

/** Numbers of steps after which the geometry learnt from a chain is renewed. Each stretch is about twice as long as the one before. */
export const RENEWALS = [20, 60, 150]
/** Smallest share of a warm-up after the last renewal. */
const LAST_STRETCH = 0.2
/** Tolerance of rounding for a running mean beyond its range. */
const ROUNDING = 1e-9

/**
 * The route of trajectories: along the posterior itself or a surrogate of it. As with a course, an object belongs to one density and one
 * `excess`.
 */
export interface Route extends Course {
  /** With a surrogate: the log density of the posterior minus the surrogate's, up to a constant. */
  readonly excess?: (z: Float64Array) => number
  /** Number of trajectories of a step, whose outcome is accepted or rejected; default one. */
  readonly transitions?: number
}

/** The part of a chain's state that trajectories move and tuning uses, as plain data. */
export interface TunedState {
  readonly z: number[]
  stepSize: number
  /** Null once the tuning is over. */
  tuning: Tuning | null
}

export interface Tuning {
  /** Number of steps made, of `length` in all. */
  readonly made: number
  readonly length: number
  readonly step: DualAveraging
  /** Since the last renewal: the mean of the anchor's numbers, and the share of accepted steps. */
  readonly mean: number[]
  readonly taken: number
}

interface TunedNutsOptions {
  readonly firstStep: number
  /** Steps of tuning. */
  readonly warmup: number
  /** Number of values of an anchor; default 0, without renewals. */
  readonly width?: number
  /** Numbers of steps after which the route is renewed; default `renewalsOf` the warm-up. */
  readonly renewals?: readonly number[]
  /** The mean acceptance probability that the step size is tuned to, default 0.8. */
  readonly aim?: number
}

/**
 * The no-U-turn sampler, tuned while the chain warms up. With a surrogate π̃ of the posterior π, trajectories follow the surrogate from z
 * to z′, which is accepted with probability
 *
 *     min(1, π(z′) π̃(z) / [π(z) π̃(z′)]),
 *
 * so that the law is π for every surrogate, because trajectories are reversible. The step size is tuned by dual averaging. The sampler
 * renews the routes of trajectories.
 *
 * @see Liu (2001), Monte Carlo Strategies in Scientific Computing, surrogate transitions; Hoffman, Gelman (2014)
 */
export class TunedNuts {
  private readonly options: TunedNutsOptions
  private readonly chains = new Kept<TunedState, Chain>()

  constructor(options: TunedNutsOptions) {
    this.options = options
  }

  /** The state of a chain that starts at z. */
  start(z: ArrayLike<number>): TunedState {
    const { firstStep, warmup, width = 0 } = this.options
    const tuning = warmup > 0 ? startTuning(firstStep, warmup, width, 0) : null
    return { z: Array.from(z), stepSize: firstStep, tuning }
  }

  /** Moves the state along a route. @param scale factor of the step size */
  travel(rng: Rng, state: TunedState, route: Route, scale = 1): StepInfo {
    const known = this.chains.of(state, createChain)
    const { nuts, z, judged } = known
    const { excess, transitions = 1 } = route
    const stepSize = scale * state.stepSize
    z.set(state.z)
    if (excess !== undefined && !(known.route === route && areEqual(judged, z))) {
      known.route = route
      judged.set(z)
      known.excess = excess(z)
    }
    let info = nuts.transition(rng, z, route, stepSize)
    for (let i = 1; i < transitions; i++) info = bothOf(info, nuts.transition(rng, z, route, stepSize))
    if (excess !== undefined) {
      const arrived = excess(z)
      if (!(log(rng.uniform()) < arrived - known.excess)) return { ...info, taken: false }
      judged.set(z)
      known.excess = arrived
    }
    for (let j = 0; j < z.length; j++) state.z[j] = z[j]
    return info
  }

  /**
   * Tunes the step size by a step.
   *
   * @param numbers the anchor's numbers at the state, `width` of them
   * @returns if a renewal is due, the data learnt since the last one
   */
  tune(
    state: TunedState,
    { acceptance, taken }: Pick<StepInfo, 'acceptance' | 'taken'>,
    numbers?: ArrayLike<number>,
  ): Tuning | undefined {
    const { tuning } = state
    if (tuning === null) return undefined
    const { length, mean } = tuning
    const made = tuning.made + 1
    const step = updateDualAveraging(tuning.step, acceptance, this.options.aim)
    if (numbers) for (let j = 0; j < mean.length; j++) mean[j] += (numbers[j] - mean[j]) / step.count
    const learnt = {
      made,
      length,
      step,
      mean,
      taken: tuning.taken + (Number(taken) - tuning.taken) / step.count,
    }
    const { renewals = renewalsOf(length) } = this.options
    const isRenewed = mean.length > 0 && renewals.includes(made)
    state.stepSize = exp(isRenewed || made >= length ? step.logAverage : step.logStep)
    state.tuning = made >= length ? null : learnt
    if (!isRenewed) return undefined
    state.tuning = startTuning(state.stepSize, length, mean.length, made)
    return learnt
  }

  /**
   * Checks this part of a stored state, in which the anchor's numbers are shares.
   *
   * @param most the largest absolute value of each of its coordinates
   * @throws RangeError unless a chain could be in that state
   */
  requireState({ z, stepSize, tuning }: TunedState, dimension: number, most: number): void {
    const { width = 0 } = this.options
    requireNumbers('state.z', z, dimension, { min: -most, max: most })
    requireNumber('state.stepSize', stepSize, { min: 0 })
    if (tuning === null) return
    const names = { made: true, length: true, step: true, mean: true, taken: true } as const
    const { made, length, step, mean, taken } = requireOptions(tuning, names, 'state.tuning')
    requireInteger('state.tuning.length', length, 1)
    requireInteger('state.tuning.made', made, 0, length - 1)
    requireDualAveraging('state.tuning.step', step)
    requireNumbers('state.tuning.mean', mean, width, { min: 0, max: 1 + ROUNDING })
    requireNumber('state.tuning.taken', taken, { min: 0, max: 1 + ROUNDING })
  }
}

/**
 * Numbers of steps, in a warm-up of this length, after which the geometry, or the anchor of an expansion, is renewed around the mean since
 * the last renewal:
 *
 *     20 … 60 … 150 … length,
 *
 * without those in the warm-up's last fifth, which is reserved for the step size. If none is left, there is one before it.
 */
export function renewalsOf(length: number): readonly number[] {
  const last = Math.floor((1 - LAST_STRETCH) * length)
  return RENEWALS.map((made, i) => (i === 0 ? Math.min(made, last) : made)).filter(made => made <= last)
}

/** Combined statistics of two steps. */
export function bothOf(first: StepInfo, last: StepInfo): StepInfo {
  const transitions = first.transitions + last.transitions
  const acceptance = first.acceptance * first.transitions + last.acceptance * last.transitions
  return {
    ...last,
    transitions,
    acceptance: acceptance / transitions,
    divergences: first.divergences + last.divergences,
    saturated: first.saturated + last.saturated,
    gradients: first.gradients + last.gradients,
  }
}

/** Data of a chain in addition to its state. */
interface Chain {
  readonly nuts: Nuts
  /** The chain's position. */
  readonly z: Float64Array
  /** The position of the latest acceptance step, with its excess and its route. */
  readonly judged: Float64Array
  excess: number
  route: Route | undefined
}

function createChain({ z }: TunedState): Chain {
  const vector = () => new Float64Array(z.length)
  return { nuts: new Nuts(z.length), z: vector(), judged: vector(), excess: 0, route: undefined }
}

function startTuning(stepSize: number, length: number, width: number, made: number): Tuning {
  const mean = new Array<number>(width).fill(0)
  return { made, length, step: startDualAveraging(stepSize), mean, taken: 0 }
}
