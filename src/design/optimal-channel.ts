import { exp } from '../elementary/exp.ts'
import { expm1 } from '../elementary/expm1.ts'
import { square } from '../elementary/square.ts'
import { countCombinations, unrank } from '../mechanism/combination.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { staircase } from '../mechanism/staircase.ts'
import { solveProgram } from './two-level-program.ts'

/** The objective of a channel. */
export interface ChannelQuestion {
  /** Number of categories K. */
  readonly categories: number
  readonly epsilon: number
  /**
   * Disjoint lists of categories. Categories of one list answer alike. All other categories are one more group, which must not be empty.
   */
  readonly groups: readonly (readonly number[])[]
  /** The probability of each group, followed by the probability of all other categories; positive, summing to one. */
  readonly theta: Float64Array
  /** Linear functions of these probabilities. The sum of the variances of their estimates is minimized. */
  readonly contrasts: readonly Float64Array[]
}

/** A channel, the variance of its estimates, and a lower bound for all channels. */
export interface OptimalChannel {
  readonly mechanism: Mechanism
  /** n times the sum of the variances, for this channel. */
  readonly variance: number
  /** Lower bound on the variance of every ε-LDP channel over these groups. */
  readonly bound: number
}

/** Weights are scaled to whole numbers that add up to about this; those that round to zero are left out. */
const WHOLE = 2 ** 36

/**
 * The ε-LDP channel over groups of categories whose answers estimate the contrasts with the least sum of variances, given θ. For
 * two groups it is binary randomized response, where n times the variance of a group's frequency is
 * `e^ε/(e^ε − 1)² + θ(1 − θ)`. For more groups it is the solution of a convex program (`solveProgram`).
 */
export function optimalChannel(asked: ChannelQuestion): OptimalChannel {
  const question = merged(asked)
  const { theta, contrasts, epsilon } = question
  const G = theta.length
  if (G === 2) {
    const mechanism = staircase({ ...staircaseBasics(question), sets: [[0], [1]], weights: [1, 1] })
    const difference = contrasts.reduce((sum, c) => sum + square(c[0] - c[1]), 0)
    const variance = difference * (exp(-epsilon) / square(expm1(-epsilon)) + theta[0] * theta[1])
    return { mechanism, variance, bound: variance }
  }
  const { weights, variance, bound } = solveProgram({ theta, contrasts, epsilon })
  return {
    mechanism: staircase({ ...staircaseBasics(question), ...setsOfProgram(weights, G) }),
    variance,
    bound,
  }
}

/**
 * The best channel for all differences between m equally likely contenders, where all other categories are the rest. By symmetry,
 * all sets with the same number s of contenders have the same weight, separately for sets with and without the rest. The
 * information of such a class of sets about a difference, where W is the total weight of the class, is
 *
 *     W (e^ε − 1)² s(m − s)/(m(m − 1)) / (1 + (e^ε − 1)(s θ + [rest] θ_rest)),
 *
 * This is linear in the weights, which have to satisfy two equations. So the optimum needs at most two classes, and all pairs of
 * classes are tried.
 *
 * @returns the channel, with n times the variance of one difference
 */
export function exchangeableChannel(
  question: Omit<ChannelQuestion, 'contrasts' | 'theta'> & { rest: number },
): OptimalChannel {
  const { epsilon, groups, rest } = question
  const m = groups.length
  // In units of e^ε, so that large levels do not overflow.
  const low = exp(-epsilon)
  const excess = -expm1(-epsilon)
  const each = (1 - rest) / m
  const classes = Array.from({ length: 2 * m }, (_, i) => {
    const [contenders, withRest] = [1 + (i >> 1) - (i & 1), i & 1]
    return {
      contenders,
      withRest,
      gain:
        (square(excess) * contenders * (m - contenders)) /
        (m * (m - 1)) /
        (low + excess * (contenders * each + withRest * rest)),
      // Contribution of a unit of weight to the sum of each contender, and to the sum of the others.
      toContender: low + (excess * contenders) / m,
      toRest: low + excess * withRest,
    }
  })
  let best = { information: 0, parts: [] as { kind: (typeof classes)[number]; weight: number }[] }
  for (const one of classes) {
    for (const other of classes) {
      const determinant = one.toContender * other.toRest - other.toContender * one.toRest
      if (Math.abs(determinant) < 1e-12 * excess) continue
      const oneWeight = (other.toRest - other.toContender) / determinant
      const otherWeight = (one.toContender - one.toRest) / determinant
      if (oneWeight < 0 || otherWeight < 0) continue
      const information = oneWeight * one.gain + otherWeight * other.gain
      if (information > best.information) {
        best = {
          information,
          parts: [
            { kind: one, weight: oneWeight },
            { kind: other, weight: otherWeight },
          ],
        }
      }
    }
  }
  const weights = new Map<string, number>()
  for (const { kind, weight } of best.parts) {
    const count = countCombinations(m, kind.contenders)
    for (let r = 0; r < count; r++) {
      const set = [...unrank(r, kind.contenders), ...(kind.withRest ? [m] : [])]
      if (set.length > 0 && set.length <= m) weights.set(set.join(), weight / count)
    }
  }
  const entries = [...weights].map(([set, weight]) => [set.split(',').map(Number), weight] as const)
  const mechanism = staircase({ ...staircaseBasics(question), ...wholeWeights(entries, m + 1) })
  const variance = 2 / best.information
  return { mechanism, variance, bound: variance }
}

