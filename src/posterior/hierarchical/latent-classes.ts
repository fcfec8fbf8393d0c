import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import type { Sampler, StepInfo } from '../kind/sampler.ts'
import { ExactLogLikelihood, Expansion } from '../likelihood/log-likelihood.ts'
import { type DualAveraging, startDualAveraging, updateDualAveraging } from '../moves/dual-averaging.ts'
import { Nuts } from '../moves/nuts.ts'
import type { Tally } from '../tally/tally.ts'
import { MeanCovariance } from './block-metric.ts'
import { LatentClassLaw } from './latent-class-law.ts'
import { LatentClassTarget, type TableAnswers } from './latent-class-target.ts'

const FIRST_STEP = 0.3
/** After these numbers of steps the expansions move to the mean so far, and the mass matrix is renewed. */
const RENEWALS = [15, 50, 100, 150, 200]
/** How often at most the curvature is computed between two renewals of the mass matrix, and after how many steps each time. */
const [CURVATURES, STRIDE] = [12, 3]
/** The most doublings of a trajectory while the metric is learnt, and after it: where answers say much, trajectories are long. */
const DOUBLINGS = { early: 7, late: 9 }
/** Expansions whose proposals are accepted more rarely than this are given up. */
const LEAST_TAKEN = 0.35
/** An expansion is followed where its square of cells is at most this many times the distinct answers. */
const CELLS_PER_ANSWER = 16

/** The answers about a pair of attributes. */
export interface PairTally {
  readonly a: number
  readonly b: number
  readonly tally: Tally
}

/** Not plain data: chains of tables are never stored. */
interface LatentClassState {
  readonly z: Float64Array
  stepSize: number
  geometry: Geometry
  /** Undefined once the tuning is over. */
  tuning: Tuning | undefined
}

interface Geometry {
  readonly nuts: Nuts
  /** One for each table with answers. */
  readonly expansions: readonly Expansion[]
  /** Whether trajectories follow the expansions of tables with many distinct answers. */
  readonly expanded: boolean
}

interface Tuning {
  made: number
  step: DualAveraging
  /** Since the last renewal: the mean of the tables, and of what the curvature says; the share of accepted proposals. */
  readonly mean: Float64Array
  readonly covariance: MeanCovariance
  taken: number
}

/**
 * Draws from the posterior of the latent-class law, given answers about pairs of attributes, by the no-U-turn sampler in the law's standard
 * normal parameters. What is drawn are the tables of all pairs, one after another, and behind them the law's weights and shares.
 *
 * The mass matrix is that of a mean covariance over states of the warm-up, in blocks: each class by itself, and what all share. A chain keeps
 * the names of its classes for long, and large classes are known far better than small ones. For tables with many distinct answers, trajectories follow the
 * second-order expansion of the log-likelihood in the table's cells, and a Metropolis step accepts the outcome by the exact one.
 */
export class LatentClasses implements Sampler<LatentClassState, StepInfo> {
  readonly law: LatentClassLaw
  private readonly pairs: readonly PairTally[]
  private readonly asked: readonly PairTally[]
  private readonly exact: readonly ExactLogLikelihood[]
  private readonly answers: readonly TableAnswers[]
  private readonly target: LatentClassTarget
  private readonly warmup: number
  private readonly start: Float64Array
  private readonly thetas: readonly Float64Array[]
  private readonly scores: readonly Float64Array[]

  constructor(sizes: readonly number[], pairs: readonly PairTally[], warmup: number) {
    this.law = new LatentClassLaw(sizes)
    this.pairs = pairs
    this.asked = pairs.filter(({ tally }) => tally.size > 0)
    this.exact = this.asked.map(({ tally }) => new ExactLogLikelihood(tally))
    this.answers = this.asked.map(({ a, b }, i) => ({ a, b, likelihood: this.exact[i] }))
    this.target = new LatentClassTarget(this.law, this.answers)
    this.warmup = warmup
    this.start = new Float64Array(this.law.dimension)
    this.thetas = this.asked.map(({ tally }) => new Float64Array(tally.categories))
    this.scores = this.asked.map(({ tally }) => new Float64Array(tally.categories))
  }

  init(rng: Rng): LatentClassState {
    const n = this.law.dimension
    const z = new Float64Array(n)
    for (let i = 0; i < n; i++) z[i] = drawNormal(rng)
    // The law of the start is far from the answers; that of an even table is as good a place for the first expansions.
    const expansions = this.asked.map(
      ({ tally }) => new Expansion(tally, new Float64Array(tally.categories).fill(1 / tally.categories)),
    )
    const tuning = this.startTuning(0, FIRST_STEP)
    this.addCurvature(z, expansions, tuning)
    return {
      z,
      stepSize: FIRST_STEP,
      geometry: this.geometryOf(tuning, expansions, true),
      tuning: this.warmup > 0 ? this.startTuning(0, FIRST_STEP) : undefined,
    }
  }

