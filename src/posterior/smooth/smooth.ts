import { refuse, requireFields, requireInteger, requireNumber, requireNumbers } from '../../check/check.ts'
import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { drawIndex } from '../../random/categorical.ts'
import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import type { Sampler, StepInfo } from '../kind/sampler.ts'
import type { SamplerKind } from '../kind/sampler-kind.ts'
import {
  type DualAveraging,
  requireDualAveraging,
  startDualAveraging,
  updateDualAveraging,
} from '../moves/dual-averaging.ts'
import { createMetric } from '../moves/metric.ts'
import { Nuts } from '../moves/nuts.ts'
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

export interface SmoothState {
  /** The parameters: polynomials, cosines, log weights of the atoms. */
  readonly z: number[]
  /** The number of the point of the grid of hyperparameters. */
  point: number
  stepSize: number
  /** Null once the tuning is over. */
  tuning: { readonly made: number; readonly length: number; readonly step: DualAveraging } | null
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
  const withMoves = (mode: Mode): ModeWithMoves => {
    const metric = createMetric(n, typicalPrecision(target, mode, grid[mode.index], tally))
    return { ...mode, metric, nuts: new Nuts(target, metric) }
  }
  const geometries = new Kept<Tally, Geometry>(tally)
  const findGeometry = () => {
    const modes = findModes(target, grid, tally).map(withMoves)
    return { modes, weights: jumpWeights(modes) }
  }
  /** The modes for the answers as they are now. */
  const geometry = () => geometries.of(tally, findGeometry)
  /** The number of the mode at a point of the grid; the best one where the point has been left out since. */
  const placeOf = (point: number) => {
    const { modes } = geometry()
    const place = modes.findIndex(({ index }) => index === point)
    return place >= 0
      ? place
      : modes.reduce((best, mode, i) => (mode.logEvidence > modes[best].logEvidence ? i : best), 0)
  }
  const jump = (rng: Rng, from: number): number => {
    const { modes, weights } = geometry()
    const to = drawIndex(rng, weights)
    if (to === from) return from
    transport(modes[from], modes[to], z, moved)
    const densityAt = (place: number, at: Float64Array) => {
      target.point = grid[modes[place].index]
      return jumpDensity(target, modes[place], weights[place], at)
    }
    if (!(log(rng.uniform()) < densityAt(to, moved) - densityAt(from, z))) return from
    z.set(moved)
    return to
  }
  return {
    init(rng) {
      const { modes, weights } = geometry()
      const mode = modes[drawIndex(rng, weights)]
      for (let j = 0; j < n; j++) moved[j] = drawNormal(rng)
      mode.metric.unwhitenVelocity(moved, z)
      return {
        z: Array.from(mode.z, (value, j) => value + z[j]),
        point: mode.index,
        stepSize: FIRST_STEP,
        tuning: warmup > 0 ? { made: 0, length: warmup, step: startDualAveraging(FIRST_STEP) } : null,
      }
    },
    resume: data => requireState(data, n, grid.length),
    step(rng, state) {
      z.set(state.z)
      const place = placeOf(state.point)
      const mode = geometry().modes[place]
      target.point = grid[mode.index]
      const info = mode.nuts.transition(rng, z, state.stepSize * (SHORTEST + (1 - SHORTEST) * rng.uniform()))
      target.updateAtoms(rng, z)
      state.point = geometry().modes[jump(rng, place)].index
      for (let j = 0; j < n; j++) state.z[j] = z[j]
      if (state.tuning !== null) tune(state, info.acceptance)
      return { state, info: { transitions: 1, divergences: Number(info.divergent) } }
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

/** A mode with the trajectories whose mass matrix is the typical precision around it. */
interface ModeWithMoves extends Mode {
  readonly metric: ReturnType<typeof createMetric>
  readonly nuts: Nuts
}

/** The modes at points of the grid, and how often jumps try each. */
interface Geometry {
  readonly modes: readonly ModeWithMoves[]
  readonly weights: Float64Array
}

function tune(state: SmoothState, acceptance: number): void {
  const { made, length, step } = state.tuning!
  const next = updateDualAveraging(step, acceptance, ACCEPTANCE)
  const isOver = made + 1 >= length
  state.stepSize = exp(isOver ? next.logAverage : next.logStep)
  state.tuning = isOver ? null : { made: made + 1, length, step: next }
}

function requireState(data: unknown, dimension: number, points: number): SmoothState {
  const { z, point, stepSize, tuning } = requireFields(
    data as SmoothState,
    { z: true, point: true, stepSize: true, tuning: true },
    'state',
  )
  requireNumbers('state.z', z, dimension, { min: -MOST_PARAMETER, max: MOST_PARAMETER })
  requireInteger('state.point', point, 0, points - 1)
  requireNumber('state.stepSize', stepSize, { above: 0 })
  if (tuning !== null) {
    requireFields(tuning, { made: true, length: true, step: true }, 'state.tuning')
    requireInteger('state.tuning.length', tuning.length, 1)
    requireInteger('state.tuning.made', tuning.made, 0, tuning.length - 1)
    requireDualAveraging('state.tuning.step', tuning.step)
  }
  return data as SmoothState
}
