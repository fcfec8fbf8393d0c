import { sampleQuantile } from '../../arrays/sample-quantile.ts'
import { variance } from '../../arrays/sums.ts'
import { refuse, requireInteger, type Vector } from '../../check/check.ts'
import { exponentOf } from '../../elementary/powers-of-two.ts'
import { basicEss, basicRhat, rankNormalise, splitChains } from './convergence.ts'

/** Convergence diagnostics of the draws of one quantity. */
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

/** Draws of one quantity, chain by chain: one chain or more, all of the same length, 4 draws or more. */
export type Chains = readonly Vector[]

/**
 * The four convergence diagnostics of the draws of one quantity, chains one after the other.
 *
 * If all draws are equal, R̂ is 1, there are as many effective draws as draws, and the error is 0. If each chain is constant, but not
 * all are equal, R̂ is Infinity.
 *
 * @param draws `[chains × draws]`, row-major; at least 4 draws a chain
 * @throws RangeError on draws that are not finite, or too few
 * @see Vehtari, Gelman, Simpson, Carpenter, Bürkner (2021), Rank-normalization, folding, and localization
 * @example
 * diagnose(Float64Array.from({ length: 4000 }, (_, i) => Math.sin(i * i)), 4).rhat // close to 1
 */
export function diagnose(draws: Vector, chains: number): Diagnostics {
  requireInteger('chains', chains, 1)
  const isList = Array.isArray(draws) || ArrayBuffer.isView(draws)
  const length = isList ? draws.length / chains : Number.NaN
  if (!Number.isInteger(length) || length < 4)
    refuse('draws', draws, `4 or more for each of ${chains} chains, in a list`)
  for (let i = 0; i < draws.length; i++) {
    if (!Number.isFinite(draws[i])) refuse(`draws[${i}]`, draws[i], 'a finite number')
  }
  const prepared = prepare(draws instanceof Float64Array ? draws : Float64Array.from(draws), chains)
  const scores = rankNormalise(prepared.split)
  return {
    rhat: rhatOf(prepared, scores),
    essBulk: essBulkOf(prepared, scores),
    essTail: essTailOf(prepared),
    mcse: mcseOf(prepared),
  }
}

/**
 * R̂ of one quantity: the ratio of the spread of all chains together to the spread within each; below 1.01 is good. It is the larger of two
 * R̂: of the normal scores of the split chains' draws, and of the scores of their distances from the median.
 *
 * Draws that are all the same give 1; chains that are each constant, but not the same, Infinity.
 *
 * @throws RangeError on draws that are not finite, or chains that are too short or of different lengths
 * @see Vehtari, Gelman, Simpson, Carpenter, Bürkner (2021), section 4.1
 * @example
 * rhat([[1, 2, 3, 4, 5, 6], [3, 4, 5, 6, 7, 8]]) // 2.204
 */
export function rhat(chains: Chains): number {
  const prepared = read(chains)
  return rhatOf(prepared, rankNormalise(prepared.split))
}

/**
 * Effective number of draws for the centre of one quantity's distribution: the effective number of the normal scores of the split chains'
 * draws.
 *
 * It is at most `S log₁₀ S`, where S is the number of draws. Draws that are all the same give S.
 *
 * @throws RangeError on draws that are not finite, or chains that are too short or of different lengths
 * @see Vehtari, Gelman, Simpson, Carpenter, Bürkner (2021), section 4.2
 * @example
 * essBulk([[1, 4, 2, 5, 3, 6], [6, 3, 5, 2, 4, 1]]) // 6
 */
export function essBulk(chains: Chains): number {
  const prepared = read(chains)
  return essBulkOf(prepared, rankNormalise(prepared.split))
}

