import { dot, sum } from '../../arrays/sums.ts'
import { log1p } from '../../elementary/log1p.ts'
import { square } from '../../elementary/square.ts'
import { Expansion } from '../../posterior/likelihood/log-likelihood.ts'
import { lump } from '../../posterior/likelihood/lump.ts'
import { conjugateGradients } from '../../posterior/mode/conjugate-gradients.ts'
import { Likelihood } from '../../posterior/tally/likelihood.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import type { LogLikelihoodOfOne } from './one-category.ts'

/** Largest residual of the solution of a linear system. */
const TOLERANCE = 1e-6
/** Number of Newton steps. The second step corrects the first if that starts far away, for example at the mean under a wrong prior. */
const STEPS = 2
/** Smallest frequency at which the log-likelihood is expanded. */
const LEAST = 1e-9

/** A normal distribution of a number. */
export interface NormalOfOne {
  readonly mean: number
  readonly sd: number
}

/** Prior-free estimate of one share: a normal approximation, and a log-likelihood with the skewness of the answers. */
export interface EstimateAlone extends NormalOfOne {
  readonly likelihood: LogLikelihoodOfOne
}

/** Prior-free estimate of some contrasts `c·θ`. */
export interface EstimatesAlone {
  /** The estimates `c·θ̂`. */
  readonly means: readonly number[]
  /** The covariance of the i-th and the j-th estimate. */
  covariance(i: number, j: number): number
}

/**
 * Prior-free estimate of a contrast `c·θ`. Nothing is assumed about θ except that it sums to one. Let `F` be the information at θ₀, the
 * point at which the log-likelihood is expanded, and `u = F⁻¹1`. Then
 *
 *     θ̂ = 2θ₀ − u/(1·u),   var c·θ̂ = c·F⁻¹c − (c·u)²/(1·u).
 *
 * This is a Newton step with the constraint `Σθ̂ = 1`; the score at θ₀ is `Fθ₀`. Like any unbiased estimate of a share it may be negative.
 *
 * Far from θ̂ the normal approximation is overconfident: a category that was named once, as by chance, need not be rare. As the share
 * changes by δ, and θ with it as F determines, a likelihood `p·θ` changes by a factor `1 + ρδ`. The log-likelihood in the result replaces
 * all ρ by their mean κ, weighted by Nρ². Its first three derivatives at θ₀ are those of the answers, and for randomized response over many
 * categories it is all but exact:
 *
 *     c·(θ̂ − θ₀) δ/var + (ln(1 + κδ) − κδ)/(κ² var),   δ = c·(θ − θ₀).
 *
 * @param start θ₀ of the first step
 * @returns undefined if the answers do not identify the contrast
 */
export function estimateAlone(
  tally: Tally,
  contrast: Float64Array,
  start: Float64Array,
): EstimateAlone | undefined {
  const found = solve(tally, [contrast], start)
  if (found === undefined) return undefined
  const { contrasts, anchor, theta, covarianceOf } = found
  const [c] = contrasts
  const direction = covarianceOf(0)
  const variance = dot(c, direction)
  if (!(variance > 0)) return undefined
  const along = direction.map(value => value / variance)
  const kappa = variance * sumOfCubes(found.tally, anchor, along)
  const [mean, from] = [dot(c, theta), dot(c, anchor)]
  const likelihood = (value: number) => {
    const change = value - from
    return ((mean - from) * change + square(change) * bend(kappa * change)) / variance
  }
  return { mean, sd: Math.sqrt(variance), likelihood }
}

/**
 * Prior-free estimates of several contrasts at once, with all covariances.
 *
 * @returns undefined unless the answers identify every contrast
 */
export function estimatesAlone(
  tally: Tally,
  contrasts: readonly Float64Array[],
  start: Float64Array,
): EstimatesAlone | undefined {
  const found = solve(tally, contrasts, start)
  if (found === undefined) return undefined
  const { theta, covarianceOf } = found
  const rows = contrasts.map((_, i) => covarianceOf(i))
  return {
    means: found.contrasts.map(contrast => dot(contrast, theta)),
    covariance: (i, j) => dot(rows[i], found.contrasts[j]),
  }
}

