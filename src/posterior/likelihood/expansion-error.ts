import { expm1 } from '../../elementary/expm1.ts'
import { square } from '../../elementary/square.ts'
import { columnSpread } from '../../mechanism/column.ts'
import type { Tally } from '../tally/tally.ts'

/**
 * Approximate variance of the error of a log-likelihood's second-order expansion. With D distinct answers of privacy level ε, where answer
 * c was given N_c times, it is
 *
 *     E = (1 − e^−ε)⁶ min(1, K/D)³ Σ_c 1/N_c,
 *
 * because answer c's probability has a relative error of about the root of K/(D N_c), and the third-order term is N_c times the cube of
 * that.
 */
export function errorOfExpansion({ categories: K, distinct, counts }: Tally, epsilon: number): number {
  let total = 0
  for (let c = 0; c < distinct; c++) if (counts[c] > 0) total += 1 / counts[c]
  return cube(square(expm1(-epsilon))) * cube(Math.min(1, K / distinct)) * total
}

const cube = (value: number) => value * square(value)

/** The weighted median of the answers' privacy levels, the larger one of two. A median is robust to a few public answers. */
export function medianEpsilon(tally: Tally): number {
  const answers = tally.table.mapColumns((column, c) => ({
    epsilon: columnSpread(column).logRatio,
    count: tally.counts[c],
  }))
  answers.sort((one, other) => other.epsilon - one.epsilon)
  let reached = 0
  for (const { epsilon, count } of answers) {
    reached += count
    if (2 * reached >= tally.size) return epsilon
  }
  return 0
}