/**
 * Effective number of draws for the tails of one quantity's distribution: the smaller of those for its 5 % and its 95 %
 * quantile.
 *
 * It is at most `S log₁₀ S`, where S is the number of draws. Draws that are all the same give S.
 *
 * @throws RangeError on draws that are not finite, or chains that are too short or of different lengths
 * @see Vehtari, Gelman, Simpson, Carpenter, Bürkner (2021), section 4.3
 * @example
 * essTail([[1, 4, 2, 5, 3, 6], [6, 3, 5, 2, 4, 1]]) // 6
 */
export function essTail(chains: Chains): number {
  return essTailOf(read(chains))
}

/**
 * Monte Carlo standard error of one quantity's mean, in its unit: `sd / √ESS`, where ESS is the effective number of the draws themselves.
 *
 * Draws that are all the same give 0.
 *
 * @throws RangeError on draws that are not finite, or chains that are too short or of different lengths
 * @see Vehtari, Gelman, Simpson, Carpenter, Bürkner (2021), section 4.4
 * @example
 * mcse([[1, 4, 2, 5, 3, 6], [6, 3, 5, 2, 4, 1]]) // 0.7282
 */
export function mcse(chains: Chains): number {
  return mcseOf(read(chains))
}

/** Draws in the forms needed by the diagnostics. */
interface Prepared {
  /** All draws divided by `unit`, and the same values sorted. */
  readonly scaled: Float64Array
  readonly sorted: Float64Array
  /** The largest power of two that is at most the largest absolute value of a draw. */
  readonly unit: number
  /** The two halves of each chain. */
  readonly split: readonly Float64Array[]
  readonly isConstant: boolean
}

function read(chains: Chains): Prepared {
  const length = chains?.[0]?.length
  if (!Array.isArray(chains) || !(length >= 4))
    refuse('chains', chains, 'one chain or more, of 4 draws or more')
  for (const [c, chain] of chains.entries()) {
    if (chain?.length !== length) refuse(`chains[${c}]`, chain, `of ${length} draws, as the first chain is`)
    for (let i = 0; i < length; i++) {
      if (!Number.isFinite(chain[i])) refuse(`chains[${c}][${i}]`, chain[i], 'a finite number')
    }
  }
  const draws = new Float64Array(chains.length * length)
  for (const [c, chain] of chains.entries()) draws.set(chain, c * length)
  return prepare(draws, chains.length)
}

function prepare(draws: Float64Array, chains: number): Prepared {
  if (draws.every(value => value === draws[0])) {
    return { scaled: draws, sorted: draws, unit: 1, split: [], isConstant: true }
  }
  // In units as large as the largest draw, so that no square overflows or vanishes; a power of two, so that nothing is rounded.
  const largest = draws.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const unit = 2 ** Math.min(1023, exponentOf(largest))
  const scaled = draws.map(value => value / unit)
  const sorted = scaled.slice().sort()
  return { scaled, sorted, unit, split: splitChains(scaled, chains), isConstant: false }
}

/** @param scores the normal scores of the halves' draws */
function rhatOf({ sorted, split, isConstant }: Prepared, scores: readonly Float64Array[]): number {
  if (isConstant) return 1
  const median = sampleQuantile(sorted, 0.5)
  const folded = split.map(chain => chain.map(value => Math.abs(value - median)))
  return Math.max(basicRhat(scores), basicRhat(rankNormalise(folded)))
}

function essBulkOf({ scaled, isConstant }: Prepared, scores: readonly Float64Array[]): number {
  return isConstant ? scaled.length : basicEss(scores)
}

function essTailOf({ scaled, sorted, split, isConstant }: Prepared): number {
  if (isConstant) return scaled.length
  const below = (p: number) => {
    const bound = sampleQuantile(sorted, p)
    return split.map(chain => chain.map(value => (value <= bound ? 1 : 0)))
  }
  return Math.min(basicEss(below(0.05)), basicEss(below(0.95)))
}

function mcseOf({ scaled, unit, split, isConstant }: Prepared): number {
  return isConstant ? 0 : unit * Math.sqrt(variance(scaled) / basicEss(split))
}
