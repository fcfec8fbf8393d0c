/** The smallest double with all its digits. Ratios of doubles below it are no longer accurate. */
export const SMALLEST_NORMAL = 2 ** -1022

/** Sets the entries below 2⁻¹⁰²² to zero, in place, so that a ratio of two others keeps its digits. */
export function dropSubnormal(vector: Float64Array): Float64Array {
  for (let i = 0; i < vector.length; i++) if (vector[i] < SMALLEST_NORMAL) vector[i] = 0
  return vector
}
