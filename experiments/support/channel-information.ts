import { type Column, columnValues } from '../../src/mechanism/column.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'

/**
 * Adds the expected Fisher information of `count` responses of a mechanism at θ, `Σ_y p_y p_yᵀ / (p_y·θ)`, to the lower triangle of `out`
 * (K × K, row-major), up to multiples of `v 1ᵀ + 1 vᵀ`. These vanish on the tangent of the simplex, so only what a column has above its
 * smallest value counts. All responses are enumerated, except for those of subset selection.
 */
export function addInformation(
  mechanism: Mechanism,
  count: number,
  theta: Float64Array,
  out: Float64Array,
): void {
  const { name, categories, epsilon } = mechanism
  if (name === 'subset-selection') {
    addSubsetSelection(categories, epsilon, mechanism.toRequest().size as number, count, theta, out)
  } else
    for (const response of mechanism.responses()) addColumn(mechanism.column(response), count, theta, out)
}

function addColumn(column: Column, count: number, theta: Float64Array, out: Float64Array): void {
  const values = columnValues(column)
  const likelihood = values.reduce((sum, value, x) => sum + value * theta[x], 0)
  const least = Math.min(...values)
  const above = values.map(value => value - least)
  const scale = (count * Math.exp(column.logScale)) / likelihood
  for (let i = 0; i < above.length; i++) {
    if (above[i] === 0) continue
    for (let j = 0; j <= i; j++) out[i * theta.length + j] += scale * above[i] * above[j]
  }
}

/**
 * The information of subset selection. It has too many sets B to enumerate. In the sets that contain given categories, the other members
 * are a simple random sample of the remaining categories, so the mean of `1/(p_B·θ)` over these sets follows, to second order, from the
 * mean and variance of θ(B). The likeliest category makes the most difference, so sets with it and sets without it are two cases.
 */
function addSubsetSelection(
  K: number,
  epsilon: number,
  size: number,
  count: number,
  theta: Float64Array,
  out: Float64Array,
): void {
  const odds = Math.exp(-epsilon)
  const more = 1 - odds
  const factor = (more * more * K) / (size + (K - size) * odds)
  /** The mean of the inverse if B has the known mass and `picked` members of a pool, given the pool's size, mass and squares. */
  const meanInverse = (known: number, picked: number, members: number, mass: number, squares: number) => {
    const share = members > 0 ? picked / members : 0
    const spread = members > 1 ? Math.max(0, squares - (mass * mass) / members) / (members - 1) : 0
    const h = odds + more * (known + share * mass)
    return (1 + (more * more * share * (1 - share) * members * spread) / (h * h)) / h
  }
  let top = 0
  let squares = 0
  for (let x = 0; x < K; x++) {
    squares += theta[x] * theta[x]
    if (theta[x] > theta[top]) top = x
  }
  for (let i = 0; i < K; i++) {
    for (let j = 0; j <= i; j++) {
      const fixed = i === j ? 1 : 2
      const both = (size / K) * (i === j ? 1 : (size - 1) / (K - 1))
      const known = theta[i] + (i === j ? 0 : theta[j])
      const square = theta[i] * theta[i] + (i === j ? 0 : theta[j] * theta[j])
      const left = K - fixed
      const [picks, mass, rest] = [size - fixed, Math.max(0, 1 - known), squares - square]
      let mean: number
      if (i === top || j === top || picks <= 0) mean = meanInverse(known, picks, left, mass, rest)
      else {
        const t = theta[top]
        const [others, otherRest] = [Math.max(0, mass - t), rest - t * t]
        mean =
          (picks / left) * meanInverse(known + t, picks - 1, left - 1, others, otherRest) +
          (1 - picks / left) * meanInverse(known, picks, left - 1, others, otherRest)
      }
      out[i * K + j] += count * factor * both * mean
    }
  }
}
