import { log } from '../../../elementary/log.ts'
import { drawNormal } from '../../../random/normal.ts'
import type { Rng } from '../../../random/rng.ts'
import { type Prior, readPrior } from '../../kind/prior.ts'
import type { Sampler, StepInfo } from '../../kind/sampler.ts'
import type { SamplerKind } from '../../kind/sampler-kind.ts'
import { DenseLikelihood } from '../../likelihood/dense-likelihood.ts'
import { maximize } from '../../mode/maximum-likelihood.ts'
import { createMetric } from '../../moves/metric.ts'
import type { Transition } from '../../moves/nuts.ts'
import { createPairMoves } from '../../moves/pair-moves.ts'
import { softmax } from '../../moves/softmax-target.ts'
import { Kept } from '../../tally/kept.ts'
import type { Tally } from '../../tally/tally.ts'
import { createCoordinateAugmentation } from './coordinate-augmentation.ts'
import { type Geometry, type HmcState, requireState } from './hmc-state.ts'
import { createTrajectories } from './trajectories.ts'
import { startTuning, tune } from './tuning.ts'

/** When the tally has grown by this factor, mass matrix and anchor are renewed. */
const GROWTH = 1.5
const FIRST_STEP = 0.5

/** What a step did, summed over its transitions where nothing else is said. */
export interface HmcInfo extends StepInfo {
  /** Mean acceptance probability over the last trajectory: what the step size is tuned by. */
  readonly acceptance: number
  /** Number of gradients computed, but for those where trajectories start. */
  readonly gradients: number
}

/**
 * Hamiltonian Monte Carlo (the no-U-turn sampler) in softmax coordinates, with a mass matrix from the curvature at the
 * posterior's mode, renewed at its mean. Each transition is followed by one sweep of data augmentation; with a learnt
 * concentration and few columns a step makes two such pairs. Both leave the posterior invariant. The trajectory moves along
 * directions that the answers hardly tell apart (small ε); the sweep renews the concentration given the totals, and the
 * categories that may be empty (sparse θ).
 *
 * Where there are many distinct columns, trajectories follow the log-likelihood's second-order expansion, and a Metropolis
 * step accepts or rejects the outcome by the exact likelihood, which is then evaluated for each trajectory instead of for each of
 * its steps.
 *
 * The step size is tuned by dual averaging during the first `warmup` steps, which are to be thrown away. The chain may follow a
 * tally that grows: mass matrix and anchor are renewed whenever it has grown by half.
 *
 * Where a fixed prior is tiny, `createPairMoves` takes the chain from face to face of the simplex.
 *
 * @param options.prior default `'learned'`
 * @param options.warmup steps of tuning, default 500
 * @see Hoffman, Gelman (2014); Liu (2001), Monte Carlo Strategies in Scientific Computing, surrogate transitions
 */
export function hmc(options: { tally: Tally; prior?: Prior; warmup?: number }): Sampler<HmcState, HmcInfo> {
  const { tally, warmup = 500 } = options
  const K = tally.categories
  const { rho: initialRho, learned } = readPrior(options.prior ?? 'learned', K)
  const rho = initialRho.slice()
  const { makeGeometry, travel } = createTrajectories(tally, rho)
  const augment = createCoordinateAugmentation(tally, rho)
  const movePairs = learned ? undefined : createPairMoves(new DenseLikelihood(tally), rho)
  const z = new Float64Array(K)
  const theta = new Float64Array(K)
  const geometries = new Kept<Tally, Geometry>(tally)
  const geometryAtMode = () => makeGeometry(Array.from(maximize(tally, rho, 1e-3).theta), true)
  /** Around the mode under the initial ρ. All chains share it, so that it is computed once. */
  const firstGeometry = () => geometries.of(tally, geometryAtMode)
  const sweep = (rng: Rng, state: HmcState) => {
    state.concentration = augment(rng, z, state.concentration)
  }
  return {
    init(rng) {
      rho.set(initialRho)
      const geometry = firstGeometry()
      const noise = new Float64Array(K).map(() => drawNormal(rng))
      createMetric(K, geometry.metric).unwhitenVelocity(noise, z)
      return {
        z: geometry.anchor.map((value, x) => log(value) + z[x]),
        concentration: learned ? rho[0] : null,
        geometry,
        stepSize: FIRST_STEP,
        tuning: warmup > 0 ? startTuning(FIRST_STEP, warmup, K, 0) : null,
      }
    },
    resume: data => requireState(data, K, learned),
    step(rng, state) {
      z.set(state.z)
      if (state.concentration !== null) rho.fill(state.concentration)
      if (tally.size > GROWTH * state.geometry.size) {
        state.geometry = learned ? geometryAtMode() : firstGeometry()
      }
      // A learnt concentration moves slowly: where transitions are cheap, a step makes two.
      let first: Transition | undefined
      if (state.concentration !== null && !state.geometry.expanded) {
        first = travel(rng, z, state.geometry, state.stepSize).info
        sweep(rng, state)
      }
      const last = travel(rng, z, state.geometry, state.stepSize)
      sweep(rng, state)
      movePairs?.(rng, z)
      for (let x = 0; x < K; x++) state.z[x] = z[x]
      if (state.tuning !== null) {
        softmax(z, theta)
        tune(state, last, theta, makeGeometry)
      }
      return { state, info: combine(first, last.info) }
    },
    theta(state, out) {
      softmax(state.z, out)
      return out
    },
  }
}

export const hmcKind = { name: 'hmc', priors: 'any', create: hmc } as const satisfies SamplerKind

function combine(first: Transition | undefined, last: Transition): HmcInfo {
  return {
    transitions: first === undefined ? 1 : 2,
    divergences: Number(first?.divergent ?? false) + Number(last.divergent),
    acceptance: last.acceptance,
    gradients: (first?.gradients ?? 0) + last.gradients,
  }
}
