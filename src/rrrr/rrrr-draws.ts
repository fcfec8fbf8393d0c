import { addUniform } from '../mechanism/add-uniform.ts'
import { anotherThan, select } from '../mechanism/select.ts'
import { drawBinomial } from '../random/binomial.ts'
import type { CryptoRng, Rng, SeededRng } from '../random/rng.ts'
import type { RrrrDesign } from './rrrr-design.ts'

/** Lookup tables of the categories, from which answers are drawn. */
export interface Tables {
  readonly isMember: Uint8Array
  /** S^c, sorted. */
  readonly outside: Int32Array
  /** For each category outside, its place in `outside`. */
  readonly rank: Int32Array
}

export function tablesOf(subset: Int32Array, categories: number): Tables {
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

/** A person's answer. */
export function respond(design: RrrrDesign, subset: Int32Array, tables: Tables, x: number, rng: Rng): number {
  const { size, rest } = design.levels
  const [inner, outer] = design.coins
  const { isMember, outside, rank } = tables
  if (isMember[x] === 1) {
    if (inner.toss(rng)) return x
    // One of the other k members of S ∪ {R}. The last one stands for R, which is uniform outside.
    const other = rng.integer(size)
    if (other === size - 1) return outside[rng.integer(rest)]
    return subset[other] < x ? subset[other] : subset[other + 1]
  }
  const r = outer.toss(rng) ? x : outside[anotherThan(rank[x], rng.integer(rest - 1))]
  return size === 0 || inner.toss(rng) ? r : subset[rng.integer(size)]
}

/** Draws from the distribution of the response by the same work for every category, so that the time reveals neither membership nor truth. */
export function respondEvenly(
  design: RrrrDesign,
  subset: Int32Array,
  tables: Tables,
  x: number,
  rng: CryptoRng,
): number {
  const { size, rest } = design.levels
  const [inner, outer] = design.coins
  const { isMember, outside, rank } = tables
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

/** How many people give each answer. Each answer is uniform inside, uniform outside, or the truth; the uniform ones are pooled. */
export function respondMany(
  { categories, levels }: RrrrDesign,
  subset: Int32Array,
  { isMember, outside }: Tables,
  people: ArrayLike<number>,
  rng: SeededRng,
): Float64Array {
  const { size, rest, b, ad } = levels
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
}
