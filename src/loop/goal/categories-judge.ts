import { columnMeans, dot } from '../../arrays/sums.ts'
import { drawDirichletPrior } from '../../posterior/kind/draw-dirichlet-prior.ts'
import type { Prior } from '../../posterior/kind/prior.ts'
import { expandedDraws } from '../../posterior/samplers/expanded-draws.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import { type AimedGoal, leadFunctional, setOf } from '../../query/aimed-goal.ts'
import { type Found, isRight } from '../../query/answer.ts'
import { writeInfluence } from '../../query/functional.ts'
import type { GoalGuarantee, OrderGoal, SideGoal, ValueGoal } from '../../query/parse-goal.ts'
import { scalarOf } from '../../query/scalar.ts'
import type { Rng, SeededRng } from '../../random/rng.ts'
import { stream } from '../../random/stream.ts'
import { probit } from '../../special/probit.ts'
import { estimateAlone, type NormalOfOne } from './answers-alone.ts'
import { bandVerdict } from './anytime.ts'
import {
  type ChoiceGoal,
  choiceEvidence,
  type DrawnValues,
  holdsAlone,
  isOrderOfTwo,
  priorShareOf,
} from './choice.ts'
import { isSure, probabilityOf } from './evidence.ts'
import { evidenceForTop, evidenceOfLead } from './evidence-alone.ts'
import type { Betas } from './frequency-cells.ts'
import { type GoalJudge, type LookContext, type Verdict, verdictOf } from './judge.ts'
import {
  FLAT,
  fittedLikelihood,
  type LogLikelihoodOfOne,
  lawOfOne,
  learntPriorOfOne,
  likelihoodOfOne,
  likelihoodOfSome,
  oddsAbove,
  peakOf,
  priorOfOne,
} from './one-category.ts'
import { type Finding, growthByOdds, PRIOR_DRAWS, verdictOnChoice, verdictOnValue } from './verdict.ts'

/** Options of a judge. */
interface JudgeOptions {
  readonly categories: number
  readonly aimed: AimedGoal
  /** Required probability of an answer, above ½ and below 1. */
  readonly confidence: number
  readonly prior: Prior
  readonly guarantee: GoalGuarantee
}

/** A likelihood of a share, with a normal distribution that has its peak and its width there. */
interface PeakedLikelihood {
  readonly likelihood: LogLikelihoodOfOne
  readonly peak: NormalOfOne
}

/** Number of draws of an interim look, and of the closer look that follows if the goal may be settled. */
export const DRAWS = 120
export const CLOSER_DRAWS = 500
/** Number of independent draws that one draw counts as: successive draws are correlated. */
export const WORTH = 1 / 2
/** A closer look is taken now if the next look would be due before the answers have grown by this factor. */
const NEAR = 1.1
/** Probability of an answer from which a closer look is taken. */
export const LIKELY = 0.85
/** Growth of the answers until the next interim look if posterior draws and the prior-free evidence disagree. */
export const GROWTH_IF_DRAWS_DISAGREE = 1.15
/** Interval and likelihood of a share without any answers. */
const ANY_SHARE = [0, 1] as const
const FLAT_LIKELIHOOD: PeakedLikelihood = { likelihood: () => 0, peak: { mean: 0.5, sd: 0.1 } }

/**
 * Decides about a goal of categories, given a tally.
 *
 * The posterior of the share of some categories is exact if the answers distinguish these from all others and nothing else. Otherwise it is
 * approximated by `expandedDraws`. Draws that all agree cannot show larger odds than their number. If larger odds are needed, because of
 * the confidence or of a prior that is as sure as the draws, the evidence is prior-free.
 *
 * Answers about all categories may show, by the other categories, whether truths like this one are even or sparse. That narrows an interval
 * of one share. For a threshold it is no evidence about the share in question, and a few draws do not show the probability of a threshold
 * far away. So for a threshold, the prior is combined with the prior-free normal approximation of the share. From a few hundred answers
 * about all categories that is overconfident, so posterior draws must agree too.
 */
export class CategoriesJudge implements GoalJudge {
  readonly goal: AimedGoal['goal']
  readonly aimed: AimedGoal
  private readonly options: JudgeOptions
  private readonly set: readonly number[] | undefined
  private prior: DrawnValues | undefined

  constructor(options: JudgeOptions) {
    this.options = options
    this.aimed = options.aimed
    this.goal = options.aimed.goal
    this.set = setOf(options.aimed, options.categories)
  }

