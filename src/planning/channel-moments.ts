import { factorize, mirrorLower, solveFactored } from '../arrays/cholesky.ts'
import { dot } from '../arrays/sums.ts'
import { refuse } from '../check/check.ts'
import { likelihood } from '../mechanism/channel-matrix.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { type ChannelMoments, subsetMoments } from './subset-moments.ts'

/** Largest number of enumerated responses, and of multiplications for an information matrix: responses times the square of cells. */
const MOST_RESPONSES = 2 ** 12
const MOST_WORK = 2 ** 24
/** Lower bound on the probability of a cell. */
const RAREST = 1e-9
/** Tolerance of a solution of `F v = c`, relative to the largest entry of c. */
const TOLERANCE = 1e-6

/**
 * The moments of a channel at θ. Categories with the same likelihood under every response form one cell. With F the Fisher information over
 * the cells, `F = Σ_y p_y p_yᵀ/(p_y·θ)`, and `F v = c`, where Fθ = 1,
 *
 *     n·Var = c·v − (c·θ)²,    one answer y moves the estimate by (v·p_y/(p_y·θ) − c·θ)/n.
 *
 * For subset selection with too many responses, see `subsetMoments`.
 *
 * @throws RangeError if there are too many responses to enumerate
 */
export function channelMoments(mechanism: Mechanism, theta: Float64Array): ChannelMoments {
  const K = mechanism.categories
  const count = mechanism.responseCount
  if (!(count <= MOST_RESPONSES && count * K * K <= MOST_WORK)) {
    const size = { srr: 1, 'subset-selection': mechanism.toRequest().size as number }[mechanism.name]
    if (size !== undefined) return subsetMoments(mechanism, size, theta)
    refuse('strategy', mechanism.name, 'one whose channel has fewer responses, or subset-selection')
  }
  const rows = Array.from(mechanism.responses(), response => likelihood(mechanism, response))
  const { cellOf, cells } = cellsOf(rows, K)
  const masses = new Float64Array(cells)
  theta.forEach((mass, x) => {
    masses[cellOf[x]] += mass
  })
  for (let c = 0; c < cells; c++) masses[c] = Math.max(masses[c], RAREST)
  const first = Array.from({ length: cells }, (_, c) => cellOf.indexOf(c))
  const columns = rows.map(row => Float64Array.from(first, x => row[x]))
  const means = columns.map(column => dot(column, masses))
  const information = informationOf(columns, means, cells)
  const factor = information.slice()
  factorize(factor, cells)
  const solve = (contrast: Float64Array) => {
    const target = Float64Array.from(first, x => contrast[x])
    // A contrast within a cell cannot be estimated.
    if (contrast.some((value, x) => value !== target[cellOf[x]])) return undefined
    const mean = dot(target, masses)
    const v = solveFactored(factor, target.slice())
    return isSolution(information, v, target) ? { v, target, mean } : undefined
  }
  return {
    isBinary: cells === 2,
    variance(contrast) {
      const solved = solve(contrast)
      if (solved === undefined) return Infinity
      const { v, target, mean } = solved
      return v.reduce((sum, value, c) => sum + value * target[c], -mean * mean)
    },
    weight(contrast) {
      const solved = solve(contrast)
      if (solved === undefined) return Infinity
      const { v, mean } = solved
      let most = 0
      columns.forEach((column, y) => {
        const moved = dot(column, v) / means[y] - mean
        most = Math.max(most, Math.abs(moved))
      })
      return most
    },
  }
}

/** `Σ_y p_y p_yᵀ/(p_y·θ)`, row-major. */
function informationOf(columns: readonly Float64Array[], means: readonly number[], cells: number) {
  const information = new Float64Array(cells * cells)
  columns.forEach((column, y) => {
    for (let i = 0; i < cells; i++) {
      const scaled = column[i] / means[y]
      for (let j = 0; j <= i; j++) information[i * cells + j] += scaled * column[j]
    }
  })
  return mirrorLower(information, cells)
}

function isSolution(matrix: Float64Array, v: Float64Array, target: Float64Array): boolean {
  const n = v.length
  const largest = target.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return target.every((value, i) => {
    let product = -value
    for (let j = 0; j < n; j++) product += matrix[i * n + j] * v[j]
    return Math.abs(product) <= TOLERANCE * largest
  })
}

/** Numbers the cells: sets of categories with the same likelihood in every row. */
function cellsOf(rows: readonly Float64Array[], K: number): { cellOf: Int32Array; cells: number } {
  const cellOf = new Int32Array(K)
  let cells = 1
  for (const row of rows) {
    if (cells === K) break
    const seen = new Map<string, number>()
    const next = Int32Array.from(cellOf, (cell, x) => {
      const key = `${cell} ${row[x]}`
      if (!seen.has(key)) seen.set(key, seen.size)
      return seen.get(key)!
    })
    cellOf.set(next)
    cells = seen.size
  }
  return { cellOf, cells }
}
