import { exp } from '../elementary/exp.ts'

/**
 * `e^−epsilon`, rounded up. It is too large by a share of about `(1 + epsilon) 2⁻⁵⁰` and the smallest positive
 * double, so that odds built from it spend no more than epsilon after a few more roundings. Beyond ε = 745 it
 * stays at the smallest double; only at Infinity it is 0.
 *
 * @param epsilon from 0 to Infinity
 * @example
 * inverseExpRoundedUp(0) // 1
 */
export function inverseExpRoundedUp(epsilon: number): number {
  if (epsilon === Infinity) return 0
  return Math.min(1, exp(-epsilon) * (1 + (1 + epsilon) * 2 ** -50) + Number.MIN_VALUE)
}
