import { type Categories, countCategories } from '../check/categories.ts'
import { copyList, refuse, requireNumber, requireOptions, type Vector } from '../check/check.ts'
import { certify } from '../mechanism/audit.ts'
import { type Column, levelColumn } from '../mechanism/column.ts'
import { type Mechanism, MOST_CATEGORIES, requireCategory, requireHeld } from '../mechanism/mechanism.ts'
import type { MechanismKind } from '../mechanism/mechanism-kind.ts'
import { requireRng } from '../random/require-rng.ts'
import type { RrrrLevels } from './levels.ts'
import { type RrrrDesign, rrrrDesign } from './rrrr-design.ts'
import { respond, respondEvenly, respondMany, type Tables, tablesOf } from './rrrr-draws.ts'

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

/** The channel of a design on a subset, which must be sorted, without repeats, and of the size that the design is for. */
export function rrrrOn(design: RrrrDesign, subset: Int32Array): Rrrr {
  const { categories, epsilon, epsilon1, levels } = design
  const { rest, epsilon2 } = levels
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
  // Suffice for an audit: renaming the members of S among themselves, and the others among themselves, leaves the channel as it is and
  // turns every column into that of one of these two.
  const kinds = () => (subset.length === 0 ? [0] : [subset[0], firstOutside(subset)])
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
      return rng.kind === 'crypto'
        ? respondEvenly(design, subset, tables(), x, rng)
        : respond(design, subset, tables(), x, rng)
    },
    respondMany: (people, rng) => respondMany(design, subset, tables(), people, rng),
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

function firstOutside(subset: Int32Array): number {
  const place = subset.findIndex((x, i) => x !== i)
  return place < 0 ? subset.length : place
}
