import { square } from '../../src/elementary/square.ts'

/** The first two moments of numbers between −1 and 1. */
export interface Moments {
  readonly mean: number
  readonly square: number
}

/**
 * Variance of one unbiased report of a number between −1 and 1 about the population's mean, by each of the three protocols for means:
 * Duchi et al. (2018) report ±(e^ε + 1)/(e^ε − 1); the piecewise mechanism (PM) and the hybrid of both (HM) are of Wang et al. (2019).
 */
export function reportVariances({ mean, square: second }: Moments, epsilon: number): Record<string, number> {
  const e = Math.exp(epsilon)
  const root = Math.exp(epsilon / 2)
  // Second moments of a report, given that the person holds t, averaged over t.
  const duchi = square((e + 1) / (e - 1))
  const piecewise = second + second / (root - 1) + (root + 3) / (3 * square(root - 1))
  // Up to ε = 0.61 the hybrid mechanism is Duchi's mechanism.
  const share = epsilon > 0.61 ? 1 - Math.exp(-epsilon / 2) : 0
  const hybrid = share * piecewise + (1 - share) * duchi
  return { Duchi: duchi - square(mean), PM: piecewise - square(mean), HM: hybrid - square(mean) }
}
