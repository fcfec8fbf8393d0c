import { sum } from '../arrays/sums.ts'
import { type Categories, countCategories } from '../check/categories.ts'
import { copyList, refuse, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { drawBinomial } from '../random/binomial.ts'
import { drawMultinomial } from '../random/multinomial.ts'
import { requireRng } from '../random/require-rng.ts'
import type { SeededRng } from '../random/rng.ts'
import { certify } from './audit.ts'
import { coin, expRoundedDown } from './coin.ts'
import { type Column, levelColumn } from './column.ts'
import { isSortedSet, type Mechanism, MOST_CATEGORIES, requireHeld } from './mechanism.ts'
import type { MechanismKind } from './mechanism-kind.ts'
import { select } from './select.ts'

/** Options of a staircase mechanism, as plain data. */
export interface StaircaseOptions {
  /** K, from 2 to 2³¹ − 1. */
  readonly categories: Categories
  /** The privacy level ε, positive. */
  readonly epsilon: number
  /**
   * Disjoint, sorted lists of categories. The mechanism treats the categories of a list alike. Categories in none of the lists form
   * the last group, whose index is `groups.length`.
   */
  readonly groups: readonly (readonly number[])[]
  /** The possible answers: different sets of groups, sorted. None is empty, and none holds all groups. */
  readonly sets: readonly (readonly number[])[]
  /**
   * The weight of each set, a whole number of at least 1. The sets that hold a given group must have the same total weight for
   * every group, and the sum of all weights is at most 2⁵⁰.
   */
  readonly weights: readonly number[]
}

/** Largest size of the table of groups by sets, because larger ones would be slow to draw from. */
const MOST_CELLS = 2 ** 16
const MOST_WEIGHT = 2 ** 50

/**
 * A staircase mechanism over groups of categories: the response is the number y of a set B_y of groups,
 *
 *     Pr(y | x) = w_y (e^ε where the group of x is in B_y, 1 elsewhere) / (s e^ε + W − s),
 *
 * where W is the sum of all weights and s that of the sets with a given group, which is the same for every group. So a person
 * draws a set with their own group with probability `s e^ε / (s e^ε + W − s)`, and otherwise a set without it.
 *
 * Every ε-LDP channel is as informative as one of these, or less; which weights are best depends on the question
 * (`optimalChannel`). As the weights are whole numbers, they fit each other exactly, and the levels are `e^ε` apart.
 *
 * @throws RangeError on a bad argument
 * @see Kairouz, Oh, Viswanath (2016), Extremal mechanisms for local differential privacy
 * @example
 * // "Is it category 3?", by binary randomized response.
 * staircase({ categories: 20, epsilon: 1, groups: [[3]], sets: [[0], [1]], weights: [1, 1] }).epsilon // 1
 */
export function staircase(options: StaircaseOptions): Mechanism<number> {
  requireOptions(options, { categories: true, epsilon: true, groups: true, sets: true, weights: true })
  const categories = countCategories(options.categories, MOST_CATEGORIES)
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
  const groups = requireGroups(options.groups, categories)
  const grouped = groups.flat().sort((i, j) => i - j)
  requireDisjoint(grouped)
  const groupCount = groups.length + Number(grouped.length < categories)
  const sets = requireSets(options.sets, groupCount)
  const weights = requireWeights(options.weights, sets.length)
  const holds = membership(sets, groupCount)
  const tables = drawingTables(holds, weights, groupCount)
  const { inside, outside } = tables
  const odds = expRoundedDown(epsilon)
  const withOwn = coin(BigInt(inside) * odds.numerator, BigInt(outside) * odds.denominator)
  const logTotal = log(inside + outside * exp(-epsilon))
  const logScales = weights.map(weight => log(weight) - logTotal)
  const columns: Column[] = []
  const column = (response: unknown): Column => {
    const y = requireResponse(response, sets.length)
    columns[y] ??= columnOfSet(y, { categories, groups, holds, sets, logScale: logScales[y], epsilon })
    return columns[y]
  }
  /** The group of a category. All members are compared with it, so that the work is the same for every category. */
  const groupOf = (category: number) => {
    let found = groups.length
    for (let g = 0; g < groups.length; g++) {
      for (const member of groups[g]) found = select(member === category, g, found)
    }
    return found
  }
  // Suffices for an audit: no set is empty or holds all groups, so that every column has two levels, e^ε apart.
  const kinds = () => [0]
  return {
    name: 'staircase',
    categories,
    epsilon: certify({ name: 'staircase', kinds, column }, epsilon),
    responseCount: sets.length,
    respond(category, rng) {
      requireRng(rng)
      const { withGroup, withoutGroup } = tables.byGroup[groupOf(requireHeld(category, categories))]
      const holdsOwn = withOwn.toss(rng)
      const one = placeOf(withGroup, rng.integer(inside))
      const other = placeOf(withoutGroup, rng.integer(outside))
      return select(holdsOwn, one, other)
    },
    respondMany(people, rng) {
      const counts = new Float64Array(groupCount)
      for (let x = 0; x < categories; x++) if (people[x] > 0) counts[groupOf(x)] += people[x]
      const ownProbability = inside / (inside + outside * exp(-epsilon))
      return dealSets(rng, counts, { holds, weights, ownProbability })
    },
    column,
    kinds,
    responses: () => Array.from(sets.keys()),
    toRequest: () => ({
      mechanism: 'staircase',
      categories,
      epsilon,
      groups: groups.map(group => group.slice()),
      sets: sets.map(set => set.slice()),
      weights: weights.slice(),
    }),
  }
}

export const staircaseKind = {
  name: 'staircase',
  fromRequest: ({ mechanism, ...options }) => staircase(options as never),
} as const satisfies MechanismKind

/** For each group a byte for each set: whether it holds the group. */
function membership(sets: readonly number[][], groupCount: number): Uint8Array[] {
  const holds = Array.from({ length: groupCount }, () => new Uint8Array(sets.length))
  sets.forEach((set, y) => {
    for (const g of set) holds[g][y] = 1
  })
  return holds
}

/** The last group is never listed. So a set that holds it is described by the members of the groups that it leaves out. */
function columnOfSet(
  y: number,
  {
    categories,
    groups,
    holds,
    sets,
    logScale,
    epsilon,
  }: Pick<StaircaseOptions, 'groups' | 'sets' | 'epsilon'> & {
    categories: number
    holds: readonly Uint8Array[]
    logScale: number
  },
): Column {
  const holdsRest = sets[y].includes(groups.length)
  const listed = groups.flatMap((members, g) => (holds[g][y] === Number(holdsRest) ? [] : members))
  return levelColumn({
    categories,
    logScale,
    logBase: holdsRest ? 0 : -epsilon,
    set: Int32Array.from(listed).sort(),
    logLevel: holdsRest ? -epsilon : 0,
  })
}

/**
 * The number of people who answer each set.
 *
 * @param counts the number of people in each group
 */
function dealSets(
  rng: SeededRng,
  counts: Float64Array,
  {
    holds,
    weights,
    ownProbability,
  }: { holds: readonly Uint8Array[]; weights: readonly number[]; ownProbability: number },
): Float64Array {
  const out = new Float64Array(weights.length)
  const split = new Float64Array(weights.length)
  counts.forEach((count, g) => {
    const ownCount = drawBinomial(rng, count, ownProbability)
    for (const [number, side] of [
      [ownCount, 1],
      [count - ownCount, 0],
    ] as const) {
      if (number === 0) continue
      const law = weights.map((weight, y) => (holds[g][y] === side ? weight : 0))
      drawMultinomial(rng, number, law, split)
      for (let y = 0; y < out.length; y++) out[y] += split[y]
    }
  })
  return out
}

/** For each group the cumulative weights of the sets that hold it, and of those that do not. */
function drawingTables(holds: readonly Uint8Array[], weights: readonly number[], groupCount: number) {
  const last = weights.length - 1
  const cumulate = (g: number, side: 0 | 1) => {
    let total = 0
    return Float64Array.from(weights, (weight, y) => {
      if (holds[g][y] === side) total += weight
      return total
    })
  }
  const byGroup = Array.from({ length: groupCount }, (_, g) => ({
    withGroup: cumulate(g, 1),
    withoutGroup: cumulate(g, 0),
  }))
  const [inside, outside] = [byGroup[0].withGroup[last], byGroup[0].withoutGroup[last]]
  byGroup.forEach(({ withGroup }, g) => {
    const weight = withGroup[last]
    if (weight !== inside || weight === 0) {
      refuse(`the weight of the sets with group ${g}`, weight, `${inside || 'positive'}, as with group 0`)
    }
  })
  return { byGroup, inside, outside }
}

/** The first place whose cumulative weight is above `target`. Takes the same number of steps for every target. */
function placeOf(cumulative: Float64Array, target: number): number {
  let place = 0
  for (let y = 0; y < cumulative.length; y++) place += Number(target >= cumulative[y])
  return place
}

function requireGroups(groups: unknown, categories: number): number[][] {
  const most = Math.min(categories, MOST_CELLS)
  const lists = copyList('groups', groups, 1, most, 'a list of at least one group of categories')
  return lists.map((group, g) => {
    const name = `groups[${g}]`
    const allowed = `different categories from 0 to ${categories - 1}, sorted, at least one`
    const members = copyList(name, group, 1, categories, allowed)
    if (!isSortedSet(members, categories)) refuse(name, members, allowed)
    return members as number[]
  })
}

function requireDisjoint(sorted: readonly number[]): void {
  const twice = sorted.find((x, i) => i > 0 && sorted[i - 1] === x)
  if (twice !== undefined) refuse('groups', twice, 'lists that share no category')
}

function requireSets(sets: unknown, groupCount: number): number[][] {
  if (groupCount < 2) refuse('groups', groupCount, 'such that there are two or more')
  const most = Math.floor(MOST_CELLS / groupCount)
  const lists = copyList('sets', sets, 2, most, `a list of 2 to ${most} sets of groups`)
  const checked = lists.map((set, y) => {
    const name = `sets[${y}]`
    const allowed = `different groups from 0 to ${groupCount - 1}, sorted, neither none nor all of them`
    const members = copyList(name, set, 1, groupCount - 1, allowed)
    if (!isSortedSet(members, groupCount)) refuse(name, members, allowed)
    return members as number[]
  })
  if (new Set(checked.map(set => set.join())).size < checked.length)
    refuse('sets', sets, 'a list without repeats')
  return checked
}

function requireWeights(weights: unknown, length: number): number[] {
  const list = copyList('weights', weights, length, length, `a list of ${length} whole numbers`)
  const checked = list.map((weight, y) => requireInteger(`weights[${y}]`, weight, 1, MOST_WEIGHT))
  const total = sum(checked)
  requireInteger('the sum of weights', total, 2, MOST_WEIGHT)
  return checked
}

function requireResponse(response: unknown, count: number): number {
  if (!Number.isInteger(response) || (response as number) < 0 || (response as number) >= count) {
    refuse('response', response, `a whole number from 0 to ${count - 1}, of a set`)
  }
  return (response as number) + 0
}
