import { type Categories, countCategories } from '../check/categories.ts'
import { copyList, refuse, requireNumber, requireOptions, type Vector } from '../check/check.ts'
import { addUniform } from '../mechanism/add-uniform.ts'
import { certify } from '../mechanism/audit.ts'
import { type Coin, expRoundedDown, truthCoin } from '../mechanism/coin.ts'
import { type Column, levelColumn } from '../mechanism/column.ts'
import { type Mechanism, MOST_CATEGORIES, requireCategory, requireHeld } from '../mechanism/mechanism.ts'
import type { MechanismKind } from '../mechanism/mechanism-kind.ts'
import { anotherThan, select } from '../mechanism/select.ts'
import { drawBinomial } from '../random/binomial.ts'
import { requireRng } from '../random/require-rng.ts'
import type { CryptoRng } from '../random/rng.ts'
import { type RrrrLevels, rrrrLevels } from './levels.ts'

/** RRRR with a subset: one step of level ε₁, preceded by another of level ε₂ for people outside the subset. */
export interface Rrrr extends Mechanism<number> {
  /** S, sorted. */
  readonly subset: readonly number[]
  /** ε₁: the level of the first step, among the members of the subset and “outside”. */
  readonly epsilon1: number
  /** ε₂: the level of the second step, among the categories outside the subset. */
  readonly epsilon2: number
  /** The probabilities that its channel is made of. */
  readonly levels: RrrrLevels
}

/**
 * Randomly restricted randomized response: answers lie mostly within a subset S of likely categories.
 *
 *     x ∈ S:  R ~ Uniform(S^c);         Y = SRR(x; S ∪ {R}, ε1)
 *     else:   R = SRR(x; S^c, ε2);      Y = SRR(R; S ∪ {R}, ε1)
 *
 * The second budget is the largest that keeps the whole within ε; `S = ∅` is plain SRR.
 *
 * @param options.categories K, from 2 to 2³¹ − 1
 * @param options.subset S: from 0 to K − 1 different categories, in any order
 * @param options.epsilon the privacy level ε, positive
 * @param options.epsilon1 the budget inside the subset, from 0 to ε; default 0.8 ε
 * @throws RangeError on a bad argument
 * @see Aydın, Yıldırım (2024), Algorithm 1 and Theorem 1
 * @example
 * rrrr({ categories: 4, subset: [3], epsilon: 1.1 }).epsilon2 // 0.35129203362578076
 */
export function rrrr(options: {
  categories: Categories
  subset: Vector
  epsilon: number
  epsilon1?: number
}): Rrrr {
  requireOptions(options, { categories: true, subset: true, epsilon: true, epsilon1: true })
  const categories = countCategories(options.categories, MOST_CATEGORIES)
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
  const epsilon1 = requireNumber('epsilon1', options.epsilon1 ?? 0.8 * epsilon, { min: 0, max: epsilon })
  const subset = requireSubset(options.subset, categories)
  return rrrrOn(rrrrDesign(categories, subset.length, epsilon, epsilon1), subset)
}

/** Everything about an RRRR channel except which categories are in its subset; all channels of one subset size share it. */
export interface RrrrDesign {
  readonly categories: number
  readonly epsilon: number
  readonly epsilon1: number
  readonly levels: RrrrLevels
  /** SRR over S ∪ {R} at ε1, and SRR over S^c at ε2. */
  readonly coins: readonly [inner: Coin, outer: Coin]
}

/** Designs that were made lately, since the requests of a collection share them. */
const designs = new Map<string, RrrrDesign>()
const MOST_DESIGNS = 1000

/** The design for one subset size, computed once for each. */
export function rrrrDesign(categories: number, size: number, epsilon: number, epsilon1: number): RrrrDesign {
  const key = `${categories} ${size} ${epsilon} ${epsilon1}`
  let design = designs.get(key)
  if (design === undefined) {
    const levels = rrrrLevels(categories, size, epsilon, epsilon1)
    design = { categories, epsilon, epsilon1, levels, coins: rrrrCoins(levels, epsilon, epsilon1) }
    if (designs.size === MOST_DESIGNS) designs.clear()
    designs.set(key, design)
  }
  return design
}

