import { refuse, requireNumber, type Vector } from '../check/check.ts'

/**
 * Total variation distance, `½ Σ |p_i − q_i|`, from 0 to 1.
 *
 * @throws RangeError if the lengths differ, or an entry is not finite
 * @example
 * totalVariation([0.5, 0.5], [0.25, 0.75]) // 0.25
 */
export function totalVariation(p: Vector, q: Vector): number {
  if (!(p?.length >= 0)) refuse('p', p, 'a vector')
  if (p.length !== q?.length) refuse('q', q, `as long as p, ${p.length}`)
  let total = 0
  for (let i = 0; i < p.length; i++) total += Math.abs(p[i] - q[i])
  return requireNumber('the total variation distance of p and q', total / 2)
}
