import type { OrderedKind } from '../../domain/kind.ts'
import { binFrom } from '../../domain/ordered.ts'
import { square } from '../../elementary/square.ts'
import type { Decision } from '../../goal/goal.ts'
import type { NumericGoal } from '../../goal/numeric-goal.ts'
import { Chains } from '../../posterior/chains/chains.ts'
import { approximateSmooth } from '../../posterior/smooth/approximation.ts'
import { drawSmoothPrior } from '../../posterior/smooth/draw-prior.ts'
import { smooth } from '../../posterior/smooth/smooth.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import { beliefOf, type Functional } from '../../query/functional.ts'
import { expectationOf, quantileOf, tailOf } from '../../query/of-numbers.ts'
import type { SeededRng } from '../../random/rng.ts'
import { stream } from '../../random/stream.ts'
import { normalCdf } from '../../special/normal-cdf.ts'
import { probit } from '../../special/probit.ts'
import { growthUntilNext, isSure, logOdds } from './evidence.ts'
import { FIRST_ANSWERS, type GoalJudge, type LookContext, type Verdict } from './judge.ts'

/** Chains and draws of a closer look, and the steps before them. One chain, and its first crossing, would hold too rarely. */
const CHAINS = 2
const DRAWS = 250
/** How many draws a closer look has in all. */
export const LOOK_DRAWS = CHAINS * DRAWS
const WARMUP = 100
const PRIOR_DRAWS = 2000
/** A closer look is taken where the normal approximation's half-width is at most this many times what is asked for. */
export const NEAR = 1.1
/** The smallest and the largest factor by which the answers grow from one look to the next. */
const LEAST_GROWTH = 1.03
const MOST_GROWTH = 1.5

/**
 * Decides what a tally says about a question about a number, under the smooth law. An interval is first judged by the normal
 * approximation of the posterior, which is cheap, and then by draws of two chains. A threshold is settled as for categories: the
 * answer is as probable as the confidence, and it is the answers that make it so, and not the prior.
 */
export class NumericJudge implements GoalJudge {
  readonly goal: NumericGoal
  readonly confidence: number
  private readonly range: OrderedKind
  private readonly functional: Functional
  private priorShare: number | undefined

  constructor(range: OrderedKind, goal: NumericGoal, confidence: number) {
    this.range = range
    this.goal = goal
    this.confidence = confidence
    this.functional = functionalOf(goal, range)
  }

  /**
   * The decision at this tally.
   *
   * @param context.start `means` of an earlier verdict: spares a search
   */
  look(tally: Tally, rng: SeededRng, { start }: LookContext): Verdict {
    const { settled, answer, probability, growth, place } =
      'above' in this.goal
        ? this.threshold(tally, rng)
        : this.interval(tally, rng, approximateSmooth(tally, this.range.first, start))
    const decision: Decision = {
      settled: settled && tally.size >= FIRST_ANSWERS,
      answer,
      probability,
      answers: tally.size,
    }
    return { decision, means: place, nextLook: Math.max(FIRST_ANSWERS, tally.size * growth) }
  }

  /** Whether an answer is right for this law of the cells. */
  isRight(answer: Decision['answer'], theta: ArrayLike<number>): boolean {
    const value = this.functional.value(Float64Array.from(theta), 0)
    if ('above' in this.goal) return answer === value > this.goal.above.threshold
    return Math.abs((answer as number) - value) <= this.goal.within
  }

