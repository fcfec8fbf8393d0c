/**
 * The smallest and the largest of one value or more, however many: `Math.min(...values)` fails beyond about 100,000, the most
 * arguments that a call can have.
 */
export function extent(values: readonly number[]): [least: number, most: number] {
  return values.reduce(
    ([least, most], value): [number, number] => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  )
}
