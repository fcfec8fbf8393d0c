import { type ChoiceGoal, type DrawnValues, holdsAlone, priorShareOf } from '../loop/goal/choice.ts'
import { growthOfWidth, verdictOnChoice } from '../loop/goal/verdict.ts'
import { type AimedGoal, leadFunctional } from '../query/aimed-goal.ts'
import type { Found } from '../query/answer.ts'
import { drawBinomial } from '../random/binomial.ts'
import { drawNormal } from '../random/normal.ts'
import type { SeededRng } from '../random/rng.ts'
import { normalCdf } from '../special/normal-cdf.ts'
import { probit } from '../special/probit.ts'
import { type Asked, askedWithin } from './planner.ts'
import { errorPath, widthNoise } from './play.ts'

/** Settings of the looks at a goal that has no rule of its own. */
export interface Looking {
  readonly confidence: number
  /** Number of posterior draws of a look, and the share of them that counts as independent. */
  readonly draws: number
  readonly worth: number
  /** Values of the goal's queries at draws from the prior; for goals with a few answers. */
  readonly prior: () => DrawnValues
  /** Whether the prior-free estimate has to agree. */
  readonly needsAlone: boolean
  /** The factor by which answers grow until the next look, if it is constant. */
  readonly growth?: number
}

/**
 * Plans a goal whose value, or whose difference of two values, has a normal posterior about an estimate with a normal error.
 *
 * @param truth the true value or difference
 * @param sdAt the standard deviation of the estimate after n answers
 */
export function askedFunctional(
  { goal }: Pick<AimedGoal, 'goal'>,
  truth: number,
  sdAt: (n: number) => number,
  looking: Looking,
): Asked {
  const { confidence, draws, growth: fixed } = looking
  if ('within' in goal) {
    const z = probit((1 + confidence) / 2)
    const noise = widthNoise(confidence, draws)
    const begin = () => (n: number, rng: SeededRng) => z * sdAt(n) * (1 + noise * drawNormal(rng))
    return askedWithin(begin, goal.within, ratio => fixed ?? growthOfWidth(ratio).growth)
  }
  const priors = new Map<Found, number>()
  const priorOf = (answer: Found) => {
    const found = priors.get(answer) ?? priorShareOf(goal, answer, looking.prior())
    priors.set(answer, found)
    return found
  }
  return {
    begin: () => {
      const error = errorPath()
      return (n, rng) => {
        const sd = sdAt(n)
        const mean = truth + error(sd, rng)
        const answers = sharesOf(goal, mean, sd, draws, rng).map(one => ({
          ...one,
          prior: priorOf(one.answer),
        }))
        const { settled, growth } = verdictOnChoice(
          {
            answers,
            worth: looking.worth * draws,
            alone: answer => !looking.needsAlone || holdsAlone(goal, answer, { mean, sd }, confidence),
          },
          confidence,
        )
        return { settled, growth: fixed ?? growth }
      }
    },
  }
}

/** Draws at random the share of posterior draws at which each answer is right. */
function sharesOf(goal: ChoiceGoal, mean: number, sd: number, draws: number, rng: SeededRng) {
  const [threshold, by] = 'above' in goal ? [goal.above, 0] : [0, goal.by ?? 0]
  const up = drawBinomial(rng, draws, normalCdf((mean - threshold - by) / sd))
  const isUp: Found = 'above' in goal ? true : 0
  const isDown: Found = 'above' in goal ? false : 1
  if (by === 0) {
    return [
      { answer: isUp, share: up / draws },
      { answer: isDown, share: 1 - up / draws },
    ]
  }
  const below = normalCdf((-mean - by) / sd)
  const left = draws - up
  const down = drawBinomial(rng, left, Math.min(1, below / Math.max(1 - up / draws, below, Number.MIN_VALUE)))
  return [
    { answer: isUp, share: up / draws },
    { answer: isDown, share: down / draws },
    { answer: 'tie' as const, share: (left - down) / draws },
  ]
}

/** The value of a goal's query, or the first of two less the second. */
export function truthOf(aimed: AimedGoal, theta: Float64Array): number {
  return leadFunctional(aimed).value(theta, 0)
}
