import { square } from '../elementary/square.ts'

/** The sum of all entries, in their order; 0 if there are none. */
export function sum(values: ArrayLike<number>): number {
  let total = 0
  for (let i = 0; i < values.length; i++) total += values[i]
  return total
}

/** The mean of all entries; NaN if there are none. */
export function mean(values: ArrayLike<number>): number {
  return sum(values) / values.length
}

/** The sample variance, `Σ (x_i − x̄)² / (n − 1)`. */
export function variance(values: ArrayLike<number>): number {
  const centre = mean(values)
  let total = 0
  for (let i = 0; i < values.length; i++) total += square(values[i] - centre)
  return total / (values.length - 1)
}

/** The mean of each column of a table whose rows follow one another. */
export function columnMeans(rows: Float64Array, width: number): Float64Array {
  const means = new Float64Array(width)
  for (let i = 0; i < rows.length; i++) means[i % width] += rows[i]
  return means.map(total => (total * width) / rows.length)
}

/** `Σ_i a_i b_i`, over the entries of a, in their order. */
export function dot(a: Float64Array, b: Float64Array): number {
  let total = 0
  for (let i = 0; i < a.length; i++) total += a[i] * b[i]
  return total
}

/** The largest entry; −∞ if there is none. NaN counts for nothing. */
export function largest(values: ArrayLike<number>): number {
  let top = -Infinity
  for (let i = 0; i < values.length; i++) if (values[i] > top) top = values[i]
  return top
}
