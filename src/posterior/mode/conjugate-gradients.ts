import { dot } from '../../arrays/sums.ts'

/**
 * Solves `A x = b` by preconditioned conjugate gradients, for a positive definite A that is used only in products with vectors.
 *
 * @param multiply writes `A v` into `out`
 * @param diagonal the preconditioner: A's diagonal
 * @param tolerance tolerance of the residual, in the preconditioner's norm, relative to its norm at x = 0
 * @param x target array of the solution; with any tolerance bᵀx > 0, so that it is a direction of descent
 * @see Hestenes, Stiefel (1952)
 */
export function conjugateGradients(
  multiply: (v: Float64Array, out: Float64Array) => void,
  diagonal: Float64Array,
  b: Float64Array,
  tolerance: number,
  x: Float64Array,
): void {
  const residual = b.slice()
  const direction = b.map((value, i) => value / diagonal[i])
  const image = new Float64Array(b.length)
  let size = dot(residual, direction)
  const enough = tolerance * tolerance * size
  x.fill(0)
  // In exact arithmetic there are at most as many steps as unknowns; with rounding it may take some more.
  for (let step = 0; step < 2 * b.length + 20 && size > enough; step++) {
    multiply(direction, image)
    const length = size / dot(direction, image)
    for (let i = 0; i < x.length; i++) {
      x[i] += length * direction[i]
      residual[i] -= length * image[i]
    }
    let next = 0
    for (let i = 0; i < x.length; i++) next += (residual[i] * residual[i]) / diagonal[i]
    for (let i = 0; i < x.length; i++) {
      direction[i] = residual[i] / diagonal[i] + (next / size) * direction[i]
    }
    size = next
  }
}
