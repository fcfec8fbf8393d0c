import { largest } from '../../arrays/sums.ts'
import { exp } from '../../elementary/exp.ts'
import { expm1 } from '../../elementary/expm1.ts'
import { log } from '../../elementary/log.ts'
import { log1p } from '../../elementary/log1p.ts'
import { logGamma } from '../../special/log-gamma.ts'

/** A mixture of Beta distributions: the prior of one category's frequency. */
export interface Betas {
  readonly weights: readonly number[]
  readonly a: readonly number[]
  readonly b: readonly number[]
}

/** Cells of [0, 1] with the prior probability of each. */
export interface Cells {
  readonly edges: Float64Array
  readonly middles: Float64Array
  /** Logarithms of the prior probabilities, relative to the largest: small ones underflow as doubles. */
  readonly logPrior: Float64Array
}

/** Least standard deviation for which cells are made. */
const LEAST_SD = 1e-12
/** Number of marks on either side of a point, and their distance, as a share of the standard deviation. */
const MARKS = 64
const STEP = 1 / 8

/** Edges of cells, with `ln t` and `ln(1 − t)` of each. Logarithms are most of the cost of cells. */
interface Marks {
  readonly edges: Float64Array
  readonly logs: Float64Array
  readonly logsLeft: Float64Array
}

/** Marks that all cells share; they become denser towards both ends. */
const COMMON = marksAt(commonEdges())

function commonEdges(): Float64Array {
  const edges = new Set([0, 1])
  for (let t = 1e-12; t < 1 / 256; t *= 1.6) edges.add(t).add(1 - t)
  for (let i = 1; i < 256; i++) edges.add(i / 256)
  return Float64Array.from(edges).sort()
}

function marksAt(edges: Float64Array): Marks {
  return { edges, logs: edges.map(t => log(t)), logsLeft: edges.map(t => log1p(-t)) }
}

/** Cells of [0, 1] that are narrow around the posterior and near both ends. They are split at the threshold, if there is one. */
export function cellsAround(betas: Betas, mean: number, sd: number, threshold = 0): Cells {
  const more = [threshold]
  const addAround = (middle: number, width: number) => {
    for (let i = -MARKS; i <= MARKS; i++) more.push(middle + i * width * STEP)
  }
  addAround(mean, sd)
  // A single Beta distribution may be narrower than all these cells; a mixture is wide.
  if (betas.weights.length === 1) {
    const total = betas.a[0] + betas.b[0]
    const share = betas.a[0] / total
    addAround(share, Math.max(LEAST_SD, Math.sqrt((share * (1 - share)) / (total + 1))))
  }
  const marks = withMarks(Float64Array.from(more.filter(t => t > 0 && t < 1)).sort())
  const { edges } = marks
  const middles = Float64Array.from({ length: edges.length - 1 }, (_, i) => (edges[i] + edges[i + 1]) / 2)
  const logPrior = logMasses(betas, marks, middles)
  const most = largest(logPrior)
  return { edges, middles, logPrior: logPrior.map(value => value - most) }
}

/** The common marks and further ones, sorted, each once. */
function withMarks(more: Float64Array): Marks {
  const most = COMMON.edges.length + more.length
  const [edges, logs, logsLeft] = [most, most, most].map(length => new Float64Array(length))
  let count = 0
  let j = 0
  for (let i = 0; i < COMMON.edges.length; i++) {
    for (; j < more.length && more[j] <= COMMON.edges[i]; j++) {
      if (more[j] === COMMON.edges[i] || more[j] === edges[count - 1]) continue
      edges[count] = more[j]
      logs[count] = log(more[j])
      logsLeft[count++] = log1p(-more[j])
    }
    edges[count] = COMMON.edges[i]
    logs[count] = COMMON.logs[i]
    logsLeft[count++] = COMMON.logsLeft[i]
  }
  return { edges: edges.slice(0, count), logs: logs.slice(0, count), logsLeft: logsLeft.slice(0, count) }
}

/**
 * The logarithms of the probabilities of the cells. As a function of the logarithm u of the distance to the nearer end of [0, 1], the log
 * density of a Beta distribution is nearly linear over a cell, and is integrated as if it were. The first and the last cell begin at u =
 * −∞; there, only the power of the distance is integrated.
 */
function logMasses({ weights, a, b }: Betas, { logs, logsLeft }: Marks, middles: Float64Array): Float64Array {
  // Each sum over the mixture is kept as e^top · total.
  const tops = new Float64Array(middles.length).fill(-Infinity)
  const totals = new Float64Array(middles.length)
  weights.forEach((weight, j) => {
    const scale = log(weight) + logGamma(a[j] + b[j]) - logGamma(a[j]) - logGamma(b[j])
    for (let i = 0; i < middles.length; i++) {
      const isLow = middles[i] < 0.5
      const [near, far] = isLow ? [i, i + 1] : [i + 1, i]
      const [u, rest] = isLow ? [logs, logsLeft] : [logsLeft, logs]
      const power = isLow ? a[j] : b[j]
      const restPower = (isLow ? b[j] : a[j]) - 1
      let term = scale + power * u[far] + restPower * rest[far]
      let length = 1 / power
      if (u[near] !== -Infinity) {
        const rise = term - (scale + power * u[near] + restPower * rest[near])
        if (rise < 0) term -= rise
        const size = Math.abs(rise)
        length = (u[far] - u[near]) * (size > 1e-9 ? -expm1(-size) / size : 1)
      }
      if (term <= tops[i]) totals[i] += exp(term - tops[i]) * length
      else {
        totals[i] = totals[i] * exp(tops[i] - term) + length
        tops[i] = term
      }
    }
  })
  return tops.map((top, i) => top + log(totals[i]))
}

/** `ln Σ e^x` over these logarithms. */
export function logSum(logs: Float64Array): number {
  const most = largest(logs)
  return most + log(logs.reduce((sum, value) => sum + exp(value - most), 0))
}
