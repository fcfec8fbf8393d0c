import { approve } from '../catalogue/approve.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { evenCandidates, hashingCandidates } from '../design/candidates.ts'
import { chooseDesign } from '../design/choose-design.ts'
import { FIRST_ANSWERS } from '../loop/goal/verdict.ts'
import { loopState } from '../loop/loop-state.ts'
import { channelOfOracle, topOf } from '../loop/strategy/by-goal.ts'
import { createStrategy } from '../loop/strategy/strategy-names.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { subsetSelection } from '../mechanism/subset-selection.ts'
import { createTally } from '../posterior/tally/tally.ts'
import { type AimedGoal, leadFunctional } from '../query/aimed-goal.ts'
import { writeInfluence } from '../query/functional.ts'
import { stream } from '../random/stream.ts'
import { descendingOrder } from '../simplex/order.ts'
import { channelMoments } from './channel-moments.ts'
import type { Collected } from './planner.ts'
import type { ChannelMoments } from './subset-moments.ts'

/** The channels of a plan. */
export interface Asking {
  readonly epsilon: number
  readonly strategy: string
  /** A channel of the caller's own, instead of a strategy. */
  readonly mechanism?: Mechanism | undefined
  readonly catalogue: Catalogue
  /** The share of people who may send arbitrary answers. */
  readonly liars: number
}

/** Distance from the boundary of the top k within which categories are contenders, in standard errors of a frequency. */
const CONTENDED = 2.5
/** With more contenders all categories answer. */
const MOST_CONTENDERS = 10
/** Largest number of contenders for which the best channel is computed. */
const MOST_SOLVED = 4
/** The growth of the answers between two designs for the top k, and the most designs. */
const GROWTH = 1.3
const MOST_STAGES = 60

/**
 * The channel of a strategy for a whole law, at θ. `auto` takes the candidate with the smallest expected distance after all answers; other
 * strategies choose at θ itself.
 */
export function channelForLaw(asking: Asking, theta: Float64Array, people: number): Mechanism {
  const { epsilon, strategy, mechanism, catalogue } = asking
  const K = theta.length
  if (mechanism) return mechanism
  if (strategy === 'auto') {
    const known = { draws: [theta], precision: new Float64Array(K), remaining: people, liars: asking.liars }
    const even = evenCandidates(K, epsilon)
    const hashing = asking.liars > 0 ? [] : hashingCandidates(epsilon, descendingOrder(theta), stream('plan'))
    const best = chooseDesign([...even, ...hashing], known)
    // A hash may merge categories. Collections draw new hashes from time to time, but a plan has a single channel, which must identify
    // every category.
    if (even.includes(best) || tellsAllApart(best.mechanism(), theta)) return best.mechanism()
    return chooseDesign(even, known).mechanism()
  }
  return chosenBy(strategy, { categories: K, epsilon, catalogue, horizon: people }, theta)
}

/** Whether each category's frequency can be estimated from the answers. */
function tellsAllApart(mechanism: Mechanism, theta: Float64Array): boolean {
  const moments = channelMoments(mechanism, theta)
  return theta.every((_, x) => moments.variance(theta.map((_, i) => Number(i === x))) < Infinity)
}

function chosenBy(
  strategy: string,
  setting: { categories: number; epsilon: number; catalogue: Catalogue; horizon?: number },
  theta: Float64Array,
): Mechanism {
  const { catalogue, ...rest } = setting
  const state = loopState(createTally(setting.categories), undefined, stream('plan'))
  return approve(createStrategy(strategy, rest, catalogue).choose(theta, state), setting)
}

/** Error model of a collection with a goal, under the strategy's channel at θ. */
export function collectedFor(aimed: AimedGoal, asking: Asking, theta: Float64Array): Collected {
  const { epsilon, strategy, mechanism, liars } = asking
  const contrast = contrastOf(aimed, theta)
  const take = topOf(aimed)
  if (strategy === 'auto' && mechanism === undefined && take !== undefined) {
    return collectedForTop(aimed, take, epsilon, theta, liars)
  }
  const channel = mechanism ?? channelForGoal(aimed, asking, theta)
  return collectedBy(channelMoments(channel, theta), contrast, theta, liars)
}

