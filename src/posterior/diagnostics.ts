import FFT from 'fft.js'
import { refuse, requireInteger } from '../check/check.ts'
import { probit } from './probit.ts'

/** Whether chains have mixed, and how much their draws are worth, for one quantity. */
export interface Diagnostics {
  /** Rank-normalised split-R̂, the larger of the bulk's and the tails'; below 1.01 is good. */
  readonly rhat: number
  /** Effective number of draws for the centre of the distribution. */
  readonly essBulk: number
  /** Effective number of draws for its 5 % and 95 % quantiles, the smaller of the two. */
  readonly essTail: number
  /** Monte Carlo standard error of the mean. */
  readonly mcse: number
}

/**
 * Convergence diagnostics of the draws of one quantity, chains one after the other.
 *
 * Draws that are all the same have nothing to disagree on: R̂ 1, as many effective draws as draws, error 0. Chains that
 * are each constant, but not the same, have R̂ Infinity.
 *
 * @param draws `[chains × draws]`, row-major; at least 4 draws a chain
 * @throws RangeError on draws that are not finite, or too few
 * @see Vehtari, Gelman, Simpson, Carpenter, Bürkner (2021), Rank-normalization, folding, and localization
 * @example
 * diagnose(Float64Array.from({ length: 4000 }, (_, i) => Math.sin(i * i)), 4).rhat // close to 1
 */
export function diagnose(draws: Float64Array, chains: number): Diagnostics {
  requireInteger('chains', chains, 1)
  const length = draws.length / chains
  if (!Number.isInteger(length) || length < 4)
    refuse('draws', draws, `4 or more for each of ${chains} chains`)
  for (const [i, value] of draws.entries()) {
    if (!Number.isFinite(value)) refuse(`draws[${i}]`, value, 'a finite number')
  }
  if (draws.every(value => value === draws[0])) {
    return { rhat: 1, essBulk: draws.length, essTail: draws.length, mcse: 0 }
  }
  // In units of the largest draw, so that no square overflows or vanishes; a power of two, so that nothing is rounded.
  const largest = draws.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const unit = 2 ** Math.min(1023, Math.floor(Math.log2(largest)))
  const scaled = draws.map(value => value / unit)
  const split = splitChains(scaled, chains)
  const median = quantile(scaled, 0.5)
  const ranks = split.map(rankNormalise(split))
  const folded = split.map(chain => chain.map(value => Math.abs(value - median)))
  const foldedRanks = folded.map(rankNormalise(folded))
  const below = (p: number) => {
    const bound = quantile(scaled, p)
    return split.map(chain => chain.map(value => (value <= bound ? 1 : 0)))
  }
  return {
    rhat: Math.max(basicRhat(ranks), basicRhat(foldedRanks)),
    essBulk: basicEss(ranks),
    essTail: Math.min(basicEss(below(0.05)), basicEss(below(0.95))),
    mcse: unit * Math.sqrt(variance(scaled) / basicEss(split)),
  }
}

/** Each chain's two halves; of an odd number of draws the middle one is left out. */
function splitChains(draws: Float64Array, chains: number): Float64Array[] {
  const length = draws.length / chains
  const half = Math.floor(length / 2)
  return Array.from({ length: 2 * chains }, (_, i) => {
    const start = (i >> 1) * length + (i % 2 === 0 ? 0 : length - half)
    return draws.slice(start, start + half)
  })
}

/** Normal scores of the ranks among all chains, ties sharing their mean rank (Blom's offset 3/8). */
function rankNormalise(chains: readonly Float64Array[]): (chain: Float64Array) => Float64Array {
  const sorted = Float64Array.from(chains.flatMap(chain => Array.from(chain))).sort()
  const score = new Map<number, number>()
  for (let start = 0; start < sorted.length; ) {
    let end = start
    while (end < sorted.length && sorted[end] === sorted[start]) end++
    const rank = (start + 1 + end) / 2
    score.set(sorted[start], probit((rank - 0.375) / (sorted.length + 0.25)))
    start = end
  }
  return chain => chain.map(value => score.get(value)!)
}

function basicRhat(chains: readonly Float64Array[]): number {
  const n = chains[0].length
  const within = mean(chains.map(variance))
  const between = n * variance(Float64Array.from(chains, mean))
  if (within === 0) return between === 0 ? 1 : Infinity
  return Math.sqrt((n - 1) / n + between / within / n)
}

/** Effective sample size of several chains: Geyer's initial monotone sequence on the combined autocorrelations. */
function basicEss(chains: readonly Float64Array[]): number {
  const n = chains[0].length
  const total = n * chains.length
  const covariances = chains.map(autocovariance)
  const within = (mean(covariances.map(c => c[0])) * n) / (n - 1)
  const between = chains.length > 1 ? variance(Float64Array.from(chains, mean)) : 0
  const plus = (within * (n - 1)) / n + between
  if (plus === 0) return total
  const rho = (lag: number) => 1 - (within - (mean(covariances.map(c => c[lag])) * n) / (n - 1)) / plus

  let sum = 0
  let previous = Infinity
  for (let lag = 0; lag + 1 < n; lag += 2) {
    const pair = Math.min(previous, (lag === 0 ? 1 : rho(lag)) + rho(lag + 1))
    if (pair <= 0) break
    sum += pair
    previous = pair
  }
  // Antithetic chains may be worth more than as many draws, but the estimate is capped.
  return Math.min(total / Math.max(2 * sum - 1, 0), total * Math.log10(total))
}

/** Autocovariances at all lags (divided by n), by the fast Fourier transform. */
function autocovariance(chain: Float64Array): Float64Array {
  const n = chain.length
  const size = 2 ** Math.ceil(Math.log2(2 * n))
  const fft = new FFT(size)
  const centre = mean(chain)
  const padded = new Array<number>(size).fill(0)
  for (let i = 0; i < n; i++) padded[i] = chain[i] - centre
  const spectrum: number[] = fft.createComplexArray()
  fft.realTransform(spectrum, padded)
  fft.completeSpectrum(spectrum)
  for (let i = 0; i < 2 * size; i += 2) {
    spectrum[i] = spectrum[i] ** 2 + spectrum[i + 1] ** 2
    spectrum[i + 1] = 0
  }
  const result: number[] = fft.createComplexArray()
  fft.inverseTransform(result, spectrum)
  return Float64Array.from({ length: n }, (_, lag) => result[2 * lag] / n)
}

function mean(values: ArrayLike<number>): number {
  let total = 0
  for (let i = 0; i < values.length; i++) total += values[i]
  return total / values.length
}

function variance(values: Float64Array): number {
  const centre = mean(values)
  let total = 0
  for (const value of values) total += (value - centre) ** 2
  return total / (values.length - 1)
}

function quantile(values: Float64Array, p: number): number {
  const sorted = values.slice().sort()
  const at = p * (sorted.length - 1)
  const low = Math.floor(at)
  return sorted[low] + (at - low) * (sorted[Math.min(low + 1, sorted.length - 1)] - sorted[low])
}
