import { factorize } from '../../src/arrays/cholesky.ts'
import { PRIOR_PRECISION } from '../../src/design/expected-distance.ts'
import { square } from '../../src/elementary/square.ts'

/** `½ E|Z|` of a standard normal Z. */
const HALF_MEAN_ABSOLUTE = Math.sqrt(1 / (2 * Math.PI))

/**
 * The expected total variation distance between θ and its estimate if the answers have the information F about θ: `½ Σ_x E|θ̂_x − θ_x|` by
 * the normal approximation in softmax coordinates,
 *
 *     C = J (Jᵀ F J + ½·1)⁻¹ Jᵀ,   J = diag(θ) − θθᵀ,      ½ √(2/π) Σ_x √C_xx.
 *
 * In these coordinates a category that is nearly empty stays positive, so it contributes little. Takes O(K³), with scratch
 * space of its own. `expectedDistance` is the special case of diagonal information.
 */
export class ExpectedDistance {
  private readonly categories: number
  private readonly matrix: Float64Array
  private readonly product: Float64Array
  private readonly row: Float64Array

  constructor(categories: number) {
    this.categories = categories
    this.matrix = new Float64Array(categories * categories)
    this.product = new Float64Array(categories)
    this.row = new Float64Array(categories)
  }

  /** @param information F, K × K row-major, of which the lower triangle is read */
  at(theta: Float64Array, information: Float64Array): number {
    const { categories: K, matrix: L, product, row } = this
    // F θ and θᵀ F θ, from which JᵀFJ follows.
    let inner = 0
    product.fill(0)
    for (let i = 0; i < K; i++) {
      for (let j = 0, at = i * K; j < i; j++) {
        product[i] += information[at + j] * theta[j]
        product[j] += information[at + j] * theta[i]
      }
      product[i] += information[i * K + i] * theta[i]
    }
    for (let i = 0; i < K; i++) inner += product[i] * theta[i]
    for (let i = 0; i < K; i++) {
      for (let j = 0, at = i * K; j <= i; j++) {
        L[at + j] = theta[i] * theta[j] * (information[at + j] - product[i] - product[j] + inner)
      }
      L[i * K + i] += PRIOR_PRECISION
    }
    factorize(L, K)
    // L⁻¹θ.
    for (let i = 0; i < K; i++) {
      let value = theta[i]
      for (let j = 0, at = i * K; j < i; j++) value -= L[at + j] * product[j]
      product[i] = value / L[i * K + i]
    }
    let total = 0
    let above = 0
    for (let x = 0; x < K; x++) {
      // C_xx is the square of row x of J L⁻ᵀ, and that is θ_x (L⁻¹e_x − L⁻¹θ); L⁻¹e_x begins at x.
      let variance = above
      for (let i = x; i < K; i++) {
        let value = i === x ? 1 : 0
        for (let j = x, at = i * K; j < i; j++) value -= L[at + j] * row[j]
        row[i] = value / L[i * K + i]
        variance += square(row[i] - product[i])
      }
      total += theta[x] * Math.sqrt(variance)
      above += square(product[x])
    }
    return HALF_MEAN_ABSOLUTE * total
  }
}
