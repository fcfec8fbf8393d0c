import { type Categories, countCategories } from '../../check/categories.ts'
import { refuse, requireInteger, requireNumber, requireOneOf, requireOptions } from '../../check/check.ts'
import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { log1p } from '../../elementary/log1p.ts'
import { exponentOf } from '../../elementary/powers-of-two.ts'
import { drawBinomial } from '../../random/binomial.ts'
import { drawMultinomial } from '../../random/multinomial.ts'
import { requireRng } from '../../random/require-rng.ts'
import type { SeededRng } from '../../random/rng.ts'
import { certify } from '../audit.ts'
import { coin, expRoundedDown } from '../coin.ts'
import type { Pattern } from '../column.ts'
import { type Mechanism, requireHeld } from '../mechanism.ts'
import type { MechanismKind } from '../mechanism-kind.ts'
import { supported, supportLevels } from '../support.ts'
import { createBlockColumns } from './block-columns.ts'
import { chooseParameters } from './choose-parameters.ts'
import { differenceSet, FAMILIES, type Family, type Parameters, parametersOf } from './difference-set.ts'
import { keyedPermutation } from './keyed-permutation.ts'
import { createResidueTable, type ResidueTable } from './residue-table.ts'

/** A block design: the response is the number of a block. */
export interface BlockDesign extends Mechanism<number> {
  /** v: the number of points, and of blocks. The blocks are the responses. */
  readonly points: number
  /** k: the number of points of a block, and of blocks that hold a given point. */
  readonly blockSize: number
  /** λ: the number of blocks that hold two given points. */
  readonly meet: number
  /** The blocks, as shifts of the difference set. */
  readonly pattern: Pattern
}

/** Options of a block design. */
export interface BlockDesignOptions {
  /** Number of categories K, at least 2. */
  readonly categories: Categories
  /** The requested privacy level ε, above 0; the design spends at most that. */
  readonly epsilon: number
  /** The family of difference sets; by default the one that is expected to estimate best. */
  readonly family?: Family
  /** The order of Singer’s field; for the other families the prime v. */
  readonly q?: number
  /** The d of Singer’s `v = (q^d − 1)/(q − 1)`. */
  readonly dimension?: number
  /** A whole number below 2³² that picks the points of the categories; by default category x has the point x. */
  readonly seed?: number
}

/** Largest number of points, so that products of two residues are exact. */
const MOST_POINTS = 2 ** 26 - 1
/** Limit on the points of a request: `MOST_EACH` per category, or `ALWAYS_ALLOWED` if that is more. It bounds the work on both sides. */
const MOST_EACH = 16
const ALWAYS_ALLOWED = 4096

/**
 * A cyclic block design. With D a (v, k, λ) difference set modulo v, and π(x) the point of category x, the response y speaks
 * for the block `B_y = { x : π(x) − y ∈ D }`:
 *
 *     Pr(y | x) = e^ε / (k e^ε + v − k)  if x ∈ B_y,  else  1 / (k e^ε + v − k).
 *
 * Each category is in k blocks, and any two categories share λ of them. So where k/v is about `1/(e^ε + 1)`, a response tells as
 * much as a set of subset selection does; but there are only v responses, and one takes ⌈log₂ v⌉ bits.
 *
 * @param options.categories K, at least 2
 * @param options.epsilon the privacy level ε, positive
 * @param options.family the family of D, given along with `q` and, for Singer's families, `dimension`; by default all three are
 *   chosen as the best for K and ε among the designs with K to 4K points (8K from ε = 3 on)
 * @param options.q the order of Singer's field; for the other families the prime v
 * @param options.dimension the dimension of Singer's geometry plus one: the d of `v = (q^d − 1)/(q − 1)`
 * @param options.seed a whole number below 2³² that picks π; by default category x has the point x. Designs used one after the
 *   other should have different seeds; otherwise the same categories always share blocks
 * @throws RangeError on a bad argument, or where there is no such design
 * @see Park, Nam, Lee (2023), Exactly optimal and communication-efficient private estimation via block designs
 * @example
 * const { points, blockSize, meet } = blockDesign({ categories: 20, epsilon: 1 })
 * console.log(points, blockSize, meet) // 21 5 1
 */