  step(rng: Rng, state: LatentClassState) {
    const { z, geometry, tuning } = state
    const { nuts, expansions, expanded } = geometry
    const { asked, answers, exact, start } = this
    for (let i = 0; i < answers.length; i++) {
      const { distinct, categories: K } = asked[i].tally
      answers[i].likelihood = expanded && distinct * CELLS_PER_ANSWER > K * K ? expansions[i] : exact[i]
    }
    start.set(z)
    const info = nuts.transition(rng, z, state.stepSize)
    let taken = true
    // Before the first renewal all proposals are accepted: the expansions are still far from the answers.
    if (expanded && (tuning === undefined || tuning.made >= RENEWALS[0])) {
      const gain = this.correction(z) - this.correction(start)
      taken = log(rng.uniform()) < gain
      if (!taken) z.set(start)
    }
    if (tuning !== undefined) this.tune(state, tuning, info.acceptance, taken)
    return { state, info: { transitions: 1, divergences: Number(info.divergent) } }
  }

  theta(state: LatentClassState, out: Float64Array): Float64Array {
    const { law, pairs } = this
    law.read(state.z)
    let at = 0
    for (const { a, b, tally } of pairs) {
      law.table(a, b, out, at)
      at += tally.categories
    }
    out.set(law.weights, at)
    out.set(law.shares, at + law.classes)
    return out
  }

  /** What the exact log-likelihood is above the one that trajectories follow. */
  protected correction(z: Float64Array): number {
    const { law, answers, exact, thetas, scores } = this
    law.read(z)
    let total = 0
    for (let i = 0; i < answers.length; i++) {
      const { a, b, likelihood } = answers[i]
      if (likelihood === exact[i]) continue
      law.table(a, b, thetas[i])
      total += exact[i].value(thetas[i]) - likelihood.evaluate(thetas[i], scores[i])
    }
    return total
  }

  private startTuning(made: number, stepSize: number): Tuning {
    const { law, asked } = this
    return {
      made,
      step: startDualAveraging(stepSize),
      mean: new Float64Array(asked.reduce((total, { tally }) => total + tally.categories, 0)),
      covariance: new MeanCovariance([...law.ofClasses(), law.shared]),
      taken: 0,
    }
  }

  private tune(state: LatentClassState, tuning: Tuning, acceptance: number, taken: boolean): void {
    const { warmup } = this
    const { expansions, expanded } = state.geometry
    tuning.step = updateDualAveraging(tuning.step, acceptance)
    tuning.made++
    this.addMean(state.z, tuning)
    tuning.taken += (Number(taken) - tuning.taken) / tuning.step.count
    state.stepSize = exp(tuning.step.logStep)
    const next = RENEWALS.find(renewal => renewal >= tuning.made)
    if (
      next !== undefined &&
      (next - tuning.made) % STRIDE === 0 &&
      next - tuning.made < STRIDE * CURVATURES
    ) {
      this.addCurvature(state.z, expansions, tuning)
    }
    if (tuning.made >= warmup) {
      state.stepSize = exp(tuning.step.logAverage)
      state.tuning = undefined
    } else if (tuning.made === next) {
      const isGood = expanded && (tuning.taken >= LEAST_TAKEN || tuning.made <= RENEWALS[1])
      state.geometry = this.geometryOf(tuning, this.expand(tuning.mean), isGood)
      state.stepSize = exp(tuning.step.logAverage)
      state.tuning = this.startTuning(tuning.made, state.stepSize)
    }
  }

  private addMean(z: Float64Array, { mean, step }: Tuning): void {
    const { law, asked, thetas } = this
    law.read(z)
    let at = 0
    for (let i = 0; i < asked.length; i++) {
      const theta = thetas[i]
      law.table(asked[i].a, asked[i].b, theta)
      for (let x = 0; x < theta.length; x++, at++) mean[at] += (theta[x] - mean[at]) / step.count
    }
  }

  private addCurvature(z: Float64Array, expansions: readonly Expansion[], tuning: Tuning): void {
    const n = this.law.dimension
    const information = new Float64Array(n * n)
    this.target.addInformation(z, expansions, information)
    tuning.covariance.add(information, n)
  }

  private expand(mean: Float64Array): Expansion[] {
    let at = 0
    return this.asked.map(({ tally }) => {
      at += tally.categories
      return new Expansion(tally, mean.slice(at - tally.categories, at))
    })
  }

  private geometryOf(
    { made, covariance }: Tuning,
    expansions: readonly Expansion[],
    expanded: boolean,
  ): Geometry {
    const isLearnt = made >= Math.min(this.warmup, RENEWALS[RENEWALS.length - 1])
    const nuts = new Nuts(this.target, covariance.metric(), isLearnt ? DOUBLINGS.late : DOUBLINGS.early)
    return { nuts, expansions, expanded }
  }
}
