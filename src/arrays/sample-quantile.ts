/**
 * The quantile of sorted values, interpolated linearly between order statistics (type 7 of Hyndman and Fan 1996, the default
 * of R and numpy): the median if the probability is ½.
 */
export function sampleQuantile(sorted: Float64Array, probability: number): number {
  const position = (sorted.length - 1) * probability
  const below = Math.floor(position)
  const above = Math.ceil(position)
  return sorted[below] + (position - below) * (sorted[above] - sorted[below])
}
