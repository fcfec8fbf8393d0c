import { invertMatrix } from '../moves/metric.ts'
import type { Part } from './linear-layout.ts'
import type { Expansion, LinearLikelihood } from './linear-likelihood.ts'

/**
 * A quadratic surrogate for the log-likelihood, `−½ xᵀA x + bᵀx`. A has the form of an arrow: it has blocks of the shared coefficients, of
 * each level of the largest term, and between these two.
 */
export interface Surrogate {
  /** Blocks of A: shared × shared, symmetric; then, for each level, level × shared, and level × level, which is symmetric. */
  readonly shared: Float64Array
  readonly between: Float64Array
  readonly own: Float64Array
  readonly slope: Float64Array
}

/** A quadratic surrogate for one pattern's log-likelihood, `−½ cᵀA c + bᵀc`. */
interface Quadratic {
  readonly information: Float64Array
  readonly slope: Float64Array
}

/** The surrogate with the mean information at several points, and the mean gradient at the mean of these points, pattern by pattern. */
export function surrogateAt(likelihood: LinearLikelihood, places: readonly Float64Array[]): Surrogate {
  return together(likelihood, places, expansions => {
    const information = meanOf(expansions.map(one => one.information))
    const slope = meanOf(expansions.map(one => one.slope))
    addProduct(information, meanOf(expansions.map(one => one.c)), slope)
    return { information, slope }
  })
}

/**
 * The surrogate with the mean covariance and the mean Newton step at several points, under the prior with these variances, pattern by
 * pattern. Let `m_k, V_k` be the mean and the covariance of the normal distribution that the prior N(μ, R⁻¹) and the expansion at point k
 * give. Then
 *
 *     A = V⁻¹ − R,   b = V⁻¹ m − R μ,   m = mean m_k,   V = mean V_k,
 *
 * computed in multiples of the prior standard deviations, where rounding loses little. The mean information would hide how far chains move:
 * it is large where the points differ.
 */
export function covarianceSurrogate(
  likelihood: LinearLikelihood,
  places: readonly Float64Array[],
  variances: Float64Array,
  mean: Float64Array,
): Surrogate {
  const { size } = likelihood.layout
  return together(likelihood, places, (expansions, parts) => {
    const sd = deviationsOf(parts, variances, size)
    const centre = sd.map((scale, j) => (mean[j] ?? 0) / scale)
    const laws = expansions.map(({ c, slope, information }) => {
      const scaled = information.map((value, i) => value * sd[Math.floor(i / size)] * sd[i % size])
      const right = slope.map((value, j) => value * sd[j] + centre[j])
      addProduct(
        scaled,
        c.map((value, j) => value / sd[j]),
        right,
      )
      for (let j = 0; j < size; j++) scaled[j * size + j] += 1
      const covariance = invertMatrix(size, scaled)
      const place = new Float64Array(size)
      addProduct(covariance, right, place)
      return { covariance, place }
    })
    const precision = invertMatrix(size, meanOf(laws.map(one => one.covariance)))
    const slope = centre.map(value => -value)
    addProduct(precision, meanOf(laws.map(one => one.place)), slope)
    for (let j = 0; j < size; j++) precision[j * size + j] -= 1
    return {
      information: precision.map((value, i) => value / (sd[Math.floor(i / size)] * sd[i % size])),
      slope: slope.map((value, j) => value / sd[j]),
    }
  })
}

function together(
  likelihood: LinearLikelihood,
  places: readonly Float64Array[],
  join: (expansions: readonly Expansion[], parts: readonly Part[]) => Quadratic,
): Surrogate {
  const { layout, patterns } = likelihood
  const { shared: M, groups: G, groupWidth: Q, dimension } = layout
  const surrogate = {
    shared: new Float64Array(M * M),
    between: new Float64Array(G * Q * M),
    own: new Float64Array(G * Q * Q),
    slope: new Float64Array(dimension),
  }
  for (const pattern of patterns) {
    if (pattern.tally.size === 0) continue
    const { parts } = pattern
    const expansions = places.map(x => likelihood.expand(pattern, x))
    const quadratic = join(expansions, parts)
    spread(surrogate, quadratic.information, pattern, layout.size, M, Q)
    for (const { at, functions, weight } of parts) {
      functions.forEach((j, i) => {
        surrogate.slope[at + i] += weight * quadratic.slope[j]
      })
    }
  }
  return surrogate
}

/** The prior standard deviation of each of a pattern's coefficients. */
function deviationsOf(parts: readonly Part[], variances: Float64Array, size: number): Float64Array {
  const sums = new Float64Array(size)
  for (const { at, functions, weight } of parts) {
    for (let i = 0; i < functions.length; i++) sums[functions[i]] += weight * weight * variances[at + i]
  }
  return sums.map(Math.sqrt)
}

/** The entrywise mean of vectors. */
function meanOf(all: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(all[0].length)
  for (const one of all) for (let i = 0; i < mean.length; i++) mean[i] += one[i] / all.length
  return mean
}

/** Adds `A v` for a square matrix. */
function addProduct(matrix: Float64Array, v: Float64Array, out: Float64Array): void {
  const n = v.length
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) out[i] += matrix[i * n + j] * v[j]
}

/** Adds a pattern's information to the blocks of the coefficients that contribute to it. */
function spread(
  { shared, between, own }: Surrogate,
  information: Float64Array,
  { parts, group }: { readonly parts: readonly Part[]; readonly group: number },
  size: number,
  M: number,
  Q: number,
): void {
  const start = M + group * Q
  for (const row of parts) {
    for (const column of parts) {
      const isRowOwn = row.at >= M
      const isColumnOwn = column.at >= M
      if (!isRowOwn && isColumnOwn) continue
      const [block, width, rowAt] = !isRowOwn
        ? [shared, M, row.at]
        : isColumnOwn
          ? [own, Q, group * Q + row.at - start]
          : [between, M, group * Q + row.at - start]
      const columnAt = isColumnOwn ? column.at - start : column.at
      const weight = row.weight * column.weight
      for (let i = 0; i < row.functions.length; i++) {
        const from = row.functions[i] * size
        const to = (rowAt + i) * width + columnAt
        for (let j = 0; j < column.functions.length; j++) {
          block[to + j] += weight * information[from + column.functions[j]]
        }
      }
    }
  }
}
