import { sum } from '../arrays/sums.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { square } from '../elementary/square.ts'
import { POOLING } from '../posterior/hierarchical/pooled-place.ts'

/** Nodes of ln α, in standard deviations of its prior. */
const NODES = [-2, -1.2, -0.4, 0.4, 1.2, 2, 2.8] as const
const ROUNDS = 2
const RAREST = 1e-6

const ALPHAS = /* @__PURE__ */ NODES.map(z => POOLING.median * exp(POOLING.sd * z))

/**
 * The law given α: the posterior weight of α, each group's weight of its own estimate, the common mean, and the variance of the common
 * mean.
 */
interface Node {
  readonly weight: number
  readonly alike: number
  readonly mean: number
  readonly meanVariance: number
}

/**
 * The posterior of one category's frequency in pooled groups with normal estimates: given α the groups' frequencies are about `N(m, m(1 −
 * m)/(1 + α))`, and α is integrated over.
 */
export class PooledLaw {
  private readonly estimates: Float64Array
  private readonly variances: Float64Array
  private readonly nodes: readonly Node[]

  /** @param variances variances of the estimates */
  constructor(estimates: Float64Array, variances: Float64Array) {
    this.estimates = estimates
    this.variances = variances
    const found = NODES.map((_, i) => nodeAt(i, estimates, variances))
    const top = Math.max(...found.map(({ logWeight }) => logWeight))
    const weights = found.map(({ logWeight }) => exp(logWeight - top))
    const total = sum(weights)
    this.nodes = found.map((node, i) => ({ ...node, weight: weights[i] / total }))
  }

  /** Mean and standard deviation of a group's frequency, or of its difference to another group's, for each α. */
  given(g: number, h?: number): { weight: number; mean: number; sd: number }[] {
    const { estimates, variances } = this
    return this.nodes.map(({ weight, alike, mean, meanVariance }) => {
      const shrunk = (i: number) => {
        const share = variances[i] / (variances[i] + alike)
        return {
          share,
          mean: estimates[i] + share * (mean - estimates[i]),
          variance: (1 - share) * variances[i],
        }
      }
      const one = shrunk(g)
      if (h === undefined)
        return { weight, mean: one.mean, sd: Math.sqrt(one.variance + square(one.share) * meanVariance) }
      const other = shrunk(h)
      const variance = one.variance + other.variance + square(one.share - other.share) * meanVariance
      return { weight, mean: one.mean - other.mean, sd: Math.sqrt(variance) }
    })
  }

  /** Estimate of a group's frequency from its own answers. */
  alone(g: number): { mean: number; sd: number } {
    return { mean: this.estimates[g], sd: Math.sqrt(this.variances[g]) }
  }

  /** The standard deviation of a group's frequency, or of its difference to another group's. */
  sd(g: number, h?: number): number {
    const parts = this.given(g, h)
    const mean = parts.reduce((sum, part) => sum + part.weight * part.mean, 0)
    return Math.sqrt(
      parts.reduce((sum, part) => sum + part.weight * (square(part.sd) + square(part.mean - mean)), 0),
    )
  }
}

function nodeAt(i: number, estimates: Float64Array, variances: Float64Array) {
  const alpha = ALPHAS[i]
  let mean = 0.5
  let alike = 0
  let precision = 0
  for (let round = 0; round < ROUNDS; round++) {
    alike = (mean * (1 - mean)) / (1 + alpha)
    precision = 0
    let total = 0
    for (let g = 0; g < estimates.length; g++) {
      const weight = 1 / (variances[g] + alike)
      precision += weight
      total += weight * estimates[g]
    }
    mean = Math.min(1 - RAREST, Math.max(RAREST, total / precision))
  }
  let logWeight = -square(NODES[i]) / 2 - log(precision) / 2
  for (let g = 0; g < estimates.length; g++) {
    const variance = variances[g] + alike
    logWeight -= (log(variance) + square(estimates[g] - mean) / variance) / 2
  }
  return { logWeight, alike, mean, meanVariance: 1 / precision }
}
