import { dot } from '../../arrays/dot.ts'
import { square } from '../../elementary/square.ts'
import { conjugateGradients } from '../../posterior/mode/conjugate-gradients.ts'
import { Expansion } from '../../posterior/tally/log-likelihood.ts'
import { lump } from '../../posterior/tally/lump.ts'
import type { Tally } from '../../posterior/tally/tally.ts'

/** The largest residual of a solved linear system. */
const TOLERANCE = 1e-6
/** Newton steps. The second one corrects the first if that starts far away, for example at the mean under a wrong prior. */
const STEPS = 2
/** The smallest frequency at which the log-likelihood is expanded. */
const LEAST = 1e-9

/** A normal law of one category's frequency. */
export interface NormalOfOne {
  readonly mean: number
  readonly sd: number
}

/**
 * What the answers alone say about one category, if nothing is known about the others except that all frequencies sum to one. Let
 * `F` be the information at θ₀, where the log-likelihood is expanded, and `u = F⁻¹1`. Then
 *
 *     θ̂ = 2θ₀ − u/(1·u),   var θ̂_c = (F⁻¹)_cc − u_c²/(1·u).
 *
 * This is a Newton step with `Σθ̂ = 1`, since the score at θ₀ is `Fθ₀`. Like any unbiased estimate it may be negative.
 *
 * @param start θ₀ of the first step
 * @returns undefined if the answers do not tell the category from all others
 */
export function estimateAlone(tally: Tally, category: number, start: Float64Array): NormalOfOne | undefined {
  const lumped = lump(tally)
  if (lumped === undefined) return solveForOne(tally, category, start)
  const { cellOf, sizes } = lumped
  const cell = cellOf[category]
  if (sizes[cell] > 1) return undefined
  const sums = new Float64Array(sizes.length)
  start.forEach((value, x) => {
    sums[cellOf[x]] += value
  })
  return solveForOne(lumped.tally, cell, sums)
}

function solveForOne(tally: Tally, category: number, start: Float64Array): NormalOfOne | undefined {
  let found: { theta: Float64Array; sd: number } | undefined
  for (let step = 0; step < STEPS; step++) {
    const anchor = (found?.theta ?? start).map(value => Math.max(value, LEAST))
    const total = anchor.reduce((sum, value) => sum + value, 0)
    found = newtonStep(
      tally,
      category,
      anchor.map(value => value / total),
    )
    if (found === undefined) return undefined
  }
  return found && { mean: found.theta[category], sd: found.sd }
}

function newtonStep(tally: Tally, category: number, anchor: Float64Array) {
  const K = tally.categories
  const { information } = new Expansion(tally, anchor)
  const diagonal = Float64Array.from(anchor, (_, x) => information[x * K + x])
  const multiply = (v: Float64Array, out: Float64Array) => {
    for (let i = 0; i < K; i++) out[i] = dot(information.subarray(i * K, (i + 1) * K), v)
  }
  const image = new Float64Array(K)
  const solve = (target: Float64Array) => {
    const solution = new Float64Array(K)
    conjugateGradients(multiply, diagonal, target, TOLERANCE / 100, solution)
    multiply(solution, image)
    const isSolved = image.every((value, i) => Math.abs(value - target[i]) <= TOLERANCE)
    return isSolved ? solution : undefined
  }
  const right = new Float64Array(K)
  right[category] = 1
  const v = solve(right)
  const u = solve(right.fill(1))
  if (v === undefined || u === undefined) return undefined
  const total = u.reduce((sum, value) => sum + value, 0)
  const variance = v[category] - square(u[category]) / total
  if (!(total > 0 && variance > 0)) return undefined
  return { theta: anchor.map((value, x) => 2 * value - u[x] / total), sd: Math.sqrt(variance) }
}
