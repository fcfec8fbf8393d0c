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

/** What a judge has to go by. */
export interface JudgeOptions {
  readonly categories: number
  readonly goal: Goal
  /** How sure is sure enough: above ½, below 1. */
  readonly confidence: number
  readonly prior: Prior
  readonly guarantee: GoalGuarantee
}

/** What a look may be given besides the tally. */
export interface KnownOfGoal {
  readonly start?: Float64Array | undefined
  readonly band?: Band | undefined
}

/** A decision, and where θ is about: where a later look may start. */
export interface Verdict {
  readonly decision: Decision
  readonly about: Float64Array | undefined
  /** The number of answers from which on another look is worth its time. */
  readonly nextLook: number
}

/** A goal about one category. */
type OneGoal = Extract<Goal, { category: number } | { above: object }>

/** A likelihood of one category's frequency, and where it peaks. */
interface Peak {
  readonly likelihood: LogLikelihoodOfOne
  readonly about: NormalOfOne
}

/** What is known of one category: a likelihood, and where the posterior is about. */
interface OneLikelihood extends Peak {
  /** The mean of all categories, where draws gave the likelihood, and the prior that they have learnt. */
  readonly near?: Float64Array
  readonly known?: Betas
  /** The likelihood that owes nothing to the prior of the other categories; undefined where the answers say nothing about this one. */
  readonly alone: Peak | undefined
}

/** Fewer answers decide nothing, whatever the prior says. */
export const FIRST_ANSWERS = 100
/** Bands are looked at when the answers have grown by this. */
const BAND_GROWTH = 1.02
/** Draws of a look, and of the closer one that it gets where it may settle. */
const DRAWS = 120
const CLOSER_DRAWS = 500
/** Where the next look is due by so much, the one at hand is worth a closer one. */
const NEAR = 1.1
/** An answer of this probability is worth a closer look. */
const LIKELY = 0.85
/** What is known of a frequency before anyone answers. */
const NOTHING = { lower: 0, upper: 1 }

