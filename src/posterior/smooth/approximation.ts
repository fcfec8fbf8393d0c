import { solveFactored } from '../../arrays/cholesky.ts'
import { requireInteger, requireNumbers } from '../../check/check.ts'
import type { Tally } from '../tally/tally.ts'
import { Basis } from './basis.ts'
import { CutLikelihood } from './cut-likelihood.ts'
import { hyperGrid } from './hyper-grid.ts'
import { findMode, findModes, type Mode } from './modes.ts'
import { MOST_PARAMETER, SmoothTarget } from './smooth-target.ts'

/** The normal approximation of the smooth law's posterior, at its most probable hyperparameters. */
export interface SmoothApproximation {
  /** The law at the mode, over the cells. */
  readonly theta: Float64Array
  /** The posterior's precision in the parameters, row-major. */
  readonly precision: Float64Array
  /** Writes `Jᵀ f`, with J = ∂θ/∂(parameters) at the mode, for a function f of the cells. */
  pullBack(f: Float64Array, out: Float64Array): void
  /** Writes `J v`: how θ moves along a direction v of the parameters. */
  pushForward(v: Float64Array, out: Float64Array): void
  /** The standard deviation of a functional with this influence function. */
  sdOf(influence: Float64Array): number
  /** What a later approximation may start from. */
  readonly place: Float64Array
}

/**
 * The normal approximation at a tally.
 *
 * @param first 0 where there are no cells outside of the range, else 1
 * @param start the place of an earlier one, whose hyperparameters are kept: some milliseconds, where a search among all takes tenths
 *   of a second
 */
export function approximateSmooth(tally: Tally, first: 0 | 1, start?: Float64Array): SmoothApproximation {
  const basis = new Basis(tally.categories - 2 * first)
  const grid = hyperGrid(basis.size)
  const target = new SmoothTarget(basis, new CutLikelihood(tally), grid[0], first)
  const n = target.dimension
  const mode: Mode =
    start === undefined
      ? findModes(target, grid, tally).reduce((best, one) =>
          one.logEvidence > best.logEvidence ? one : best,
        )
      : findMode(target, grid, start[n], tally, start.subarray(0, n))
  target.point = grid[mode.index]
  const precision = target.precisionAt(tally, mode.z)
  const theta = target.law(mode.z, new Float64Array(tally.categories))
  const place = new Float64Array(n + 1)
  place.set(mode.z)
  place[n] = mode.index
  const pulled = new Float64Array(n)
  return {
    theta,
    precision,
    place,
    pullBack: (f, out) => target.pullBack(f, out, theta),
    pushForward: (v, out) => target.pushForward(v, out, theta),
    sdOf(influence) {
      target.pullBack(influence, pulled, theta)
      const solved = solveFactored(mode.factor, pulled.slice())
      let variance = 0
      for (let j = 0; j < n; j++) variance += pulled[j] * solved[j]
      return Math.sqrt(variance)
    },
  }
}

/** Checks the place of an earlier approximation over so many cells, from plain data. */
export function requirePlace(argument: string, data: unknown, cells: number, first: 0 | 1): Float64Array {
  const { size } = new Basis(cells - 2 * first)
  const last = size + 2 * first
  const place = requireNumbers(argument, data, last + 1, { min: -MOST_PARAMETER, max: MOST_PARAMETER })
  requireInteger(`${argument}[${last}]`, place[last], 0, hyperGrid(size).length - 1)
  return Float64Array.from(place)
}
