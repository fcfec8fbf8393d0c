/**
 * Moves increasing positions apart, so that names do not overlap. The new positions are at least `gap` apart, in the same order, and
 * between 0 and `end` if there is room.
 *
 * @example
 * keepApart([3, 4, 99], 5, 100) // [3, 8, 99]
 */
export function keepApart(positions: readonly number[], gap: number, end: number): number[] {
  const result: number[] = []
  for (const position of positions) result.push(Math.max(position, (result.at(-1) ?? -gap) + gap))
  for (let i = result.length - 1, most = end; i >= 0; i--, most -= gap) {
    result[i] = Math.min(result[i], most)
    most = result[i]
  }
  return result
}
