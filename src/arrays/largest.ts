/** The largest entry; −∞ if there is none. NaN counts for nothing. */
export function largest(values: ArrayLike<number>): number {
  let top = -Infinity
  for (let i = 0; i < values.length; i++) if (values[i] > top) top = values[i]
  return top
}
