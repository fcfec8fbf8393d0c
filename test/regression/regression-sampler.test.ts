import { expect, test } from 'vitest'
import { exp } from '../../src/elementary/exp.ts'
import { square } from '../../src/elementary/square.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { drawNormal } from '../../src/random/normal.ts'
import { stream } from '../../src/random/stream.ts'
import { categoricalTarget } from '../../src/regression/categorical-family.ts'
import { modelOf } from '../../src/regression/model.ts'
import { quadraticRoute } from '../../src/regression/quadratic-route.ts'
import { modeOf } from '../../src/regression/regression-mode.ts'
import { regressionSampler } from '../../src/regression/regression-sampler.ts'
import type { RegressionTarget } from '../../src/regression/regression-target.ts'

const [PEOPLE, DRAWS, BATCHES, WARMUP] = [1100, 10_000, 100, 60]
/** Eight t-tests with 99 degrees of freedom: together they exceed this with a probability below 10⁻⁶. */
const MOST = 6.3

const mechanism = srr({ categories: 2, epsilon: 4 })

/** Everybody has a covariate of their own, so that chains travel along the expansion; few hold category 1, so that it is not exact. */
function fewHoldOne() {
  const rng = stream('few hold one')
  const answers = Array.from({ length: PEOPLE }, () => {
    const a = drawNormal(rng)
    const isOne = rng.uniform() < 1 / (1 + exp(2.5 - 0.8 * a))
    return { a, response: mechanism.respond(Number(isOne), rng) }
  })
  const model = modelOf({ formula: 'y ~ a', answers, mechanism })
  return { target: categoricalTarget(model), design: model.design }
}

/** Means, sds and the probabilities below two points, for both parameters. */
interface Exact {
  readonly mean: readonly number[]
  readonly sd: readonly number[]
  readonly tails: readonly (readonly [at: number, probability: number])[][]
}

/** By the trapezoidal rule on a grid, with the log density itself. */
function quadrature(target: RegressionTarget, mode: Float64Array, sds: readonly number[]): Exact {
  const POINTS = 41
  const grid = [0, 1].map(j =>
    Array.from({ length: POINTS }, (_, i) => mode[j] + sds[j] * (-6 + (13 * i) / (POINTS - 1) - 0.5)),
  )
  const top = target.value(mode)
  const marginals = [new Float64Array(POINTS), new Float64Array(POINTS)]
  let total = 0
  for (let i = 0; i < POINTS; i++) {
    for (let j = 0; j < POINTS; j++) {
      const weight = exp(target.value(Float64Array.of(grid[0][i], grid[1][j])) - top)
      marginals[0][i] += weight
      marginals[1][j] += weight
      total += weight
    }
  }
  const sum = (d: number, of: (z: number) => number) =>
    marginals[d].reduce((value, weight, i) => value + (weight / total) * of(grid[d][i]), 0)
  const mean = [0, 1].map(d => sum(d, z => z))
  const sd = [0, 1].map(d => Math.sqrt(sum(d, z => square(z - mean[d]))))
  // Between two points of the grid, where the trapezoidal rule of a probability is nearly exact.
  const tails = [0, 1].map(d =>
    [-1.6, 1.6].map(off => {
      const i = Math.round(
        ((mean[d] + off * sd[d] - grid[d][0]) / (grid[d][POINTS - 1] - grid[d][0])) * (POINTS - 1),
      )
      const at = (grid[d][i] + grid[d][i + 1]) / 2
      return [at, sum(d, z => Number(z < at))] as const
    }),
  )
  return { mean, sd, tails }
}

/** The largest of |t| of the means, variances and tails of draws against the exact ones, by batch means. */
function worst({ mean, sd, tails }: Exact, draws: readonly (readonly number[])[]): number {
  let most = 0
  for (const d of [0, 1]) {
    for (const [of, expected] of [
      [(z: number) => z, mean[d]],
      [(z: number) => square(z - mean[d]), square(sd[d])],
      ...tails[d].map(([at, p]) => [(z: number) => Number(z < at), p] as const),
    ] as const) {
      const size = draws.length / BATCHES
      const means = Array.from({ length: BATCHES }, (_, b) => {
        let total = 0
        for (let i = b * size; i < (b + 1) * size; i++) total += of(draws[i][d])
        return total / size
      })
      const center = means.reduce((a, b) => a + b) / BATCHES
      const variance = means.reduce((a, b) => a + square(b - center), 0) / (BATCHES - 1)
      most = Math.max(most, Math.abs(center - expected) / Math.sqrt(variance / BATCHES))
    }
  }
  return most
}

test('with many patterns, draws along the expansion have the exact law, and those of the expansion do not', () => {
  const { target, design } = fewHoldOne()
  expect(target.law.records.patterns).toHaveLength(PEOPLE)
  const top = modeOf(target)
  const start = quadraticRoute(target, top.z, Float64Array.of(0.2, 0.2))!
  // The twin: what chains would draw that accepted every outcome.
  const rng = stream('expansion')
  const noise = new Float64Array(2)
  const ofExpansion = Array.from({ length: DRAWS }, () => {
    const z = new Float64Array(2)
    for (let j = 0; j < 2; j++) noise[j] = drawNormal(rng)
    start.metric.unwhitenVelocity(noise, z)
    return [z[0] + top.z[0], z[1] + top.z[1]]
  })
  const sds = [0, 1].map(d =>
    Math.sqrt(ofExpansion.reduce((sum, z) => sum + square(z[d] - top.z[d]), 0) / DRAWS),
  )
  const exact = quadrature(target, top.z, sds)
  const sampler = regressionSampler(target, top, WARMUP, design.scaling)
  const state = sampler.init(rng)
  for (let i = 0; i < WARMUP; i++) sampler.step(rng, state)
  let gradients = 0
  const { evaluate } = target
  target.evaluate = (z, gradient) => {
    gradients++
    return evaluate.call(target, z, gradient)
  }
  const draws = Array.from({ length: DRAWS }, () => {
    sampler.step(rng, state)
    return state.z.slice()
  })
  const found = { draws: worst(exact, draws), expansion: worst(exact, ofExpansion) }
  // Chains that followed the log density itself would ask for its gradient.
  expect(gradients).toBe(0)
  expect(found.draws).toBeLessThan(MOST)
  expect(found.expansion).toBeGreaterThan(1.5 * MOST)
})
