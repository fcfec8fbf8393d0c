import { square } from '../../elementary/square.ts'
import { type Answer, type Decision, type Goal, type GoalGuarantee, isRight } from '../../goal/goal.ts'
import type { NumericGoal } from '../../goal/numeric-goal.ts'
import type { Prior } from '../../posterior/kind/prior.ts'
import { expandedDraws } from '../../posterior/samplers/expanded-draws.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import type { Rng, SeededRng } from '../../random/rng.ts'
import { stream } from '../../random/stream.ts'
import type { ConfidenceSequence } from '../../sequence/confidence-sequence.ts'
import { estimateAlone, type NormalOfOne } from './answers-alone.ts'
import { decideByBand, levelFor } from './anytime.ts'
import { drawPrior, likeliestAnswer, meanOf, shareRight, spreadOf } from './by-draws.ts'
import { growthUntilNext, isSure, logOdds, probabilityOf } from './evidence.ts'
import { evidenceAlone, type ManyGoal } from './evidence-alone.ts'
import type { Betas } from './frequency-cells.ts'
import {
  FLAT,
  fittedLikelihood,
  type LogLikelihoodOfOne,
  lawOfOne,
  learntPriorOfOne,
  likelihoodOfOne,
  oddsAbove,
  peakOf,
  priorOfOne,
} from './one-category.ts'

/** What a judge is made from. */
export interface JudgeOptions {
  readonly categories: number
  readonly goal: Goal
  /** How sure an answer has to be: above ½, below 1. */
  readonly confidence: number
  readonly prior: Prior
  readonly guarantee: GoalGuarantee
}

/** What a look may be given besides the tally. */
export interface LookContext {
  readonly start?: Float64Array | undefined
  readonly sequence?: ConfidenceSequence | undefined
}

/** A decision, and what a later look may start from. */
export interface Verdict {
  readonly decision: Decision
  /** The posterior means of all categories, if the look has computed them. */
  readonly means: Float64Array | undefined
  /** The number of answers at which another look is worth its time. */
  readonly nextLook: number
}

/** What decides about the goal of a collection. */
export interface GoalJudge {
  readonly goal: Goal | NumericGoal
  /** The decision at this tally. Looking changes nothing. */
  look(tally: Tally, rng: SeededRng, context: LookContext): Verdict
  /** Whether an answer is right for this law. */
  isRight(answer: Answer, theta: ArrayLike<number>): boolean
}

/** Goals about one category. */
type WithinGoal = Extract<Goal, { category: number }>
type AboveGoal = Extract<Goal, { above: object }>

/** A likelihood of one category's frequency, with a normal law that says where it peaks and how wide it is there. */
interface PeakedLikelihood {
  readonly likelihood: LogLikelihoodOfOne
  readonly peak: NormalOfOne
}

/** What a look at a goal finds. */
interface Found extends Pick<Decision, 'settled' | 'answer' | 'probability'> {
  /** The factor by which the answers should grow until the next look. */
  readonly growth: number
  /** The posterior means of all categories, if they were computed. */
  readonly means?: Float64Array | undefined
}

/** Fewer answers than this decide nothing, whatever the prior says. */
export const FIRST_ANSWERS = 100
/** Bands are looked at whenever the answers have grown by this factor. */
const BAND_GROWTH = 1.02
/** Number of draws for a look, and for the closer look that follows if the goal may be settled. */
export const DRAWS = 120
export const CLOSER_DRAWS = 500
/** If the next look would be due within this growth of the answers, a closer look is taken now. */
const NEAR = 1.1
/** An answer of this probability is worth a closer look. */
export const LIKELY = 0.85
/** The growth of the answers until the next look if draws from the posterior disagree with what the answers alone say. */
export const GROWTH_IF_DRAWS_DISAGREE = 1.15
/** The interval and the likelihood of a frequency about which nothing is known. */
const ANY_FREQUENCY = { lower: 0, upper: 1 }
const FLAT_LIKELIHOOD: PeakedLikelihood = { likelihood: () => 0, peak: { mean: 0.5, sd: 0.1 } }

