import { dot } from '../../arrays/sums.ts'
import { square } from '../../elementary/square.ts'
import type { Expansion } from './log-likelihood.ts'
import type { MovingLikelihood } from './moving-likelihood.ts'

/** Share of a category above which a difference would lose the digits of the others. */
const LARGE_SHARE = 0.99
/** Fall of a φ, in multiples of the remaining φ, above which products lose digits and are computed anew. */
const LARGE_FALL = 100

/**
 * The second-order expansion of a tally's log-likelihood while one category after the other moves: a move costs O(K), whatever the
 * number of columns.
 *
 * As `Fθ₀ = s` at the anchor, the expansion is `2 s·θ − ½ θᵀFθ` up to a constant; `Fφ` is kept up to date.
 */
export class QuadraticLikelihood implements MovingLikelihood {
  private expansion: Pick<Expansion, 'anchor' | 'score' | 'information'>
  private phi: Float64Array
  /** `Fφ`, `s·φ` and `φᵀFφ`. */
  private readonly product: Float64Array
  private linear = 0
  private square = 0
  /** The other categories, per unit of their sum, are o: `s·o`, `oᵀFo`, and `F_x·o`; and φ_x of the category that is set aside. */
  private aside = { linear: 0, square: 0, mixed: 0, value: 0 }
  private readonly scratch: Float64Array

  constructor(categories: number) {
    const none = new Float64Array(0)
    this.expansion = { anchor: none, score: none, information: none }
    this.phi = none
    this.product = new Float64Array(categories)
    this.scratch = new Float64Array(categories)
  }

  /** Takes an expansion. This must be the first call, and `goTo` the next. */
  expand(expansion: Expansion): void {
    this.expansion = expansion
  }

  /** The expansion at θ, a probability vector, up to a constant. */
  value(theta: Float64Array): number {
    this.multiply(theta, this.scratch)
    return 2 * dot(this.expansion.score, theta) - dot(theta, this.scratch) / 2
  }

  /** `(θ − θ')ᵀF(θ − θ')`, of two probability vectors. */
  distance(theta: Float64Array, other: Float64Array): number {
    const difference = theta.map((value, x) => value - other[x])
    this.multiply(difference, this.scratch)
    return dot(difference, this.scratch)
  }

  goTo(phi: Float64Array): void {
    this.phi = phi
    this.multiply(phi, this.product)
    this.linear = dot(this.expansion.score, phi)
    this.square = dot(phi, this.product)
  }

  gain(psi: Float64Array, sumPsi: number, sumPhi: number): number {
    this.multiply(psi, this.scratch)
    const linear = dot(this.expansion.score, psi) / sumPsi - this.linear / sumPhi
    return 2 * linear - (dot(psi, this.scratch) / square(sumPsi) - this.square / square(sumPhi)) / 2
  }

  setAside(x: number, value: number, rest: number): void {
    const { expansion, product, aside, phi } = this
    const K = phi.length
    const own = expansion.information[x * K + x]
    aside.value = value
    if (value > LARGE_SHARE * (value + rest)) {
      phi[x] = 0
      this.goTo(phi)
      phi[x] = value
      aside.linear = this.linear / rest
      aside.square = this.square / square(rest)
      aside.mixed = product[x] / rest
      for (let z = 0; z < K; z++) product[z] += value * expansion.information[x * K + z]
      this.linear += value * expansion.score[x]
      this.square += value * (2 * rest * aside.mixed + value * own)
      return
    }
    aside.linear = (this.linear - value * expansion.score[x]) / rest
    aside.square = (this.square - value * (2 * product[x] - value * own)) / square(rest)
    aside.mixed = (product[x] - value * own) / rest
  }

  withShare(x: number, share: number, rest: number): number {
    const { expansion, aside } = this
    const own = expansion.information[x * this.phi.length + x]
    const linear = rest * aside.linear + share * expansion.score[x]
    return 2 * linear - (rest * (rest * aside.square + 2 * share * aside.mixed) + share * share * own) / 2
  }

  putBack(x: number, value: number, rest: number): void {
    const { expansion, product, aside, phi } = this
    const K = phi.length
    const change = value - aside.value
    if (change === 0) return
    if (-change > LARGE_FALL * (value + rest)) {
      this.goTo(phi)
      return
    }
    const { information, score } = expansion
    for (let z = 0, at = x * K; z < K; z++) product[z] += change * information[at + z]
    const own = information[x * K + x]
    this.linear = rest * aside.linear + value * score[x]
    this.square = rest * (rest * aside.square + 2 * value * aside.mixed) + value * value * own
  }

  meanInformation(): number {
    const { score, information, anchor } = this.expansion
    const K = score.length
    const size = dot(score, anchor)
    let total = 0
    // Rounding may take a sum of squares below zero.
    for (let x = 0; x < K; x++) total += Math.max(0, information[x * K + x] - 2 * score[x] + size)
    return total / K
  }

  private multiply(v: Float64Array, out: Float64Array): void {
    const { information } = this.expansion
    const K = v.length
    out.fill(0)
    // Four rows at a time: `out` is read and written once for the four.
    let x = 0
    for (; x + 4 <= K; x += 4) {
      const [a, b, c, d] = [v[x], v[x + 1], v[x + 2], v[x + 3]]
      for (let z = 0, at = x * K; z < K; z++, at++) {
        out[z] +=
          a * information[at] +
          b * information[at + K] +
          c * information[at + 2 * K] +
          d * information[at + 3 * K]
      }
    }
    for (; x < K; x++) for (let z = 0, at = x * K; z < K; z++) out[z] += v[x] * information[at + z]
  }
}
