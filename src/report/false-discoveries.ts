/**
 * Which of several findings are discoveries, so that of these the expected share of false ones is at most `rate`: the k smallest
 * p-values, with the largest k for which the k-th is at most `rate·k/m`. Findings from the same runs depend on each other
 * positively, which the bound allows.
 *
 * @param values a p-value for each finding; null where there is none
 * @see Benjamini, Hochberg (1995); Benjamini, Yekutieli (2001), Theorem 1.2
 * @example
 * discoveries([0.01, 0.04, 0.9], 0.05) // [true, false, false]
 */
export function discoveries(values: readonly (number | null)[], rate: number): boolean[] {
  const sorted = values.filter(value => value !== null).sort((a, b) => a - b)
  let limit = -1
  sorted.forEach((value, i) => {
    if (value <= (rate * (i + 1)) / sorted.length) limit = value
  })
  return values.map(value => value !== null && value <= limit)
}
