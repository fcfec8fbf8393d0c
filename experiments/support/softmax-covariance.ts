import { PRIOR_PRECISION } from '../../src/design/expected-distance.ts'
import { invertFactor } from '../../src/posterior/moves/metric.ts'

/**
 * `L⁻¹` of `L Lᵀ = JᵀFJ + ½·1`, K × K row-major. That matrix is the precision that `ExpectedDistance` assigns to the softmax
 * coordinates if the answers carry the information F.
 */
export function inverseFactorAt(theta: Float64Array, information: Float64Array): Float64Array {
  const K = theta.length
  const jacobian = jacobianAt(theta)
  const precision = new Float64Array(K * K)
  for (let i = 0; i < K; i++) {
    const product = jacobian[i].map((_, j) => dot(jacobian[i], k => information[k * K + j]))
    for (let j = 0; j < K; j++) {
      precision[i * K + j] = dot(product, k => jacobian[k][j]) + (i === j ? PRIOR_PRECISION : 0)
    }
  }
  return invertFactor(K, precision)
}

/** The covariance of θ, `C = J (JᵀFJ + ½·1)⁻¹ Jᵀ`, K × K row-major. */
export function covarianceAt(theta: Float64Array, information: Float64Array): Float64Array {
  const K = theta.length
  const inverse = inverseFactorAt(theta, information)
  const root = jacobianAt(theta).map(row => row.map((_, i) => dot(row, j => inverse[i * K + j])))
  return Float64Array.from({ length: K * K }, (_, at) => dot(root[Math.floor(at / K)], i => root[at % K][i]))
}

/** The symmetric K × K matrix with this lower triangle. */
export function symmetric(lower: Float64Array): Float64Array {
  const K = Math.sqrt(lower.length)
  return lower.map((_, at) => {
    const [i, j] = [Math.floor(at / K), at % K]
    return lower[Math.max(i, j) * K + Math.min(i, j)]
  })
}

/** `J = diag(θ) − θθᵀ`. */
function jacobianAt(theta: Float64Array): Float64Array[] {
  return Array.from(theta, (value, x) => theta.map((other, j) => (x === j ? value : 0) - value * other))
}

function dot(row: Float64Array, other: (j: number) => number): number {
  return row.reduce((sum, value, j) => sum + value * other(j), 0)
}