/**
 * Says what a tally says about a goal. An answer is sure enough where
 *
 *     posterior odds ≥ max(1, prior odds) · confidence/(1 − confidence):
 *
 * it is as probable as that, and it is the answers that make it so: the prior alone settles nothing. By the first, over truths
 * drawn from the prior, at most a share of `1 − confidence` of all settled answers is wrong, however often one looks. By the
 * second, where the prior all but excludes the truth, the wrong answer needs evidence of its own, which it gets with
 * probability `(1 − confidence)/confidence` at most. For a fixed truth that is hard to tell nothing is promised.
 *
 * A frequency is settled where two intervals lie within one of ± `within`, whose middle is the answer: that of the posterior, and
 * that of the answers alone, under a flat prior. The first makes it right over truths drawn from the prior. The second makes it right
 * about as often for a truth that the prior all but excludes: they come together when the answers outweigh the prior.
 *
 * The posterior is exact where the answers tell one category from all others and the goal is about that one; elsewhere it is that of
 * `expandedDraws`, an approximation, and a probability counts less one Monte Carlo standard error. Answers about all categories may
 * show by the others that truths like this one are even, or sparse. That narrows an interval of one frequency. Against a threshold it is
 * no evidence about the category that was asked for: there the likelihood of its own frequency meets the prior as it was.
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
   * @param known.start where θ is about, if that is known: spares an expansion
   * @param known.band the intervals that decide, where the guarantee is for every truth
   */
  look(tally: Tally, rng: Rng, { start, band }: KnownOfGoal): Verdict {
    const { goal, confidence, guarantee } = this.options
    if (guarantee === 'anytime') {
      const decision = decideByBand(goal, band!, confidence)
      return { decision, about: undefined, nextLook: tally.size * BAND_GROWTH }
    }
    const enough = tally.size >= FIRST_ANSWERS
    const about =
      'category' in goal || 'above' in goal
        ? this.lookAtOne(tally, rng, start)
        : this.lookAtMany(tally, rng, start)
    const { settled, answer, probability, near, growth } = about
    return {
      decision: {
        settled: settled && enough,
        answer,
        probability,
        answers: tally.size,
      },
      about: near,
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
      const alone = { likelihood: exact, about: peakOf(exact) }
      return this.judgeOne({ ...alone, alone })
    }
    const rough = this.drawnLikelihood(tally, DRAWS, rng, start)
    const first = this.judgeOne(rough)
    if (first.growth > NEAR) return first
    return this.judgeOne(this.drawnLikelihood(tally, CLOSER_DRAWS, rng, rough.near))
  }

  /** The one category that the goal is about. */
  private get category(): number {
    const goal = this.goal as OneGoal
    return 'above' in goal ? goal.above.category : goal.category
  }

  /** What answers about all categories say about one: the normal likelihood under which its posterior is that of draws. */
  private drawnLikelihood(
    tally: Tally,
    count: number,
    rng: Rng,
    start: Float64Array | undefined,
  ): OneLikelihood {
    const { categories, prior } = this.options
    const { theta, concentrations } = expandedDraws(tally, prior, count, rng, start)
    const near = meanOf(theta, categories)
    const mean = near[this.category]
    const about = {
      mean,
      sd: spreadOf(theta, categories, this.category, mean),
    }
    const known = prior === 'learned' ? learntPriorOfOne(concentrations, categories) : this.priorOfIt
    return {
      likelihood: fittedLikelihood(known, mean, about.sd),
      about,
      near,
      known,
      alone: this.peakAlone(tally, near),
    }
  }

  /** Needed for an interval only. */
  private peakAlone(tally: Tally, near: Float64Array): Peak | undefined {
    const about = 'category' in this.goal ? estimateAlone(tally, this.category, near) : undefined
    return about && { likelihood: theta => -square((theta - about.mean) / about.sd) / 2, about }
  }

  private judgeOne({ likelihood, about, near, alone, known = this.priorOfIt }: OneLikelihood) {
    const { confidence } = this.options
    const goal = this.goal as OneGoal
    if ('category' in goal) {
      const law = lawOfOne(known, likelihood, about, 0.5, confidence)
      const own = alone ? lawOfOne(FLAT, alone.likelihood, alone.about, 0.5, confidence) : NOTHING
      const lower = Math.min(law.lower, own.lower)
      const upper = Math.max(law.upper, own.upper)
      const answer = (lower + upper) / 2
      const settled = upper - lower <= 2 * goal.within
      // The width falls with the root of the number of answers.
      const growth = Math.min(1.5, Math.max(1.03, 0.97 * square((upper - lower) / (2 * goal.within))))
      return { settled, answer, probability: confidence, near, growth }
    }
    const { threshold } = goal.above
    const aboveGiven = (given: LogLikelihoodOfOne, at: { mean: number; sd: number }) =>
      lawOfOne(this.priorOfIt, given, at, threshold, confidence).above
    const [after, before] = [aboveGiven(likelihood, about), aboveGiven(() => 0, { mean: 0.5, sd: 0.1 })]
    const answer = after > 0.5
    const [probability, prior] = answer ? [after, before] : [1 - after, 1 - before]
    const settled = isSure(probability, prior, confidence)
    return {
      settled,
      answer,
      probability,
      near,
      growth: growthUntilNext(probability, prior, confidence),
    }
  }

  private get priorOfIt(): Betas {
    return priorOfOne(this.options.prior, this.category, this.options.categories)
  }

  private lookAtMany(tally: Tally, rng: Rng, start: Float64Array | undefined) {
    const { goal, confidence } = this.options
    const { categories: K } = tally
    let draws = this.draws(tally, DRAWS, rng, start)
    let near = meanOf(draws, K)
    let answer = likeliestAnswer(goal, draws, near)
    let probability = shareRight(goal, answer, draws, K)
    if (probability >= LIKELY) {
      const closer = this.draws(tally, CLOSER_DRAWS, rng, near)
      const all = new Float64Array(draws.length + closer.length)
      all.set(draws)
      all.set(closer, draws.length)
      draws = all
      near = meanOf(draws, K)
      answer = likeliestAnswer(goal, draws, near)
      probability = shareRight(goal, answer, draws, K)
    }
    const count = draws.length / K
    // Successive draws are not quite independent: they count for half.
    const error = Math.sqrt((2 * probability * (1 - probability)) / count)
    const shown = Math.min(probability - error, 1 - 1 / count)
    const before = this.priorShare(answer, K)
    const settled = probability >= LIKELY && isSure(shown, before, confidence)
    return {
      settled,
      answer,
      probability,
      near,
      growth: growthUntilNext(probability, before, confidence),
    }
  }

  /** How probable the prior finds an answer: at least one in so many draws. */
  private priorShare(answer: Answer, categories: number): number {
    const { goal, prior } = this.options
    this.priorDraws ??= drawPrior(prior, categories, stream('prior of a goal'))
    const right = this.priorDraws.filter(theta => isRight(goal, answer, theta)).length
    return (right + 0.5) / (this.priorDraws.length + 1)
  }
}
