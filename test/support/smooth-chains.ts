import { diagnose } from '../../src/posterior/draws/diagnostics.ts'
import { smooth } from '../../src/posterior/smooth/smooth.ts'
import type { Tally } from '../../src/posterior/tally/tally.ts'
import { stream } from '../../src/random/stream.ts'

/** How many Monte Carlo errors the chains' means of θ, and the shares of the hyperparameters' points, are from what is expected. */
export function strayFrom(
  tally: Tally,
  expected: { mean: Float64Array; weights: Float64Array },
  draws = 1500,
) {
  const K = tally.categories
  const chains = 4
  const sampler = smooth({ tally, warmup: 100 })
  const watched = Array.from({ length: K + expected.weights.length }, () => new Float64Array(chains * draws))
  const theta = new Float64Array(K)
  for (let c = 0; c < chains; c++) {
    const rng = stream('smooth', c)
    const state = sampler.init(rng)
    for (let i = 0; i < 100; i++) sampler.step(rng, state)
    for (let i = 0; i < draws; i++) {
      sampler.step(rng, state)
      sampler.theta(state, theta)
      for (let x = 0; x < K; x++) watched[x][c * draws + i] = theta[x]
      watched[K + state.point][c * draws + i] = 1
    }
  }
  return watched.flatMap((values, i) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const goal = i < K ? expected.mean[i] : expected.weights[i - K]
    // Points that are hardly ever met are left to the others.
    if (i >= K && goal < 0.02) return []
    return [Math.abs(mean - goal) / diagnose(values, chains).mcse]
  })
}
