import { DRAWS, histogram } from '../../experiments/support/rank-calibration.ts'
import { binomialCdf } from './special.ts'
import { chiSquarePValue } from './statistics.ts'

const BINS = 20
/** Ranks within the central interval that covers 95 %, and 50 %. */
const INTERVALS = [
  { level: 0.95, low: 1, high: DRAWS - 1 },
  { level: 0.5, low: 10, high: DRAWS - 10 },
] as const

/** One p-value of a calibration, with what was found. */
export interface Finding {
  readonly what: string
  readonly pValue: number
}

/**
 * Of each quantity: whether its ranks are uniform (chi-square over 20 bins), and whether the draws' central 95 % and 50 %
 * intervals cover as often as they say (binomial, two-sided).
 */
export function findings(ranks: ReadonlyMap<string, readonly number[]>): Finding[] {
  return [...ranks].flatMap(([quantity, list]) => {
    const n = list.length
    const uniformity = {
      what: `${quantity}: ranks ${histogram(list, BINS).join(' ')}, ${n / BINS} expected in each`,
      pValue: chiSquarePValue(histogram(list, BINS), new Array<number>(BINS).fill(n / BINS)),
    }
    const coverage = INTERVALS.map(({ level, low, high }) => {
      const covered = list.filter(rank => rank >= low && rank <= high).length
      const tail = Math.min(binomialCdf(covered, n, level), 1 - binomialCdf(covered - 1, n, level))
      return {
        what: `${quantity}: ${covered} of ${n} within ${level}, ${n * level} expected`,
        pValue: Math.min(1, 2 * tail),
      }
    })
    return [uniformity, ...coverage]
  })
}

/** The least likely of the findings, its p-value times their number (Bonferroni). */
export function worstOf(found: readonly Finding[]): Finding {
  const worst = found.reduce((least, one) => (one.pValue < least.pValue ? one : least))
  return { what: worst.what, pValue: Math.min(1, worst.pValue * found.length) }
}
