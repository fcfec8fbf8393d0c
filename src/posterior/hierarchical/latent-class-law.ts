import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { softmax } from '../moves/softmax-target.ts'

/** Number of classes H. With 8, 12 and 16 tables are the same within their error; with 2 they are wrong. */
const CLASSES = 8
/** Spread of the log weights of the classes. */
const WEIGHT_SPREAD = 1.5
/** `ln s ~ N(ln 1.5, 0.7²)`: how uneven a question's common law is; `ln σ ~ N(0, 0.7²)`: how far classes depart from it. */
const LOG_BASE_SPREAD = log(1.5)
const HYPER_SD = 0.7

/** Where the parameters of one question are. */
interface Place {
  readonly start: number
  readonly size: number
}

/**
 * The latent-class law of a record x of several questions: given its class h, the questions are independent,
 *
 *     p(x) = Σ_h w_h Π_j p_hj(x_j),   p_hj = softmax(s_j b_j + σ_j η_hj),   w = softmax(1.5 ω),
 *
 * with b, η and ω standard normal, ln s_j ~ N(ln 1.5, 0.7²) and ln σ_j ~ N(0, 0.7²). As σ_j goes to 0 question j becomes independent of
 * the others. All parameters are given as the standard normal vector z, in the order η (class by class), b, ln s, ln σ, ω.
 *
 * @see Lazarsfeld, Henry (1968), Latent structure analysis; Dunson, Xing (2009)
 */
export class LatentClassLaw {
  readonly classes = CLASSES
  /** The number of parameters. */
  readonly dimension: number
  /** The questions' cells, one after another: of class h they begin at h times `cells`. */
  readonly places: readonly Place[]
  readonly cells: number
  /** The weights of the classes at the latest parameters. */
  readonly weights = new Float64Array(CLASSES)
  /** p_hj at the latest parameters. */
  readonly shares: Float64Array
  private readonly scales: Float64Array
  private readonly spreads: Float64Array
  private readonly logits: Float64Array

  constructor(sizes: readonly number[]) {
    let cells = 0
    this.places = sizes.map(size => {
      cells += size
      return { start: cells - size, size }
    })
    this.cells = cells
    this.dimension = (CLASSES + 1) * cells + 2 * sizes.length + CLASSES
    this.shares = new Float64Array(CLASSES * cells)
    this.logits = new Float64Array(Math.max(...sizes, CLASSES))
    this.scales = new Float64Array(sizes.length)
    this.spreads = new Float64Array(sizes.length)
  }

  /** The numbers of the parameters of each class: its η, and its ω. */
  ofClasses(): Int32Array[] {
    const { cells, dimension } = this
    return Array.from({ length: CLASSES }, (_, h) =>
      Int32Array.from({ length: cells + 1 }, (_, x) => (x < cells ? h * cells + x : dimension - CLASSES + h)),
    )
  }

  /** The numbers of the parameters that all classes share: b, ln s, ln σ. */
  get shared(): Int32Array {
    const first = CLASSES * this.cells
    return Int32Array.from({ length: this.dimension - CLASSES - first }, (_, k) => first + k)
  }

  /** The numbers of the parameters that the table of two questions depends on, in ascending order. */
  parametersOf(a: number, b: number): Int32Array {
    const { cells, places, dimension } = this
    const d = places.length
    const hyper = (CLASSES + 1) * cells
    const used: number[] = []
    for (let h = 0; h <= CLASSES; h++) {
      for (const { start, size } of [places[a], places[b]]) {
        for (let x = 0; x < size; x++) used.push(h * cells + start + x)
      }
    }
    for (let h = 0; h < CLASSES; h++) used.push(dimension - CLASSES + h)
    used.push(hyper + a, hyper + b, hyper + d + a, hyper + d + b)
    return Int32Array.from(used).sort()
  }

