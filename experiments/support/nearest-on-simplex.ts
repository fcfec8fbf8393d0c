/** The point of the simplex that is nearest to a vector. */
export function nearestOnSimplex(vector: Float64Array): Float64Array {
  const sorted = vector.slice().sort().reverse()
  let [sum, threshold] = [0, 0]
  sorted.forEach((value, i) => {
    sum += value
    if (value > (sum - 1) / (i + 1)) threshold = (sum - 1) / (i + 1)
  })
  return vector.map(value => Math.max(0, value - threshold))
}