/**
 * Decides what a tally says about a goal. An answer is sure enough if
 *
 *     posterior odds ≥ max(1, prior odds) · confidence/(1 − confidence).
 *
 * This asks for two things. First, the answer has to be as probable as the confidence. So, over truths drawn from the prior, at
 * most a share of `1 − confidence` of all settled answers is wrong, however often one looks. Second, it is people's answers that
 * have to make it so, and the prior alone settles nothing. So, if the prior all but excludes the truth, the wrong answer still
 * needs evidence of its own, which it gets with probability `(1 − confidence)/confidence` at most. For a fixed truth that is hard
 * to tell, nothing is promised.
 *
 * A frequency is settled if two intervals lie within one of ± `within`, whose middle is the answer: that of the posterior, and that
 * of the answers alone, under a flat prior. The first makes the answer right over truths drawn from the prior. The second makes it
 * right about as often for a truth that the prior all but excludes. The two come together when the answers outweigh the prior.
 *
 * The posterior is exact if the answers only tell one category from all others and the goal is about that category. Otherwise it
 * is that of `expandedDraws`, an approximation, and one Monte Carlo standard error is subtracted from probabilities. Draws that
 * all agree cannot show larger odds than their number. Where more is needed, because of the confidence or of a prior that is as
 * sure as the draws, the evidence is that of the answers alone.
 *
 * Answers about all categories may show, by the other categories, whether truths like this one are even or sparse. That narrows an
 * interval of one frequency. For a threshold it is no evidence about the category in question, and a few draws do not show how
 * probable a threshold far away is. For a threshold, the prior therefore meets the normal approximation of what the answers alone say
 * about the category. From a few hundred answers about all categories that is overconfident, so draws from the posterior must agree too.
 */
export class Judge implements GoalJudge {
  readonly goal: Goal
  private readonly options: JudgeOptions
  private priorDraws: Float64Array[] | undefined

  constructor(options: JudgeOptions) {
    this.options = options
    this.goal = options.goal
  }

  /**
   * The decision at this tally.
   *
   * @param context.start the posterior means, about, if they are known: spares an expansion
   * @param context.sequence the intervals that decide, if the guarantee is for every truth
   */
  look(tally: Tally, rng: Rng, { start, sequence }: LookContext): Verdict {
    const { goal, confidence, guarantee } = this.options
    if (guarantee === 'anytime') {
      const decision = decideByBand(goal, sequence!.at(levelFor(goal, confidence)), confidence)
      return { decision, means: undefined, nextLook: tally.size * BAND_GROWTH }
    }
    const enough = tally.size >= FIRST_ANSWERS
    const found =
      'category' in goal
        ? this.lookAtFrequency(goal, tally, rng, start)
        : 'above' in goal
          ? this.lookAtThreshold(goal, tally, rng, start)
          : this.lookAtMany(goal, tally, rng, start)
    const { settled, answer, probability, means, growth } = found
    return {
      decision: {
        settled: settled && enough,
        answer,
        probability,
        answers: tally.size,
      },
      means,
      nextLook: Math.max(FIRST_ANSWERS, tally.size * growth),
    }
  }

  isRight(answer: Answer, theta: ArrayLike<number>): boolean {
    return isRight(this.goal, answer, theta)
  }

  /** Draws of θ given a tally, row by row. */
  draws(tally: Tally, count: number, rng: Rng, start?: Float64Array): Float64Array {
    return expandedDraws(tally, this.options.prior, count, rng, start).theta
  }

  private lookAtFrequency(goal: WithinGoal, tally: Tally, rng: Rng, start: Float64Array | undefined) {
    const exact = likelihoodOfOne(tally, goal.category)
    if (exact) {
      const peaked = { likelihood: exact, peak: peakOf(exact) }
      return this.judgeInterval(goal, this.priorOf(goal.category), peaked, peaked)
    }
    const rough = this.lookByDraws(goal, tally, DRAWS, rng, start)
    return rough.growth > NEAR ? rough : this.lookByDraws(goal, tally, CLOSER_DRAWS, rng, rough.means)
  }

  /** By the normal likelihood that gives the posterior of one category the moments of draws. */
  private lookByDraws(
    goal: WithinGoal,
    tally: Tally,
    count: number,
    rng: Rng,
    start: Float64Array | undefined,
  ) {
    const { categories, prior } = this.options
    const { theta, concentrations } = expandedDraws(tally, prior, count, rng, start)
    const means = meanOf(theta, categories)
    const mean = means[goal.category]
    const peak = { mean, sd: spreadOf(theta, categories, goal.category, mean) }
    const betas =
      prior === 'learned' ? learntPriorOfOne(concentrations, categories) : this.priorOf(goal.category)
    const fitted = { likelihood: fittedLikelihood(betas, mean, peak.sd), peak }
    return { ...this.judgeInterval(goal, betas, fitted, likelihoodAlone(tally, goal.category, means)), means }
  }

