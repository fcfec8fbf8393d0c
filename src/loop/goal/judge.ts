import { square } from '../../elementary/square.ts'
import type { Prior } from '../../posterior/contract/prior.ts'
import { expandedDraws } from '../../posterior/exact/expanded-draws.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import type { Rng } from '../../random/rng.ts'
import { stream } from '../../random/stream.ts'
import type { Band } from '../../sequence/confidence-sequence.ts'
import { estimateAlone, type NormalOfOne } from './answers-alone.ts'
import { decideByBand } from './anytime.ts'
import { drawPrior, likeliestAnswer, meanOf, shareRight, spreadOf } from './by-draws.ts'
import { growthUntilNext, isSure } from './evidence.ts'
import { type Answer, type Decision, type Goal, type GoalGuarantee, isRight } from './goal.ts'
import {
  type Betas,
  FLAT,
  fittedLikelihood,
  type LogLikelihoodOfOne,
  lawOfOne,
  learntPriorOfOne,
  likelihoodOfOne,
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
  readonly band?: Band | undefined
}

/** A decision, and what a later look may start from. */
export interface Verdict {
  readonly decision: Decision
  /** The posterior means of all categories, if the look has computed them. */
  readonly means: Float64Array | undefined
  /** The number of answers at which another look is worth its time. */
  readonly nextLook: number
}

/** A goal about one category. */
type OneGoal = Extract<Goal, { category: number } | { above: object }>

/** A likelihood of one category's frequency, with a normal law that says where it peaks and how wide it is there. */
interface PeakedLikelihood {
  readonly likelihood: LogLikelihoodOfOne
  readonly peak: NormalOfOne
}

/** What is known about one category. */
interface OneLikelihood extends PeakedLikelihood {
  /** The posterior means of all categories, if the likelihood comes from draws. */
  readonly means?: Float64Array
  /** The prior that these draws have learnt. */
  readonly prior?: Betas
  /** The likelihood that does not depend on a prior of the other categories; undefined if the answers say nothing about this one. */
  readonly alone: PeakedLikelihood | undefined
}

/** Fewer answers than this decide nothing, whatever the prior says. */
export const FIRST_ANSWERS = 100
/** Bands are looked at whenever the answers have grown by this factor. */
const BAND_GROWTH = 1.02
/** Number of draws for a look, and for the closer look that follows if the goal may be settled. */
const DRAWS = 120
const CLOSER_DRAWS = 500
/** If the next look would be due within this growth of the answers, a closer look is taken now. */
const NEAR = 1.1
/** An answer of this probability is worth a closer look. */
const LIKELY = 0.85
/** The interval of a frequency about which nothing is known. */
const NOTHING = { lower: 0, upper: 1 }

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
 * is that of `expandedDraws`, an approximation, and one Monte Carlo standard error is subtracted from probabilities. Answers about
 * all categories may show, by the other categories, whether truths like this one are even or sparse. That narrows an interval of
 * one frequency. For a threshold it is no evidence about the category in question, so there the likelihood of its own frequency
 * is combined with the original prior.
 */
