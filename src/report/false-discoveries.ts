/**
 * Selects the discoveries among m findings, such that the expected share of false discoveries is at most `rate`: the k smallest p-values,
 * with the largest k for which the k-th is at most `rate·k/m`. The bound allows positive dependence, which findings from the same runs
 * have.
 *
 * @param values a p-value for each finding, or null
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
