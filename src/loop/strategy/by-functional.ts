import type { GoalSetting, Strategy, StrategySetting } from '../../catalogue/strategy-kind.ts'
import { designForInfluence } from '../../design/influence.ts'
import type { OrderedKind } from '../../domain/kind.ts'
import { expm1 } from '../../elementary/expm1.ts'
import { square } from '../../elementary/square.ts'
import { localHashing } from '../../mechanism/local-hashing.ts'
import type { Mechanism } from '../../mechanism/mechanism.ts'
import { srr } from '../../mechanism/srr.ts'
import { approximateSmooth, type SmoothApproximation } from '../../posterior/smooth/approximation.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import { type AimedGoal, leadFunctional, setOf } from '../../query/aimed-goal.ts'
import { writeInfluence } from '../../query/functional.ts'
import { writeQuantileInfluence } from '../../query/of-numbers.ts'
import { probit } from '../../special/probit.ts'
import { arcs, LEAST_CELLS } from './by-arcs.ts'
import { fixed } from './fixed.ts'
import { type Place, placeJSON, requirePlaceJSON } from './place.ts'
import { shareChannel } from './threshold.ts'

/** The most cells for which SRR is nearer to the law than arcs at levels where SRR mostly tells the truth. */
const FEW_CELLS = 8

/**
 * `auto` for numbers. The whole density is asked about by arcs, which adapting does not improve. At most eight cells D are asked about by SRR
 * from `e^ε − 1 = D` on, where at least half of the answers are true on purpose: it is nearer in W1
 * (experiments/results/numbers/few-cells.csv). A goal is asked about by the channel that settles it soonest.
 */
export function forNumbers(setting: StrategySetting, range: OrderedKind, resumed?: unknown): Strategy {
  const [goal] = setting.goals ?? []
  if (goal !== undefined) return byFunctional(setting, range, goal, resumed)
  const { categories, epsilon } = setting
  const isTelling = categories <= FEW_CELLS && expm1(Math.min(epsilon, 700)) >= categories
  return fixed(isTelling ? srr({ categories, epsilon }) : arcs(setting))
}

/** Number of people who answer by arcs before the first design, and the factor by which the answers grow between two designs. */
const FIRST = 300
const GROWTH = 1.6
/** Points around the estimated quantile for which a design is optimized, in standard deviations. */
const OFFSETS = [-1.2, -0.6, 0, 0.6, 1.2] as const
/** Bounds on the number of people to come, in multiples of those who have answered. */
const [LEAST_TO_COME, MOST_TO_COME] = [0.1, 10]

/**
 * The channel that settles a goal about a number soonest. For a share it is randomized response to "is it one of these?". For a mean or a
 * quantile it is a mixture of partitions. It is designed again whenever the answers have grown by 60 % (`designForInfluence`), from the
 * smooth law's posterior; before there are 300 answers, arcs are used.
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
  // A scale that is too short to be cut has one channel only.
  if (categories < LEAST_CELLS) return fixed(arcs(setting))
  const { goal } = aimed
  const now: Place =
    resumed === undefined
      ? { place: undefined, due: FIRST, mechanism: arcs(setting) }
      : requirePlaceJSON(resumed, setting, range)
  const z = probit((1 + confidence) / 2)
  const redesign = (tally: Tally): Mechanism => {
    const approximation = approximateSmooth(tally, range, now.place)
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

/** Error of the value at which the decision would change: the width, or the distance from the threshold or from a tie. */
function distanceOf(aimed: AimedGoal, theta: Float64Array): number {
  const { goal } = aimed
  if ('within' in goal) return goal.within
  const lead = leadFunctional(aimed).value(theta, 0)
  return Math.max(Math.abs('above' in goal ? lead - goal.above : lead), Number.MIN_VALUE)
}

/** Influence functions of quantiles around an uncertain one. */
function influencesAround(range: OrderedKind, { theta }: SmoothApproximation, middle: number, sd: number) {
  return OFFSETS.map(offset => {
    const q = Math.min(range.to, Math.max(range.from, middle + offset * sd))
    const out = new Float64Array(theta.length)
    writeQuantileInfluence(range, theta, q, out)
    return out
  })
}
