import type { OrderedKind } from '../../domain/kind.ts'
import { drain, drawingOf } from '../../posterior/draw-posterior.ts'
import { approximateSmooth } from '../../posterior/smooth/approximation.ts'
import { drawSmoothPrior } from '../../posterior/smooth/draw-prior.ts'
import { smoothKind } from '../../posterior/smooth/smooth.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import type { AimedGoal } from '../../query/aimed-goal.ts'
import { type Found, isRight } from '../../query/answer.ts'
import { writeInfluence } from '../../query/functional.ts'
import type { ValueGoal } from '../../query/parse-goal.ts'
import { scalarOf } from '../../query/scalar.ts'
import type { SeededRng } from '../../random/rng.ts'
import { stream } from '../../random/stream.ts'
import { normalCdf } from '../../special/normal-cdf.ts'
import { probit } from '../../special/probit.ts'
import { type ChoiceGoal, choiceEvidence, type DrawnValues, priorShareOf } from './choice.ts'
import { type GoalJudge, type LookContext, type Verdict, verdictOf } from './judge.ts'
import { type Finding, growthOfWidth, PRIOR_DRAWS, verdictOnChoice, verdictOnValue } from './verdict.ts'

/**
 * Number of chains of a closer look, of their draws, and of their warm-up steps. With one chain, or with one look within the width,
 * intervals would hold too rarely.
 */
const CHAINS = 2
const DRAWS = 250
/** Number of draws of a closer look, over all chains. */
export const LOOK_DRAWS = CHAINS * DRAWS
/** Number of independent draws that one draw counts as: successive draws are correlated. */
export const LOOK_WORTH = 1 / 2
const WARMUP = 100
/** A closer look is taken if the half-width of the normal approximation is at most this many times the width of the goal. */
export const NEAR = 1.1

/**
 * Decides about a goal of a number or a scale, under the smooth law. An interval is first judged by the normal approximation of the
 * posterior, which is cheap, and then by draws of two chains.
 */
export class SmoothJudge implements GoalJudge {
  readonly goal: AimedGoal['goal']
  readonly aimed: AimedGoal
  readonly confidence: number
  private readonly range: OrderedKind
  private prior: DrawnValues | undefined

  constructor(range: OrderedKind, aimed: AimedGoal, confidence: number) {
    this.range = range
    this.aimed = aimed
    this.goal = aimed.goal
    this.confidence = confidence
  }

  look(tally: Tally, rng: SeededRng, { start }: LookContext): Verdict {
    const { goal } = this
    if (!('within' in goal)) return verdictOf(goal, this.choose(goal, this.draw(tally, rng)), tally.size)
    const approximation = approximateSmooth(tally, this.range, start)
    const { theta, place } = approximation
    const [functional] = this.aimed.functionals
    const influence = new Float64Array(theta.length)
    writeInfluence(functional, theta, influence)
    const sd = approximation.sdOf(influence)
    const half = probit((1 + this.confidence) / 2) * sd
    const finding: Finding =
      half > NEAR * goal.within
        ? {
            settled: false,
            answer: functional.value(theta, 0),
            // Probability under the normal approximation.
            probability: 2 * normalCdf(goal.within / sd) - 1,
            ...growthOfWidth(half / goal.within),
          }
        : this.measure(goal, this.draw(tally, rng))
    return verdictOf(goal, finding, tally.size, place)
  }

  isRight(found: Found, theta: ArrayLike<number>): boolean {
    return isRight(this.goal, found, this.aimed.values(Float64Array.from(theta)))
  }

  private measure({ within }: ValueGoal, draws: Float64Array): Finding {
    const values = this.aimed.values(draws)
    const probability = (from: number, to: number) =>
      values.filter(value => value >= from && value <= to).length / values.length
    return verdictOnValue({ intervals: [scalarOf(values).interval(this.confidence)], probability }, within)
  }

  private choose(goal: ChoiceGoal, draws: Float64Array): Finding {
    const queryValues = { values: this.aimed.values(draws), width: this.aimed.width }
    const evidence = choiceEvidence(goal, queryValues, {
      worth: LOOK_WORTH * LOOK_DRAWS,
      prior: answer => priorShareOf(goal, answer, this.priorValues),
      // There is no prior-free evidence: without a prior, the density has as many parameters as bins.
      alone: () => true,
    })
    return verdictOnChoice(evidence, this.confidence)
  }

  /** Values of the goal's queries at draws from the prior. */
  get priorValues(): DrawnValues {
    const { aimed, range } = this
    this.prior ??= {
      values: aimed.values(drawSmoothPrior(range, PRIOR_DRAWS, stream('prior of a goal'))),
      width: aimed.width,
    }
    return this.prior
  }

  private draw(tally: Tally, rng: SeededRng): Float64Array {
    const effort = { warmup: WARMUP, draws: DRAWS, chains: CHAINS, seed: rng.uint32() }
    return drain(drawingOf(tally, smoothKind(this.range), effort)).draws
  }
}
