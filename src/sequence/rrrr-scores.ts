import { square } from '../elementary/square.ts'
import { requireCategory } from '../mechanism/mechanism.ts'
import type { Rrrr } from '../rrrr/rrrr.ts'
import type { Scores } from './answer-scores.ts'

/** Largest range of the scores of categories outside the subset, in multiples of the members' range, for which these are identified. */
const MOST_RANGE = 8

/** The three values of a score: after an answer inside the subset, after one outside, and after the category itself. */
interface Levels {
  readonly inside: number
  readonly outside: number
  readonly self: number
}

const ALL_ZERO: Levels = { inside: 0, outside: 0, self: 0 }
const ALL_ONE: Levels = { inside: 1, outside: 1, self: 1 }

/**
 * The scores of RRRR. With all of S^c as one group it is SRR over k + 1 categories,
 *
 *     g_x(y) = (1[y = x] − b)/(a − b) for x ∈ S,   g_{S^c}(y) = (1[y ∈ S^c] − b)/(a − b).
 *
 * A category outside also has a score of its own, with three levels. Where ε2 is small this score is mostly noise, and S^c stays
 * one group. The choice depends on the channel alone, never on an answer.
 */
export function rrrrScores(mechanism: Rrrr): Scores {
  const { categories, subset, levels } = mechanism
  const { a, b } = levels
  const inner = a - b
  const member = { inside: -b / inner, outside: -b / inner, self: (1 - b) / inner }
  const group = { inside: -b / inner, outside: (1 - b) / inner, self: (1 - b) / inner }
  const outsider = levels.rest === 1 ? group : outsiderLevels(mechanism)
  const isMember = new Uint8Array(categories)
  for (const x of subset) isMember[x] = 1
  const isOutsideIdentified =
    levels.size === 0 || levels.rest === 1 || range(outsider) <= MOST_RANGE * range(member)
  const isIdentified = isMember.map(inside => Number(inner > 0 && (inside === 1 || isOutsideIdentified)))
  const ownLevels = (x: number) => (isMember[x] === 1 ? member : outsider)
  const lowers = Array.from(isIdentified, (identified, x) => (identified ? ownLevels(x) : ALL_ZERO))
  const uppers = Array.from(isIdentified, (identified, x) =>
    identified ? ownLevels(x) : inner > 0 ? group : ALL_ONE,
  )
  const [q, gap] = levels.size === 0 ? [levels.ad, levels.ac - levels.ad] : [b, inner]
  return {
    categories,
    isIdentified,
    least: Float64Array.from(lowers, least),
    most: Float64Array.from(uppers, most),
    variance: gap > 0 ? (q * (1 - q)) / square(gap) : 1,
    write(response, lower, upper) {
      const y = requireCategory('response', response, categories)
      const side = isMember[y] === 1 ? 'inside' : 'outside'
      for (let x = 0; x < categories; x++) {
        lower[x] = lowers[x][side]
        upper[x] = uppers[x][side]
      }
      lower[y] = lowers[y].self
      upper[y] = uppers[y].self
    },
  }
}

/**
 * The score of one category x outside the subset, `α 1[y = x] + β 1[y ∈ S^c] + γ`. Its mean is 1 for x and 0 for all other
 * categories, outside and inside: α = 1/(ac − ad), `βa + γ = −α ad`, `βb + γ = −α b/m`.
 */
function outsiderLevels({ levels: { a, b, ac, ad, bm } }: Rrrr): Levels {
  const alpha = 1 / (ac - ad)
  const slope = (alpha * (bm - ad)) / (a - b)
  const inside = -alpha * ad - a * slope
  return { inside, outside: inside + slope, self: inside + slope + alpha }
}

const least = ({ inside, outside, self }: Levels) => Math.min(inside, outside, self)
const most = ({ inside, outside, self }: Levels) => Math.max(inside, outside, self)
/** NaN if there is no such score. */
const range = (levels: Levels) => most(levels) - least(levels)
