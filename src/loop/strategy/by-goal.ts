import { columnMeans, sum } from '../../arrays/sums.ts'
import type { GoalSetting, LoopState, Strategy, StrategySetting } from '../../catalogue/strategy-kind.ts'
import { requireFields, requireNumber } from '../../check/check.ts'
import { exchangeableChannel, fewerContrasts, optimalChannel } from '../../design/optimal-channel.ts'
import type { Mechanism, Request } from '../../mechanism/mechanism.ts'
import { subsetSelection } from '../../mechanism/subset-selection.ts'
import { type AimedGoal, leadFunctional, setOf } from '../../query/aimed-goal.ts'
import { writeInfluence } from '../../query/functional.ts'
import { probabilities } from '../../simplex/probabilities.ts'
import { fixed } from './fixed.ts'
import { requireChosen } from './redesign.ts'

/** Number of answers before the first design from draws, and the factor by which they grow between two designs. */
const FIRST = 100
const GROWTH = 1.3
/** Number of draws of θ for a design. */
const DRAWS = 80
/** A category is a contender if it is among the top k in at least this share of the draws, and not among them in at least this share. */
const DOUBTFUL = 0.02
/**
 * Up to the first number of contenders, the channel is optimized at their posterior means. Up to the second, they are taken to be
 * equally likely. With more contenders, all categories answer.
 */
const MOST_CONTENDERS = 5
const MOST_EXCHANGEABLE = 10
/**
 * The share of requests over all categories, and the number of answers up to which it stays constant. After that it falls with the square
 * root of their number.
 */
const SHARE = 0.1
const SHARE_UNTIL = 500
/** Least frequency of a group that a design assumes. */
const RAREST = 1e-4

/** State of the strategy, as plain data. */
interface Memory {
  /** Number of answers at which a new design is due. */
  readonly due: number
  /** The share of the doubt about the goal that concerns categories without an answer of their own in the last design. */
  readonly doubtElsewhere: number
  /** The mean of the last draws; null before the first. */
  readonly mean: readonly number[] | null
  readonly request: Request
}

/**
 * The strategy that settles a goal soonest. Categories that play the same role in the goal share an answer:
 *
 * - The share of some categories, or a threshold for it: always binary randomized response.
 * - A function of a few shares, such as the larger of two: categories with different values of its influence function, and the rest, with
 *   the best weights at the posterior mean. The design is renewed whenever the answers have grown by three tenths.
 * - The top k: the contenders and the rest. Contenders are categories that some draws of θ have among the top and others have not, and the
 *   channel is made for the differences that decide in the draws. Some requests are subset selection over all categories, so that a
 *   category that was left out can come back: a tenth, and fewer as the answers grow. Their share is at least that of the left-out
 *   categories in the doubt about the goal, because many unlikely ones together can keep it open.
 *
 * @param resumed an earlier state, if any
 */
export function byGoal(
  { categories, epsilon }: StrategySetting,
  question: GoalSetting,
  resumed: unknown,
): Strategy {
  const { aimed } = question
  const all = subsetSelection({ categories, epsilon })
  const first = firstChannel(aimed, categories, epsilon) ?? all
  if (setOf(aimed, categories) || categories === 2) return fixed(first)
  const top = topOf(aimed)
  const memory = resumed === undefined ? undefined : requireMemory(resumed, categories, epsilon)
  let due = memory?.due ?? FIRST
  let mechanism: Mechanism = memory?.mechanism ?? first
  // A rebuilt mechanism is the same channel, but another object.
  if (mechanism.name === all.name) mechanism = all
  let lastMean: Float64Array | undefined = memory?.mean
  let doubtElsewhere = memory?.doubtElsewhere ?? 0
  const redesign = ({ tally, rng }: LoopState) => {
    const draws = question.draws(tally, DRAWS, rng, lastMean)
    const mean = columnMeans(draws, categories)
    lastMean = mean
    if (top === undefined) return channelForInfluence(aimed, mean, epsilon) ?? all
    const design = forTop(top, draws, mean)
    doubtElsewhere = design.doubtElsewhere
    return channelFor(design, categories, epsilon) ?? all
  }
  return {
    adaptive: true,
    // It draws θ for itself, when a design is due.
    ignoresTheta: true,
    choose(_, state) {
      const { size } = state.tally
      if (size >= due) {
        due = size * GROWTH
        mechanism = redesign(state)
      }
      if (top === undefined || mechanism === all) return mechanism
      const share = Math.max(doubtElsewhere, SHARE * Math.min(1, Math.sqrt(SHARE_UNTIL / Math.max(1, size))))
      return state.rng.uniform() < share ? all : mechanism
    },
    memory: (): Memory => ({
      due,
      doubtElsewhere,
      mean: lastMean === undefined ? null : Array.from(lastMean),
      request: mechanism.toRequest(),
    }),
  }
}

