import { rrrr } from '../rrrr/rrrr.ts'
import { createScan } from '../utility/select.ts'
import { redesigning } from './redesign.ts'
import type { Strategy } from './strategy.ts'

/** Shares of the budget inside the subset that are tried. */
const SPLITS = [0.5, 0.6, 0.7, 0.8, 0.9, 1]
/** Draws whose covariance is taken; with moves at every per cent of growth, those since the answers were half as many. */
const DRAWS = 70

/**
 * The strategy `information`: RRRR with the subset, and unless it is given the split, that are expected to lower the trace of
 * the posterior covariance most by one response (Bayesian A-optimality). The covariance is that of the latest draws.
 */
export function informationStrategy(
  name: string,
  categories: number,
  epsilon: number,
  split: number | undefined,
  resumed?: unknown,
): Strategy {
  const scans = (split === undefined ? SPLITS : [split]).map(share => ({
    epsilon1: share * epsilon,
    scan: createScan({ categories, epsilon, epsilon1: share * epsilon, utility: 'information' }),
  }))
  return redesigning(
    { name, categories, epsilon, mostDraws: DRAWS },
    draws => {
      const { mean, covariance } = momentsOf(draws)
      let most = -Infinity
      let best = { subset: [] as number[], epsilon1: epsilon }
      for (const { epsilon1, scan } of scans) {
        const size = scan.best(mean, covariance)
        if (scan.values[size] > most) {
          most = scan.values[size]
          best = { subset: Array.from(scan.sorted.order.subarray(0, size)).sort((i, j) => i - j), epsilon1 }
        }
      }
      return rrrr({ categories, epsilon, ...best })
    },
    resumed,
  )
}

/** Mean and covariance of draws; the rows of the covariance sum to zero as the draws sum to one. */
function momentsOf(draws: readonly Float64Array[]): { mean: Float64Array; covariance: Float64Array[] } {
  const K = draws[0].length
  const mean = new Float64Array(K)
  for (const draw of draws) for (let x = 0; x < K; x++) mean[x] += draw[x] / draws.length
  const covariance = Array.from(mean, () => new Float64Array(K))
  for (const draw of draws) {
    for (let i = 0; i < K; i++) {
      const off = (draw[i] - mean[i]) / draws.length
      for (let j = 0; j < K; j++) covariance[i][j] += off * (draw[j] - mean[j])
    }
  }
  return { mean, covariance }
}
