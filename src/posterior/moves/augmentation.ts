import { drawBinomial } from '../../random/binomial.ts'
import { drawIndex } from '../../random/categorical.ts'
import { drawMultinomial } from '../../random/multinomial.ts'
import type { Rng } from '../../random/rng.ts'
import type { Mixture } from '../tally/column-layout.ts'
import { Likelihood } from '../tally/likelihood.ts'
import type { Tally } from '../tally/tally.ts'
import { augmentShifts } from './augment-shifts.ts'

/** Replaces a θ_x that has underflowed if a column allows no other category, so that the chain can return. */
const TINY = 1e-290

/** Largest number of people of one column who are drawn one by one, if there are many sets. */
const FEW = 8

/** Weights and counts of one side of a set, gathered for a multinomial draw. */
interface Side {
  readonly members: Int32Array
  readonly weights: Float64Array
  readonly counts: Float64Array
  /** Number of people on this side whose category has not been drawn yet. */
  pooled: number
}

/**
 * Draws the latent totals, the number of people in each category, given θ and the answers.
 *
 * Each of a column's N people held x with probability ∝ `θ_x p(x)`. A column of levels is a mixture of "anybody", "the
 * side of its set with the higher level" and "its point", so that N is split by two binomials; the "anybody" people of all
 * columns are pooled before they are split by θ.
 */
export class Augmentation {
  private readonly tally: Tally
  private readonly likelihood: Likelihood
  /** The inside and the outside of each set, one after the other; a side is created when the first person is drawn to be on it. */
  private readonly sides: (Side | undefined)[] = []
  /** Scratch space for the counts of a multinomial draw, one for each category. */
  private readonly split: Float64Array
  private readonly weights: Float64Array
  private readonly mixture: Mixture = {
    own: 0,
    extra: 0,
    shared: 0,
    point: 0,
    set: -1,
    isInside: false,
    mass: 0,
  }

  constructor(tally: Tally) {
    this.tally = tally
    this.likelihood = new Likelihood(tally.table)
    this.split = new Float64Array(tally.categories)
    this.weights = new Float64Array(tally.categories)
  }

  /** Fills `totals`, which sum to the tally's size. Of a fractional count only the whole part is used (see `CountRemainder`). */
  draw(rng: Rng, theta: Float64Array, totals: Float64Array): void {
    const { tally, likelihood, sides, split, weights, mixture } = this
    const { length, sets } = tally.table
    for (let s = sides.length / 2; s < sets.length; s++) sides.push(undefined, undefined)
    likelihood.sumSets(theta)
    const { codes } = likelihood
    totals.fill(0)
    let anybody = 0
    for (let c = 0; c < length; c++) {
      let left = Math.floor(tally.counts[c])
      if (left === 0 || likelihood.isShift(c)) continue
      const values = likelihood.rowOf(c)
      if (values) {
        for (let x = 0; x < values.length; x++) weights[x] = values[x] * Math.max(theta[x], TINY)
        drawMultinomial(rng, left, weights, split)
        for (let x = 0; x < values.length; x++) totals[x] += split[x]
        continue
      }
      likelihood.split(c, theta, mixture)
      const { own, extra, shared, point, set, isInside, mass } = mixture
      if (left === 1 || (codes && left <= FEW)) {
        // For each person, one uniform draw selects the part of the mixture.
        for (; left > 0; left--) {
          const u = rng.uniform() * (own + extra + shared)
          if (u < own) totals[point]++
          else if (u >= own + extra) anybody++
          else if (codes) {
            const x = codes.locate(set, isInside, ((u - own) / extra) * mass, theta)
            if (x >= 0) totals[x]++
            else anybody++
          } else this.pool(set, isInside, 1)
        }
        continue
      }
      if (own > 0) {
        const atPoint = drawBinomial(rng, left, own / (own + (extra + shared)))
        totals[point] += atPoint
        left -= atPoint
      }
      if (extra > 0 && left > 0) {
        const onSide = drawBinomial(rng, left, extra / (extra + shared))
        if (onSide > 0) this.pool(set, isInside, onSide)
        left -= onSide
      }
      anybody += left
    }
    for (const group of tally.table.groups) anybody += augmentShifts(rng, group, tally.counts, theta, totals)
    for (const side of sides) if (side) spread(rng, side, theta, totals)
    if (anybody > 0) {
      drawMultinomial(rng, anybody, theta, split)
      for (let x = 0; x < split.length; x++) totals[x] += split[x]
    }
  }

  /** Adds people to the pool of one side of a set: nothing more is known of their category. */
  private pool(s: number, isInside: boolean, people: number): void {
    const { sides, tally } = this
    const at = 2 * s + Number(!isInside)
    const { sets } = tally.table
    const side = (sides[at] ??= makeSide(isInside ? sets.inside(s) : sets.outside(s)))
    side.pooled += people
  }
}

function makeSide(members: Int32Array): Side {
  return {
    members,
    weights: new Float64Array(members.length),
    counts: new Float64Array(members.length),
    pooled: 0,
  }
}

/** Splits a side's pool by θ and empties it. */
function spread(rng: Rng, side: Side, theta: Float64Array, totals: Float64Array): void {
  const { members, weights, counts } = side
  if (side.pooled === 0) return
  for (let j = 0; j < members.length; j++) weights[j] = theta[members[j]]
  if (side.pooled === 1) {
    totals[members[drawIndex(rng, weights)]]++
    side.pooled = 0
    return
  }
  drawMultinomial(rng, side.pooled, weights, counts)
  for (let j = 0; j < members.length; j++) totals[members[j]] += counts[j]
  side.pooled = 0
}
