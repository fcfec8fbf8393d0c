import { adopt } from '../mechanism/adopt.ts'
import { type Mechanism, requireMechanism } from '../mechanism/mechanism.ts'
import { isRrrr } from '../rrrr/rrrr.ts'
import type { Scores } from './contract.ts'
import { matrixScores } from './matrix-scores.ts'
import { rrrrScores } from './rrrr-scores.ts'
import { supportScores } from './support-scores.ts'

const known = new WeakMap<Mechanism, Scores>()

/**
 * The scores of a mechanism's answers, made once for each mechanism. Of one's own mechanisms all responses must be listed by
 * `responses()`, with at most 10⁶ cells in all, responses times categories.
 *
 * @throws RangeError if the responses of one's own mechanism are too many
 * @see Aydın, Yıldırım (2024) for RRRR, whose categories outside the subset are one group where their own scores would have a
 * range eight times as large as the others'
 * @example
 * const [lower, upper] = [new Float64Array(2), new Float64Array(2)]
 * scoresOf(srr({ categories: 2, epsilon: Math.log(3) })).write(0, lower, upper)
 * lower // [1.5, -0.5]
 */
export function scoresOf(mechanism: Mechanism): Scores {
  const adopted = adopt(requireMechanism(mechanism))
  let scores = known.get(adopted)
  if (scores === undefined) {
    scores = makeScores(adopted)
    known.set(adopted, scores)
  }
  return scores
}

function makeScores(mechanism: Mechanism): Scores {
  const { categories, support } = mechanism
  if (support !== undefined) return supportScores(categories, support)
  if (isRrrr(mechanism)) return rrrrScores(mechanism)
  return matrixScores(mechanism)
}
