import { sum } from '../../arrays/sums.ts'
import { refuse, requireNumber, type Vector } from '../../check/check.ts'
import { patternSums } from '../pattern-sums.ts'
import type { BlockDesign } from './block-design.ts'

/**
 * The unbiased estimate of the frequencies from the answers to a block design, by one convolution, however many answers there
 * are. With N_x of the n answers speaking for category x,
 *
 *     E N_x/n = q + (p − q) θ_x,    so    θ̂_x = (N_x/n − q)/(p − q),
 *
 *     p = k e^ε/(k e^ε + v − k),    q = (λ e^ε + k − λ)/(k e^ε + v − k),    n·Var θ̂_x = q(1 − q)/(p − q)² where θ_x is 0.
 *
 * Entries may lie below 0 or above 1, and need not sum to one. It takes O(v log v).
 *
 * @param counts the number of people who gave each answer; length v
 * @throws RangeError unless there are v counts, none of them negative, with at least one answer in all
 * @see Park, Nam, Lee (2023), Exactly optimal and communication-efficient private estimation via block designs
 * @example
 * // The answer y speaks for a third of the seven categories or so; of one answer the estimate is coarse.
 * const design = blockDesign({ categories: 7, epsilon: 1 })
 * decodeCounts(design, Float64Array.from({ length: design.points }, (_, y) => (y === 0 ? 1 : 0)))
 */
export function decodeCounts(design: BlockDesign, counts: Vector): Float64Array {
  if (design?.pattern === undefined) refuse('design', design, 'a block design, as blockDesign gives it')
  const { categories, points, pattern, support } = design
  if (counts?.length !== points) refuse('counts', counts, `a vector of ${points} numbers, one per answer`)
  const all = Float64Array.from(counts, (count, y) => requireNumber(`counts[${y}]`, count, { min: 0 }))
  const size = sum(all)
  if (!(size > 0 && size < Infinity)) refuse('counts', counts, 'of one answer or more')
  const theta = new Float64Array(categories)
  patternSums(pattern).overShifts(all, theta)
  for (let x = 0; x < categories; x++) theta[x] = (theta[x] / size - support!.outside) / support!.gap
  return theta
}
