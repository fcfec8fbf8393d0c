import { refuse, requireNumber, requireOptions } from '../../check/check.ts'
import { exchangeableChannel, fewerContrasts, optimalChannel } from '../../design/optimal-channel.ts'
import { isWithin } from '../../mechanism/audit.ts'
import type { Mechanism, Request } from '../../mechanism/mechanism.ts'
import { subsetSelection } from '../../mechanism/subset-selection.ts'
import { probabilities } from '../../simplex/probabilities.ts'
import { meanOf } from '../goal/by-draws.ts'
import type { Goal } from '../goal/goal.ts'
import { mechanismFromRequest } from '../requests.ts'
import type { GoalSetting, LoopState, Strategy, StrategySetting } from './contract.ts'
import { fixed } from './fixed.ts'

/** The first design from draws, and how much the answers grow until the next. */
const FIRST = 100
const GROWTH = 1.3
/** Draws of θ that a design is made from. */
const DRAWS = 80
/** A category is a contender while so many of the draws, or all but so many, have it among the top. */
const DOUBTFUL = 0.02
/** So many contenders have a channel of their own making; to so many they count as equally likely; beyond, all categories answer. */
const MOST_CONTENDERS = 5
const MOST_EXCHANGEABLE = 10
/** The share of answers on the full domain, and to how many answers it stays so; then it falls with their square root. */
const SHARE = 0.1
const SHARE_UNTIL = 500
/** No group counts as rarer. */
const RAREST = 1e-4

/** What such a strategy remembers, as plain data. */
interface Memory {
  /** The tally's size from which on a new design is due. */
  readonly due: number
  /** The share of the doubt that the last design left to the full domain. */
  readonly left: number
  /** The mean of the last draws; null before there were some. */
  readonly about: readonly number[] | null
  readonly request: Request
}

/**
 * The channel that answers a goal soonest. Categories whose frequencies matter alike for the goal answer as one:
 *
 * - one category, a threshold: binary randomized response, always;
 * - a comparison: the two and the rest, the best weights at the posterior mean, renewed as the answers grow by three tenths;
 * - the top k: the contenders, which are those that some draws of θ have among the top and some have not, and the rest. What counts are the
 *   differences that decide in the draws. A tenth of the requests, fewer as the answers grow, is subset selection over all
 *   categories, so that a category that was left out can come back; and as large a share of them as the others have in the doubt about
 *   the goal: many that are each unlikely can keep it open together.
 *
 * @param resumed what it remembered
 */
export function byGoal(
  { categories, epsilon }: StrategySetting,
  question: GoalSetting,
  resumed: unknown,
): Strategy {
  const { goal } = question
  const all = subsetSelection({ categories, epsilon })
  const first = firstChannel(goal, categories, epsilon) ?? all
  if ('category' in goal || 'above' in goal || categories === 2) return fixed(first)
  const memory = resumed === undefined ? undefined : requireMemory(resumed, categories, epsilon)
  let due = memory?.due ?? FIRST
  let mechanism: Mechanism = memory?.mechanism ?? first
  // A rebuilt one is the same channel, but another object.
  if (mechanism.name === all.name) mechanism = all
  let about: Float64Array | undefined = memory?.about
  let left = memory?.left ?? 0
  const redesign = ({ tally, rng }: LoopState) => {
    const draws = question.draws(tally, DRAWS, rng, about)
    const mean = meanOf(draws, categories)
    about = mean
    const design = 'compare' in goal ? forPair(goal.compare, mean) : forTop(goal.top, draws, mean)
    left = design.left
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
      if (!('top' in goal) || mechanism === all) return mechanism
      const share = Math.max(left, SHARE * Math.min(1, Math.sqrt(SHARE_UNTIL / Math.max(1, size))))
      return state.rng.uniform() < share ? all : mechanism
    },
    memory: (): Memory => ({
      due,
      left,
      about: about === undefined ? null : Array.from(about),
      request: mechanism.toRequest(),
    }),
  }
}

/**
 * The channel that is best for a goal where θ is known: what nobody who collects answers has, and what the others are measured by.
 *
 * @param lead of the top k, contenders are those within this of the boundary; at least the two beside it
 */
export function channelOfOracle(goal: Goal, theta: Float64Array, epsilon: number, lead: number): Mechanism {
  const K = theta.length
  const known = firstChannel(goal, K, epsilon)
  if (known && !('compare' in goal)) return known
  if ('compare' in goal) return channelFor(forPair(goal.compare, theta), K, epsilon)!
  const { top } = goal as Extract<Goal, { top: number }>
  const order = Array.from(theta.keys()).sort((i, j) => theta[j] - theta[i])
  const middle = (theta[order[top - 1]] + theta[order[top]]) / 2
  const near = order.filter((x, i) => i === top - 1 || i === top || Math.abs(theta[x] - middle) < lead)
  const contenders = near.slice(0, MOST_EXCHANGEABLE)
  const pairs = contenders.flatMap(i =>
    contenders.filter(j => order.indexOf(i) < top && order.indexOf(j) >= top).map(j => [i, j] as const),
  )
  return channelFor({ contenders, pairs, about: theta, left: 0 }, K, epsilon)!
}

