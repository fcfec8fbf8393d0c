import { auditedMechanism } from '../mechanism/audited-mechanism.ts'
import { type Mechanism, requireMechanism } from '../mechanism/mechanism.ts'
import { isRrrr } from '../rrrr/rrrr.ts'
import type { Scores } from './answer-scores.ts'
import { matrixScores } from './matrix-scores.ts'
import { rrrrScores } from './rrrr-scores.ts'
import { supportScores } from './support-scores.ts'

/**
 * Largest variance. With a larger one, squares of scores are too large to be summed, and their mean would be useless after any number of
 * answers.
 */
const MOST_VARIANCE = 1e200

const cache = new WeakMap<Mechanism, Scores>()

/**
 * The scores of a mechanism's answers, computed once for each mechanism. Your own mechanisms must list all of their responses by
 * `responses()`, with at most 2¹⁸ cells in all, responses times categories.
 *
 * A channel with next to no level, below about ε = 10⁻¹⁰⁰, identifies no category.
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
  const audited = auditedMechanism(requireMechanism(mechanism))
  let scores = cache.get(audited)
  if (scores === undefined) {
    scores = makeScores(audited)
    if (!(scores.variance <= MOST_VARIANCE)) scores = boundsOnly(scores)
    cache.set(audited, scores)
  }
  return scores
}

/** The scores 0 and 1, between which every frequency lies, for the same responses. */
function boundsOnly({ categories, write }: Scores): Scores {
  return {
    categories,
    isIdentified: new Uint8Array(categories),
    least: new Float64Array(categories),
    most: new Float64Array(categories).fill(1),
    variance: 1,
    write(response, lower, upper) {
      // Throws on a response that the mechanism cannot give.
      write(response, lower, upper)
      lower.fill(0)
      upper.fill(1)
    },
  }
}

function makeScores(mechanism: Mechanism): Scores {
  const { categories, support } = mechanism
  if (support !== undefined) return supportScores(categories, support)
  if (isRrrr(mechanism)) return rrrrScores(mechanism)
  return matrixScores(mechanism)
}