/** The channel of a design on a subset, which must be sorted, without repeats, and of the size that the design is for. */
export function rrrrOn(design: RrrrDesign, subset: Int32Array): Rrrr {
  const { categories, epsilon, epsilon1, levels } = design
  const { size, rest, epsilon2 } = levels
  const [inner, outer] = design.coins
  let cachedTables: Tables | undefined
  const tables = () => {
    cachedTables ??= tablesOf(subset, categories)
    return cachedTables
  }
  const columns = new Map<number, Column>()
  const column = (response: unknown): Column => {
    const y = requireCategory('response', response, categories)
    let cached = columns.get(y)
    if (cached === undefined) {
      cached = subset.includes(y) ? insideColumn(y) : outsideColumn(y)
      columns.set(y, cached)
    }
    return cached
  }
  const insideColumn = (y: number) =>
    levelColumn({ categories, logScale: levels.logA, logBase: -epsilon1, point: y, logPeak: 0 })
  const outsideColumn = (y: number) =>
    levelColumn({
      categories,
      logScale: levels.logAC,
      // With no other category outside, no category attains the base, and any value would do.
      logBase: rest === 1 ? -levels.logGap : -epsilon2,
      set: subset,
      logLevel: -levels.logGap,
      point: y,
      logPeak: 0,
    })
  /** The law of `respond`, with all draws and all choices made for every category, so that the work reveals neither membership nor truth. */
  const respondEvenly = (x: number, rng: CryptoRng): number => {
    const { isMember, outside, rank } = tables()
    const member = isMember[x] === 1
    const innerTruth = inner.toss(rng)
    const outerTruth = outer.toss(rng)
    const stranger = outside[rng.integer(rest)]
    // With no other category outside, the outer coin always gives the truth.
    const other = rest > 1 ? outside[anotherThan(rank[x], rng.integer(rest - 1)) % rest] : stranger
    const r = select(outerTruth, x, other)
    if (size === 0) return r
    const place = rng.integer(size)
    const shifted = subset[(place + Number(subset[place] >= x)) % size]
    const lie = select(member, select(place === size - 1, stranger, shifted), subset[place])
    return select(innerTruth, select(member, x, r), lie)
  }
  // Suffice for an audit: renaming the members of S among themselves, and the others among themselves, leaves the channel as it is and
  // turns every column into that of one of these two.
  const kinds = () => (size === 0 ? [0] : [subset[0], firstOutside(subset)])
  return {
    name: 'rrrr',
    categories,
    answersCategories: true,
    subset: Array.from(subset),
    epsilon1,
    epsilon2,
    levels,
    epsilon: certify({ name: 'rrrr', kinds, column }, epsilon),
    responseCount: categories,
    respond(category, rng) {
      requireRng(rng)
      const x = requireHeld(category, categories)
      if (rng.kind === 'crypto') return respondEvenly(x, rng)
      const { isMember, outside, rank } = tables()
      if (isMember[x] === 1) {
        if (inner.toss(rng)) return x
        // One of the other k members of S ∪ {R}. The last one stands for R, which is uniform outside.
        const other = rng.integer(size)
        if (other === size - 1) return outside[rng.integer(rest)]
        return subset[other] < x ? subset[other] : subset[other + 1]
      }
      const r = outer.toss(rng) ? x : outside[anotherThan(rank[x], rng.integer(rest - 1))]
      return size === 0 || inner.toss(rng) ? r : subset[rng.integer(size)]
    },
    respondMany(people, rng) {
      // Each answer is uniform inside, uniform outside, or the truth. The uniform ones are pooled.
      const { b, ad } = levels
      const { isMember, outside } = tables()
      const inside = size * b
      const out = new Float64Array(categories)
      let anyInside = 0
      let anyOutside = 0
      for (let x = 0; x < categories; x++) {
        const moved = drawBinomial(rng, people[x], inside)
        const outer = (isMember[x] === 1 ? b : rest * ad) / (1 - inside)
        const movedOut = drawBinomial(rng, people[x] - moved, Math.min(1, outer))
        out[x] = people[x] - moved - movedOut
        anyInside += moved
        anyOutside += movedOut
      }
      addUniform(rng, anyInside, subset, out)
      addUniform(rng, anyOutside, outside, out)
      return out
    },
    column,
    kinds,
    responses: () => Array.from({ length: categories }, (_, y) => y),
    toRequest: () => ({ mechanism: 'rrrr', categories, subset: Array.from(subset), epsilon, epsilon1 }),
  }
}