/**
 * Merges groups that have equal coefficients in all contrasts. Otherwise answers would distinguish them to no purpose, and the best weights
 * would not be unique.
 */
function merged({ categories, epsilon, groups, theta, contrasts }: ChannelQuestion): ChannelQuestion {
  const last = groups.length
  const keyOf = (g: number) => contrasts.map(c => c[g] - c[last]).join()
  const keys = [...new Set(groups.map((_, g) => keyOf(g)))].filter(key => key !== keyOf(last))
  const membersOf = (key: string) => [...groups.keys(), last].filter(g => keyOf(g) === key)
  const classes = [...keys, keyOf(last)].map(membersOf)
  return {
    categories,
    epsilon,
    groups: classes.slice(0, -1).map(all => all.flatMap(g => groups[g]).sort((i, j) => i - j)),
    theta: Float64Array.from(classes, all => all.reduce((sum, g) => sum + theta[g], 0)),
    contrasts: contrasts.map(c => Float64Array.from(classes, ([g]) => c[g])),
  }
}

/** Options of a staircase that are determined by the question alone. */
function staircaseBasics({
  categories,
  epsilon,
  groups,
}: Pick<ChannelQuestion, 'categories' | 'epsilon' | 'groups'>) {
  return { categories, epsilon, groups }
}

/** The sets of a program's solution with whole weights; the bits of s + 1 are the groups of set s. */
function setsOfProgram(weights: Float64Array, G: number) {
  const groups = Array.from({ length: G }, (_, g) => g)
  return wholeWeights(
    Array.from(weights, (weight, s) => [groups.filter(g => ((s + 1) >> g) & 1), weight] as const),
    G,
  )
}

/**
 * Sets with whole weights in about these proportions. Rounding leaves the groups with unequal sums, so sets of single groups are
 * added until all groups weigh the same.
 */
function wholeWeights(entries: readonly (readonly [set: number[], weight: number])[], G: number) {
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
  const weightOfSet = new Map<string, number>()
  const groupWeights = new Float64Array(G)
  for (const [set, weight] of entries) {
    const rounded = Math.round((weight / total) * WHOLE)
    if (rounded === 0) continue
    weightOfSet.set(set.join(), rounded)
    for (const g of set) groupWeights[g] += rounded
  }
  const heaviest = groupWeights.reduce((top, value) => Math.max(top, value), 0)
  groupWeights.forEach((weight, g) => {
    if (weight < heaviest) weightOfSet.set(`${g}`, (weightOfSet.get(`${g}`) ?? 0) + heaviest - weight)
  })
  return {
    sets: [...weightOfSet.keys()].map(set => set.split(',').map(Number)),
    weights: [...weightOfSet.values()],
  }
}

/**
 * As few contrasts as have the given sum `Σ_j c_j c_jᵀ`, a G × G matrix. Only this sum matters for the sum of the variances,
 * `Σ_j c_jᵀF⁻¹c_j − (c_j·θ)²`.
 */
export function fewerContrasts(matrix: Float64Array, G: number): Float64Array[] {
  const residual = matrix.slice()
  const found: Float64Array[] = []
  for (let rank = 0; rank < G; rank++) {
    let pivot = 0
    for (let g = 1; g < G; g++) if (residual[g * G + g] > residual[pivot * G + pivot]) pivot = g
    const size = residual[pivot * G + pivot]
    if (!(size > 1e-9)) break
    const column = Float64Array.from({ length: G }, (_, g) => residual[g * G + pivot] / Math.sqrt(size))
    for (let g = 0; g < G; g++) for (let h = 0; h < G; h++) residual[g * G + h] -= column[g] * column[h]
    found.push(column)
  }
  return found
}