/**
 * The best channel for a goal if θ is known. A collector does not know θ; other channels are compared with this one.
 *
 * @param lead for the top k, the contenders are the categories within this distance of the boundary, and at least the two beside it
 */
export function channelOfOracle(
  aimed: AimedGoal,
  theta: Float64Array,
  epsilon: number,
  lead: number,
): Mechanism {
  const K = theta.length
  const top = topOf(aimed)
  if (top === undefined || K === 2) {
    const influence = top === undefined && channelForInfluence(aimed, theta, epsilon)
    return influence || (firstChannel(aimed, K, epsilon) ?? subsetSelection({ categories: K, epsilon }))
  }
  const order = Array.from(theta.keys()).sort((i, j) => theta[j] - theta[i])
  const middle = (theta[order[top - 1]] + theta[order[top]]) / 2
  const nearBoundary = order.filter(
    (x, i) => i === top - 1 || i === top || Math.abs(theta[x] - middle) < lead,
  )
  const contenders = nearBoundary.slice(0, MOST_EXCHANGEABLE)
  const pairs = contenders.flatMap(i =>
    contenders.filter(j => order.indexOf(i) < top && order.indexOf(j) >= top).map(j => [i, j] as const),
  )
  return channelFor({ contenders, pairs, mean: theta, doubtElsewhere: 0 }, K, epsilon)!
}

/** The k of a goal about the top k. */
export function topOf({ goal }: AimedGoal): number | undefined {
  return 'order' in goal && goal.order.length > 2 ? goal.take : undefined
}

/** Objective of a channel: the categories that get an answer of their own, and the differences that matter. */
interface Design {
  /** The share of the doubt about the goal that concerns categories without an answer of their own. */
  readonly doubtElsewhere: number
  readonly contenders: readonly number[]
  readonly pairs: readonly (readonly [number, number])[]
  /** θ, or its posterior mean. */
  readonly mean: Float64Array
}

/** The channel before any answers; undefined for the top k of more than two categories, which depends on θ. */
function firstChannel(aimed: AimedGoal, categories: number, epsilon: number): Mechanism | undefined {
  const set = setOf(aimed, categories)
  if (set || categories === 2) return binary(set ?? [0], categories, epsilon)
  if (topOf(aimed) !== undefined) return undefined
  return channelForInfluence(aimed, new Float64Array(categories).fill(1 / categories), epsilon)
}

/** Binary randomized response to "is it one of these?". */
export function binary(set: readonly number[], categories: number, epsilon: number): Mechanism {
  const theta = Float64Array.of(0.5, 0.5)
  const contrasts = [Float64Array.of(1, 0)]
  return optimalChannel({ categories, epsilon, groups: [set], theta, contrasts }).mechanism
}

/**
 * The channel for the goal's value or difference, linearized at θ: categories with equal values of its influence function share an answer.
 *
 * @returns undefined if there would be so many answers that all categories had better have their own
 */
function channelForInfluence(aimed: AimedGoal, theta: Float64Array, epsilon: number): Mechanism | undefined {
  const categories = theta.length
  const influence = new Float64Array(categories)
  writeInfluence(leadFunctional(aimed), theta, influence)
  const scale = influence.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const byValue = new Map<number, number[]>()
  influence.forEach((value, x) => {
    const key = Math.round((value / scale) * 1e9)
    byValue.set(key, [...(byValue.get(key) ?? []), x])
  })
  // The largest group is the rest.
  const groups = [...byValue.values()].sort((one, other) => one.length - other.length)
  if (groups.length < 2 || groups.length > MOST_CONTENDERS + 1) return undefined
  const masses = groups.map(group => Math.max(RAREST, sum(group.map(x => theta[x]))))
  const total = sum(masses)
  return optimalChannel({
    categories,
    epsilon,
    groups: groups.slice(0, -1),
    theta: Float64Array.from(masses, mass => mass / total),
    contrasts: [Float64Array.from(groups, ([x]) => influence[x] / scale)],
  }).mechanism
}

