import { mean } from '../arrays/sums.ts'
import { Domain } from '../domain/domain.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { pow } from '../elementary/pow.ts'
import { square } from '../elementary/square.ts'
import { LOOK_DRAWS, LOOK_WORTH, NEAR, SmoothJudge } from '../loop/goal/smooth-judge.ts'
import { growthOfWidth } from '../loop/goal/verdict.ts'
import { approximateSmooth } from '../posterior/smooth/approximation.ts'
import { type AimedGoal, aimedAt, leadFunctional } from '../query/aimed-goal.ts'
import { writeInfluence } from '../query/functional.ts'
import type { Goal } from '../query/parse-goal.ts'
import { drawNormal } from '../random/normal.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { probit } from '../special/probit.ts'
import { askedFunctional, truthOf } from './ask-functional.ts'
import { ExpectedAnswers } from './expected-answers.ts'
import { type Asked, askedWithin, GoalPlanner, type PartSetting } from './planner.ts'
import { widthNoise } from './play.ts'

/** Numbers of answers at which a channel is chosen and the posterior's width computed: the first, the factor to the next, and the last. */
const FIRST = 300
const GROWTH = 1.6
const MOST = 1e7

/** Largest distance, in logarithm, of two levels ε that share a spread. */
const ALIKE = log(1.5)
/** Number of collections from which the spread of widths is estimated. */
const COLLECTIONS = 20

/** Posterior standard deviation of the number after n answers. */
type Widths = (n: number) => number

/** Spread of interval widths between collections, in logarithm, about the required width. */
interface Spread {
  readonly mean: number
  readonly sd: number
}

/** Plans a goal about a number, whose law over the cells of a range is given. */
export function planNumbers(
  setting: PartSetting,
  goal: Goal,
  range: OrderedKind,
  theta: Float64Array,
): GoalPlanner {
  const { confidence } = setting
  const aimed = aimedAt(goal, { domain: Domain.one(range.toJSON()) })
  const lead = leadFunctional(aimed)
  const influence: Influence = (law, out) => writeInfluence(lead, law, out)
  const expectedAt = (epsilon: number) => expectedNumbers(epsilon, setting, [aimed], range, theta, influence)
  if (!('within' in goal)) {
    const judge = new SmoothJudge(range, aimed, confidence)
    const looking = {
      confidence,
      draws: LOOK_DRAWS,
      worth: LOOK_WORTH,
      prior: () => judge.priorValues,
      needsAlone: false,
    }
    const truth = truthOf(aimed, theta)
    return new GoalPlanner(setting, epsilon => [
      askedFunctional(aimed, truth, expectedAt(epsilon).sdAt, looking),
    ])
  }
  // Similar levels share one spread.
  const spreads = new Map<number, Spread>()
  return new GoalPlanner(setting, epsilon => {
    const found = expectedAt(epsilon)
    const needed = goal.within / probit((1 + confidence) / 2)
    const spreadThere = () => {
      const level = Math.round(log(epsilon) / ALIKE)
      const spread = spreads.get(level) ?? found.spreadWhere(({ sd }) => sd <= needed)
      spreads.set(level, spread)
      return spread
    }
    let spreadThen: Spread | undefined
    const spreadAfter = (answers: number) => {
      spreadThen ??= found.spreadWhere(({ n }) => n >= answers)
      return spreadThen
    }
    const { within } = goal
    const askAt = (spreadAt: (n: number) => Spread) => askedNumber(within, confidence, found.sdAt, spreadAt)
    return [{ begin: askAt(spreadThere).begin, half: askAt(spreadAfter).half! }]
  })
}

/** Plays the looks of `SmoothJudge` at an interval. Its width varies, because answers determine both the density and its smoothness. */
function askedNumber(
  within: number,
  confidence: number,
  sdAt: Widths,
  spreadAt: (n: number) => Spread,
): Asked {
  const z = probit((1 + confidence) / 2)
  const noise = widthNoise(confidence, LOOK_DRAWS)
  const begin = () => {
    // One factor for a whole collection, because the learnt smoothness changes slowly.
    let factor: number | undefined
    return (n: number, rng: SeededRng) => {
      if (factor === undefined) {
        const spread = spreadAt(n)
        factor = exp(spread.mean + spread.sd * drawNormal(rng))
      }
      const rough = z * sdAt(n) * factor
      return rough > NEAR * within ? rough : rough * (1 + noise * drawNormal(rng))
    }
  }
  return askedWithin(begin, within, ratio => growthOfWidth(ratio).growth)
}

/** Writes the influence function of the planned value over the cells of a law. */
type Influence = (law: Float64Array, out: Float64Array) => void

/**
 * The posterior width as a function of the number of answers: piecewise linear between stages, in logarithms.
 *
 * @param aimed the goals that the strategy chooses channels for
 * @param influence the influence function of the value whose standard deviation is computed
 */
export function expectedNumbers(
  epsilon: number,
  { strategy, catalogue, confidence }: Pick<PartSetting, 'strategy' | 'catalogue' | 'confidence'>,
  aimed: readonly AimedGoal[],
  range: OrderedKind,
  theta: Float64Array,
  influence: Influence,
) {
  const goals = aimed.map(one => ({ aimed: one, confidence, draws: unneeded, needed: unneeded }))
  const collected = new ExpectedAnswers(
    strategy,
    { categories: range.cells, epsilon, range, goals, catalogue },
    theta,
  )
  const contrast = new Float64Array(range.cells)
  const sdOf = (approximation: ReturnType<typeof approximateSmooth>) => {
    influence(approximation.theta, contrast)
    return approximation.sdOf(contrast)
  }
  const stages: { readonly n: number; readonly sd: number }[] = []
  // Hyperparameters of the first look, which the loop keeps, too.
  let place: Float64Array | undefined
  const extend = () => {
    const last = stages.at(-1)?.n
    collected.extend(last === undefined ? FIRST : Math.ceil(GROWTH * last))
    const approximation = approximateSmooth(collected.tally, range, place)
    place = approximation.place
    stages.push({ n: collected.answers, sd: sdOf(approximation) })
  }
  extend()
  return {
    sdAt(n: number) {
      while (stages.at(-1)!.n < Math.min(n, MOST)) extend()
      const i = stages.findIndex(stage => stage.n >= n)
      if (i <= 0) {
        const end = stages.at(i)!
        return end.sd * Math.sqrt(end.n / n)
      }
      const [from, to] = [stages[i - 1], stages[i]]
      return from.sd * pow(to.sd / from.sd, log(n / from.n) / log(to.n / from.n))
    },
    /** Draws collections at the first stage with enough answers, or at the last stage. */
    spreadWhere(isEnough: (stage: { readonly n: number; readonly sd: number }) => boolean): Spread {
      while (!isEnough(stages.at(-1)!) && stages.at(-1)!.n < MOST) extend()
      const { sd } = stages.at(-1)!
      const rng = stream('collections of a plan')
      const logs = Float64Array.from({ length: COLLECTIONS }, () =>
        log(sdOf(approximateSmooth(collected.draw(rng), range)) / sd),
      )
      const centre = mean(logs)
      const variance = logs.reduce((sum, value) => sum + square(value - centre), 0) / (COLLECTIONS - 1)
      return { mean: centre, sd: Math.sqrt(variance) }
    },
  }
}

/** Strategies for numbers look at the smooth law, and never draw for a goal. */
const unneeded = (): never => {
  throw new Error('a strategy for numbers drew for its goal')
}