/** Whether a mechanism that this library has certified is RRRR. */
export function isRrrr(mechanism: Mechanism): mechanism is Rrrr {
  return mechanism.name === 'rrrr' && 'levels' in mechanism
}

export const rrrrKind = {
  name: 'rrrr',
  fromRequest: ({ mechanism, ...options }) => rrrr(options as never),
} as const satisfies MechanismKind

/**
 * The two coins of RRRR in integers: SRR over S ∪ {R} at ε1, and SRR over S^c at ε2. Compared in integers, the binding ratio
 * `e^ε1 · m · e^ε2 / (e^ε2 + m − 1)` is at most e^ε.
 */
export function rrrrCoins(
  { size, rest, epsilon2 }: RrrrLevels,
  epsilon: number,
  epsilon1: number,
): [Coin, Coin] {
  // `expRoundedDown` saturates at e^700. There e^ε1 has to keep its distance to e^ε, because the odds outside the subset depend on it.
  const first = expRoundedDown(Math.min(epsilon1, Math.max(650, 700 - (epsilon - epsilon1))))
  const second = expRoundedDown(epsilon2)
  if (size > 0 && rest > 1) {
    const limit = expRoundedDown(epsilon)
    const m = BigInt(rest)
    // With e^ε1 = p/q, e^ε = P/Q and e^ε2 = w/v: w (p·m·Q − P·q) ≤ P·q·(m−1)·v.
    const slope = first.numerator * m * limit.denominator - limit.numerator * first.denominator
    const bound = limit.numerator * first.denominator * (m - 1n) * second.denominator
    if (slope > 0n && second.numerator * slope > bound) {
      return [truthCoin(first, size + 1), truthCoin({ ...second, numerator: bound / slope }, rest)]
    }
  }
  return [truthCoin(first, size + 1), truthCoin(second, rest)]
}

function requireSubset(given: unknown, categories: number): Int32Array {
  const allowed = `up to ${categories - 1} different categories from 0 to ${categories - 1}`
  const list = copyList('subset', given, 0, categories - 1, allowed) as number[]
  const isCategory = (x: unknown) => Number.isInteger(x) && (x as number) >= 0 && (x as number) < categories
  // Checked before any conversion to numbers: a nested list would be converted by way of its text, which may be endless.
  if (!list.every(isCategory)) refuse('subset', list, allowed)
  const sorted = Int32Array.from(list).sort()
  if (sorted.some((x, i) => i > 0 && x === sorted[i - 1])) refuse('subset', list, allowed)
  return sorted
}

/** Lookup tables of the categories, from which answers are drawn. */
interface Tables {
  readonly isMember: Uint8Array
  /** S^c, sorted. */
  readonly outside: Int32Array
  /** For each category outside, its place in `outside`. */
  readonly rank: Int32Array
}

function tablesOf(subset: Int32Array, categories: number): Tables {
  const isMember = new Uint8Array(categories)
  for (const x of subset) isMember[x] = 1
  const outside = new Int32Array(categories - subset.length)
  const rank = new Int32Array(categories)
  let count = 0
  for (let x = 0; x < categories; x++) {
    if (isMember[x] === 1) continue
    outside[count] = x
    rank[x] = count++
  }
  return { isMember, outside, rank }
}

function firstOutside(subset: Int32Array): number {
  const place = subset.findIndex((x, i) => x !== i)
  return place < 0 ? subset.length : place
}
