import { adopt } from '../mechanism/adopt.ts'
import { type Mechanism, requireMechanism } from '../mechanism/mechanism.ts'
import { isRrrr } from '../rrrr/rrrr.ts'
import type { Scores } from './contract.ts'
import { matrixScores } from './matrix-scores.ts'
import { rrrrScores } from './rrrr-scores.ts'
import { supportScores } from './support-scores.ts'

const cache = new WeakMap<Mechanism, Scores>()

/**
 * The scores of a mechanism's answers, computed once for each mechanism. Your own mechanisms must list all of their responses by
 * `responses()`, with at most 2¹⁸ cells in all, responses times categories.
 *
 * @throws RangeError if your own mechanism has too many responses
 * @see Aydın, Yıldırım (2024) for RRRR. Its categories outside the subset are one group if their own scores would have a range
 * more than eight times as large as the others
 * @example
 * const [lower, upper] = [new Float64Array(2), new Float64Array(2)]
 * scoresOf(srr({ categories: 2, epsilon: Math.log(3) })).write(0, lower, upper)
 * lower // [1.5, -0.5]
 */
export function scoresOf(mechanism: Mechanism): Scores {
  const adopted = adopt(requireMechanism(mechanism))
  let scores = cache.get(adopted)
  if (scores === undefined) {
    scores = makeScores(adopted)
    cache.set(adopted, scores)
  }
  return scores
}

function makeScores(mechanism: Mechanism): Scores {
  const { categories, support } = mechanism
  if (support !== undefined) return supportScores(categories, support)
  if (isRrrr(mechanism)) return rrrrScores(mechanism)
  return matrixScores(mechanism)
}
