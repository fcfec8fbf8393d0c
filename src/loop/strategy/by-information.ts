import type { StrategyKind } from '../../catalogue/strategy-kind.ts'
import { rrrr } from '../../rrrr/rrrr.ts'
import { scanInformation } from '../../utility/information.ts'
import { createScan } from '../../utility/scan.ts'
import { redesigning } from './redesign.ts'

/** Shares of the budget inside the subset that are compared. */
const SPLITS = [0.5, 0.6, 0.7, 0.8, 0.9, 1]
/**
 * Number of latest draws whose covariance is used. The draw moves whenever the answers grow by one per cent, so these go back to half as
 * many answers.
 */
const DRAWS = 70

/**
 * The strategy `information`. It uses RRRR with the subset whose answer is expected to lower the trace of the posterior covariance most
 * (Bayesian A-optimality), and with the best split unless that is given. The covariance is that of the latest draws.
 */
export const informationKind = {
  name: 'information',
  says: 'RRRR on the subset, and with the split, that Bayesian A-optimality chooses',
  share: { after: '@', called: 'SPLIT', required: false },
  create({ categories, epsilon, share: split }, memory) {
    const scans = (split === undefined ? SPLITS : [split]).map(share => ({
      epsilon1: share * epsilon,
      scan: createScan({
        categories,
        epsilon,
        epsilon1: share * epsilon,
        utility: { name: 'information', scan: scanInformation },
      }),
    }))
    return redesigning(
      { categories, epsilon, mostDraws: DRAWS },
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
      memory,
    )
  },
} as const satisfies StrategyKind

/** Mean and covariance of draws. Rows of the covariance sum to zero, because draws sum to one. */
function momentsOf(draws: readonly Float64Array[]): { mean: Float64Array; covariance: Float64Array[] } {
  const K = draws[0].length
  const mean = new Float64Array(K)
  for (const draw of draws) for (let x = 0; x < K; x++) mean[x] += draw[x] / draws.length
  const covariance = Array.from(mean, () => new Float64Array(K))
  for (const draw of draws) {
    for (let i = 0; i < K; i++) {
      const deviation = (draw[i] - mean[i]) / draws.length
      for (let j = 0; j < K; j++) covariance[i][j] += deviation * (draw[j] - mean[j])
    }
  }
  return { mean, covariance }
}
