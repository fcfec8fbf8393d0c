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

/** The posterior's width is worked out after so many answers, each time this factor more, and up to so many: when channels are chosen. */
const FIRST = 300
const GROWTH = 1.6
const MOST = 1e7

/** Levels this near in logarithm are alike. */
const ALIKE = log(1.5)
/** So many collections show how much the width varies between them. */
const COLLECTIONS = 20

/** What is known after n answers: the standard deviation of the number's posterior. */
type Widths = (n: number) => number

/** How the logarithm of the width of an interval is off in collections, when it is about as wide as it has to be. */
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
      askedFunctional(aimed, truth, expected(epsilon, setting, aimed, range, theta).sdAt, looking),
    ])
  }
  // Collections vary alike at levels that are alike.
  const spreads = new Map<number, Spread>()
  return new GoalPlanner(setting, epsilon => {
    const found = expected(epsilon, setting, aimed, range, theta)
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
    const asked = (spreadAt: (n: number) => Spread) => askedNumber(within, confidence, found.sdAt, spreadAt)
    return [{ begin: asked(spreadThere).begin, half: asked(spreadAfter).half! }]
  })
}

/**
 * As `SmoothJudge` looks at an interval. Its width varies with what the answers say about how smooth the density is, and about the density
 * itself.
 */
function askedNumber(
  within: number,
  confidence: number,
  sdAt: Widths,
  spreadAt: (n: number) => Spread,
): Asked {
  const z = probit((1 + confidence) / 2)
  const noise = widthNoise(confidence, LOOK_DRAWS)
  const begin = () => {
    // It stays wide, or narrow: what is learnt about smoothness changes slowly.
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

/** What is known as a function of the answers, straight between stages in all logarithms. */
function expected(
  epsilon: number,
  { strategy, catalogue, confidence }: PartSetting,
  aimed: AimedGoal,
  range: OrderedKind,
  theta: Float64Array,
) {
  const goals = [{ aimed, confidence, draws: unneeded, needed: unneeded }]
  const collected = new ExpectedAnswers(
    strategy,
    { categories: range.cells, epsilon, range, goals, catalogue },
    theta,
  )
  const lead = leadFunctional(aimed)
  const influence = new Float64Array(range.cells)
  const sdOf = (approximation: ReturnType<typeof approximateSmooth>) => {
    writeInfluence(lead, approximation.theta, influence)
    return approximation.sdOf(influence)
  }
  const stages: { readonly n: number; readonly sd: number }[] = []
  // The hyperparameters stay those of the first look, as in the loop.
  let place: Float64Array | undefined
  const extend = () => {
    const last = stages.at(-1)?.n
    collected.extend(last === undefined ? FIRST : Math.ceil(GROWTH * last))
    const approximation = approximateSmooth(collected.tally, range.first, place)
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
    /** Draws collections that end at the last stage, or later, where there are enough answers. */
    spreadWhere(isEnough: (stage: { readonly n: number; readonly sd: number }) => boolean): Spread {
      while (!isEnough(stages.at(-1)!) && stages.at(-1)!.n < MOST) extend()
      const { sd } = stages.at(-1)!
      const rng = stream('collections of a plan')
      const logs = Float64Array.from({ length: COLLECTIONS }, () =>
        log(sdOf(approximateSmooth(collected.draw(rng), range.first)) / sd),
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
