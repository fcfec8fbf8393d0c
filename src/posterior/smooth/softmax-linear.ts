import { refuse, requireFields, requireInteger, requireNumbers } from '../../check/check.ts'
import { exp } from '../../elementary/exp.ts'
import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import { stream } from '../../random/stream.ts'
import type { Sampler } from '../kind/sampler.ts'
import {
  type DualAveraging,
  requireDualAveraging,
  startDualAveraging,
  updateDualAveraging,
} from '../moves/dual-averaging.ts'
import { ArrowFactor } from './arrow-factor.ts'
import { alike, fitBoth, fitHyper, scatter } from './fit.ts'
import { drawGivenCoefficients, moveHyper, type Place, type Surrogates, stretch } from './hyper-moves.ts'
import { Layout, type LinearSetting, MOST_PARAMETER } from './linear-layout.ts'
import { LinearLikelihood } from './linear-likelihood.ts'
import { covarianceSurrogate, type Surrogate, surrogateAt } from './linear-surrogate.ts'
import { moveOuter } from './outer-cells.ts'
import { Rotation } from './rotation.ts'
import { SmoothPrior } from './smooth-prior.ts'

/** Number of warm-up steps. By then chains have forgotten the normal approximation that they start from, and their coordinates are adapted. */
export const LINEAR_WARMUP = 140
/** Meetings of the chains, as shares of the warm-up. */
const MEETINGS = [0.3, 0.5] as const
/** Number of positions that each chain reports to a meeting, and the number of steps between them. */
const PLACES = 4
const APART = 3
/** Mean acceptance probabilities to which angles are tuned: of moves of all coefficients, and of moves of one level's. */
const ACCEPTANCE = { all: 0.95, level: 0.9 } as const
/** The first angle, and the largest angles without and with levels. */
const FIRST_ANGLE = 0.3
const MOST_ANGLE = { alone: 0.4, levels: 1 } as const
const LEAST_ANGLE = 0.02
/**
 * Number of pairs of opposite draws from the normal approximation. Until the chains meet, their coordinates come from the curvature at
 * these draws.
 */
const PAIRS = 4
const SPREAD_OF_PAIRS = 0.7
/** Factor by which a point's distance from the mode is shrunk in each attempt, and the smallest share of that distance. */
const SHRINK = 0.7
const SMALLEST = 0.01

/** The state of a chain, with its tuning, as plain data. */
export interface LinearState {
  /** Coefficients, hyperparameters and scales of levels. */
  x: number[]
  h: number[]
  scales: number[]
  /** Number of steps so far, counted while the chain tunes itself. */
  made: number
  /** Angles of trajectories between two kicks: for all coefficients, and for those of a level. */
  angles: { all: DualAveraging; level: DualAveraging }
  /** Coefficients at some steps, kept for the next meeting. */
  places: number[][]
}

/**
 * Draws a softmax-linear law of numbers or scales. People with the public covariates z, who belong to certain levels of random terms, have
 * the distribution `θ = softmax(B c)` over the cells, possibly with outer cells, and
 *
 *     c = Σ_m z_m C_m + Σ_r w_r u_{r, level}.
 *
 * Two quadratic expansions of the likelihood give the chains their coordinates. The first ones are made at draws from the normal
 * approximation at the mode. When the chains meet during warm-up, the expansions are made again at the chains' positions. A step consists
 * of
 *
 *     u_g | rest, g = 1 … G:  split Hamiltonian trajectories in coordinates that are nearly standard normal (`Rotation`)
 *     all coefficients:       the same along the shared coordinates; the levels' coefficients move with them
 *     h, x:                   twice, at fixed coordinates (`moveHyper`)
 *     outer cells, h, λ | x:  by slice sampling, and from gamma distributions; scales together with their coefficients (`stretch`)
 */
export class SoftmaxLinear {
  readonly layout: Layout
  readonly prior: SmoothPrior
  readonly likelihood: LinearLikelihood
  private readonly rotation: Rotation
  private readonly xi: Float64Array
  private readonly sharedOff: Float64Array
  private now: ArrowFactor
  private other: ArrowFactor
  private readonly walk: ArrowFactor
  private surrogates: Surrogates | undefined
  /** Number of answers when the surrogates were made. */
  private size = -1
  private mode = new Float64Array(0)

  /** @throws RangeError unless each pattern has a value of each covariate, and levels of the terms */
  constructor(setting: LinearSetting) {
    this.layout = new Layout(setting)
    this.prior = new SmoothPrior(this.layout, setting.shape.kind)
    this.likelihood = new LinearLikelihood(setting, this.layout)
    const { dimension, shared } = this.layout
    this.rotation = new Rotation(dimension)
    this.xi = new Float64Array(dimension)
    this.sharedOff = new Float64Array(shared)
    this.now = new ArrowFactor(this.prior)
    this.other = new ArrowFactor(this.prior)
    this.walk = new ArrowFactor(this.prior)
  }