export function blockDesign(options: BlockDesignOptions): BlockDesign {
  requireOptions(options, {
    categories: true,
    epsilon: true,
    family: true,
    q: true,
    dimension: true,
    seed: true,
  })
  const categories = countCategories(options.categories, MOST_POINTS / MOST_EACH)
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
  const { seed } = options
  if (seed !== undefined) requireInteger('seed', seed, 0, 2 ** 32 - 1)
  const set = differenceSet(requireParameters(options, categories, epsilon))
  const { family, q, dimension, points: v, blockSize: k, meet } = set
  const pointOf = seed === undefined ? (x: number) => x : keyedPermutation(v, seed)
  const odds = expRoundedDown(epsilon)
  const includesTruth = coin(BigInt(k) * odds.numerator, BigInt(v - k) * odds.denominator)
  const logScale = -log(k) - log1p(((v - k) / k) * exp(-epsilon))
  const table = createResidueTable(set)
  const request = {
    mechanism: 'block-design',
    categories,
    epsilon,
    family,
    q,
    dimension,
    seed,
  }
  const pattern = patternOf(table, { categories, points: v, pointOf, request })
  const column = createBlockColumns(pattern, epsilon, logScale)
  // A block that holds the first category and not the second, so that its column has both levels.
  const tellingBlock = () => {
    let y = 0
    while (!set.has((pointOf(0) - y + v) % v) || set.has((pointOf(1) - y + v) % v)) y++
    return y
  }
  // Suffices for an audit: all columns share the same two levels, e^ε apart, and this block's column has both.
  const kinds = () => [tellingBlock()]
  return {
    name: 'block-design',
    categories,
    points: v,
    blockSize: k,
    meet,
    pattern,
    epsilon: certify({ name: 'block-design', kinds, column }, epsilon),
    responseCount: v,
    support: {
      ...supportLevels(v, k, epsilon, meet),
      of: response => supported(column(response), epsilon, logScale),
    },
    respond(category, rng) {
      requireRng(rng)
      const x = requireHeld(category, categories)
      // Read from the table of all points: how long a single point takes to compute depends on the category, and the seed of π is
      // the server's choice.
      const point = pattern.places[x]
      return (point - table.draw(includesTruth.toss(rng), rng) + v) % v
    },
    respondMany(people, rng) {
      // With probability v·base an answer is any of the v blocks; otherwise it is one of the k blocks that hold the truth.
      return dealBlocks(rng, people, {
        pattern,
        members: table.members,
        blank: v / (k * exp(epsilon) + v - k),
      })
    },
    column,
    kinds,
    *responses() {
      for (let y = 0; y < v; y++) yield y
    },
    toRequest: () => ({ ...request }),
  }
}

export const blockDesignKind = {
  name: 'block-design',
  says: 'the answer speaks for a block of categories of a symmetric design: short, for many categories',
  plain: true,
  fromRequest({ mechanism, ...options }) {
    // A respondent must not have to search for the best design.
    requireOneOf('family', options.family, FAMILIES)
    return blockDesign(options as never)
  },
  strategy: ({ categories, epsilon }) => blockDesign({ categories, epsilon }),
} as const satisfies MechanismKind

/** The blocks as shifts of the difference set, by the points of the categories. */
function patternOf(
  table: ResidueTable,
  {
    categories,
    points,
    pointOf,
    request,
  }: Pick<Pattern, 'categories' | 'points' | 'request'> & { pointOf: (x: number) => number },
): Pattern {
  let places: Int32Array | undefined
  return {
    categories,
    points,
    request,
    holds: (y, x) => table.has((pointOf(x) - y + points) % points),
    get indicator() {
      return table.indicator
    },
    get places() {
      places ??= Int32Array.from({ length: categories }, (_, x) => pointOf(x))
      return places
    },
  }
}

/**
 * The number of people who answer each block.
 *
 * @param people the number of people in each category
 * @param blank the probability of an answer that is any of the blocks
 */
function dealBlocks(
  rng: SeededRng,
  people: ArrayLike<number>,
  { pattern, members, blank }: { pattern: Pattern; members: ArrayLike<number>; blank: number },
): Float64Array {
  const { categories, points: v, places } = pattern
  const counts = new Float64Array(v)
  let blanks = 0
  for (let x = 0; x < categories; x++) {
    const blanksHere = drawBinomial(rng, people[x], blank)
    blanks += blanksHere
    scatter(rng, people[x] - blanksHere, members.length, (i, count) => {
      counts[(places[x] - members[i] + v) % v] += count
    })
  }
  scatter(rng, blanks, v, (y, count) => {
    counts[y] += count
  })
  return counts
}

/** Distributes people over `length` equally likely places: one by one if they are fewer than the places, else by one multinomial draw. */
function scatter(
  rng: SeededRng,
  people: number,
  length: number,
  add: (place: number, count: number) => void,
): void {
  if (people < length) {
    for (let i = 0; i < people; i++) add(rng.integer(length), 1)
    return
  }
  const split = drawMultinomial(rng, people, new Float64Array(length).fill(1), new Float64Array(length))
  split.forEach((count, place) => {
    add(place, count)
  })
}

function requireParameters(options: BlockDesignOptions, categories: number, epsilon: number): Parameters {
  const { family: name, q, dimension } = options
  if (name === undefined) {
    if (q !== undefined) refuse('q', q, 'left out where no family is given')
    if (dimension !== undefined) refuse('dimension', dimension, 'left out where no family is given')
    return chooseParameters(categories, epsilon)
  }
  const family = requireOneOf('family', name, FAMILIES)
  const most = Math.max(ALWAYS_ALLOWED, MOST_EACH * categories)
  const order = requireInteger('q', q, 2, most)
  const isSinger = family === 'singer' || family === 'singer-complement'
  const exponent = isSinger
    ? requireInteger('dimension', dimension, 3, exponentOf(most) + 1)
    : requireInteger('dimension', dimension ?? 1, 1, 1)
  const parameters = parametersOf(family, order, exponent)
  if (parameters === undefined) {
    refuse('q', order, isSinger ? 'a power of a prime' : `a prime that has the family ${family}`)
  }
  if (!(parameters.points >= categories && parameters.points <= most)) {
    refuse("the design's number of points", parameters.points, `from ${categories} to ${most}`)
  }
  return parameters
}
