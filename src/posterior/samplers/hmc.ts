import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { drawLogDirichlet } from '../../random/dirichlet.ts'
import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import { type Prior, readPrior } from '../kind/prior.ts'
import type { Sampler, StepInfo } from '../kind/sampler.ts'
import type { SamplerKind } from '../kind/sampler-kind.ts'
import { DenseLikelihood } from '../likelihood/dense-likelihood.ts'
import { ExactLogLikelihood, Expansion } from '../likelihood/log-likelihood.ts'
import { maximize } from '../mode/maximum-likelihood.ts'
import { Augmentation } from '../moves/augmentation.ts'
import { drawConcentration } from '../moves/concentration.ts'
import { CountRemainder, drawConcentrationOf } from '../moves/count-remainder.ts'
import { startDualAveraging, updateDualAveraging } from '../moves/dual-averaging.ts'
import { createMetric, invertFactor, MOST_DENSE } from '../moves/metric.ts'
import { Nuts, type Transition } from '../moves/nuts.ts'
import { createPairMoves } from '../moves/pair-moves.ts'
import {
  denseCurvature,
  diagonalCurvature,
  SoftmaxTarget,
  scalePrecision,
  softmax,
} from '../moves/softmax-target.ts'
import type { Tally } from '../tally/tally.ts'
import { type Geometry, type HmcState, requireState, type Tuning } from './hmc-state.ts'

/** When the tally has grown by this factor, mass matrix and anchor are renewed. */
const GROWTH = 1.5
/** After these numbers of steps tuning starts afresh, around the mean so far. */
const RENEWALS = [20, 60, 150]
/** An expansion whose proposals are accepted more rarely than this is given up. */
const LEAST_TAKEN = 0.3
const FIRST_STEP = 0.5

/** What a step did, summed over its transitions where nothing else is said. */
export interface HmcInfo extends StepInfo {
  /** Mean acceptance probability over the last trajectory: what the step size is tuned by. */
  readonly acceptance: number
  /** Number of gradients computed. */
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
 * tally that grows: mass matrix and anchor are renewed whenever it has grown by half. The sweeps use only the whole parts of fractional
 * counts (`CountRemainder`); where the whole parts are less than half of the tally, no sweeps are made.
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
  const exact = new ExactLogLikelihood(tally)
  const augmentation = new Augmentation(tally)
  const remainder = new CountRemainder(tally)
  const rho = initialRho.slice()
  const movePairs = learned ? undefined : createPairMoves(new DenseLikelihood(tally), rho)
  const target = new SoftmaxTarget(exact, rho)
  const z = new Float64Array(K)
  const start = new Float64Array(K)
  const theta = new Float64Array(K)
  const totals = new Float64Array(K)

  let latestExpansion: { expansion: Expansion; size: number } | undefined
  const expand = (anchor: Float64Array) => {
    const { size } = tally
    const isOther = (value: number, x: number) => value !== latestExpansion!.expansion.anchor[x]
    if (latestExpansion?.size !== size || anchor.some(isOther)) {
      latestExpansion = { expansion: new Expansion(tally, anchor), size }
    }
    return latestExpansion.expansion
  }
  const makeGeometry = (anchor: Float64Array, expandable = true): Geometry => {
    const { distinct, table, size } = tally
    const metric =
      K <= MOST_DENSE
        ? invertFactor(K, denseCurvature(expand(anchor), size, rho))
        : invertFactor(K, diagonalCurvature(tally, anchor, rho))
    // What one step of a trajectory costs: all columns and sets, against the square of the expansion.
    const expanded = expandable && K <= MOST_DENSE && distinct + table.sets.length * K > 2 * K * K
    return { anchor: Array.from(anchor), metric: Array.from(metric), size, expanded }
  }
  let latestMode: { theta: Float64Array; size: number; rho: Float64Array } | undefined
  const mode = () => {
    const { size } = tally
    if (latestMode?.size !== size || rho.some((value, x) => value !== latestMode!.rho[x])) {
      latestMode = { theta: maximize(tally, rho, 1e-3).theta, size, rho: rho.slice() }
    }
    return latestMode.theta
  }