  look(tally: Tally, rng: SeededRng, { start, sequence }: LookContext): Verdict {
    const { goal } = this
    const { confidence, guarantee } = this.options
    if (guarantee === 'anytime') return bandVerdict(this.aimed, sequence!, confidence)
    const { means, ...finding } =
      this.set === undefined
        ? this.byDraws(tally, rng, start)
        : 'within' in goal
          ? this.share(goal, this.set, tally, rng, start)
          : this.threshold(goal as SideGoal, this.set, tally, rng, start)
    return verdictOf(goal, finding, tally.size, means)
  }

  isRight(found: Found, theta: ArrayLike<number>): boolean {
    return isRight(this.goal, found, this.aimed.values(Float64Array.from(theta)))
  }

  /** Draws of θ given a tally, row by row. */
  draws(tally: Tally, count: number, rng: Rng, start?: Float64Array): Float64Array {
    return expandedDraws(tally, this.options.prior, count, rng, start).theta
  }

  private share(
    goal: ValueGoal,
    set: readonly number[],
    tally: Tally,
    rng: Rng,
    start: Float64Array | undefined,
  ): Looked {
    const exact = likelihoodOfOne(tally, set)
    if (exact) {
      const peaked = { likelihood: exact, peak: peakOf(exact) }
      return this.interval(goal, this.priorOf(set), peaked, peaked)
    }
    const rough = this.shareByDraws(goal, set, tally, DRAWS, rng, start)
    return rough.growth > NEAR ? rough : this.shareByDraws(goal, set, tally, CLOSER_DRAWS, rng, rough.means)
  }

  /** Judges an interval by the normal likelihood that gives the share's posterior the moments of posterior draws. */
  private shareByDraws(
    goal: ValueGoal,
    set: readonly number[],
    tally: Tally,
    count: number,
    rng: Rng,
    start: Float64Array | undefined,
  ): Looked {
    const { categories, prior, aimed } = this.options
    const { theta, concentrations } = expandedDraws(tally, prior, count, rng, start)
    const means = columnMeans(theta, categories)
    const { mean, sd } = scalarOf(aimed.values(theta))
    const peak = { mean, sd: Math.max(1e-9, sd) }
    const betas =
      prior === 'learned' ? learntPriorOfOne(concentrations, set.length, categories) : this.priorOf(set)
    const fitted = { likelihood: fittedLikelihood(betas, mean, peak.sd), peak }
    return { ...this.interval(goal, betas, fitted, this.likelihoodAlone(tally, means)), means }
  }

  private interval(
    { within }: ValueGoal,
    betas: Betas,
    { likelihood, peak }: PeakedLikelihood,
    alone: PeakedLikelihood | undefined,
  ): Looked {
    const { confidence } = this.options
    const law = lawOfOne(betas, likelihood, peak, confidence)
    const lawAlone = alone && lawOfOne(FLAT, alone.likelihood, alone.peak, confidence)
    const intervalAlone = lawAlone ? ([lawAlone.lower, lawAlone.upper] as const) : ANY_SHARE
    const intervals = [[law.lower, law.upper] as const, intervalAlone]
    return verdictOnValue({ intervals, probability: law.probability }, within)
  }

  private threshold(
    goal: SideGoal,
    set: readonly number[],
    tally: Tally,
    rng: Rng,
    start: Float64Array | undefined,
  ): Looked {
    const { confidence, categories, aimed } = this.options
    const exact = likelihoodOfOne(tally, set)
    const draws = exact ? undefined : this.draws(tally, DRAWS, rng, start)
    const means = draws && columnMeans(draws, categories)
    const { likelihood, peak } = exact
      ? { likelihood: exact, peak: peakOf(exact) }
      : (this.likelihoodAlone(tally, means!) ?? FLAT_LIKELIHOOD)
    const above = oddsAbove(this.priorOf(set), likelihood, peak, goal.above)
    const answer = above.prior + above.evidence > 0
    const odds = answer ? above : { prior: -above.prior, evidence: -above.evidence }
    const agreeing =
      draws && aimed.values(draws).filter(value => value > goal.above === answer).length / DRAWS
    const drawsAgree = agreeing === undefined || agreeing >= confidence
    return {
      settled: isSure(odds, confidence) && drawsAgree,
      answer,
      probability: probabilityOf(odds),
      ...growthByOdds(odds, confidence),
      ...(!drawsAgree && { growth: GROWTH_IF_DRAWS_DISAGREE }),
      means,
    }
  }

