import { drawBinomial } from '../random/binomial.ts'
import { drawIndex } from '../random/categorical.ts'
import { drawMultinomial } from '../random/multinomial.ts'
import type { Rng } from '../random/rng.ts'
import type { Partition } from './column-table.ts'
import { Likelihood } from './likelihood.ts'
import type { Tally } from './tally.ts'

/** Stands for a θ that has underflowed where a column leaves nothing else: the chain may then come back. */
const TINY = 1e-290

/** People of one column that are drawn one by one where sets are many. */
const FEW = 8

/** Weights and counts of one side of a set, gathered for a multinomial draw. */
interface Side {
  readonly members: Int32Array
  readonly weights: Float64Array
  readonly counts: Float64Array
  /** How many people are known to be on this side, with nothing said about where. */
  pooled: number
}

/**
 * Draws the latent totals: how many of the people held each category, given θ and the answers.
 *
 * Of a column's N people, each held x with probability ∝ `θ_x p(x)`. A column of levels is a mixture of "anybody", "the
 * side of its set with the higher level" and "its point", so that N is split by two binomials; the anonymous ones of all
 * columns are pooled before they are split by θ.
 */
export class Augmentation {
  private readonly tally: Tally
  private readonly likelihood: Likelihood
  private readonly sides: { inside: Side; outside: Side }[] = []
  private readonly all: Float64Array
  private readonly weights: Float64Array

  constructor(tally: Tally) {
    this.tally = tally
    this.likelihood = new Likelihood(tally.table)
    this.all = new Float64Array(tally.categories)
    this.weights = new Float64Array(tally.categories)
  }

  /** Fills `totals`, which sum to the tally's size. */
  draw(rng: Rng, theta: Float64Array, totals: Float64Array): void {
    const { tally, likelihood, sides, all, weights } = this
    const { length, base, level, step, point, set, row, rows, sets } = tally.table
    for (let s = sides.length; s < sets.length; s++) sides.push(makeSides(sets[s]))
    likelihood.sumSets(theta)
    const { setMass, restMass, codes } = likelihood
    totals.fill(0)
    let anybody = 0
    for (let c = 0; c < length; c++) {
      let left = tally.counts[c]
      if (left === 0) continue
      if (row[c] >= 0) {
        const values = rows[row[c]]
        for (let x = 0; x < values.length; x++) weights[x] = values[x] * Math.max(theta[x], TINY)
        drawMultinomial(rng, left, weights, all)
        for (let x = 0; x < values.length; x++) totals[x] += all[x]
        continue
      }
      const s = set[c]
      const higherInside = s >= 0 && level[c] > base[c]
      const side = s < 0 ? 0 : higherInside ? setMass[s] : restMass[s]
      const shared = s >= 0 && !higherInside ? level[c] : base[c]
      const extra = s < 0 ? 0 : Math.abs(level[c] - base[c]) * side
      const own = step[c] * theta[point[c]]
      if (left === 1 || (codes && left <= FEW)) {
        // A uniform draw a person says which of the three.
        for (; left > 0; left--) {
          const u = rng.uniform() * (own + extra + shared)
          if (u < own) totals[point[c]]++
          else if (u >= own + extra) anybody++
          else if (codes) {
            const x = codes.locate(s, higherInside, ((u - own) / extra) * side, theta)
            if (x >= 0) totals[x]++
            else anybody++
          } else if (higherInside) sides[s].inside.pooled++
          else sides[s].outside.pooled++
        }
        continue
      }
      if (own > 0) {
        const there = drawBinomial(rng, left, own / (own + (extra + shared)))
        totals[point[c]] += there
        left -= there
      }
      if (extra > 0 && left > 0) {
        const there = drawBinomial(rng, left, extra / (extra + shared))
        if (higherInside) sides[s].inside.pooled += there
        else sides[s].outside.pooled += there
        left -= there
      }
      anybody += left
    }
    for (const { inside, outside } of sides) {
      spread(rng, inside, theta, totals)
      spread(rng, outside, theta, totals)
    }
    if (anybody > 0) {
      drawMultinomial(rng, anybody, theta, all)
      for (let x = 0; x < all.length; x++) totals[x] += all[x]
    }
  }
}

function makeSides({ inside, outside }: Partition): { inside: Side; outside: Side } {
  const side = (members: Int32Array): Side => ({
    members,
    weights: new Float64Array(members.length),
    counts: new Float64Array(members.length),
    pooled: 0,
  })
  return { inside: side(inside), outside: side(outside) }
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
