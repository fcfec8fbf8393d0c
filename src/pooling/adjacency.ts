import { refuse, requireOneOf, requireOptions } from '../check/check.ts'
import { requireMagnitude } from './limits.ts'

/**
 * The definition of neighbouring data sets, that is, of the difference that a person can deny.
 *
 * - `replace-one`: one person's value is replaced by another one. The size of every group is public.
 * - `add-remove`: one person is present or absent. The sizes are secret.
 */
export type Adjacency = 'replace-one' | 'add-remove'

export function requireAdjacency(value: unknown): Adjacency {
  return requireOneOf('adjacency', value, ['replace-one', 'add-remove'])
}

/** Checks a range: two numbers, the first below the second, whose distance is neither too small nor too large for a scale. */
export function requireRange(range: readonly [number, number]): readonly [number, number] {
  if (!Array.isArray(range) || range.length !== 2) refuse('range', range, 'two numbers [low, high]')
  requireMagnitude('range[0]', range[0])
  requireMagnitude('range[1]', range[1])
  if (!(range[0] < range[1])) refuse('range', range, 'two numbers [low, high] with low < high')
  const width = range[1] - range[0]
  if (!(width >= 1e-49 && width <= 1e50))
    refuse('range', range, 'two numbers [low, high], from 1e-49 to 1e+50 apart')
  return range
}

/**
 * The largest change of a sum of values in [a, b] by one person: `b − a` if a neighbour replaces a value, and `max(|a|, |b|)` if it adds or
 * removes one.
 *
 * Ferrando, Gillenwater and Kulesza define neighbours by replacement and yet calibrate to max(|a|, |b|); on a
 * symmetric range that is half of what replacement needs, and their noise keeps only 2ε.
 *
 * @throws RangeError unless the range is [a, b] with a < b, from 1e-49 to 1e50 apart, and the adjacency one of the two
 * @example
 * sumSensitivity({ range: [-15, 15], adjacency: 'replace-one' }) // 30
 * sumSensitivity({ range: [-15, 15], adjacency: 'add-remove' }) // 15
 */
export function sumSensitivity(options: { range: readonly [number, number]; adjacency: Adjacency }): number {
  requireOptions(options, { range: true, adjacency: true })
  const [low, high] = requireRange(options.range)
  return requireAdjacency(options.adjacency) === 'replace-one'
    ? high - low
    : Math.max(Math.abs(low), Math.abs(high))
}

/**
 * The largest change of the rank score `−|i − probability·n|` by one person, with i values below the answer.
 *
 * Replacing a value moves i by one and leaves n. Adding one moves `i − probability·n` by `1 − probability` if
 * it falls below the answer and by `−probability` if above: at most `max(probability, 1 − probability)`, which
 * is ½ for the median, and then the exponential mechanism's `ε·score/(2·½)` is Smith's `ε·score`.
 */
export function rankSensitivity(probability: number, adjacency: Adjacency): number {
  return adjacency === 'replace-one' ? 1 : Math.max(probability, 1 - probability)
}