export class Judge {
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
   * @param context.band the intervals that decide, if the guarantee is for every truth
   */
  look(tally: Tally, rng: Rng, { start, band }: LookContext): Verdict {
    const { goal, confidence, guarantee } = this.options
    if (guarantee === 'anytime') {
      const decision = decideByBand(goal, band!, confidence)
      return { decision, means: undefined, nextLook: tally.size * BAND_GROWTH }
    }
    const enough = tally.size >= FIRST_ANSWERS
    const found =
      'category' in goal || 'above' in goal
        ? this.lookAtOne(tally, rng, start)
        : this.lookAtMany(tally, rng, start)
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

  /** Draws of θ given a tally, row by row. */
  draws(tally: Tally, count: number, rng: Rng, start?: Float64Array): Float64Array {
    return expandedDraws(tally, this.options.prior, count, rng, start).theta
  }

  private lookAtOne(tally: Tally, rng: Rng, start: Float64Array | undefined) {
    const exact = likelihoodOfOne(tally, this.category)
    if (exact) {
      const alone = { likelihood: exact, peak: peakOf(exact) }
      return this.judgeOne({ ...alone, alone })
    }
    const rough = this.drawnLikelihood(tally, DRAWS, rng, start)
    const first = this.judgeOne(rough)
    if (first.growth > NEAR) return first
    return this.judgeOne(this.drawnLikelihood(tally, CLOSER_DRAWS, rng, rough.means))
  }

  /** The one category that the goal is about. */
  private get category(): number {
    const goal = this.goal as OneGoal
    return 'above' in goal ? goal.above.category : goal.category
  }

  /** What answers about all categories say about one: the normal likelihood that gives its posterior the moments of draws. */
  private drawnLikelihood(
    tally: Tally,
    count: number,
    rng: Rng,
    start: Float64Array | undefined,
  ): OneLikelihood {
    const { categories, prior } = this.options
    const { theta, concentrations } = expandedDraws(tally, prior, count, rng, start)
    const means = meanOf(theta, categories)
    const mean = means[this.category]
    const peak = {
      mean,
      sd: spreadOf(theta, categories, this.category, mean),
    }
    const learntPrior =
      prior === 'learned' ? learntPriorOfOne(concentrations, categories) : this.priorOfCategory
    return {
      likelihood: fittedLikelihood(learntPrior, mean, peak.sd),
      peak,
      means,
      prior: learntPrior,
      alone: this.likelihoodAlone(tally, means),
    }
  }

  /** What the answers alone say about the category. Only an interval needs it. */
  private likelihoodAlone(tally: Tally, means: Float64Array): PeakedLikelihood | undefined {
    const peak = 'category' in this.goal ? estimateAlone(tally, this.category, means) : undefined
    return peak && { likelihood: theta => -square((theta - peak.mean) / peak.sd) / 2, peak }
  }

  private judgeOne({ likelihood, peak, means, alone, prior = this.priorOfCategory }: OneLikelihood) {
    const { confidence } = this.options
    const goal = this.goal as OneGoal
    if ('category' in goal) {
      const law = lawOfOne(prior, likelihood, peak, 0.5, confidence)
      const lawAlone = alone ? lawOfOne(FLAT, alone.likelihood, alone.peak, 0.5, confidence) : NOTHING
      const lower = Math.min(law.lower, lawAlone.lower)
      const upper = Math.max(law.upper, lawAlone.upper)
      const answer = (lower + upper) / 2
      const settled = upper - lower <= 2 * goal.within
      // The width falls with the square root of the number of answers.
      const growth = Math.min(1.5, Math.max(1.03, 0.97 * square((upper - lower) / (2 * goal.within))))
      return { settled, answer, probability: confidence, means, growth }
    }
    const { threshold } = goal.above
    const probabilityAbove = (given: LogLikelihoodOfOne, where: { mean: number; sd: number }) =>
      lawOfOne(this.priorOfCategory, given, where, threshold, confidence).above
    const [after, before] = [
      probabilityAbove(likelihood, peak),
      probabilityAbove(() => 0, { mean: 0.5, sd: 0.1 }),
    ]
    const answer = after > 0.5
    const [probability, priorProbability] = answer ? [after, before] : [1 - after, 1 - before]
    const settled = isSure(probability, priorProbability, confidence)
    return {
      settled,
      answer,
      probability,
      means,
      growth: growthUntilNext(probability, priorProbability, confidence),
    }
  }

  /** The prior law of the one category that the goal is about. */
  private get priorOfCategory(): Betas {
    return priorOfOne(this.options.prior, this.category, this.options.categories)
  }

  private lookAtMany(tally: Tally, rng: Rng, start: Float64Array | undefined) {
    const { goal, confidence } = this.options
    const { categories: K } = tally
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
    const priorProbability = this.priorShare(answer, K)
    const settled = probability >= LIKELY && isSure(cautious, priorProbability, confidence)
    return {
      settled,
      answer,
      probability,
      means,
      growth: growthUntilNext(probability, priorProbability, confidence),
    }
  }

  /** The prior probability of an answer, from draws. Half a draw is added, so that it is never zero. */
  private priorShare(answer: Answer, categories: number): number {
    const { goal, prior } = this.options
    this.priorDraws ??= drawPrior(prior, categories, stream('prior of a goal'))
    const right = this.priorDraws.filter(theta => isRight(goal, answer, theta)).length
    return (right + 0.5) / (this.priorDraws.length + 1)
  }
}
