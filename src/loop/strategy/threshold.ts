import type { Strategy, StrategyKind, StrategySetting } from '../../catalogue/strategy-kind.ts'
import { refuse } from '../../check/check.ts'
import type { OrderedKind } from '../../domain/kind.ts'
import { localHashing } from '../../mechanism/local-hashing.ts'
import type { Mechanism } from '../../mechanism/mechanism.ts'
import { approximateSmooth } from '../../posterior/smooth/approximation.ts'
import { setOf } from '../../query/aimed-goal.ts'
import { quantileOf } from '../../query/of-numbers.ts'
import { binary } from './by-goal.ts'
import { fixed } from './fixed.ts'
import { type Place, placeJSON, requirePlaceJSON } from './place.ts'

/** Number of answers before the threshold first moves, and the factor by which they grow between two moves. */
const FIRST = 100
const GROWTH = 1.25

/** Randomized response to "is it at least this?": the binary channel at the lower edge of cell t. */
function atThreshold({ categories, epsilon }: StrategySetting, t: number): Mechanism {
  return localHashing({ categories, epsilon, buckets: 2, partitions: { threshold: t } })
}

/** Binary randomized response to "is it in one of these cells?". If these are all cells from one on, or all up to one, a threshold is used. */
export function shareChannel(setting: StrategySetting, cells: readonly number[]): Mechanism {
  const last = setting.categories - 1
  const isRun = cells.at(-1)! - cells[0] === cells.length - 1
  if (isRun && cells.at(-1) === last) return atThreshold(setting, cells[0])
  if (isRun && cells[0] === 0) return atThreshold(setting, cells.at(-1)! + 1)
  return binary(cells, setting.categories, setting.epsilon)
}

/**
 * The strategy `threshold`, for a goal about a share or a quantile. Everybody is asked whether the number is at least a certain value: that
 * of the goal or, for a quantile, its estimate.
 */
export const thresholdKind = {
  name: 'threshold',
  says: 'the answer is whether a number is at least a certain one (for goals about numbers)',
  create(setting, resumed) {
    const { range, goals } = setting
    const aimed = goals?.[0]?.aimed
    if (range && aimed) {
      const set = setOf(aimed, range.cells)
      if (set) {
        if (resumed !== undefined)
          refuse("the snapshot's strategy", resumed, 'null, as a fixed channel remembers nothing')
        return fixed(shareChannel(setting, set))
      }
      const { goal } = aimed
      if ('within' in goal && goal.query.form === 'quantile' && goal.query.minus === undefined)
        return atQuantile(setting, range, goal.query.at, resumed)
    }
    return refuse(
      'strategy',
      'threshold',
      'another one, without a goal about a quantile or a share of numbers',
    )
  },
} as const satisfies StrategyKind

function atQuantile(
  setting: StrategySetting,
  range: OrderedKind,
  probability: number,
  resumed: unknown,
): Strategy {
  const quantile = quantileOf(range, probability)
  // Without outer cells, everybody is on one side of the first and the last edge.
  const atEdge = (edge: number) =>
    atThreshold(setting, Math.min(range.cells - 1, Math.max(1, range.first + edge)))
  const now: Place =
    resumed === undefined
      ? {
          place: undefined,
          due: FIRST,
          mechanism: atEdge(Math.round(probability * range.bins)),
        }
      : requirePlaceJSON(resumed, setting, range)
  return {
    adaptive: true,
    ignoresTheta: true,
    choose(_, { tally, answers }) {
      if (answers < now.due) return now.mechanism
      now.due = Math.ceil(answers * GROWTH)
      const approximation = approximateSmooth(tally, range, now.place)
      now.place = approximation.place
      now.mechanism = atEdge(nearestEdge(range, quantile.value(approximation.theta, 0)))
      return now.mechanism
    },
    memory: () => placeJSON(now),
  }
}

/** Index of the edge nearest to a value. */
function nearestEdge({ edges, bins }: OrderedKind, value: number): number {
  let best = 0
  for (let i = 1; i <= bins; i++) {
    if (Math.abs(edges[i] - value) < Math.abs(edges[best] - value)) best = i
  }
  return best
}