/** Categories that answer for themselves, the differences that matter, and θ. */
interface Design {
  /** The share of the doubt about the goal that is about categories which do not answer for themselves. */
  readonly left: number
  readonly contenders: readonly number[]
  readonly pairs: readonly (readonly [number, number])[]
  readonly about: Float64Array
}

/** The channel before anything is known of θ, of the goals that need not know much. */
function firstChannel(goal: Goal, categories: number, epsilon: number): Mechanism | undefined {
  if ('top' in goal && categories > 2) return undefined
  if ('compare' in goal && categories > 2) {
    const uniform = new Float64Array(categories).fill(1 / categories)
    return channelFor(forPair(goal.compare, uniform), categories, epsilon)
  }
  const one = 'category' in goal ? goal.category : 'above' in goal ? goal.above.category : 0
  return binary(one, categories, epsilon)
}

function binary(category: number, categories: number, epsilon: number): Mechanism {
  const theta = Float64Array.of(0.5, 0.5)
  const contrasts = [Float64Array.of(1, 0)]
  return optimalChannel({ categories, epsilon, groups: [[category]], theta, contrasts }).mechanism
}

function forPair(pair: readonly [number, number], about: Float64Array): Design {
  return { contenders: pair, pairs: [pair], about, left: 0 }
}

function forTop(top: number, draws: Float64Array, about: Float64Array): Design {
  const K = about.length
  const count = draws.length / K
  const inside = new Float64Array(K)
  const pairs: [number, number][] = []
  for (let d = 0; d < count; d++) {
    const theta = draws.subarray(d * K, (d + 1) * K)
    const order = Array.from(theta.keys()).sort((i, j) => theta[j] - theta[i])
    for (let i = 0; i < top; i++) inside[order[i]] += 1 / count
    pairs.push([order[top - 1], order[top]])
  }
  const order = Array.from(about.keys()).sort((i, j) => about[j] - about[i])
  const doubt = (x: number) => inside[x] * (1 - inside[x])
  const contested = order.filter(x => inside[x] >= DOUBTFUL && inside[x] <= 1 - DOUBTFUL)
  const contenders = contested.length >= 2 ? contested : [order[top - 1], order[top]]
  const sum = (all: readonly number[]) => all.reduce((total, x) => total + doubt(x), 0)
  const left = 1 - sum(contenders) / Math.max(sum(order), Number.MIN_VALUE)
  return { contenders: contenders.sort((i, j) => doubt(j) - doubt(i)), pairs, about, left }
}

/** The channel of a design; undefined where so many contend that all categories had better answer. */
function channelFor(
  { contenders, pairs, about }: Design,
  categories: number,
  epsilon: number,
): Mechanism | undefined {
  // Of few categories, the last contender may be all the rest that there is.
  const named = contenders.length === categories ? contenders.slice(0, -1) : contenders
  if (named.length > MOST_EXCHANGEABLE) return undefined
  const groups = named.map(x => [x])
  const G = groups.length + 1
  const rest = named.reduce((left, x) => left - about[x], 1)
  const masses = [...named.map(x => about[x]), rest].map(mass => Math.max(mass, RAREST))
  const total = masses.reduce((sum, mass) => sum + mass, 0)
  const theta = Float64Array.from(masses, mass => mass / total)
  if (named.length > MOST_CONTENDERS) {
    return exchangeableChannel({ categories, epsilon, groups, rest: theta[G - 1] }).mechanism
  }
  const place = (x: number) => {
    const at = named.indexOf(x)
    return at < 0 ? G - 1 : at
  }
  const matrix = new Float64Array(G * G)
  const add = (x: number, y: number, weight: number) => {
    const [i, j] = [place(x), place(y)]
    if (i === j) return
    matrix[i * G + i] += weight
    matrix[j * G + j] += weight
    matrix[i * G + j] -= weight
    matrix[j * G + i] -= weight
  }
  const decisive = pairs.filter(([i, j]) => contenders.includes(i) && contenders.includes(j))
  for (const [i, j] of decisive) add(i, j, 1 / decisive.length)
  // All differences between contenders matter a little.
  for (const i of contenders) for (const j of contenders) if (i < j) add(i, j, 0.1 / contenders.length)
  const contrasts = fewerContrasts(matrix, G)
  return optimalChannel({ categories, epsilon, groups, theta, contrasts }).mechanism
}

/** What a strategy of these parameters may have remembered, with its mechanism rebuilt. */
function requireMemory(resumed: unknown, categories: number, epsilon: number) {
  const names = { due: true, left: true, about: true, request: true } as const
  const { due, left, about, request } = requireOptions(resumed as Memory, names, "the snapshot's strategy")
  requireNumber("the snapshot's strategy.due", due, { min: FIRST })
  requireNumber("the snapshot's strategy.left", left, { min: 0, max: 1 })
  const mechanism = mechanismFromRequest(request, { categories })
  if (!isWithin(mechanism.epsilon, epsilon)) {
    refuse("the snapshot's strategy.request", request, `a request of level ${epsilon} or less`)
  }
  if (about !== null) probabilities("the snapshot's strategy.about", about, categories)
  return { due, left, about: about === null ? undefined : Float64Array.from(about), mechanism }
}
