import FFT from 'fft.js'
import { mean, variance } from '../../arrays/sums.ts'
import { log } from '../../elementary/log.ts'
import { exponentOf } from '../../elementary/powers-of-two.ts'
import { square } from '../../elementary/square.ts'
import { unitRoots } from '../../elementary/unit-roots.ts'
import { probit } from '../../special/probit.ts'

// Building blocks of the diagnostics (Vehtari et al. 2021). Each function uses its chains of draws unchanged; splitting and ranking are
// separate steps.

/** The two halves of each chain; without the middle draw if the number of draws is odd. */
export function splitChains(draws: Float64Array, chains: number): Float64Array[] {
  const length = draws.length / chains
  const half = Math.floor(length / 2)
  return Array.from({ length: 2 * chains }, (_, i) => {
    const start = (i >> 1) * length + (i % 2 === 0 ? 0 : length - half)
    return draws.slice(start, start + half)
  })
}

/** Normal scores of the draws' ranks among all chains, ties sharing their mean rank (Blom's offset 3/8). */
export function rankNormalise(chains: readonly Float64Array[]): Float64Array[] {
  const sorted = new Float64Array(chains.reduce((total, chain) => total + chain.length, 0))
  let at = 0
  for (const chain of chains) {
    sorted.set(chain, at)
    at += chain.length
  }
  sorted.sort()
  const scores = new Float64Array(sorted.length)
  for (let start = 0; start < sorted.length; ) {
    let end = start
    while (end < sorted.length && sorted[end] === sorted[start]) end++
    scores.fill(scoreOf((start + 1 + end) / 2, sorted.length), start, end)
    start = end
  }
  return chains.map(chain => chain.map(value => scores[placeOf(value, sorted)]))
}

/** Scores by rank, for draws without ties and the latest number of draws. They are the same for every category. */
let scoresByRank = new Float64Array(0)

function scoreOf(rank: number, length: number): number {
  const score = () => probit((rank - 0.375) / (length + 0.25))
  if (!Number.isInteger(rank)) return score()
  if (scoresByRank.length !== length) scoresByRank = new Float64Array(length).fill(Number.NaN)
  const cached = scoresByRank[rank - 1]
  return Number.isNaN(cached) ? (scoresByRank[rank - 1] = score()) : cached
}

/** The first index of a value among sorted values that contain it. */
function placeOf(value: number, sorted: Float64Array): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Gelman and Rubin's R̂ of several unchanged chains; Infinity for chains that are each constant, but differ. */
export function basicRhat(chains: readonly Float64Array[]): number {
  const n = chains[0].length
  const within = mean(chains.map(variance))
  const between = n * variance(Float64Array.from(chains, mean))
  if (within === 0) return between === 0 ? 1 : Infinity
  return Math.sqrt((n - 1) / n + between / within / n)
}

/** Number of last lags whose correlations, of very few pairs of draws, are ignored. */
const LAST_LAGS = 5

/**
 * Effective sample size of several chains: Geyer's initial monotone sequence on the combined autocorrelations, cut off at the mean of two
 * lags, as in the authors' implementation of Vehtari et al. (2021): each pair of lags counts twice up to where a pair is no longer
 * positive, and of that pair the first lag counts once, if it is positive. Chains of at most five draws give no information about their
 * correlation, and count half.
 */
export function basicEss(chains: readonly Float64Array[]): number {
  const n = chains[0].length
  const total = n * chains.length
  const covariances = chains.map(autocovariances)
  const covariance = (lag: number) => {
    let total = 0
    for (const covarianceOfChain of covariances) total += covarianceOfChain(lag)
    return total / covariances.length
  }
  const within = (covariance(0) * n) / (n - 1)
  const between = chains.length > 1 ? variance(Float64Array.from(chains, mean)) : 0
  const plus = (within * (n - 1)) / n + between
  if (plus === 0) return total
  const rho = (lag: number) => 1 - (within - covariance(lag)) / plus

  if (n <= LAST_LAGS) return total / 2
  let sum = 0
  let lag = 0
  let [even, odd] = [1, rho(1)]
  let previous = Infinity
  while (lag < n - LAST_LAGS && even + odd > 0) {
    previous = Math.min(previous, even + odd)
    sum += previous
    lag += 2
    even = rho(lag)
    odd = rho(lag + 1)
  }
  // Antithetic chains may be worth more than as many independent draws; the estimate is capped.
  return Math.min(total / Math.max(2 * sum - 1 + Math.max(even, 0), 0), (total * log(total)) / Math.LN10)
}

/** Largest lag for which direct sums are cheaper than the transform, which gives all lags at once. Most chains need no larger lag. */
const MOST_SUMMED = 40

/** The autocovariance at a lag (divided by n), as a function of the lag. */
function autocovariances(chain: Float64Array): (lag: number) => number {
  const n = chain.length
  const centre = mean(chain)
  const centred = chain.map(value => value - centre)
  let all: Float64Array | undefined
  return lag => {
    if (lag > MOST_SUMMED) {
      all ??= allAutocovariances(chain)
      return all[lag]
    }
    let total = 0
    for (let i = lag; i < n; i++) total += centred[i] * centred[i - lag]
    return total / n
  }
}

/** Autocovariances at all lags, by the fast Fourier transform. */
function allAutocovariances(chain: Float64Array): Float64Array {
  const n = chain.length
  const size = 2 ** (exponentOf(2 * n - 1) + 1)
  const fft = new FFT(size)
  fft.table = unitRoots(size)
  const centre = mean(chain)
  const padded = new Array<number>(size).fill(0)
  for (let i = 0; i < n; i++) padded[i] = chain[i] - centre
  const spectrum: number[] = fft.createComplexArray()
  fft.realTransform(spectrum, padded)
  fft.completeSpectrum(spectrum)
  for (let i = 0; i < 2 * size; i += 2) {
    spectrum[i] = square(spectrum[i]) + square(spectrum[i + 1])
    spectrum[i + 1] = 0
  }
  const result: number[] = fft.createComplexArray()
  fft.inverseTransform(result, spectrum)
  return Float64Array.from({ length: n }, (_, lag) => result[2 * lag] / n)
}
