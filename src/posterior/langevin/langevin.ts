import { sum } from '../../arrays/sums.ts'
import { refuse, requireInteger, requireNumber, requireNumbers, requireOptions } from '../../check/check.ts'
import { fillNormals } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import { Xorgens } from '../../random/xorgens.ts'
import { type Prior, readPrior } from '../kind/prior.ts'
import type { Sampler } from '../kind/sampler.ts'
import { Kept } from '../tally/kept.ts'
import { requireTally, type Tally } from '../tally/tally.ts'
import { LangevinKernel } from './kernel/langevin-kernel.ts'
import { MinibatchGradient } from './minibatch-gradient.ts'
import { Observations, type ObservationsState, requireObservations } from './observations.ts'

/** Without a horizon the step decreases as 1/n from this n on. */
const STEADY_UNTIL = 100
/** The paper's step size, times the number of users. */
const STEP = 0.5
/** The range of φ in a stored state: within it, an update stays within the doubles. */
const LEAST_PHI = 1e-100
const MOST_PHI = 1e200
/** The paper's pace: 20 updates after each answer, 2,000 for the estimate. */
export const PAPER_PACE = { steps: 20, lastSteps: 2000 } as const

/** The options of a Langevin sampler. */
export interface LangevinOptions {
  /** The answers whose posterior is drawn from. */
  readonly tally: Tally
  /** Dirichlet parameters, default 1; `'learned'` is refused. */
  readonly prior?: Prior
  /** The number of users T that the whole collection will have. With it the step size is constant, without it decreasing. */
  readonly horizon?: number
  /** The step size times T, default 0.5, the paper's: γ = step/T, or without a horizon step/max(n, 100). */
  readonly step?: number
  /** Observations drawn for an update, m, default 50, the paper's; min(n, m) are drawn, with replacement. */
  readonly minibatch?: number
}

/**
 * Checks that a Langevin sampler's options have a tally and no unknown names, and returns them.
 *
 * @throws RangeError if they do not
 */
export function requireLangevinOptions(options: LangevinOptions): LangevinOptions {
  requireOptions(options, { tally: true, prior: true, horizon: true, step: true, minibatch: true })
  requireTally('tally', options.tally)
  return options
}

/** The state of a Langevin chain, as plain data. */
export interface LangevinState {
  /** The Gamma surrogates; θ = φ/Σφ. */
  phi: number[]
  /** The observations known to the chain, in the order in which minibatches index them. */
  readonly observations: ObservationsState
}

/** A sampler whose chains move by many small updates. */
export interface LangevinSampler extends Sampler<LangevinState, undefined> {
  /**
   * Makes this many transitions; the tally must not change meanwhile.
   *
   * @throws RangeError unless `updates` is a whole number from 0 to 2³¹ − 1, and the state one of this tally
   * @throws Error if φ leaves the finite numbers; the state is then the last good one
   */
  advance(rng: Rng, state: LangevinState, updates: number): void
}

/** The inputs and the output of an update, each of length K. */
interface UpdateParts {
  /** Estimate of the log-likelihood's gradient in φ. */
  readonly gradient: Float64Array
  /** Independent standard normal draws. */
  readonly noise: Float64Array
  /** Target array for the next φ. */
  readonly next: Float64Array
}

/** The part in which the Langevin samplers differ. */
interface Update {
  /** Writes the next φ to `parts.next`. */
  take(phi: readonly number[], gamma: number, parts: UpdateParts): void
  /** The kernel's name for the very same update; without it, all updates are taken in TypeScript. */
  readonly inKernel?: 'sgld' | 'sgrld'
}

interface Binding {
  readonly observations: Observations
  readonly result: { readonly state: LangevinState; readonly info: undefined }
}

/**
 * A sampler by Langevin updates of Gamma surrogates with minibatches. It draws the observations and the noise, estimates the
 * gradient, and leaves the update itself to `update`. An update allocates nothing.
 *
 * Where possible, `LangevinKernel` takes the updates, with the same result.
 *
 * @param name the sampler's name in errors
 * @param rho the Dirichlet parameters, as read from `options.prior`
 * @throws RangeError on a bad argument; a step throws an Error if φ leaves the finite numbers, and keeps the state
 */
