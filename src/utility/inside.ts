import type { RrrrLevels } from '../rrrr/levels.ts'

/**
 * The probabilities of the outcomes inside the subset, `h_j = b + (a−b)θ_j`, as `max(b, a−b)·(shift + slope·θ_j)`: a/b is
 * e^ε1 for every k, so that shift and slope do not depend on k, and sums over the subset are running sums.
 */
export function insideShape(levels: readonly RrrrLevels[]): { shift: number; slope: number } {
  const { a, b } = levels[1]
  return a - b > b ? { shift: b / (a - b), slope: 1 } : { shift: 1, slope: (a - b) / b }
}
