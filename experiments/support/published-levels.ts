import { exp } from '../../src/elementary/exp.ts'
import { log } from '../../src/elementary/log.ts'

/**
 * The second budget of RRRR as the code published with the paper computes it, for comparison only: it is **not
 * private**. It lacks the logarithm, and it has the size of the subset where the paper's bound has that of the complement:
 *
 *     ε2 = min{ ε, (k−1) / (e^{ε1−ε}·k − 1) }   if ε − ε1 < ln k,   else ε.
 *
 * @param size k = |S|, at least 1
 */
export function publishedSecondBudget(size: number, epsilon: number, epsilon1: number): number {
  if (epsilon - epsilon1 >= log(size)) return epsilon
  return Math.min(epsilon, (size - 1) / (exp(epsilon1 - epsilon) * size - 1))
}

export interface LevelOptions {
  /** K. */
  readonly categories: number
  /** k = |S|, from 1 to K − 1. */
  readonly size: number
  readonly epsilon: number
  readonly epsilon1: number
}

/**
 * The exact level of RRRR with the second budget of the published code. Its channel is built as the algorithm branches: R is
 * drawn first, and then Y given R.
 */
export function publishedLevelAt({ categories, size, epsilon, epsilon1 }: LevelOptions): number {
  const epsilon2 = publishedSecondBudget(size, epsilon, epsilon1)
  const [inside, outside] = [size + 1, categories - size]
  const channel = Array.from({ length: categories }, () => new Float64Array(categories))
  for (let x = 0; x < categories; x++) {
    for (let r = size; r < categories; r++) {
      const chance = x < size ? 1 / outside : response(r, x, outside, epsilon2)
      const input = x < size ? x : r
      for (let y = 0; y < size; y++) channel[y][x] += chance * response(y, input, inside, epsilon1)
      channel[r][x] += chance * response(r, input, inside, epsilon1)
    }
  }
  return Math.max(...channel.map(row => Math.log(Math.max(...row) / Math.min(...row))))
}

/** Randomized response over n values: the chance of y when x is the truth. */
function response(y: number, x: number, n: number, epsilon: number): number {
  return (y === x ? Math.exp(epsilon) : 1) / (Math.exp(epsilon) + n - 1)
}