  private judgeInterval(
    { within }: WithinGoal,
    betas: Betas,
    { likelihood, peak }: PeakedLikelihood,
    alone: PeakedLikelihood | undefined,
  ): Found {
    const { confidence } = this.options
    const law = lawOfOne(betas, likelihood, peak, confidence)
    const lawAlone = alone ? lawOfOne(FLAT, alone.likelihood, alone.peak, confidence) : ANY_FREQUENCY
    const lower = Math.min(law.lower, lawAlone.lower)
    const upper = Math.max(law.upper, lawAlone.upper)
    const answer = (lower + upper) / 2
    return {
      settled: upper - lower <= 2 * within,
      answer,
      probability: law.probability(answer - within, answer + within),
      // The width falls with the square root of the number of answers.
      growth: Math.min(1.5, Math.max(1.03, 0.97 * square((upper - lower) / (2 * within)))),
    }
  }

  private lookAtThreshold(goal: AboveGoal, tally: Tally, rng: Rng, start: Float64Array | undefined): Found {
    const { confidence, categories } = this.options
    const { category, threshold } = goal.above
    const exact = likelihoodOfOne(tally, category)
    const draws = exact ? undefined : this.draws(tally, DRAWS, rng, start)
    const means = draws && meanOf(draws, categories)
    const { likelihood, peak } = exact
      ? { likelihood: exact, peak: peakOf(exact) }
      : (likelihoodAlone(tally, category, means!) ?? FLAT_LIKELIHOOD)
    const above = oddsAbove(this.priorOf(category), likelihood, peak, threshold)
    const answer = above.prior + above.evidence > 0
    const odds = answer ? above : { prior: -above.prior, evidence: -above.evidence }
    const drawsAgree = draws === undefined || shareRight(goal, answer, draws, categories) >= confidence
    return {
      settled: isSure(odds, confidence) && drawsAgree,
      answer,
      probability: probabilityOf(odds),
      growth: drawsAgree ? growthUntilNext(odds, confidence) : GROWTH_IF_DRAWS_DISAGREE,
      means,
    }
  }

  /** The prior law of one category. */
  private priorOf(category: number): Betas {
    return priorOfOne(this.options.prior, category, this.options.categories)
  }

  private lookAtMany(goal: ManyGoal, tally: Tally, rng: Rng, start: Float64Array | undefined): Found {
    const { categories: K } = tally
    const { confidence } = this.options
    let draws = this.draws(tally, DRAWS, rng, start)
    let means = meanOf(draws, K)
    let answer = likeliestAnswer(goal, draws, means)
    let probability = shareRight(goal, answer, draws, K)
    if (probability >= LIKELY) {
      const closer = this.draws(tally, CLOSER_DRAWS, rng, means)
      const all = new Float64Array(draws.length + closer.length)
      all.set(draws)
      all.set(closer, draws.length)
      draws = all
      means = meanOf(draws, K)
      answer = likeliestAnswer(goal, draws, means)
      probability = shareRight(goal, answer, draws, K)
    }
    const count = draws.length / K
    // Successive draws are not quite independent, so they count for half.
    const error = Math.sqrt((2 * probability * (1 - probability)) / count)
    const cautious = Math.min(probability - error, 1 - 1 / count)
    const prior = logOdds(this.priorShare(answer, K))
    const oddsAt = (shown: number) => ({ prior, evidence: logOdds(shown) - prior })
    const settled = probability >= LIKELY && isSure(oddsAt(cautious), confidence)
    const found = { settled, answer, probability, means }
    if (settled || probability < 1) {
      return { ...found, growth: growthUntilNext(oddsAt(probability), confidence) }
    }
    // Draws that all agree cannot show larger odds than their number, and these are not enough.
    const odds = { prior, evidence: evidenceAlone(goal, answer, tally, means) }
    return { ...found, settled: isSure(odds, confidence), growth: growthUntilNext(odds, confidence) }
  }

  /** The prior probability of an answer, from draws. Half a draw is added, so that it is never zero. */
  private priorShare(answer: Answer, categories: number): number {
    const { goal, prior } = this.options
    this.priorDraws ??= drawPrior(prior, categories, stream('prior of a goal'))
    const right = this.priorDraws.filter(theta => isRight(goal, answer, theta)).length
    return (right + 0.5) / (this.priorDraws.length + 1)
  }
}

/** What the answers alone say about one category. */
function likelihoodAlone(tally: Tally, category: number, means: Float64Array): PeakedLikelihood | undefined {
  const found = estimateAlone(tally, category, means)
  return found && { likelihood: found.likelihood, peak: found }
}
