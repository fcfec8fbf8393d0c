import { type Adjacency, rankSensitivity } from './adjacency.ts'

/**
 * The cost of an answer with i values below it, for i = 0…n: the exponential mechanism's `ε·|i − probability·n|/(2Δ)`, Δ as in
 * `rankSensitivity`. (Smith 2011, algorithm 2; his pseudo-code is the median under `add-remove`, where 2Δ = 1.)
 */
export function rankCosts(
  count: number,
  epsilon: number,
  probability: number,
  adjacency: Adjacency,
): Float64Array {
  const scale = epsilon / (2 * rankSensitivity(probability, adjacency))
  return Float64Array.from({ length: count + 1 }, (_, i) => scale * Math.abs(i - probability * count))
}
