import type { OrderedKind } from '../domain/kind.ts'
import { cellAt } from '../domain/ordered.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { pow } from '../elementary/pow.ts'
import type { NumericGoal } from '../goal/numeric-goal.ts'
import { growthUntilNext, isSure } from '../loop/goal/evidence.ts'
import {
  functionalOf,
  growthFor,
  LOOK_DRAWS,
  NEAR,
  priorShareOf,
  sideOf,
} from '../loop/goal/numeric-judge.ts'
import { approximateSmooth } from '../posterior/smooth/approximation.ts'
import { drawBinomial } from '../random/binomial.ts'
import { drawNormal } from '../random/normal.ts'
import { stream } from '../random/stream.ts'
import { normalCdf } from '../special/normal-cdf.ts'
import { probit } from '../special/probit.ts'
import { ExpectedAnswers } from './expected-answers.ts'
import { peopleInvited } from './invited.ts'
import { errorPath, playUntilSettled, widthNoise } from './play-looks.ts'
import type { GoalPlanner, PartSetting, Path } from './rule.ts'

/** The posterior's width is worked out after so many answers, each time this factor more, and up to so many: when channels are chosen. */
const FIRST = 300
const GROWTH = 1.6
const MOST = 1e7

/** What is known after n answers: the standard deviation of the number's posterior, and of the logarithm of the density that it depends on. */
interface Width {
  readonly sd: number
  readonly spread: number
}

/** Plans a question about a number, whose law over the cells of a range is given. */
export class NumbersPlanner implements GoalPlanner {
  private readonly setting: PartSetting
  private readonly goal: NumericGoal
  private readonly range: OrderedKind
  private readonly theta: Float64Array
  private priorShare: number | undefined

  constructor(setting: PartSetting, goal: NumericGoal, range: OrderedKind, theta: Float64Array) {
    this.setting = setting
    this.goal = goal
    this.range = range
    this.theta = theta
  }

  people(epsilon: number, paths: number): Float64Array {
    const widths = this.widthsAt(epsilon)
    const path =
      'within' in this.goal
        ? this.interval(widths, this.goal.within)
        : this.threshold(widths, this.goal.above)
    return peopleInvited([path], paths, this.setting)
  }

  margins(epsilon: number, people: number, paths: number): Float64Array {
    const { confidence, nonresponse, seed } = this.setting
    const { sd, spread } = this.widthsAt(epsilon)(people * (1 - nonresponse))
    const half = probit((1 + confidence) / 2) * sd
    const noise = widthNoise(confidence, LOOK_DRAWS)
    const rng = stream(seed, 'margins of a plan')
    const draw = () => half * exp(spread * drawNormal(rng)) * (1 + noise * drawNormal(rng))
    return Float64Array.from({ length: paths }, draw).sort()
  }

  /** As `NumericJudge` looks at an interval, whose width is as uncertain as the density is. */
  private interval(widths: (n: number) => Width, within: number): Path {
    const { confidence } = this.setting
    const z = probit((1 + confidence) / 2)
    const noise = widthNoise(confidence, LOOK_DRAWS)
    const isSpread = 'quantile' in this.goal
    return playUntilSettled(() => {
      const error = errorPath()
      return (n, rng) => {
        const { sd, spread } = widths(n)
        const rough = z * sd * (isSpread ? exp(error(spread, rng)) : 1)
        const half = rough > NEAR * within ? rough : rough * (1 + noise * drawNormal(rng))
        return { settled: half <= within, growth: growthFor(half / within) }
      }
    })
  }

  /** As it looks at a threshold. */
  private threshold(widths: (n: number) => Width, { threshold }: { readonly threshold: number }): Path {
    const { confidence } = this.setting
    const functional = functionalOf(this.goal, this.range)
    const lead = functional.value(this.theta, 0) - threshold
    this.priorShare ??= priorShareOf(functional, threshold, this.range)
    const prior = this.priorShare
    return playUntilSettled(() => {
      const error = errorPath()
      return (n, rng) => {
        const { sd } = widths(n)
        const above = normalCdf((lead + error(sd, rng)) / sd)
        const { odds } = sideOf(drawBinomial(rng, LOOK_DRAWS, above) / LOOK_DRAWS, prior, LOOK_DRAWS)
        return { settled: isSure(odds, confidence), growth: growthUntilNext(odds, confidence) }
      }
    })
  }

  /** What is known as a function of the answers, straight between stages in all logarithms. */
  private widthsAt(epsilon: number): (n: number) => Width {
    const { strategy, catalogue, confidence } = this.setting
    const { goal, range, theta } = this
    const ordered = { range, asked: { goal, confidence } }
    const collected = new ExpectedAnswers(
      strategy,
      { categories: range.cells, epsilon, ordered, catalogue },
      theta,
    )
    const functional = functionalOf(goal, range)
    const influence = new Float64Array(range.cells)
    const stages: (Width & { readonly n: number })[] = []
    // The hyperparameters stay those of the first look, as in the loop.
    let place: Float64Array | undefined
    const extend = () => {
      const last = stages.at(-1)?.n
      collected.extend(last === undefined ? FIRST : Math.ceil(GROWTH * last))
      const approximation = approximateSmooth(collected.tally, this.range.first, place)
      place = approximation.place
      const law = approximation.theta
      functional.influence!(law, influence)
      const sd = approximation.sdOf(influence)
      let spread = 0
      if ('quantile' in goal) {
        const cell = cellAt(range, functional.value(law, 0))
        influence.fill(0)
        influence[cell] = 1 / law[cell]
        spread = approximation.sdOf(influence)
      }
      stages.push({ n: collected.answers, sd, spread })
    }
    extend()
    return n => {
      while (stages.at(-1)!.n < Math.min(n, MOST)) extend()
      const i = stages.findIndex(stage => stage.n >= n)
      const [last] = stages.slice(-1)
      if (i <= 0) {
        const end = i < 0 ? last : stages[0]
        const factor = Math.sqrt(end.n / n)
        return { sd: end.sd * factor, spread: end.spread * factor }
      }
      const [from, to] = [stages[i - 1], stages[i]]
      const share = log(n / from.n) / log(to.n / from.n)
      const between = (a: number, b: number) => (a > 0 ? a * pow(b / a, share) : 0)
      return { sd: between(from.sd, to.sd), spread: between(from.spread, to.spread) }
    }
  }
}
