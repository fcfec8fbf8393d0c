/**
 * Moves increasing positions apart, so that names fit at them: they are at least `gap` apart, between 0 and `end` if there is
 * room, and in the same order.
 *
 * @example
 * keepApart([3, 4, 99], 5, 100) // [3, 8, 99]
 */
export function keepApart(positions: readonly number[], gap: number, end: number): number[] {
  const moved: number[] = []
  for (const position of positions) moved.push(Math.max(position, (moved.at(-1) ?? -gap) + gap))
  for (let i = moved.length - 1, most = end; i >= 0; i--, most -= gap) {
    moved[i] = Math.min(moved[i], most)
    most = moved[i]
  }
  return moved
}
