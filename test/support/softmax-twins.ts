import { columnValues } from '../../src/mechanism/column.ts'
import { createMetric } from '../../src/posterior/moves/metric.ts'
import { Nuts, type Target } from '../../src/posterior/moves/nuts.ts'
import { softmax } from '../../src/posterior/moves/softmax-target.ts'
import type { Tally } from '../../src/posterior/tally/tally.ts'
import { drawNormal } from '../../src/random/normal.ts'
import type { Rng } from '../../src/random/rng.ts'

/** A transition of a chain in softmax coordinates. */
export type Move = (rng: Rng, z: Float64Array) => void

/**
 * The posterior in softmax coordinates with exponents that need not be right: `Π_c g_c(θ)^N_c · Π_x θ_x^exponent_x` and a
 * standard normal law of `ln Σ e^z`. Plain sums over dense columns.
 */
export function plainTarget(tally: Tally, exponent: readonly number[]): Target {
  const K = tally.categories
  const columns = tally.table.mapColumns(columnValues)
  const theta = new Float64Array(K)
  return {
    dimension: K,
    evaluate(z, gradient) {
      const scale = softmax(z, theta)
      const slope = new Float64Array(K)
      let value = (-scale * scale) / 2
      columns.forEach((column, c) => {
        const g = column.reduce((sum, p, x) => sum + p * theta[x], 0)
        value += tally.counts[c] * Math.log(g)
        for (let x = 0; x < K; x++) slope[x] += tally.counts[c] * theta[x] * (column[x] / g - 1)
      })
      const total = exponent.reduce((sum, e) => sum + e, 0)
      for (let x = 0; x < K; x++) {
        value += exponent[x] * Math.log(theta[x])
        gradient[x] = slope[x] + exponent[x] - theta[x] * (total + scale)
      }
      return value
    },
  }
}

/** The no-U-turn sampler with unit masses and a fixed step. */
export function nutsMove(target: Target, step: number): Move {
  const n = target.dimension
  const nuts = new Nuts(n)
  const course = { target, metric: createMetric(n, new Array<number>(n).fill(1)) }
  return (rng, z) => {
    nuts.transition(rng, z, course, step)
  }
}

/** Hamiltonian Monte Carlo as in a textbook, whose kinetic energy is `factor · p²`: ½ is right. */
export function textbookMove(target: Target, step: number, factor: number): Move {
  const K = target.dimension
  const gradient = new Float64Array(K)
  const kinetic = (p: Float64Array) => factor * p.reduce((sum, value) => sum + value * value, 0)
  return (rng, z) => {
    const start = z.slice()
    const p = z.map(() => drawNormal(rng))
    let density = target.evaluate(z, gradient)
    const before = density - kinetic(p)
    for (let i = 0; i < 10; i++) {
      for (let x = 0; x < K; x++) p[x] += (step / 2) * gradient[x]
      for (let x = 0; x < K; x++) z[x] += step * 2 * factor * p[x]
      density = target.evaluate(z, gradient)
      for (let x = 0; x < K; x++) p[x] += (step / 2) * gradient[x]
    }
    if (Math.log(rng.uniform()) > density - kinetic(p) - before) z.set(start)
  }
}