export function langevin(
  name: string,
  options: LangevinOptions,
  rho: Float64Array,
  update: Update,
): LangevinSampler {
  const { tally, horizon, step = STEP } = options
  const K = tally.categories
  if (horizon !== undefined) requireInteger('horizon', horizon, 1)
  requireNumber('step', step, { above: 0 })
  const largestBatch = requireInteger('minibatch', options.minibatch ?? 50, 1, 2 ** 16)
  const gradient = new Float64Array(K)
  const next = new Float64Array(K)
  const parts = { gradient, noise: new Float64Array(K), next }
  const batch = new Uint32Array(largestBatch)
  const estimator = new MinibatchGradient(tally)
  const { columns } = estimator
  const { inKernel: rule } = update
  const kernel = rule && new LangevinKernel({ rule, tally, columns, rho, minibatch: largestBatch })
  /** Data of each state: its observations, and the result of a step. Each of several chains has its own state. */
  const bindings = new Kept<LangevinState, Binding>()
  let observations: Observations

  const bind = (state: LangevinState): Binding => {
    // The kernel uses parts of the state as memory addresses, so that they are checked first.
    requireInteger("the length of the state's φ", state.phi.length, K, K)
    requireObservations('state.observations', state.observations, tally)
    // A structured clone has a separate object for every number, and every update would allocate new ones.
    state.phi = state.phi.map(value => value)
    return {
      observations: new Observations(tally, state.observations),
      result: { state, info: undefined },
    }
  }
  const takeUpdate = (rng: Rng, phi: number[], m: number, gamma: number): boolean => {
    if (m > 0) observations.draw(rng, batch, m)
    estimator.estimate(batch, m, phi, gradient)
    fillNormals(rng, parts.noise, K)
    update.take(phi, gamma, parts)
    if (!isProper(next)) return false
    for (let i = 0; i < K; i++) phi[i] = next[i]
    return true
  }
  const advance = (rng: Rng, state: LangevinState, updates: number) => {
    requireInteger('updates', updates, 0, 2 ** 31 - 1)
    const binding = bindings.of(state, bind)
    observations = binding.observations
    const { phi } = state
    const n = observations.update()
    const gamma = step / (horizon ?? Math.max(n, STEADY_UNTIL))
    const m = Math.min(n, largestBatch)
    columns.follow()
    let inRange = isProper(phi)
    // The kernel can handle only minibatches of columns of levels, and seeded streams.
    const isForKernel = m > 0 && !columns.hasRows && rng instanceof Xorgens
    if (kernel && inRange && isForKernel && kernel.follow(observations)) {
      inRange = kernel.advance(rng, phi, updates, m, gamma)
    } else {
      for (let left = updates; left > 0 && inRange; left--) inRange = takeUpdate(rng, phi, m, gamma)
    }
    if (!inRange) throw leftFinite(name, gamma, rho, n)
    return binding.result
  }
  return {
    init: () => ({ phi: Array.from({ length: K }, () => 1 / K), observations: { sealed: [], recent: [] } }),
    resume: data => requireState(data, tally),
    advance,
    step: (rng, state) => advance(rng, state, 1),
    theta(state, out) {
      let s = 0
      for (const value of state.phi) s += value
      for (let i = 0; i < K; i++) out[i] = state.phi[i] / s
      return out
    },
  }
}

/**
 * Checks plain data from a stored state of a Langevin sampler of this tally, and returns them as a state.
 *
 * @throws RangeError unless they are such a state
 */
function requireState(data: unknown, tally: Tally): LangevinState {
  const names = { phi: true, observations: true } as const
  const state = requireOptions(data as LangevinState, names, 'state')
  const { phi, observations } = state
  requireNumbers('state.phi', phi, tally.categories, { min: LEAST_PHI, max: MOST_PHI })
  requireObservations('state.observations', observations, tally)
  return state
}

/** Whether φ has a finite sum above zero. */
function isProper(phi: ArrayLike<number>): boolean {
  const total = sum(phi)
  return total > 0 && total < Infinity
}

/** The error for a φ without a finite sum above zero. */
export function leftFinite(name: string, gamma: number, rho: Float64Array, n: number): Error {
  return new Error(`${name} left the finite numbers: step size ${gamma}, prior ${rho.join(', ')}, n = ${n}`)
}

/**
 * Reads the Dirichlet parameters for a sampler that cannot learn them.
 *
 * @param prior default 1
 * @throws RangeError if the prior is `'learned'`, or is not a prior
 */
export function readFixedPrior(name: string, prior: Prior | undefined, categories: number): Float64Array {
  if (prior === 'learned') refuse('prior', prior, `fixed, for the sampler '${name}'`)
  return readPrior(prior ?? 1, categories).rho
}
