import type { Mechanism } from '../mechanism/mechanism.ts'
import { scoresOf } from '../sequence/scores.ts'

/**
 * The most by which one answer, sent at will, moves an unbiased estimate of a frequency up or down, measured in answers: the
 * largest absolute value of a score. Infinity if the channel does not identify all categories.
 */
export function liarWeight(mechanism: Mechanism): number {
  const { isIdentified, least, most } = scoresOf(mechanism)
  return isIdentified.every(identified => identified === 1)
    ? most.reduce((largest, score, x) => Math.max(largest, score, -least[x]), 0)
    : Infinity
}
