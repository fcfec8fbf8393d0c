import { log } from '../elementary/log.ts'
import { square } from '../elementary/square.ts'
import type { Functional } from './functional.ts'

/** The shares of a table's two questions: the sums of its columns and its rows. */
function margins(theta: Float64Array, start: number, sizeA: number, sizeB: number) {
  const a = new Float64Array(sizeA)
  const b = new Float64Array(sizeB)
  for (let v = 0, at = start; v < sizeB; v++) {
    for (let u = 0; u < sizeA; u++, at++) {
      a[u] += theta[at]
      b[v] += theta[at]
    }
  }
  return { a, b }
}

/**
 * Cramér's V of a table whose cell is u + sizeA·v: `V² = Σ (p_uv − p_u p_v)²/(p_u p_v) / (min(sizeA, sizeB) − 1)`, from 0 at
 * independence to 1.
 *
 * @see Cramér (1946), Mathematical Methods of Statistics
 */
export function cramersVOf(sizeA: number, sizeB: number): Functional {
  return {
    name: "Cramér's V",
    value(theta, start) {
      const { a, b } = margins(theta, start, sizeA, sizeB)
      let total = 0
      for (let v = 0, at = start; v < sizeB; v++) {
        for (let u = 0; u < sizeA; u++, at++) {
          const expected = a[u] * b[v]
          if (expected > 0) total += square(theta[at] - expected) / expected
        }
      }
      return Math.sqrt(total / (Math.min(sizeA, sizeB) - 1))
    },
  }
}

/** The mutual information of a table's questions, `Σ p_uv log₂(p_uv / (p_u p_v))`, in bits. */
export function mutualInformationOf(sizeA: number, sizeB: number): Functional {
  return {
    name: 'the mutual information',
    value(theta, start) {
      const { a, b } = margins(theta, start, sizeA, sizeB)
      let total = 0
      for (let v = 0, at = start; v < sizeB; v++) {
        for (let u = 0; u < sizeA; u++, at++) {
          if (theta[at] > 0) total += theta[at] * log(theta[at] / (a[u] * b[v]))
        }
      }
      return Math.max(0, total) / Math.LN2
    },
  }
}

/** Pearson's correlation of the values of a table's two questions; 0 where one of them does not vary. */
export function correlationOf(valuesA: Float64Array, valuesB: Float64Array): Functional {
  const sizeA = valuesA.length
  const sizeB = valuesB.length
  const momentsOf = (shares: Float64Array, values: Float64Array) => {
    const mean = shares.reduce((sum, share, x) => sum + share * values[x], 0)
    const variance = shares.reduce((sum, share, x) => sum + share * square(values[x] - mean), 0)
    return { mean, sd: Math.sqrt(variance) }
  }
  return {
    name: 'the correlation',
    value(theta, start) {
      const { a, b } = margins(theta, start, sizeA, sizeB)
      const [one, other] = [momentsOf(a, valuesA), momentsOf(b, valuesB)]
      let covariance = 0
      for (let v = 0, at = start; v < sizeB; v++) {
        for (let u = 0; u < sizeA; u++, at++)
          covariance += theta[at] * (valuesA[u] - one.mean) * (valuesB[v] - other.mean)
      }
      const scale = one.sd * other.sd
      return scale > 0 ? Math.max(-1, Math.min(1, covariance / scale)) : 0
    },
  }
}
