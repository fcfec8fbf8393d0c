import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import type { Column } from '../mechanism/column.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { logBinomialCoefficient } from '../special/log-binomial.ts'
import type { ChannelFigures } from './channel-figures.ts'

/** Responses that each support a set of one size: they are e^gap times as likely for its members as for all others. */
interface SetsOfOneSize {
  readonly size: number
  readonly gap: number
  /** Logarithm of the probability that a single one of these responses has for a member of its set. */
  readonly logMember: number
  /** Logarithm of the number of responses. */
  readonly logCount: number
}

/**
 * The figures of a channel whose law is invariant under renaming of the categories, for a uniform prior. They are closed forms, so that
 * C(300, 81) responses are no more work than three hundred.
 *
 * Each response has two levels, a on a set of s categories and b elsewhere. Of the C(K, s) sets, C(K − 2, s − 1) distinguish a given
 * category from a given other one.
 */
export function symmetricFigures(mechanism: Mechanism): ChannelFigures {
  const { categories: K } = mechanism
  const orbits = (mechanism.orbits?.() ?? []).map(({ response, logCount }) => ({
    ...twoLevels(mechanism.column(response)),
    logCount,
  }))
  let [guess, information, variation] = [0, 0, 0]
  const losses = new Map<number, number>()
  const addLoss = (loss: number, probability: number) =>
    losses.set(loss, (losses.get(loss) ?? 0) + probability)
  let separated = 0
  for (const { size, gap, logMember, logCount } of orbits) {
    const weight = exp(logCount + logMember)
    guess += weight / K
    if (size === 0) continue
    const other = exp(-gap)
    const mean = (size + (K - size) * other) / K
    information += (weight / K) * (size * -log(mean) + (K - size) * other * (-gap - log(mean)))
    // The probability of responses whose set contains one given category and not another one.
    const separating = exp(logMember + logBinomialCoefficient(K - 2, size - 1))
    variation += separating * (1 - other)
    addLoss(gap, separating)
    addLoss(-gap, separating * other)
    separated += separating * (1 + other)
  }
  addLoss(0, Math.max(0, 1 - separated))
  return {
    guess,
    mutualInformation: Math.max(0, information),
    worstTotalVariation: variation,
    loss: Array.from(losses, ([loss, probability]) => ({ loss, probability })),
  }
}

/** The set that a response supports, by its size, and its two levels. */
export function twoLevels(column: Column): Omit<SetsOfOneSize, 'logCount'> {
  if (column.kind === 'dense') throw new Error('a column of many values, where two levels are expected')
  const { logScale, set, point, logBase, logLevel, logPeak } = column
  if (point >= 0) return { size: 1, gap: logPeak - logBase, logMember: logScale + logPeak }
  if (set.length === 0) return { size: 0, gap: 0, logMember: logScale + logBase }
  return { size: set.length, gap: logLevel - logBase, logMember: logScale + logLevel }
}