/** The contrast that is the share of one category. */
export function unitContrast(categories: number, x: number): Float64Array {
  return Float64Array.from({ length: categories }, (_, i) => Number(i === x))
}

/** Newton's steps. Categories that the answers do not distinguish are merged into cells first. */
function solve(tally: Tally, contrasts: readonly Float64Array[], start: Float64Array) {
  const lumped = lump(tally)
  if (lumped === undefined) return solveCells(tally, contrasts, start)
  const { cellOf, sizes } = lumped
  const first = Array.from(sizes, (_, cell) => cellOf.indexOf(cell))
  const ofCells = contrasts.map(contrast => Float64Array.from(first, x => contrast[x]))
  // A contrast between merged categories is not identified.
  const isTold = contrasts.every((contrast, i) =>
    contrast.every((value, x) => value === ofCells[i][cellOf[x]]),
  )
  if (!isTold) return undefined
  const sums = new Float64Array(sizes.length)
  start.forEach((value, x) => {
    sums[cellOf[x]] += value
  })
  return solveCells(lumped.tally, ofCells, sums)
}

function solveCells(tally: Tally, contrasts: readonly Float64Array[], start: Float64Array) {
  let found = newtonStep(tally, start)
  for (let step = 1; step < STEPS; step++) found = found && newtonStep(tally, found.theta)
  if (found === undefined) return undefined
  const { anchor, theta, solve, u, total } = found
  const columns: Float64Array[] = []
  for (const contrast of contrasts) {
    const column = solve(contrast)
    if (column === undefined) return undefined
    columns.push(column)
  }
  /** The covariances of the i-th estimate with the estimates of all cells. */
  const covarianceOf = (i: number) => {
    const along = dot(contrasts[i], u) / total
    return columns[i].map((value, x) => value - along * u[x])
  }
  return { tally, contrasts, anchor, theta, covarianceOf }
}

function newtonStep(tally: Tally, start: Float64Array) {
  const floored = start.map(value => Math.max(value, LEAST))
  const whole = sum(floored)
  const anchor = floored.map(value => value / whole)
  const solve = createSolver(tally, anchor)
  const u = solve(new Float64Array(anchor.length).fill(1))
  if (u === undefined) return undefined
  const total = sum(u)
  if (!(total > 0)) return undefined
  return { anchor, theta: anchor.map((value, x) => 2 * value - u[x] / total), solve, u, total }
}

/** Creates a solver of `F x = target`, with the information F at the anchor; undefined if F is singular there. */
function createSolver(tally: Tally, anchor: Float64Array) {
  const K = tally.categories
  const { information } = new Expansion(tally, anchor)
  const diagonal = Float64Array.from(anchor, (_, x) => information[x * K + x])
  const multiply = (v: Float64Array, out: Float64Array) => {
    for (let i = 0; i < K; i++) out[i] = dot(information.subarray(i * K, (i + 1) * K), v)
  }
  const image = new Float64Array(K)
  return (target: Float64Array) => {
    const solution = new Float64Array(K)
    conjugateGradients(multiply, diagonal, target, TOLERANCE / 100, solution)
    multiply(solution, image)
    const isSolved = image.every((value, i) => Math.abs(value - target[i]) <= TOLERANCE)
    return isSolved ? solution : undefined
  }
}

/** `Σ N ρ³`, where `ρ = p·d/p·θ₀` for each column p and a direction d. */
function sumOfCubes(tally: Tally, anchor: Float64Array, direction: Float64Array): number {
  const likelihood = new Likelihood(tally.table)
  const g = new Float64Array(tally.distinct)
  const changes = new Float64Array(tally.distinct)
  likelihood.evaluate(anchor, g)
  likelihood.multiply(direction, changes)
  let sum = 0
  for (let c = 0; c < g.length; c++) {
    const change = changes[c] / g[c]
    sum += tally.counts[c] * change * square(change)
  }
  return sum
}

/** `(ln(1 + z) − z)/z²`, which is −½ at 0. For z ≤ −1, where the logarithm is undefined, its value just above −1. */
function bend(z: number): number {
  if (Math.abs(z) < 1e-4) return z / 3 - 0.5
  const inside = Math.max(z, -1 + 1e-9)
  return (log1p(inside) - inside) / square(inside)
}
