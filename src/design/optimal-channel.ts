import { exp } from '../elementary/exp.ts'
import { expm1 } from '../elementary/expm1.ts'
import { square } from '../elementary/square.ts'
import { countCombinations, unrank } from '../mechanism/combination.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { staircase } from '../mechanism/staircase.ts'
import { solveProgram } from './two-level-program.ts'

/** What a channel is to be best for. */
export interface ChannelQuestion {
  /** Number of categories K. */
  readonly categories: number
  readonly epsilon: number
  /** Categories that matter alike: lists that share none. All others are one more group, which must not be empty. */
  readonly groups: readonly (readonly number[])[]
  /** The probability of each group, that of the others last; positive, summing to one. */
  readonly theta: Float64Array
  /** Linear functions of these probabilities: the sum of the variances of their estimates is to be least. */
  readonly contrasts: readonly Float64Array[]
}

/** A channel, what it is worth, and what no other one falls below. */
export interface OptimalChannel {
  readonly mechanism: Mechanism
  /** n times the sum of the variances, of the channel as people answer it. */
  readonly variance: number
  /** No ε-LDP channel over these groups has less. */
  readonly bound: number
}

/** Weights add up to about this much, in whole numbers; what is less than one of it is left out. */
const WHOLE = 2 ** 36

/**
 * The ε-LDP channel over groups of categories whose answers estimate the contrasts with the least sum of variances, for somebody who
 * knows θ. Two groups are binary randomized response, with `e^ε/(e^ε − 1)² + θ(1 − θ)` for n times the variance of one's
 * frequency; more are the convex program of `solveProgram`.
 */
export function optimalChannel(asked: ChannelQuestion): OptimalChannel {
  const question = merged(asked)
  const { theta, contrasts, epsilon } = question
  const G = theta.length
  if (G === 2) {
    const mechanism = staircase({ ...named(question), sets: [[0], [1]], weights: [1, 1] })
    const difference = contrasts.reduce((sum, c) => sum + square(c[0] - c[1]), 0)
    const variance = difference * (exp(epsilon) / square(expm1(epsilon)) + theta[0] * theta[1])
    return { mechanism, variance, bound: variance }
  }
  const { weights, variance, bound } = solveProgram({ theta, contrasts, epsilon })
  return { mechanism: staircase({ ...named(question), ...wholeSets(weights, G) }), variance, bound }
}

/**
 * The best channel for all differences of m contenders that are equally likely, and a rest: sets of the same number s of contenders, with
 * the rest or without it, have the same weight. For such a class of total weight W the information about a difference is
 *
 *     W (e^ε − 1)² s(m − s)/(m(m − 1)) / (1 + (e^ε − 1)(s θ + [rest] θ_rest)),
 *
 * linear in the weights, which two equations bind: so that the best has two classes at most, and all pairs are tried.
 *
 * @returns n times the variance of one difference, and the channel
 */
export function exchangeableChannel(
  question: Omit<ChannelQuestion, 'contrasts' | 'theta'> & { rest: number },
): OptimalChannel {
  const { epsilon, groups, rest } = question
  const m = groups.length
  const more = expm1(epsilon)
  const each = (1 - rest) / m
  const classes = Array.from({ length: 2 * m }, (_, i) => {
    const [named, withRest] = [1 + (i >> 1) - (i & 1), i & 1]
    return {
      named,
      withRest,
      gain:
        (square(more) * named * (m - named)) / (m * (m - 1)) / (1 + more * (named * each + withRest * rest)),
      // What a unit of weight gives to each contender's sum, and to that of the rest.
      own: 1 + (more * named) / m,
      others: 1 + more * withRest,
    }
  })
  let best = { information: 0, parts: [] as { kind: (typeof classes)[number]; weight: number }[] }
  for (const one of classes) {
    for (const other of classes) {
      const determinant = one.own * other.others - other.own * one.others
      if (Math.abs(determinant) < 1e-12 * more) continue
      const first = (other.others - other.own) / determinant
      const second = (one.own - one.others) / determinant
      if (first < 0 || second < 0) continue
      const information = first * one.gain + second * other.gain
      if (information > best.information) {
        best = {
          information,
          parts: [
            { kind: one, weight: first },
            { kind: other, weight: second },
          ],
        }
      }
    }
  }
  const weights = new Map<string, number>()
  for (const { kind, weight } of best.parts) {
    const count = countCombinations(m, kind.named)
    for (let r = 0; r < count; r++) {
      const set = [...unrank(r, kind.named), ...(kind.withRest ? [m] : [])]
      if (set.length > 0 && set.length <= m) weights.set(set.join(), weight / count)
    }
  }
  const entries = [...weights].map(([set, weight]) => [set.split(',').map(Number), weight] as const)
  const mechanism = staircase({ ...named(question), ...fitting(entries, m + 1) })
  const variance = 2 / best.information
  return { mechanism, variance, bound: variance }
}

/**
 * The question with groups together that count alike in all contrasts: apart, they would be told from each other for nothing, and the best
 * weights would not be unique.
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

/** The parts of a staircase that a question names. */
function named({ categories, epsilon, groups }: Pick<ChannelQuestion, 'categories' | 'epsilon' | 'groups'>) {
  return { categories, epsilon, groups }
}

/** The sets whose numbers have weight, as bits say. */
function wholeSets(weights: Float64Array, G: number) {
  const groups = Array.from({ length: G }, (_, g) => g)
  return fitting(
    Array.from(weights, (weight, s) => [groups.filter(g => ((s + 1) >> g) & 1), weight] as const),
    G,
  )
}

/** Whole weights in these proportions; the sets of single groups make up for what was rounded, so that all groups weigh the same. */
function fitting(entries: readonly (readonly [set: number[], weight: number])[], G: number) {
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
  const whole = new Map<string, number>()
  const held = new Float64Array(G)
  for (const [set, weight] of entries) {
    const rounded = Math.round((weight / total) * WHOLE)
    if (rounded === 0) continue
    whole.set(set.join(), rounded)
    for (const g of set) held[g] += rounded
  }
  const level = held.reduce((top, value) => Math.max(top, value), 0)
  held.forEach((weight, g) => {
    if (weight < level) whole.set(`${g}`, (whole.get(`${g}`) ?? 0) + level - weight)
  })
  return {
    sets: [...whole.keys()].map(set => set.split(',').map(Number)),
    weights: [...whole.values()],
  }
}

/** `Σ_j c_jᵀF⁻¹c_j − (c_j·θ)²` needs no more than `Σ_j c_j c_jᵀ`: as few contrasts with the same sum. */
export function fewerContrasts(matrix: Float64Array, G: number): Float64Array[] {
  const left = matrix.slice()
  const found: Float64Array[] = []
  for (let made = 0; made < G; made++) {
    let pivot = 0
    for (let g = 1; g < G; g++) if (left[g * G + g] > left[pivot * G + pivot]) pivot = g
    const size = left[pivot * G + pivot]
    if (!(size > 1e-9)) break
    const column = Float64Array.from({ length: G }, (_, g) => left[g * G + pivot] / Math.sqrt(size))
    for (let g = 0; g < G; g++) for (let h = 0; h < G; h++) left[g * G + h] -= column[g] * column[h]
    found.push(column)
  }
  return found
}