  /**
   * The prior-free likelihood of the share. If the answers do not identify all categories, only those answers count that distinguish the
   * set from all others.
   */
  private likelihoodAlone(tally: Tally, means: Float64Array): PeakedLikelihood | undefined {
    const found = estimateAlone(tally, this.influence(means), means)
    if (found) return { likelihood: found.likelihood, peak: found }
    const some = this.set && likelihoodOfSome(tally, this.set)
    return some && { likelihood: some, peak: peakOf(some) }
  }

  /** The prior distribution of the share. */
  private priorOf(set: readonly number[]): Betas {
    return priorOfOne(this.options.prior, set, this.options.categories)
  }

  private byDraws(tally: Tally, rng: Rng, start: Float64Array | undefined): Looked {
    const { goal } = this
    const rough = this.draws(tally, DRAWS, rng, start)
    const means = columnMeans(rough, tally.categories)
    const first = this.lookAt(tally, rough, means)
    const isClose = 'within' in goal ? first.growth <= NEAR : first.probability >= LIKELY
    if (!isClose) return { ...first, settled: false, means }
    const closer = this.draws(tally, CLOSER_DRAWS, rng, means)
    const all = new Float64Array(rough.length + closer.length)
    all.set(rough)
    all.set(closer, rough.length)
    const better = columnMeans(all, tally.categories)
    return { ...this.lookAt(tally, all, better), means: better }
  }

  private lookAt(tally: Tally, draws: Float64Array, means: Float64Array): Finding {
    const { goal, aimed } = this
    const { confidence } = this.options
    const values = aimed.values(draws)
    if ('within' in goal) {
      const alone = this.alone(tally, means)
      const half = alone && probit((1 + confidence) / 2) * alone.sd
      const intervals = [
        scalarOf(values).interval(confidence),
        ...(alone ? [[alone.mean - half!, alone.mean + half!] as const] : []),
      ]
      const probability = (from: number, to: number) =>
        values.filter(value => value >= from && value <= to).length / values.length
      return verdictOnValue({ intervals, probability }, goal.within)
    }
    const evidence = choiceEvidence(
      goal,
      { values, width: aimed.width },
      {
        worth: (WORTH * draws.length) / tally.categories,
        prior: answer => priorShareOf(goal, answer, this.priorValues()),
        alone: answer => {
          if ('order' in goal && !isOrderOfTwo(goal)) return true
          const alone = this.alone(tally, means)
          return alone === undefined || holdsAlone(goal, answer, alone, confidence)
        },
        beyond: answer => this.beyond(goal, answer, tally, means),
      },
    )
    return verdictOnChoice(evidence, confidence)
  }

  /** The prior-free evidence for an answer, for use when all draws agree. */
  private beyond(goal: ChoiceGoal, answer: Found, tally: Tally, means: Float64Array): number {
    if ('order' in goal && !isOrderOfTwo(goal)) return evidenceForTop(goal as OrderGoal, tally, means)
    const alone = this.alone(tally, means)
    return alone ? evidenceOfLead(goal, answer, alone) : 0
  }

  /** Prior-free normal approximation of the value, or of the difference of the first and the second value. */
  private alone(tally: Tally, means: Float64Array): NormalOfOne | undefined {
    const lead = leadFunctional(this.aimed)
    const contrast = this.influence(means)
    const found = estimateAlone(tally, contrast, means)
    if (found === undefined) return undefined
    // The value at the means, plus the linear change along the influence function.
    return { mean: lead.value(means, 0) + found.mean - dot(contrast, means), sd: found.sd }
  }

  private influence(means: Float64Array): Float64Array {
    const out = new Float64Array(means.length)
    writeInfluence(leadFunctional(this.aimed), means, out)
    return out
  }

  /** The values of the goal's queries at draws from the prior. */
  priorValues(): DrawnValues {
    const { prior, categories } = this.options
    this.prior ??= {
      values: this.aimed.values(
        drawDirichletPrior(prior, categories, PRIOR_DRAWS, stream('prior of a goal')),
      ),
      width: this.aimed.width,
    }
    return this.prior
  }
}

/** Result of an interim look, with the posterior means of all categories, if they were computed. */
type Looked = Finding & { readonly means?: Float64Array | undefined }
