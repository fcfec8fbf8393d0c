import { exp } from '../elementary/exp.ts'
import { expm1 } from '../elementary/expm1.ts'
import { square } from '../elementary/square.ts'
import type { Design } from './mixing.ts'

/**
 * The probability with which the Sample mechanism keeps a person of level ε under threshold t: `min(1, (e^ε − 1)/(e^t − 1))`, without
 * overflow at any ε and t, and 0 where only t is infinite.
 */
export function inclusionProbability(epsilon: number, threshold: number): number {
  if (epsilon >= threshold) return 1
  return (exp(epsilon - threshold) * expm1(-epsilon)) / expm1(-threshold)
}

/**
 * The probability of keeping a person of level ε under threshold t such that a mean, divided by the exact number kept, has exactly the
 * level ε for the person under replace-one:
 *
 *     π = (e^ε − 1)/(c (e^t − e^ε) + e^ε − 1),   c = 1 + 1/n,
 *
 * with n people who are kept for sure. It is 1 for ε ≥ t, and below `inclusionProbability`, its limit for many people.
 */
export function inclusionInMean(epsilon: number, threshold: number, sure: number): number {
  if (epsilon >= threshold) return 1
  const odds = exp(epsilon - threshold) * -expm1(-epsilon)
  return odds / ((1 + 1 / sure) * -expm1(epsilon - threshold) + odds)
}

/** Expected number of people who are kept. */
export function expectedCount({ counts, epsilons }: Design, threshold: number): number {
  let total = 0
  for (let i = 0; i < counts.length; i++) total += counts[i] * inclusionProbability(epsilons[i], threshold)
  return total
}

/** Variance of the noisy mean of the people kept, with the expected number m in place of their number: `V(t) = (m σ² + 2 S²/t²)/m²`. */
export function plugInVariance(design: Design, threshold: number): number {
  const m = expectedCount(design, threshold)
  return (m * design.variance + 2 * square(design.sensitivity / threshold)) / (m * m)
}
