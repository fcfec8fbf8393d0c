import { refuse, requireFields, requireInteger } from '../../check/check.ts'
import { log } from '../../elementary/log.ts'
import { drawIndex } from '../../random/categorical.ts'
import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import type { Sampler, StepInfo } from '../kind/sampler.ts'
import type { SamplerKind } from '../kind/sampler-kind.ts'
import { createMetric } from '../moves/metric.ts'
import { type Route, TunedNuts, type TunedState } from '../moves/tuned-nuts.ts'
import { Kept } from '../tally/kept.ts'
import type { Tally } from '../tally/tally.ts'
import { Basis } from './basis.ts'
import { CutLikelihood } from './cut-likelihood.ts'
import { hyperGrid } from './hyper-grid.ts'
import { findModes, jumpWeights, type Mode } from './modes.ts'
import { MOST_PARAMETER, SmoothTarget } from './smooth-target.ts'
import { jumpDensity, transport } from './transport.ts'
import { typicalPrecision } from './typical-precision.ts'

/** The least number of bins that a density can be smooth over. */
const LEAST_BINS = 2
const FIRST_STEP = 0.7
/** The mean acceptance probability of transitions that the step size is tuned for. */
const ACCEPTANCE = 0.85
/** Transitions take steps between this share of the tuned size and all of it: where steps are too large for a place, chains would stay there. */
const SHORTEST = 0.2

/** In the parameters z: polynomials, cosines, log weights of the atoms. */
export interface SmoothState extends TunedState {
  /** The number of the point of the grid of hyperparameters. */
  point: number
}

/** A mode at a point of the grid, trajectories whose mass matrix is the typical precision around it, and how often jumps try it. */
interface Place extends Mode, Route {
  readonly weight: number
}

/**
 * The smooth law of a number: a posterior over densities on ordered bins, with two atoms for the values outside.
 *
 *     θ = (e^{v₀}, softmax η, e^{v₁}) / (1 + e^{v₀} + e^{v₁}),   η_i = Σ_j b_j P_j(x_i) + Σ_k c_k √2 cos(πk x_i),
 *
 * with b_j ~ N(0, 4²), c_k ~ N(0, σ² k^{−2α}), v ~ N(−5, 2²), and (α, ln σ) on a grid. A step is a transition of the no-U-turn
 * sampler, whose mass matrix is typical of the present grid point, a slice update of each atom's weight, and a jump to another point of the grid, which
 * carries the parameters from mode to mode:
 *
 *     z′ = m_{h′} + L_{h′}⁻ᵀ L_hᵀ (z − m_h),   accepted with   π(z′, h′) |L_h| w_h / (π(z, h) |L_{h′}| w_{h′}).
 *
 * @param options.tally over below, the bins in their order, and above
 * @param options.first 0 where all cells are bins, so that there are no atoms; default 1
 * @param options.warmup steps of tuning, default 60
 */
export function smooth(options: {
  tally: Tally
  warmup?: number
  first?: 0 | 1
}): Sampler<SmoothState, StepInfo> {
  const { tally, warmup = 60, first = 1 } = options
  const bins = tally.categories - 2 * first
  if (bins < LEAST_BINS) {
    refuse('categories', tally.categories, `at least ${LEAST_BINS + 2 * first}, with two bins`)
  }
  const basis = new Basis(bins)
  const grid = hyperGrid(basis.size)
  const target = new SmoothTarget(basis, new CutLikelihood(tally), grid[0], first)
  const n = target.dimension
  const z = new Float64Array(n)
  const moved = new Float64Array(n)
  const nuts = new TunedNuts({ firstStep: FIRST_STEP, warmup, aim: ACCEPTANCE })
  const known = new Kept<Tally, readonly Place[]>(tally)
  const findPlaces = () => {
    const modes = findModes(target, grid, tally)
    const weights = jumpWeights(modes)
    return modes.map((mode, i) => {
      const metric = createMetric(n, typicalPrecision(target, mode, grid[mode.index], tally))
      return { ...mode, weight: weights[i], target, metric }
    })
  }
  /** Those for the answers as they are now. */
  const places = () => known.of(tally, findPlaces)
  const drawPlace = (rng: Rng) => {
    const all = places()
    const weights = all.map(({ weight }) => weight)
    return all[drawIndex(rng, weights)]
  }
  /** The place at a point of the grid; the best one where the point has been left out since. */
  const placeAt = (point: number) =>
    places().find(({ index }) => index === point) ??
    places().reduce((best, place) => (place.logEvidence > best.logEvidence ? place : best))
  const jump = (rng: Rng, from: Place): Place => {
    const to = drawPlace(rng)
    if (to === from) return from
    transport(from, to, z, moved)
    const densityAt = (place: Place, at: Float64Array) => {
      target.point = grid[place.index]
      return jumpDensity(target, place, place.weight, at)
    }
    if (!(log(rng.uniform()) < densityAt(to, moved) - densityAt(from, z))) return from
    z.set(moved)
    return to
  }
  return {
    init(rng) {
      const place = drawPlace(rng)
      for (let j = 0; j < n; j++) moved[j] = drawNormal(rng)
      place.metric.unwhitenVelocity(moved, z)
      return { ...nuts.start(place.z.map((value, j) => value + z[j])), point: place.index }
    },
    resume(data) {
      const names = { z: true, point: true, stepSize: true, tuning: true } as const
      const state = requireFields(data as SmoothState, names, 'state')
      nuts.requireState(state, n, MOST_PARAMETER)
      requireInteger('state.point', state.point, 0, grid.length - 1)
      return state
    },
    step(rng, state) {
      const place = placeAt(state.point)
      target.point = grid[place.index]
      const info = nuts.travel(rng, state, place, SHORTEST + (1 - SHORTEST) * rng.uniform())
      z.set(state.z)
      target.updateAtoms(rng, z)
      state.point = jump(rng, place).index
      for (let j = 0; j < n; j++) state.z[j] = z[j]
      nuts.tune(state, info)
      return { state, info }
    },
    theta: (state, out) => target.law(state.z, out),
  }
}

/** The kind of sampler for numbers with cells outside (1), or without (0). */
export const smoothKind = (first: 0 | 1) =>
  ({
    name: 'smooth',
    priors: 'smooth',
    warmup: 60,
    create: options => smooth({ ...options, first }),
  }) as const satisfies SamplerKind
