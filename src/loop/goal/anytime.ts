import type { AimedGoal } from '../../query/aimed-goal.ts'
import type { Found } from '../../query/answer.ts'
import { writeInfluence } from '../../query/functional.ts'
import { type Goal, queriesOf } from '../../query/parse-goal.ts'
import type {
  Band,
  ConfidenceSequence,
  ConfidenceSequenceOptions,
} from '../../sequence/confidence-sequence.ts'
import { descendingOrder } from '../../simplex/order.ts'
import { type Verdict, verdictOf } from './judge.ts'

/** Factor by which the answers grow between two interim looks at bands. */
const BAND_GROWTH = 1.02

/**
 * Options of the confidence sequence that a collection needs; undefined if it needs none. Estimates use 95 % intervals for each category.
 * Decisions that hold for every truth use the same answers, at the level of their confidence.
 */
export function sequenceOptions(
  { categories, goal, goals, guarantee }: SequenceNeeds,
  asked: boolean,
): Required<ConfidenceSequenceOptions> | undefined {
  const decides = (goal ?? goals) !== undefined && guarantee === 'anytime'
  return asked || decides ? { categories, level: 0.95, simultaneous: false } : undefined
}

interface SequenceNeeds {
  readonly categories: number
  readonly goal?: unknown
  readonly goals?: unknown
  readonly guarantee?: string
}

/** Whether intervals of single categories can decide about a goal, that is, each of its queries is the share of one category. */
export function isDecidedByBand(aimed: AimedGoal, categories: number): boolean {
  const { given, minus, form } = queriesOf(aimed.goal)[0]
  const isOfShares = form === 'share' && given === undefined && minus === undefined
  return isOfShares && categoriesOf(aimed, categories).every(x => x >= 0)
}

/**
 * The verdict by intervals that hold at every interim look. Whatever the truth is, and however many looks there are, it is wrong only if
 * one of the intervals misses. Its probability is the confidence if the goal is settled, and ½ otherwise, because without a prior nothing
 * more is known.
 */
export function bandVerdict(aimed: AimedGoal, sequence: ConfidenceSequence, confidence: number): Verdict {
  const { goal } = aimed
  const isOfAll = 'order' in goal && goal.order.length > 2
  const isOfTwo = 'order' in goal && !isOfAll
  // The intervals of the two compared categories hold at once; for the top k, those of all categories do.
  const band = sequence.at({
    level: isOfTwo ? (1 + confidence) / 2 : confidence,
    simultaneous: isOfAll,
  })
  const places = categoriesOf(aimed, band.lower.length)
  const { answer, settled } = readBounds(goal, {
    lower: Float64Array.from(places, x => band.lower[x]),
    upper: Float64Array.from(places, x => band.upper[x]),
  })
  const isSure = settled && band.answers > 0
  const probability = isSure ? confidence : 0.5
  return verdictOf(
    goal,
    { settled: isSure, answer, probability, growth: BAND_GROWTH, needed: isSure ? 0 : 1 },
    band.answers,
  )
}

/** The category whose share each query asks for; −1 for other queries. */
function categoriesOf({ functionals, width }: AimedGoal, categories: number): number[] {
  if (functionals.length === 0) return Array.from({ length: width }, (_, x) => x)
  const shares = new Float64Array(categories)
  return functionals.map(functional => {
    writeInfluence(functional, shares, shares)
    const set = Array.from(shares.keys()).filter(x => shares[x] !== 0)
    return set.length === 1 ? set[0] : -1
  })
}

function readBounds(
  goal: Goal,
  { lower, upper }: Pick<Band, 'lower' | 'upper'>,
): { answer: Found; settled: boolean } {
  const middle = lower.map((low, x) => (low + upper[x]) / 2)
  if ('within' in goal) return { answer: middle[0], settled: upper[0] - lower[0] <= 2 * goal.within }
  if ('above' in goal) {
    return { answer: middle[0] > goal.above, settled: lower[0] > goal.above || upper[0] < goal.above }
  }
  const { order, take, by = 0 } = goal
  if (order.length === 2) {
    const apart = Math.max(upper[0] - lower[1], upper[1] - lower[0])
    if (apart < by) return { answer: 'tie', settled: true }
    const first = middle[0] > middle[1] ? 0 : 1
    return { answer: first, settled: lower[first] - upper[1 - first] > by }
  }
  const ranks = descendingOrder(middle)
  let [least, most] = [Infinity, -Infinity]
  ranks.forEach((x, i) => {
    if (i < take) least = Math.min(least, lower[x])
    else most = Math.max(most, upper[x])
  })
  return { answer: Array.from(ranks.subarray(0, take)).sort((i, j) => i - j), settled: least >= most - by }
}
