import type { GoalSetting, Strategy, StrategySetting } from '../../catalogue/strategy-kind.ts'
import { designForInfluence } from '../../design/influence.ts'
import type { OrderedKind } from '../../domain/kind.ts'
import { square } from '../../elementary/square.ts'
import { localHashing } from '../../mechanism/local-hashing.ts'
import type { Mechanism } from '../../mechanism/mechanism.ts'
import { approximateSmooth, type SmoothApproximation } from '../../posterior/smooth/approximation.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import { type AimedGoal, leadFunctional, setOf } from '../../query/aimed-goal.ts'
import { writeInfluence } from '../../query/functional.ts'
import { writeQuantileInfluence } from '../../query/of-numbers.ts'
import { probit } from '../../special/probit.ts'
import { arcs } from './by-arcs.ts'
import { fixed } from './fixed.ts'
import { type Place, placeJSON, requirePlaceJSON } from './place.ts'
import { shareChannel } from './threshold.ts'

/** What `auto` does for numbers: arcs where the whole density is wanted, which adapting does not improve, and for a goal the channel that settles it. */
export function forNumbers(setting: StrategySetting, range: OrderedKind, resumed?: unknown): Strategy {
  const [goal] = setting.goals ?? []
  if (goal !== undefined) return byFunctional(setting, range, goal, resumed)
  const mechanism = arcs(setting)
  return { adaptive: false, choose: () => mechanism }
}

/** People who answer by arcs before the first design, and the growth of the answers from one design to the next. */
const FIRST = 300
const GROWTH = 1.6
/** Where a quantile may be, in standard deviations from where it seems to be. */
const OFFSETS = [-1.2, -0.6, 0, 0.6, 1.2] as const
/** The people to come, at least and at most, in multiples of those who have answered. */
const [LEAST_TO_COME, MOST_TO_COME] = [0.1, 10]

/**
 * The channel that settles a goal about a number soonest. For a share it is randomized response to "is it one of these?". For a mean or a
 * quantile it is a mixture of partitions that is designed anew whenever the answers have grown by 60 % (`designForInfluence`), from what
 * the smooth law says so far; before there are 300 answers, it is arcs.
 */
export function byFunctional(
  setting: StrategySetting,
  range: OrderedKind,
  { aimed, confidence }: GoalSetting,
  resumed?: unknown,
): Strategy {
  const { epsilon, categories } = setting
  const set = setOf(aimed, categories)
  if (set) return fixed(shareChannel(setting, set))
  const { goal } = aimed
  const now: Place =
    resumed === undefined
      ? { place: undefined, due: FIRST, mechanism: arcs(setting) }
      : requirePlaceJSON(resumed, setting, range.first)
  const z = probit((1 + confidence) / 2)
  const redesign = (tally: Tally): Mechanism => {
    const approximation = approximateSmooth(tally, range.first, now.place)
    now.place = approximation.place
    const { theta } = approximation
    const influence = new Float64Array(theta.length)
    writeInfluence(leadFunctional(aimed), theta, influence)
    const sd = approximation.sdOf(influence)
    const toCome = square((z * sd) / distanceOf(aimed, theta)) - 1
    const quantile = 'within' in goal && goal.query.form === 'quantile' && goal.query.minus === undefined
    const { buckets, partitions } = designForInfluence({
      ...approximation,
      epsilon,
      influences: quantile
        ? influencesAround(range, approximation, aimed.functionals[0].value(theta, 0), sd)
        : [influence],
      people: tally.size * Math.min(MOST_TO_COME, Math.max(LEAST_TO_COME, toCome)),
    })
    return localHashing({ categories, epsilon, buckets, partitions })
  }
  return {
    adaptive: true,
    ignoresTheta: true,
    choose(_, { tally, answers }) {
      if (answers >= now.due) {
        now.due = Math.ceil(answers * GROWTH)
        now.mechanism = redesign(tally)
      }
      return now.mechanism
    },
    memory: () => placeJSON(now),
  }
}

/** How far the value may be from where the goal is settled: the width, or how far it is from the other side. */
function distanceOf(aimed: AimedGoal, theta: Float64Array): number {
  const { goal } = aimed
  if ('within' in goal) return goal.within
  const lead = leadFunctional(aimed).value(theta, 0)
  return Math.max(Math.abs('above' in goal ? lead - goal.above : lead), Number.MIN_VALUE)
}

/** Influence functions of quantiles around one that is not known exactly. */
function influencesAround(range: OrderedKind, { theta }: SmoothApproximation, middle: number, sd: number) {
  return OFFSETS.map(offset => {
    const q = Math.min(range.to, Math.max(range.from, middle + offset * sd))
    const out = new Float64Array(theta.length)
    writeQuantileInfluence(range, theta, q, out)
    return out
  })
}
