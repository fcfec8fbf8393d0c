import { mirrorLower } from '../arrays/cholesky.ts'
import { type ArrowLayout, ArrowMatrix } from '../posterior/moves/arrow-metric.ts'
import { MOST_DENSE } from '../posterior/moves/metric.ts'
import { writeLaw } from './pattern-likelihood.ts'
import type { RegressionTarget } from './regression-target.ts'

/**
 * The precision of the normal approximation at z of the first `size` parameters, row-major `[size × size]`. It is the prior precision plus
 * the Gauss–Newton information `Σ N ∇g ∇gᵀ / g²`, where g is the probability of a cell's answer.
 */
export function precisionAt(
  target: RegressionTarget,
  z: Float64Array,
  size: number = target.dimension,
): Float64Array {
  const matrix = new Float64Array(size * size)
  addInformation(target, z, (i, j, value) => {
    if (j <= i && i < size) matrix[i * size + j] += value
  })
  const precisions = target.priorPrecisions()
  for (let j = 0; j < size; j++) matrix[j * size + j] += precisions[j]
  return mirrorLower(matrix, size)
}

/** The information of the answers at z, as an arrow matrix. The groups of the largest grouping are its blocks. */
export function informationAt(target: RegressionTarget, z: Float64Array): ArrowMatrix {
  const matrix = new ArrowMatrix(layoutOf(target))
  addInformation(target, z, (i, j, value) => matrix.add(i, j, value))
  return matrix
}

/**
 * The layout of the arrow matrix. The effects of each group of the largest grouping are a block; the effects of smaller groupings are
 * global, as coefficients are.
 */
function layoutOf(target: RegressionTarget): ArrowLayout {
  const { dimension, fixed, starts } = target
  const { terms, records } = target.law
  const predictors = records.categories - 1
  const sizes = new Map<number, number>()
  for (const [t, { grouping }] of terms.entries()) {
    sizes.set(grouping, (sizes.get(grouping) ?? 0) + target.effectsOf(t))
  }
  const groupings = [...sizes.keys()].sort((a, b) => sizes.get(b)! - sizes.get(a)!)
  const shared = Array.from({ length: fixed }, (_, j) => j)
  const blocks: number[][] = []
  for (const [rank, grouping] of groupings.entries()) {
    const own = [...terms.keys()].filter(t => terms[t].grouping === grouping)
    const ofLevel = (g: number) =>
      own.flatMap(t => Array.from({ length: predictors }, (_, k) => starts[t] + g * predictors + k))
    const groups = Array.from({ length: terms[own[0]].levels }, (_, g) => ofLevel(g))
    if (rank > 0 && shared.length + sizes.get(grouping)! <= MOST_DENSE) shared.push(...groups.flat())
    else blocks.push(...groups)
  }
  return { dimension, blocks, shared }
}

/** Adds up `Σ N ∇g ∇gᵀ / g²`, entry by entry. */
function addInformation(
  target: RegressionTarget,
  z: Float64Array,
  add: (i: number, j: number, value: number) => void,
): void {
  const { rows, columns: D, terms, records } = target.law
  const predictors = records.categories - 1
  /** The parameters of a pattern's first linear predictor, and its derivatives by them. */
  const places = new Int32Array(D + terms.length)
  const values = new Float64Array(D + terms.length)
  /** Distances from these parameters to those of the next predictor. */
  const strides = places.map((_, i) => (i < D ? D : 1))
  const information = new Float64Array(predictors * predictors)
  const eta = new Float64Array(predictors)
  const law = new Float64Array(records.categories)
  for (let p = 0; p < records.starts.length - 1; p++) {
    for (let j = 0; j < D; j++) {
      places[j] = j
      values[j] = rows[p * D + j]
    }
    for (let t = 0; t < terms.length; t++) {
      places[D + t] = target.starts[t] + terms[t].group[p] * predictors
      values[D + t] = values[terms[t].column]
    }
    for (let k = 0; k < predictors; k++) {
      eta[k] = 0
      for (let i = 0; i < places.length; i++) eta[k] += values[i] * z[places[i] + k * strides[i]]
    }
    writeLaw(eta, 0, law)
    readInformation(target, p, law, information)
    for (let k = 0; k < predictors; k++) {
      for (let l = 0; l < predictors; l++) {
        const weight = information[k * predictors + l]
        for (let i = 0; i < places.length; i++) {
          const scaled = weight * values[i]
          const place = places[i] + k * strides[i]
          for (let j = 0; j < places.length; j++) add(place, places[j] + l * strides[j], scaled * values[j])
        }
      }
    }
  }
}

/** Writes `Σ N ∂g/∂η_k ∂g/∂η_l / g²` of a pattern, `[K − 1 × K − 1]`. */
function readInformation(
  { law: { records } }: RegressionTarget,
  p: number,
  law: Float64Array,
  out: Float64Array,
): void {
  const { starts, column, count, columns, categories: K } = records
  const size = K - 1
  out.fill(0)
  for (let cell = starts[p]; cell < starts[p + 1]; cell++) {
    const at = column[cell] * K
    let g = 0
    for (let x = 0; x < K; x++) g += columns[at + x] * law[x]
    if (!(g > 0)) continue
    for (let k = 0; k < size; k++) {
      const left = (law[k + 1] * (columns[at + k + 1] - g)) / g
      for (let l = 0; l < size; l++) {
        out[k * size + l] += (count[cell] * left * law[l + 1] * (columns[at + l + 1] - g)) / g
      }
    }
  }
}
