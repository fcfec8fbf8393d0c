import { requireFields } from '../../../check/check.ts'
import { log } from '../../../elementary/log.ts'
import { drawNormal } from '../../../random/normal.ts'
import type { Rng } from '../../../random/rng.ts'
import { probabilities } from '../../../simplex/probabilities.ts'
import { type Prior, readPrior, requireConcentration } from '../../kind/prior.ts'
import type { Sampler, StepInfo } from '../../kind/sampler.ts'
import type { SamplerKind } from '../../kind/sampler-kind.ts'
import { maximize } from '../../mode/maximum-likelihood.ts'
import { MOST_LOG } from '../../moves/coordinate-sweep.ts'
import { createGibbsSweep } from '../../moves/gibbs-sweep.ts'
import { createMetric } from '../../moves/metric.ts'
import { scalePrecision, softmax } from '../../moves/softmax-target.ts'
import { bothOf, RENEWALS, TunedNuts, type TunedState } from '../../moves/tuned-nuts.ts'
import { Kept } from '../../tally/kept.ts'
import type { Tally } from '../../tally/tally.ts'
import { createGeometries, type Geometry, requireGeometry } from './geometry.ts'

/** Growth of the tally after which mass matrix and anchor are renewed. */
const GROWTH = 1.5
const FIRST_STEP = 0.5
/** Smallest acceptance rate of an expansion's proposals before the expansion is given up. */
const LEAST_TAKEN = 0.3

/** In unconstrained coordinates z: θ = softmax z. */
export interface HmcState extends TunedState {
  /** The learnt concentration ρ; null with a fixed prior. */
  concentration: number | null
  geometry: Geometry
}

/**
 * Hamiltonian Monte Carlo (the no-U-turn sampler) in softmax coordinates, with a mass matrix from the curvature at the
 * posterior's mode, renewed at its mean. Each transition is followed by one sweep of data augmentation; with a learnt
 * concentration and few columns a step makes two such pairs. Both leave the posterior invariant. The trajectory moves along
 * directions that the answers hardly distinguish (small ε); the sweep renews the concentration given the totals, and the
 * categories that may be empty (sparse θ).
 *
 * With many distinct columns, trajectories follow the log-likelihood's second-order expansion, and a Metropolis step accepts or rejects the
 * outcome by the exact likelihood, which is then evaluated for each trajectory instead of for each of its steps.
 *
 * The step size is tuned by dual averaging during the first `warmup` steps, which are to be thrown away. The chain may follow a
 * tally that grows: mass matrix and anchor are renewed whenever it has grown by half.
 *
 * @param options.prior default `'learned'`
 * @param options.warmup steps of tuning, default 500
 * @see Hoffman, Gelman (2014); Liu (2001), Monte Carlo Strategies in Scientific Computing, surrogate transitions
 */
export function hmc(options: { tally: Tally; prior?: Prior; warmup?: number }): Sampler<HmcState, StepInfo> {
  const { tally, warmup = 500 } = options
  const K = tally.categories
  const { rho: initialRho, learned } = readPrior(options.prior ?? 'learned', K)
  const rho = initialRho.slice()
  const { makeGeometry, routeOf } = createGeometries(tally, rho)
  const nuts = new TunedNuts({ firstStep: FIRST_STEP, warmup, width: K })
  const augment = createGibbsSweep(tally, rho, learned, false)
  const z = new Float64Array(K)
  const theta = new Float64Array(K)
  const geometries = new Kept<Tally, Geometry>(tally)
  const geometryAtMode = () => makeGeometry(Array.from(maximize(tally, rho, 1e-3).theta), true)
  /** Around the mode under the initial ρ. All chains share it, so that it is computed once. */
  const firstGeometry = () => geometries.of(tally, geometryAtMode)
  const move = (rng: Rng, state: HmcState) => {
    const info = nuts.travel(rng, state, routeOf(state.geometry))
    const scale = softmax(state.z, theta)
    for (let x = 0; x < K; x++) z[x] = state.z[x] - scale
    state.concentration = augment(rng, z, state.concentration)
    // The scale is independent of θ and of the answers, so that it is drawn afresh.
    const fresh = drawNormal(rng) / Math.sqrt(scalePrecision(rho))
    for (let x = 0; x < K; x++) state.z[x] = z[x] + fresh
    return info
  }
  return {
    init(rng) {
      rho.set(initialRho)
      const geometry = firstGeometry()
      const noise = new Float64Array(K).map(() => drawNormal(rng))
      createMetric(K, geometry.metric).unwhitenVelocity(noise, z)
      const start = geometry.anchor.map((value, x) => log(value) + z[x])
      return { ...nuts.start(start), concentration: learned ? rho[0] : null, geometry }
    },
    resume(data) {
      const names = { z: true, concentration: true, geometry: true, stepSize: true, tuning: true } as const
      const state = requireFields(data as HmcState, names, 'state')
      nuts.requireState(state, K, MOST_LOG)
      requireConcentration('state.concentration', state.concentration, learned)
      requireGeometry(state.geometry, K)
      // The mean over no steps is zero. Any other mean becomes the centre of the next mass matrix, and must be a probability vector.
      if (state.tuning && state.tuning.step.count > 0)
        probabilities('state.tuning.mean', state.tuning.mean, K)
      return state
    },
    step(rng, state) {
      if (state.concentration !== null) rho.fill(state.concentration)
      if (tally.size > GROWTH * state.geometry.size) {
        state.geometry = learned ? geometryAtMode() : firstGeometry()
      }
      let info = move(rng, state)
      // A learnt concentration moves slowly, so a step makes two transitions if they are cheap.
      if (learned && !state.geometry.expanded) info = bothOf(info, move(rng, state))
      if (state.tuning !== null) softmax(state.z, theta)
      const learnt = nuts.tune(state, info, theta)
      if (learnt !== undefined) {
        // With a sparse prior, the first anchor is far from the mean, so the expansion gets a second attempt.
        const isWorth = learnt.taken >= LEAST_TAKEN || learnt.made <= RENEWALS[0]
        state.geometry = makeGeometry(learnt.mean, state.geometry.expanded && isWorth)
      }
      return { state, info }
    },
    theta(state, out) {
      softmax(state.z, out)
      return out
    },
  }
}

export const hmcKind = {
  name: 'hmc',
  says: 'Hamiltonian Monte Carlo (NUTS)',
  priors: 'any',
  create: hmc,
} as const satisfies SamplerKind
