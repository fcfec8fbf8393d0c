import { requireNumber } from '../check/check.ts'

/**
 * Quantities with a unit stay within 1e±50: their squares and quotients are then finite, none is zero, and no
 * formula of this folder needs a second look at its result.
 */
const LARGEST = 1e50

/** A scale: positive, neither tiny nor huge. */
export function requireScale(argument: string, value: unknown): number {
  return requireNumber(argument, value, { min: 1 / LARGEST, max: LARGEST })
}

/** A number of either sign, not huge. */
export function requireMagnitude(argument: string, value: unknown): number {
  return requireNumber(argument, value, { min: -LARGEST, max: LARGEST })
}

/** A privacy level; Infinity is for public data. */
export function requireEpsilon(argument: string, value: unknown): number {
  return requireNumber(argument, value, { min: 1 / LARGEST, max: Infinity })
}
