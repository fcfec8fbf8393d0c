import { square } from '../elementary/square.ts'
import type { Support } from '../mechanism/support.ts'
import type { Scores } from './answer-scores.ts'
import { hashingScores } from './hashing-scores.ts'

/**
 * The scores of a pure protocol. With B_y the set that y supports, and if any two categories are distinguished equally well, these are
 *
 *     g_x(y) = (1[x ∈ B_y] − q) / (p − q).
 */
export function supportScores(categories: number, support: Support): Scores {
  if (support.hashing !== undefined) return hashingScores(categories, support, support.hashing)
  const { outside: q, gap } = support
  const low = -q / gap
  const high = (1 - q) / gap
  return {
    categories,
    isIdentified: new Uint8Array(categories).fill(1),
    least: new Float64Array(categories).fill(low),
    most: new Float64Array(categories).fill(high),
    variance: (q * (1 - q)) / square(gap),
    write(response, lower, upper) {
      const set = support.of(response)
      lower.fill(low)
      upper.fill(low)
      for (let i = 0; i < set.length; i++) {
        lower[set[i]] = high
        upper[set[i]] = high
      }
    },
  }
}
