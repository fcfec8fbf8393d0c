import { binet } from './binet.ts'
import { log } from './log.ts'

/** `ln Γ(x)`, less `½ ln 2π`. */
export function logGamma(x: number): number {
  return binet(x) + (x - 0.5) * log(x) - x
}
