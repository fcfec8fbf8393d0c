import type { OrderedSetting, Strategy, StrategySetting } from '../../catalogue/strategy-kind.ts'
import { designForInfluence } from '../../design/influence.ts'
import type { OrderedKind } from '../../domain/kind.ts'
import { square } from '../../elementary/square.ts'
import type { NumericGoal } from '../../goal/numeric-goal.ts'
import { localHashing } from '../../mechanism/local-hashing.ts'
import type { Mechanism } from '../../mechanism/mechanism.ts'
import { approximateSmooth, type SmoothApproximation } from '../../posterior/smooth/approximation.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import { writeQuantileInfluence } from '../../query/of-numbers.ts'
import { probit } from '../../special/probit.ts'
import { functionalOf } from '../goal/numeric-judge.ts'
import { arcs } from './by-arcs.ts'
import { type Place, placeJSON, requirePlaceJSON } from './place.ts'
import { thresholdKind } from './threshold.ts'

/** What `auto` does for numbers: arcs where the whole density is wanted, which adapting does not improve, and for a question the channel that settles it. */
export function forNumbers(setting: StrategySetting, ordered: OrderedSetting, resumed?: unknown): Strategy {
  const { range, asked } = ordered
  if (asked !== undefined) return byFunctional(setting, range, asked, resumed)
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
 * The channel that settles a question about a number soonest. For a threshold it is randomized response to "is it at least this?".
 * For a mean or a quantile it is a mixture of partitions that is designed anew whenever the answers have grown by 60 %
 * (`designForInfluence`), from what the smooth law says so far; before there are 300 answers, it is arcs.
 */
export function byFunctional(
  setting: StrategySetting,
  range: OrderedKind,
  { goal, confidence }: { readonly goal: NumericGoal; readonly confidence: number },
  resumed?: unknown,
): Strategy {
  const { epsilon, categories } = setting
  if ('above' in goal)
    return thresholdKind.create({ ...setting, ordered: { range, asked: { goal, confidence } } }, resumed)
  const now: Place =
    resumed === undefined
      ? { place: undefined, due: FIRST, mechanism: arcs(setting) }
      : requirePlaceJSON(resumed, setting, range.first)
  const functional = functionalOf(goal, range)
  const z = probit((1 + confidence) / 2)
  const redesign = (tally: Tally): Mechanism => {
    const approximation = approximateSmooth(tally, range.first, now.place)
    now.place = approximation.place
    const { theta } = approximation
    const influence = new Float64Array(theta.length)
    functional.influence!(theta, influence)
    const sd = approximation.sdOf(influence)
    const toCome = square((z * sd) / goal.within) - 1
    const { buckets, partitions } = designForInfluence({
      ...approximation,
      epsilon,
      influences:
        'mean' in goal ? [influence] : influencesAround(range, approximation, functional.value(theta, 0), sd),
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

/** Influence functions of quantiles around one that is not known exactly. */
function influencesAround(range: OrderedKind, { theta }: SmoothApproximation, middle: number, sd: number) {
  return OFFSETS.map(offset => {
    const q = Math.min(range.to, Math.max(range.from, middle + offset * sd))
    const out = new Float64Array(theta.length)
    writeQuantileInfluence(range, theta, q, out)
    return out
  })
}