  /** Computes weights and shares from the parameters. */
  read(z: ArrayLike<number>): void {
    const { cells, places, shares, scales, spreads, logits, weights, dimension } = this
    const base = CLASSES * cells
    const hyper = base + cells
    for (let j = 0; j < places.length; j++) {
      scales[j] = exp(LOG_BASE_SPREAD + HYPER_SD * z[hyper + j])
      spreads[j] = exp(HYPER_SD * z[hyper + places.length + j])
      const { start, size } = places[j]
      for (let h = 0; h < CLASSES; h++) {
        const at = h * cells + start
        let top = -Infinity
        for (let x = 0; x < size; x++) {
          logits[x] = scales[j] * z[base + start + x] + spreads[j] * z[at + x]
          if (logits[x] > top) top = logits[x]
        }
        let total = 0
        for (let x = 0; x < size; x++) total += shares[at + x] = exp(logits[x] - top)
        for (let x = 0; x < size; x++) shares[at + x] /= total
      }
    }
    for (let h = 0; h < CLASSES; h++) weights[h] = WEIGHT_SPREAD * z[dimension - CLASSES + h]
    softmax(weights, weights)
  }

  /** Writes the table of questions a and b at the latest parameters: cell u + size(a)·v begins at `start`. */
  table(a: number, b: number, out: Float64Array, start = 0): void {
    const { cells, places, shares, weights } = this
    const { start: startA, size: sizeA } = places[a]
    const { start: startB, size: sizeB } = places[b]
    out.fill(0, start, start + sizeA * sizeB)
    for (let h = 0; h < CLASSES; h++) {
      const atA = h * cells + startA
      const atB = h * cells + startB
      for (let v = 0, cell = start; v < sizeB; v++, cell += sizeA) {
        const weight = weights[h] * shares[atB + v]
        for (let u = 0; u < sizeA; u++) out[cell + u] += weight * shares[atA + u]
      }
    }
  }

  /**
   * Adds what a function of a table adds to the derivatives by shares and weights, given its derivatives by the cells.
   *
   * @param byShares like `shares`
   * @param byWeights one for each class
   */
  addTable(a: number, b: number, score: Float64Array, byShares: Float64Array, byWeights: Float64Array): void {
    const { cells, places, shares, weights } = this
    const { start: startA, size: sizeA } = places[a]
    const { start: startB, size: sizeB } = places[b]
    for (let h = 0; h < CLASSES; h++) {
      const atA = h * cells + startA
      const atB = h * cells + startB
      let byWeight = 0
      for (let v = 0, cell = 0; v < sizeB; v++, cell += sizeA) {
        const share = shares[atB + v]
        const weight = weights[h] * share
        let sum = 0
        for (let u = 0; u < sizeA; u++) {
          sum += shares[atA + u] * score[cell + u]
          byShares[atA + u] += weight * score[cell + u]
        }
        byShares[atB + v] += weights[h] * sum
        byWeight += share * sum
      }
      byWeights[h] += byWeight
    }
  }

  /** Writes the derivatives by the parameters that the law was last read from, given those by shares and weights. */
  pullBack(z: Float64Array, byShares: Float64Array, byWeights: Float64Array, out: Float64Array): void {
    const { cells, places, shares, scales, spreads, weights, dimension } = this
    const base = CLASSES * cells
    const hyper = base + cells
    out.fill(0)
    for (let j = 0; j < places.length; j++) {
      const { start, size } = places[j]
      for (let h = 0; h < CLASSES; h++) {
        const at = h * cells + start
        let mean = 0
        for (let x = 0; x < size; x++) mean += shares[at + x] * byShares[at + x]
        for (let x = 0; x < size; x++) {
          const byLogit = shares[at + x] * (byShares[at + x] - mean)
          out[base + start + x] += scales[j] * byLogit
          out[at + x] = spreads[j] * byLogit
          out[hyper + j] += HYPER_SD * scales[j] * z[base + start + x] * byLogit
          out[hyper + places.length + j] += HYPER_SD * spreads[j] * z[at + x] * byLogit
        }
      }
    }
    let mean = 0
    for (let h = 0; h < CLASSES; h++) mean += weights[h] * byWeights[h]
    for (let h = 0; h < CLASSES; h++) {
      out[dimension - CLASSES + h] = WEIGHT_SPREAD * weights[h] * (byWeights[h] - mean)
    }
  }
}
