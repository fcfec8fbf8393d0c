import type { Mechanism } from '../mechanism/mechanism.ts'
import { scoresOf } from '../sequence/scores.ts'

/**
 * The most by which one answer, sent at will, moves an unbiased estimate of a frequency, measured in answers: the largest score.
 * Infinity if the channel does not tell all categories apart.
 */
export function liarWeight(mechanism: Mechanism): number {
  const { isTold, most } = scoresOf(mechanism)
  return isTold.every(told => told === 1)
    ? most.reduce((largest, score) => Math.max(largest, score))
    : Infinity
}