function forTop(top: number, draws: Float64Array, mean: Float64Array): Design {
  const K = mean.length
  const count = draws.length / K
  const inside = new Float64Array(K)
  const pairs: [number, number][] = []
  for (let d = 0; d < count; d++) {
    const theta = draws.subarray(d * K, (d + 1) * K)
    const order = Array.from(theta.keys()).sort((i, j) => theta[j] - theta[i])
    for (let i = 0; i < top; i++) inside[order[i]] += 1 / count
    pairs.push([order[top - 1], order[top]])
  }
  const order = Array.from(mean.keys()).sort((i, j) => mean[j] - mean[i])
  const doubt = (x: number) => inside[x] * (1 - inside[x])
  const onBoundary = order.filter(x => inside[x] >= DOUBTFUL && inside[x] <= 1 - DOUBTFUL)
  const contenders = onBoundary.length >= 2 ? onBoundary : [order[top - 1], order[top]]
  const sum = (all: readonly number[]) => all.reduce((total, x) => total + doubt(x), 0)
  const doubtElsewhere = 1 - sum(contenders) / Math.max(sum(order), Number.MIN_VALUE)
  return { contenders: contenders.sort((i, j) => doubt(j) - doubt(i)), pairs, mean, doubtElsewhere }
}

/** The channel of a design; undefined if there are so many contenders that all categories had better have an answer of their own. */
function channelFor(
  { contenders, pairs, mean }: Design,
  categories: number,
  epsilon: number,
): Mechanism | undefined {
  // If all categories are contenders, the last one takes the part of the rest.
  const separate = contenders.length === categories ? contenders.slice(0, -1) : contenders
  if (separate.length > MOST_EXCHANGEABLE) return undefined
  const groups = separate.map(x => [x])
  const G = groups.length + 1
  const rest = separate.reduce((share, x) => share - mean[x], 1)
  const masses = [...separate.map(x => mean[x]), rest].map(mass => Math.max(mass, RAREST))
  const total = sum(masses)
  const theta = Float64Array.from(masses, mass => mass / total)
  if (separate.length > MOST_CONTENDERS) {
    return exchangeableChannel({ categories, epsilon, groups, rest: theta[G - 1] }).mechanism
  }
  const groupOf = (x: number) => {
    const place = separate.indexOf(x)
    return place < 0 ? G - 1 : place
  }
  const matrix = new Float64Array(G * G)
  const add = (x: number, y: number, weight: number) => {
    const [i, j] = [groupOf(x), groupOf(y)]
    if (i === j) return
    matrix[i * G + i] += weight
    matrix[j * G + j] += weight
    matrix[i * G + j] -= weight
    matrix[j * G + i] -= weight
  }
  const decisive = pairs.filter(([i, j]) => contenders.includes(i) && contenders.includes(j))
  for (const [i, j] of decisive) add(i, j, 1 / decisive.length)
  // All differences between contenders get at least a small weight.
  for (const i of contenders) for (const j of contenders) if (i < j) add(i, j, 0.1 / contenders.length)
  const contrasts = fewerContrasts(matrix, G)
  return optimalChannel({ categories, epsilon, groups, theta, contrasts }).mechanism
}

/** Checks a stored state of a strategy with these parameters, and rebuilds its mechanism. */
function requireMemory(resumed: unknown, categories: number, epsilon: number) {
  const names = { due: true, doubtElsewhere: true, mean: true, request: true } as const
  const { due, doubtElsewhere, mean, request } = requireFields(
    resumed as Memory,
    names,
    "the snapshot's strategy",
  )
  requireNumber("the snapshot's strategy.due", due, { min: FIRST })
  requireNumber("the snapshot's strategy.doubtElsewhere", doubtElsewhere, { min: 0, max: 1 })
  const mechanism = requireChosen(request, { categories, epsilon })
  if (mean !== null) probabilities("the snapshot's strategy.mean", mean, categories)
  return { due, doubtElsewhere, mean: mean === null ? undefined : Float64Array.from(mean), mechanism }
}