/** The channel of a strategy for a goal at θ. */
export function channelForGoal(aimed: AimedGoal, asking: Asking, theta: Float64Array): Mechanism {
  const { epsilon, strategy, catalogue } = asking
  return strategy === 'auto'
    ? channelOfOracle(aimed, theta, epsilon, 0)
    : chosenBy(strategy, { categories: theta.length, epsilon, catalogue }, theta)
}

function collectedBy(
  moments: ChannelMoments,
  contrast: Float64Array,
  theta: Float64Array,
  liars: number,
): Collected {
  const variance = moments.variance(contrast)
  return {
    theta,
    isBinary: moments.isBinary,
    information: n => n / variance,
    shift: liars > 0 ? liars * moments.weight(contrast) : 0,
  }
}

/** The contrast of a goal: a frequency or a difference; for the top k, the difference at the boundary. */
function contrastOf(aimed: AimedGoal, theta: Float64Array): Float64Array {
  const contrast = new Float64Array(theta.length)
  const take = topOf(aimed)
  if (take === undefined) {
    writeInfluence(leadFunctional(aimed), theta, contrast)
    return contrast
  }
  const order = descendingOrder(theta)
  contrast[order[take - 1]] = 1
  contrast[order[take]] = -1
  return contrast
}

/**
 * Error model for the top k. The channel is for the contenders, whose number falls. A tenth of the answers, and later fewer, are over all
 * categories.
 */
function collectedForTop(
  aimed: AimedGoal,
  take: number,
  epsilon: number,
  theta: Float64Array,
  liars: number,
): Collected {
  const contrast = contrastOf(aimed, theta)
  const order = descendingOrder(theta)
  const boundary = (theta[order[take - 1]] + theta[order[take]]) / 2
  const all = channelMoments(subsetSelection({ categories: theta.length, epsilon }), theta)
  const varianceOfAll = all.variance(contrast)
  const counts = [0]
  const reached = [0]
  const byContenders = new Map<number, number>()
  const varianceAt = (information: number) => {
    const lead = CONTENDED / Math.sqrt(2 * information)
    const contenders = theta.reduce((count, value) => count + Number(Math.abs(value - boundary) < lead), 0)
    return varianceWith(Math.max(2, contenders))
  }
  /** The variance is computed for a few contenders; between them and all categories, it is interpolated. */
  const varianceWith = (contenders: number): number => {
    if (contenders > MOST_CONTENDERS) return varianceOfAll
    const known = byContenders.get(contenders)
    if (known !== undefined) return known
    let variance: number
    if (contenders > MOST_SOLVED) {
      const few = varianceWith(MOST_SOLVED)
      const share = (contenders - MOST_SOLVED) / (MOST_CONTENDERS + 1 - MOST_SOLVED)
      variance = few + share * (varianceOfAll - few)
    } else {
      const distances = theta.map(value => Math.abs(value - boundary)).sort()
      const lead = (distances[contenders - 1] + (distances[contenders] ?? 1)) / 2
      variance = channelMoments(channelOfOracle(aimed, theta, epsilon, lead), theta).variance(contrast)
    }
    byContenders.set(contenders, variance)
    return variance
  }
  let [n, information, stage] = [FIRST_ANSWERS, FIRST_ANSWERS / varianceOfAll, 0]
  counts.push(n)
  reached.push(information)
  /** Adds stages until they reach `to` answers. */
  const extend = (to: number) => {
    while (n < to && stage++ < MOST_STAGES) {
      const more = n * (GROWTH - 1)
      const share = 0.1 * Math.min(1, Math.sqrt(500 / n))
      information += more * (share / varianceOfAll + (1 - share) / varianceAt(information))
      n += more
      counts.push(n)
      reached.push(information)
    }
  }
  return {
    theta,
    isBinary: false,
    shift: liars > 0 ? liars * all.weight(contrast) : 0,
    information(asked) {
      extend(asked)
      let i = counts.length - 1
      while (i > 1 && counts[i - 1] >= asked) i--
      return (
        reached[i - 1] +
        ((asked - counts[i - 1]) * (reached[i] - reached[i - 1])) / (counts[i] - counts[i - 1])
      )
    },
  }
}
