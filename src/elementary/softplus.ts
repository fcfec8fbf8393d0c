import { exp } from './exp.ts'
import { log1p } from './log1p.ts'

/**
 * `ln(1 + e^x)`, without overflow.
 *
 * @example
 * softplus(0) // 0.6931471805599453
 */
export function softplus(x: number): number {
  return Math.max(x, 0) + log1p(exp(-Math.abs(x)))
}
