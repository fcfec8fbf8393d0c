/** `Σ_i a_i b_i`, over the entries of a, in their order. */
export function dot(a: Float64Array, b: Float64Array): number {
  let total = 0
  for (let i = 0; i < a.length; i++) total += a[i] * b[i]
  return total
}
