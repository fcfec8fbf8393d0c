/**
 * Writes the point of the simplex that is nearest to a vector, in Euclidean distance: `out_x = max(0, values_x − τ)` with the τ
 * that makes the sum one.
 *
 * @param sorted scratch of the same length
 * @see Held, Wolfe, Crowder (1974)
 */
export function projectOnSimplex(
  values: Float64Array,
  sorted: Float64Array,
  out: Float64Array,
): Float64Array {
  sorted.set(values)
  sorted.sort()
  let sum = 0
  let tau = 0
  for (let i = sorted.length - 1, count = 1; i >= 0; i--, count++) {
    sum += sorted[i]
    const next = (sum - 1) / count
    if (count > 1 && sorted[i] <= next) break
    tau = next
  }
  for (let x = 0; x < values.length; x++) out[x] = Math.max(0, values[x] - tau)
  return out
}