  private interval(tally: Tally, rng: SeededRng, approximation: ReturnType<typeof approximateSmooth>) {
    const { within } = this.goal as { within: number }
    const { theta, place } = approximation
    const influence = new Float64Array(theta.length)
    this.functional.influence!(theta, influence)
    const z = probit((1 + this.confidence) / 2)
    const rough = z * approximation.sdOf(influence)
    if (rough > NEAR * within) {
      const answer = this.functional.value(theta, 0)
      return {
        settled: false,
        answer,
        probability: probabilityWithin(within, rough / z),
        growth: growthFor(rough / within),
        place,
      }
    }
    const draws = this.draw(tally, rng)
    const belief = beliefOf(this.functional, draws, this.range.cells)
    const [lower, upper] = belief.interval(this.confidence)
    const answer = (lower + upper) / 2
    const indicator: Functional = {
      name: 'within',
      value: (all, at) => Number(Math.abs(this.functional.value(all, at) - answer) <= within),
    }
    const probability = beliefOf(indicator, draws, this.range.cells).mean
    const half = (upper - lower) / 2
    return { settled: half <= within, answer, probability, growth: growthFor(half / within), place }
  }

  private threshold(tally: Tally, rng: SeededRng) {
    const { above } = this.goal as Extract<NumericGoal, { above: object }>
    const draws = this.draw(tally, rng)
    const cells = this.range.cells
    const exceeds: Functional = {
      name: 'above',
      value: (all, at) => Number(this.functional.value(all, at) > above.threshold),
    }
    const share = beliefOf(exceeds, draws, cells).mean
    this.priorShare ??= priorShareOf(this.functional, above.threshold, this.range)
    const { answer, right, odds } = sideOf(share, this.priorShare, draws.length / cells)
    return {
      settled: isSure(odds, this.confidence),
      answer,
      probability: right,
      growth: growthUntilNext(odds, this.confidence),
      place: undefined,
    }
  }

  private draw(tally: Tally, rng: SeededRng): Float64Array {
    const sampler = smooth({ tally, warmup: WARMUP, first: this.range.first })
    const seed = rng.uint32()
    const chains = new Chains(sampler, tally.categories, CHAINS, DRAWS, chain => stream(seed, 'chain', chain))
    for (const _ of chains.discard(WARMUP));
    for (const _ of chains.keep(DRAWS));
    return chains.drawn().draws
  }
}

/** On which side of a threshold a number is, by the share of so many posterior draws above it, and how sure that is. */
export function sideOf(share: number, priorShare: number, count: number) {
  const answer = share > 0.5
  const right = answer ? share : 1 - share
  // Successive draws are not quite independent, so they count for half; and draws that all agree show no more than their number.
  const cautious = Math.min(right - Math.sqrt((2 * right * (1 - right)) / count), 1 - 1 / count)
  const prior = logOdds(answer ? priorShare : 1 - priorShare)
  return { answer, right, odds: { prior, evidence: logOdds(Math.max(cautious, 1 / count)) - prior } }
}

/** The prior probability that a number is above a threshold, from draws. Half a draw is added, so that it is never 0 or 1. */
export function priorShareOf(
  { value }: Functional,
  threshold: number,
  { cells, first }: OrderedKind,
): number {
  const draws = drawSmoothPrior(cells, PRIOR_DRAWS, stream('prior of a goal'), first)
  const exceeds: Functional = { name: 'above', value: (all, at) => Number(value(all, at) > threshold) }
  return (beliefOf(exceeds, draws, cells).mean * PRIOR_DRAWS + 0.5) / (PRIOR_DRAWS + 1)
}

/** The number that a goal asks for. */
export function functionalOf(goal: NumericGoal, range: OrderedKind): Functional {
  if ('quantile' in goal) return quantileOf(range, goal.quantile)
  if ('mean' in goal) return expectationOf(range)
  const { value } = goal.above
  return tailOf(range, range.first + binFrom(range, 'goal.above.value', value), `the share from ${value} on`)
}

/** The factor by which the answers grow until the next look, by how much wider than ± within the interval is. */
export const growthFor = (ratio: number) =>
  Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, 0.97 * square(ratio)))

/** The probability of ± within, under the normal approximation with this standard deviation. */
const probabilityWithin = (within: number, sd: number) => 2 * normalCdf(within / sd) - 1