  /** The trajectories of each geometry, and what they follow: each of several chains has its own geometry. */
  const bindings = new WeakMap<Geometry, { nuts: Nuts; expansion: Expansion | undefined; size: number }>()
  const bind = (geometry: Geometry) => {
    let binding = bindings.get(geometry)
    if (binding === undefined || (geometry.expanded && binding.size !== tally.size)) {
      binding = {
        nuts: binding?.nuts ?? new Nuts(target, createMetric(K, geometry.metric)),
        expansion: geometry.expanded ? expand(Float64Array.from(geometry.anchor)) : undefined,
        size: tally.size,
      }
      bindings.set(geometry, binding)
    }
    target.likelihood = binding.expansion ?? exact
    return binding
  }
  /** The exact log-likelihood at these coordinates less the expansion's. */
  const correction = (expansion: Expansion, coordinates: Float64Array) => {
    softmax(coordinates, theta)
    return exact.value(theta) - expansion.evaluate(theta, totals)
  }
  /** Moves `z` by one trajectory; returns whether its outcome was accepted. */
  const travel = (rng: Rng, state: HmcState) => {
    const { nuts, expansion } = bind(state.geometry)
    start.set(z)
    const info = nuts.transition(rng, z, state.stepSize)
    if (expansion === undefined) return { info, taken: true }
    const gain = correction(expansion, z) - correction(expansion, start)
    const taken = log(rng.uniform()) < gain
    if (!taken) z.set(start)
    return { info, taken }
  }
  /** Moves `z` and the concentration by one sweep of data augmentation. */
  const sweep = (rng: Rng, state: HmcState) => {
    if (!remainder.isLargerPart) augment(rng, state)
    if (tally.isWhole || state.concentration === null) return
    const scale = softmax(z, theta)
    for (let x = 0; x < K; x++) totals[x] = z[x] - scale
    state.concentration = drawConcentrationOf(rng, state.concentration, totals)
    rho.fill(state.concentration)
  }
  const augment = (rng: Rng, state: HmcState) => {
    const { concentration } = state
    start.set(z)
    softmax(z, theta)
    augmentation.draw(rng, theta, totals)
    if (state.concentration !== null) {
      state.concentration = drawConcentration(rng, state.concentration, totals)
      rho.fill(state.concentration)
    }
    for (let x = 0; x < K; x++) totals[x] += rho[x]
    drawLogDirichlet(rng, totals, z)
    // The scale is independent of θ and of the answers, so that it is drawn afresh.
    const scale = drawNormal(rng) / Math.sqrt(scalePrecision(rho))
    for (let x = 0; x < K; x++) z[x] += scale
    if (tally.isWhole) return
    softmax(z, totals)
    if (remainder.accepts(rng, theta, totals)) return
    z.set(start)
    state.concentration = concentration
    if (concentration !== null) rho.fill(concentration)
  }
  return {
    init(rng) {
      rho.set(initialRho)
      const anchor = mode()
      const geometry = makeGeometry(anchor)
      const noise = new Float64Array(K).map(() => drawNormal(rng))
      createMetric(K, geometry.metric).unwhitenVelocity(noise, z)
      return {
        z: Array.from(anchor, (value, x) => log(value) + z[x]),
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
      if (tally.size > GROWTH * state.geometry.size) state.geometry = makeGeometry(mode())
      // A learnt concentration moves slowly: where transitions are cheap, a step makes two.
      let first: Transition | undefined
      if (state.concentration !== null && !state.geometry.expanded) {
        first = travel(rng, state).info
        sweep(rng, state)
      }
      const { info: last, taken } = travel(rng, state)
      sweep(rng, state)
      movePairs?.(rng, z)
      for (let x = 0; x < K; x++) state.z[x] = z[x]
      if (state.tuning !== null) {
        softmax(z, theta)
        tune(state, last.acceptance, taken, theta, makeGeometry)
      }
      return { state, info: combine(first, last) }
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

function startTuning(stepSize: number, length: number, categories: number, made: number): Tuning {
  return {
    made,
    length,
    step: startDualAveraging(stepSize),
    mean: new Array<number>(categories).fill(0),
    taken: 0,
  }
}

/** Tunes the step size. Where it is due, also renews the geometry around the mean so far. */
function tune(
  state: HmcState,
  acceptance: number,
  taken: boolean,
  theta: Float64Array,
  makeGeometry: (anchor: Float64Array, expandable: boolean) => Geometry,
): void {
  const { made, length, step, mean, taken: share } = state.tuning!
  const next = updateDualAveraging(step, acceptance)
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
    state.geometry = makeGeometry(Float64Array.from(mean), expandable)
    state.stepSize = exp(next.logAverage)
    state.tuning = startTuning(state.stepSize, length, theta.length, tuning.made)
  }
}