  /** Writes the distribution of people with these covariates and levels, at coefficients x. */
  write(
    covariates: ArrayLike<number>,
    levels: ArrayLike<number>,
    x: Float64Array,
    out: Float64Array,
  ): Float64Array {
    return this.likelihood.write(this.layout.partsOf(covariates, levels), x, out)
  }

  /**
   * The sampler of this law.
   *
   * @param warmup steps of tuning, in which chains meet twice
   * @param write turns coefficients, hyperparameters and scales into the numbers of a draw
   */
  sampler(warmup: number, write: (place: Place, out: Float64Array) => void): Sampler<LinearState> {
    const after = MEETINGS.map(share => Math.ceil(share * warmup))
    return {
      meetings: {
        after,
        tell: ({ places, x }) => (places.length > 0 ? places : [x]),
        hear: told => this.renew((told as number[][][]).flat().map(x => Float64Array.from(x))),
      },
      init: rng => {
        this.lookAround()
        const angles = { all: startDualAveraging(FIRST_ANGLE), level: startDualAveraging(FIRST_ANGLE) }
        return { ...plain(this.startAround(rng)), made: 0, angles, places: [] }
      },
      resume: data => requireState(data, this.layout),
      step: (rng, state) => {
        this.lookAround()
        const isTuned = state.made >= warmup
        if (!isTuned && after.includes(state.made)) restartTuning(state)
        const place = placeOf(state)
        const acceptance = this.sweep(rng, place, this.anglesOf(state, isTuned))
        Object.assign(state, plain(place))
        if (!isTuned) tune(state, acceptance, after)
        return { state, info: undefined }
      },
      theta: (state, out) => {
        write(placeOf(state), out)
        return out
      },
    }
  }

  private anglesOf({ angles: { all, level } }: LinearState, isTuned: boolean): Angles {
    const most = this.layout.groups > 0 ? MOST_ANGLE.levels : MOST_ANGLE.alone
    const of = ({ logStep, logAverage }: DualAveraging, top: number) =>
      Math.min(top, Math.max(LEAST_ANGLE, exp(isTuned ? logAverage : logStep)))
    return { all: of(all, most), level: of(level, MOST_ANGLE.levels) }
  }

  /** Finds the mode, and makes new surrogates around it, if answers have come in since the last time. */
  private lookAround(): void {
    const { likelihood, prior } = this
    const size = likelihood.patterns.reduce((sum, { tally }) => sum + tally.size, 0)
    if (size === this.size) return
    this.size = size
    const { x: mode, surrogate, fit } = fitBoth(likelihood, prior)
    this.mode = mode
    this.surrogates = { proposing: surrogate, coordinates: surrogate, fit }
    // Without answers, the coordinates are those of the prior, which is normal.
    if (size === 0) return
    const rng = stream('typical places')
    const places: Float64Array[] = []
    for (let pair = 0; pair < PAIRS; pair++) {
      const by = new Float64Array(fit.h.length)
      scatter(rng, fit, by, SPREAD_OF_PAIRS)
      const draw = this.xi.map(() => drawNormal(rng))
      for (const side of [1, -1]) {
        const h = fit.h.map((value, j) => value + side * by[j])
        const xi = draw.map(value => side * value)
        places.push(this.aroundMode(surrogate, h, xi))
      }
    }
    this.renew(places)
  }

  /** Makes new surrogates from the curvature at some points. */
  private renew(places: readonly Float64Array[]): void {
    const { likelihood, prior, layout } = this
    const proposing = surrogateAt(likelihood, places)
    const fit = fitHyper(prior, proposing, this.surrogates!.fit.h)
    const shared = new Float64Array(layout.shared)
    const own = new Float64Array(layout.groups * layout.groupWidth)
    prior.precisions(fit.h, alike(prior), shared, own)
    const variances = Float64Array.of(...shared, ...own).map(precision => 1 / precision)
    const coordinates = covarianceSurrogate(likelihood, places, variances, prior.mean)
    this.surrogates = { proposing, coordinates, fit }
  }

  /** A start of a chain, drawn from the normal approximation. */
  private startAround(rng: Rng): Place {
    const { coordinates, fit } = this.surrogates!
    const h = fit.h.slice()
    scatter(rng, fit, h, 1)
    const xi = this.xi.map(() => drawNormal(rng))
    return { x: this.aroundMode(coordinates, h, xi), h, scales: alike(this.prior) }
  }

  /**
   * The point at these standardized coordinates around the mode. It is moved towards the mode if the normal approximation overshoots by
   * far.
   */
  private aroundMode(surrogate: Surrogate, h: Float64Array, xi: Float64Array): Float64Array {
    const { likelihood, prior, now, mode, layout } = this
    const least = likelihood.evaluate(mode) - layout.dimension
    const x = new Float64Array(layout.dimension)
    now.set(surrogate, h, alike(prior))
    now.place(xi, x)
    const away = x.map((value, i) => value - now.mean[i])
    for (let size = 1; size > SMALLEST; size *= SHRINK) {
      for (let i = 0; i < x.length; i++) x[i] = mode[i] + size * away[i]
      if (likelihood.evaluate(x) >= least) break
    }
    return x
  }

