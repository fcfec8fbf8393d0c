import { copyList, refuse, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { drawBinomial } from '../random/binomial.ts'
import { drawMultinomial } from '../random/multinomial.ts'
import { certify } from './audit.ts'
import { coin, expRoundedDown } from './coin.ts'
import { type Column, levelColumn } from './column.ts'
import type { MechanismKind } from './kind.ts'
import { isSortedSet, type Mechanism, MOST_CATEGORIES, requireHeld } from './mechanism.ts'
import { select } from './select.ts'

/** What a staircase mechanism is made from: plain data. */
export interface StaircaseOptions {
  /** K, from 2 to 2³¹ − 1. */
  readonly categories: number
  /** The privacy level ε, positive. */
  readonly epsilon: number
  /**
   * Categories that answer as one: sorted lists that share no category. Those in none of them are together the last group,
   * which has the number `groups.length`.
   */
  readonly groups: readonly (readonly number[])[]
  /** What may be answered: different sets of groups, sorted; none is empty, none has all groups. */
  readonly sets: readonly (readonly number[])[]
  /** The weight of each set, a whole number from 1; the sets that hold a group must weigh as much for every group, at most 2⁵⁰. */
  readonly weights: readonly number[]
}

/** Tables of groups by sets that are longer would be slow to draw from. */
const MOST_CELLS = 2 ** 16
const MOST_WEIGHT = 2 ** 50

/**
 * A staircase mechanism over groups of categories: the response is the number y of a set B_y of groups,
 *
 *     Pr(y | x) = w_y (e^ε where the group of x is in B_y, 1 elsewhere) / (s e^ε + W − s),
 *
 * where W is the sum of all weights and s that of the sets with a given group, the same for each. So whoever answers draws a
 * set with the own group with probability `s e^ε / (s e^ε + W − s)`, else one without it.
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
  const categories = requireInteger('categories', options.categories, 2, MOST_CATEGORIES)
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
  const groups = requireGroups(options.groups, categories)
  const named = groups.flat().sort((i, j) => i - j)
  requireDisjoint(named)
  const groupCount = groups.length + Number(named.length < categories)
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
    columns[y] ??= makeColumn(y)
    return columns[y]
  }
  // The members that are listed, whether they are the set or what is left of it.
  const makeColumn = (y: number) => {
    const holdsRest = sets[y].includes(groups.length)
    const listed = groups.flatMap((members, g) => (holds[g][y] === Number(holdsRest) ? [] : members))
    return levelColumn({
      categories,
      logScale: logScales[y],
      logBase: holdsRest ? 0 : -epsilon,
      set: Int32Array.from(listed).sort(),
      logLevel: holdsRest ? -epsilon : 0,
    })
  }
  /** All members are looked at, whichever it is. */
  const groupOf = (category: number) => {
    let found = groups.length
    for (let g = 0; g < groups.length; g++) {
      for (const member of groups[g]) found = select(member === category, g, found)
    }
    return found
  }
  const kinds = () => [0]
  return {
    name: 'staircase',
    categories,
    epsilon: certify({ name: 'staircase', kinds, column }, epsilon),
    responseCount: sets.length,
    respond(category, rng) {
      const { withGroup, withoutGroup } = tables.of[groupOf(requireHeld(category, categories))]
      const told = withOwn.toss(rng)
      const one = placeOf(withGroup, rng.integer(inside))
      const other = placeOf(withoutGroup, rng.integer(outside))
      return select(told, one, other)
    },
    respondMany(people, rng) {
      const counts = new Float64Array(groupCount)
      for (let x = 0; x < categories; x++) if (people[x] > 0) counts[groupOf(x)] += people[x]
      const tells = inside / (inside + outside * exp(-epsilon))
      const out = new Float64Array(sets.length)
      const split = new Float64Array(sets.length)
      counts.forEach((count, g) => {
        const own = drawBinomial(rng, count, tells)
        for (const [number, side] of [
          [own, 1],
          [count - own, 0],
        ] as const) {
          if (number === 0) continue
          const law = weights.map((weight, y) => (holds[g][y] === side ? weight : 0))
          drawMultinomial(rng, number, law, split)
          for (let y = 0; y < out.length; y++) out[y] += split[y]
        }
      })
      return out
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

/** For each group the weights of the sets up to each, of those that hold it and of those that do not. */
function drawingTables(holds: readonly Uint8Array[], weights: readonly number[], groupCount: number) {
  const last = weights.length - 1
  const cumulate = (g: number, side: 0 | 1) => {
    let total = 0
    return Float64Array.from(weights, (weight, y) => {
      if (holds[g][y] === side) total += weight
      return total
    })
  }
  const of = Array.from({ length: groupCount }, (_, g) => ({
    withGroup: cumulate(g, 1),
    withoutGroup: cumulate(g, 0),
  }))
  const [inside, outside] = [of[0].withGroup[last], of[0].withoutGroup[last]]
  of.forEach(({ withGroup }, g) => {
    const weight = withGroup[last]
    if (weight !== inside || weight === 0) {
      refuse(`the weight of the sets with group ${g}`, weight, `${inside || 'positive'}, as with group 0`)
    }
  })
  return { of, inside, outside }
}

/** The first place whose cumulative weight is above a number; as many steps for each. */
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

function requireDisjoint(named: readonly number[]): void {
  const twice = named.find((x, i) => i > 0 && named[i - 1] === x)
  if (twice !== undefined) refuse('groups', twice, 'lists that share no category')
}

function requireSets(sets: unknown, groupCount: number): number[][] {
  if (groupCount < 2) refuse('groups', groupCount, 'such that there are two or more')
  const most = Math.floor(MOST_CELLS / groupCount)
  const lists = copyList('sets', sets, 2, most, `a list of 2 to ${most} sets of groups`)
  const made = lists.map((set, y) => {
    const name = `sets[${y}]`
    const allowed = `different groups from 0 to ${groupCount - 1}, sorted, neither none nor all of them`
    const members = copyList(name, set, 1, groupCount - 1, allowed)
    if (!isSortedSet(members, groupCount)) refuse(name, members, allowed)
    return members as number[]
  })
  if (new Set(made.map(set => set.join())).size < made.length) refuse('sets', sets, 'a list without repeats')
  return made
}

function requireWeights(weights: unknown, length: number): number[] {
  const list = copyList('weights', weights, length, length, `a list of ${length} whole numbers`)
  const made = list.map((weight, y) => requireInteger(`weights[${y}]`, weight, 1, MOST_WEIGHT))
  const total = made.reduce((sum, weight) => sum + weight, 0)
  requireInteger('the sum of weights', total, 2, MOST_WEIGHT)
  return made
}

function requireResponse(response: unknown, count: number): number {
  if (!Number.isInteger(response) || (response as number) < 0 || (response as number) >= count) {
    refuse('response', response, `a whole number from 0 to ${count - 1}, of a set`)
  }
  return (response as number) + 0
}
