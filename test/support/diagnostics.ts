import { normalCdf } from './special.ts'

/** Chains of draws of one quantity. */
export type Chains = readonly (readonly number[])[]

/** The diagnostics by their definitions (Vehtari et al. 2021), in plain sums; nothing here comes from `src`. */
export function plainDiagnostics(chains: Chains) {
  const split = chains.flatMap(chain => {
    const half = Math.floor(chain.length / 2)
    return [chain.slice(0, half), chain.slice(chain.length - half)]
  })
  const all = chains.flat()
  const median = quantile(all, 0.5)
  const folded = split.map(chain => chain.map(value => Math.abs(value - median)))
  const below = (p: number) => {
    const bound = quantile(all, p)
    return split.map(chain => chain.map(value => Number(value <= bound)))
  }
  return {
    rhat: Math.max(rhat(normalScores(split)), rhat(normalScores(folded))),
    essBulk: effectiveSize(normalScores(split)),
    essTail: Math.min(effectiveSize(below(0.05)), effectiveSize(below(0.95))),
    mcse: Math.sqrt(variance(all) / effectiveSize(split)),
  }
}

/** Equations 1 to 4: within-chain variance W, between-chain variance B. */
export function rhat(chains: Chains): number {
  const N = chains[0].length
  const W = mean(chains.map(variance))
  const B = N * variance(chains.map(mean))
  return Math.sqrt(((N - 1) / N) * (1 + B / (N - 1) / W))
}

/**
 * Equations 10 to 14, with the autocovariances and the cut of the authors' implementation: the pairs of lags are made monotone and
 * count twice until one is no longer positive; the first lag of that one counts once if it is positive. At most S log10 S.
 */
export function effectiveSize(chains: Chains): number {
  const [M, N] = [chains.length, chains[0].length]
  const W = mean(chains.map(variance))
  const varPlus = ((N - 1) / N) * W + variance(chains.map(mean))
  // Nothing varies: all draws of an indicator are equal.
  if (varPlus === 0) return M * N
  if (N <= 5) return (M * N) / 2
  const rho = Array.from({ length: N }, (_, lag) =>
    lag === 0 ? 1 : 1 - (W - mean(chains.map(chain => autocovariance(chain, lag)))) / varPlus,
  )
  const pairs = Array.from({ length: Math.floor(N / 2) }, (_, i) => rho[2 * i] + rho[2 * i + 1])
  // The first pair that is not positive, or the last whose lag is at most N − 4 or, for odd N, N − 3.
  const last = Math.ceil((N - 5) / 2)
  const negative = pairs.findIndex(pair => !(pair > 0))
  const end = negative >= 0 && negative < last ? negative : last
  let tau = -1 + Math.max(0, rho[2 * end])
  for (let i = 0; i < end; i++) tau += 2 * Math.min(...pairs.slice(0, i + 1))
  return (M * N) / Math.max(tau, 1 / Math.log10(M * N))
}

/** The autocovariance of a chain, divided by its length at every lag. */
function autocovariance(chain: readonly number[], lag: number): number {
  const centre = mean(chain)
  let product = 0
  for (let i = 0; i + lag < chain.length; i++) product += (chain[i] - centre) * (chain[i + lag] - centre)
  return product / chain.length
}

/** Normal quantiles of (r − 3/8)/(S + 1/4) for average ranks r: by counting, and by bisection. */
function normalScores(chains: Chains): number[][] {
  const all = chains.flat()
  const scores = new Map<number, number>()
  for (const value of new Set(all)) {
    const below = all.filter(other => other < value).length
    const equal = all.filter(other => other === value).length
    scores.set(value, normalQuantile((below + (equal + 1) / 2 - 3 / 8) / (all.length + 1 / 4)))
  }
  return chains.map(chain => chain.map(value => scores.get(value)!))
}

function normalQuantile(p: number): number {
  let [low, high] = [-10, 10]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (normalCdf(middle) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function quantile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = p * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (at - Math.floor(at)) * (high - low)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function variance(values: readonly number[]): number {
  const centre = mean(values)
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1)
}