  /** One step. @returns the mean acceptance probabilities of its trajectories */
  private sweep(rng: Rng, place: Place, angles: Angles): Angles {
    const { layout, likelihood, prior, xi, sharedOff, rotation } = this
    const { x, h, scales } = place
    const surrogates = this.surrogates!
    const { shared: M, groups: G, groupWidth: Q } = layout
    const { gradient } = rotation
    const factor = this.now
    factor.set(surrogates.coordinates, h, scales)
    factor.coordinates(x, xi)
    for (let i = 0; i < M; i++) sharedOff[i] = x[i] - factor.mean[i]
    let level = 0
    for (let g = 0; g < G; g++) {
      const from = M + g * Q
      rotation.move(rng, xi, from, from + Q, angles.level, () => {
        factor.placeGroup(g, xi, sharedOff, x)
        gradient.fill(0, from, from + Q)
        const value = likelihood.evaluateGroup(g, x, gradient) + factor.groupDensity(g, x, gradient)
        factor.pullGroup(g, gradient)
        return value
      })
      if (!rotation.isTaken) factor.placeGroup(g, xi, sharedOff, x)
      level += rotation.acceptance / G
    }
    rotation.move(rng, xi, 0, M, angles.all, () => {
      factor.place(xi, x)
      gradient.fill(0)
      const value =
        likelihood.evaluate(x, gradient) + factor.density(x, gradient) + prior.correction(x, gradient)
      factor.pull(gradient)
      return value
    })
    if (!rotation.isTaken) factor.place(xi, x)
    const all = rotation.acceptance
    for (let turn = 0; turn < 2; turn++) {
      const factors = { now: this.now, other: this.other, walk: this.walk }
      if (!moveHyper(rng, place, xi, factors, surrogates, this.density)) continue
      this.now = factors.other
      this.other = factors.now
    }
    if (likelihood.patterns.length === 1) moveOuter(rng, likelihood, prior, x)
    stretch(rng, likelihood, prior, place)
    drawGivenCoefficients(rng, prior, place)
    return { all, level }
  }

  /** The log density of coordinates and hyperparameters, `π(x, h) / |L(h)|`. */
  private readonly density = (factor: ArrowFactor, x: Float64Array, h: Float64Array): number => {
    const { likelihood, prior } = this
    const atX = likelihood.evaluate(x) + factor.density(x) + prior.correction(x)
    return atX + factor.logPrior - factor.logDeterminant + prior.logDensity(h)
  }
}

/** A value for moves of all coefficients, and one for moves of one level's. */
interface Angles {
  readonly all: number
  readonly level: number
}

/** Restarts the tuning after a meeting, because other angles suit the new coordinates. */
function restartTuning(state: LinearState): void {
  const { all, level } = state.angles
  state.angles = {
    all: startDualAveraging(Math.max(LEAST_ANGLE, exp(all.logAverage))),
    level: startDualAveraging(Math.max(LEAST_ANGLE, exp(level.logAverage))),
  }
  state.places = []
}

function tune(state: LinearState, acceptance: Angles, meetings: readonly number[]): void {
  const { all, level } = state.angles
  state.angles = {
    all: updateDualAveraging(all, acceptance.all, ACCEPTANCE.all),
    level: updateDualAveraging(level, acceptance.level, ACCEPTANCE.level),
  }
  state.made++
  const steps = (meetings.find(at => at >= state.made) ?? -1) - state.made
  if (steps >= 0 && steps % APART === 0 && steps < PLACES * APART) state.places.push(state.x.slice())
}

function requireState(data: unknown, { dimension, hyperparameters, scales }: Layout): LinearState {
  const names = { x: true, h: true, scales: true, made: true, angles: true, places: true } as const
  const state = requireFields(data as LinearState, names, 'state')
  const range = { min: -MOST_PARAMETER, max: MOST_PARAMETER }
  requireNumbers('state.x', state.x, dimension, range)
  requireNumbers('state.h', state.h, hyperparameters, range)
  requireNumbers('state.scales', state.scales, scales, { above: 0, max: MOST_PARAMETER })
  requireInteger('state.made', state.made, 0)
  const angles = requireFields(state.angles, { all: true, level: true }, 'state.angles')
  requireDualAveraging('state.angles.all', angles.all)
  requireDualAveraging('state.angles.level', angles.level)
  if (!Array.isArray(state.places)) refuse('state.places', state.places, 'a list of places')
  state.places.forEach((x, i) => {
    requireNumbers(`state.places[${i}]`, x, dimension, range)
  })
  return state
}

function plain({ x, h, scales }: Place): Pick<LinearState, 'x' | 'h' | 'scales'> {
  return { x: Array.from(x), h: Array.from(h), scales: Array.from(scales) }
}

function placeOf({ x, h, scales }: LinearState): Place {
  return { x: Float64Array.from(x), h: Float64Array.from(h), scales: Float64Array.from(scales) }
}
