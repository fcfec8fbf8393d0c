import { refuse } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { type Column, columnSpread, columnValues } from './column.ts'
import type { Channel, Response } from './mechanism.ts'
import { requireColumn } from './own-column.ts'

/** Largest number of responses that an audit enumerates. */
const MOST_RESPONSES = 1e6
/** Tolerance for the sum of the probabilities of all responses. */
export const SUM_TOLERANCE = 1e-9
/** Relative tolerance by which the level of an author's extreme responses may be below the level of all responses. */
const LEVEL_TOLERANCE = 1e-12

/** The exact privacy level of a mechanism, and the response and categories that attain it. */
export interface Audit {
  /** The exact level: the largest logarithm of `Pr(y|x) / Pr(y|x′)`. */
  readonly epsilon: number
  /** The response that reveals most. */
  readonly response: Response
  /** The two categories that it distinguishes best: the likelier one, and the other. */
  readonly pair: readonly [number, number]
}

/** The parts of a channel that an audit needs. */
export type Auditable = Pick<Channel, 'name' | 'categories' | 'column' | 'kinds' | 'responses'>

/** The level of one response. */
export function auditColumn(column: Column, response: Response): Audit {
  const { logRatio, largest, smallest } = columnSpread(column)
  return { epsilon: logRatio, response, pair: [largest, smallest] }
}

/**
 * Audits a channel that is not this library's, by enumerating all of its responses. If its author claims which of them are extreme, the
 * claim is checked, too.
 *
 * @returns the audit, and the number of responses
 * @throws RangeError if the responses cannot be listed, are more than 10⁶, have invalid columns or columns that do not sum to one for every
 *   category, or contradict the author's claim
 */
export function auditAll(channel: Auditable): { audit: Audit; responses: number } {
  const { name, categories } = channel
  if (typeof channel.responses !== 'function') {
    refuse(`the mechanism ${name}`, 'kinds() alone', 'one with responses(), which an audit can go through')
  }
  const sums = new Sums(categories)
  let worst: Audit | undefined
  let count = 0
  for (const response of channel.responses()) {
    if (++count > MOST_RESPONSES) {
      refuse(
        `the number of responses of the mechanism ${name}`,
        count,
        `at most ${MOST_RESPONSES}, which an audit can go through`,
      )
    }
    const column = requireColumn(channel.column(response), categories)
    sums.add(column)
    const found = auditColumn(column, response)
    if (worst === undefined || found.epsilon > worst.epsilon) worst = found
  }
  if (worst === undefined) refuse(`the number of responses of the mechanism ${name}`, 0, 'at least 1')
  const badCategory = sums.total().findIndex(total => !(Math.abs(total - 1) <= SUM_TOLERANCE))
  if (badCategory >= 0) {
    refuse(
      `the mechanism ${name}`,
      sums.total()[badCategory],
      `a channel: the probabilities of all responses to category ${badCategory} sum to one`,
    )
  }
  requireClaim(channel, worst.epsilon)
  return { audit: worst, responses: count }
}

/** Checks that an author's extreme responses include one with the level of all responses. */
function requireClaim(channel: Auditable, epsilon: number): void {
  if (channel.kinds === undefined) return
  let claimed = -Infinity
  for (const response of channel.kinds()) {
    claimed = Math.max(claimed, columnSpread(channel.column(response)).logRatio)
  }
  if (!(claimed >= epsilon * (1 - LEVEL_TOLERANCE))) {
    refuse(
      `the kinds() of the mechanism ${channel.name}`,
      claimed,
      `as telling as all of its responses, of level ${epsilon}`,
    )
  }
}

/** Sums of the probabilities of responses, category by category. To add a column of levels costs only as much as its set is long. */
class Sums {
  private readonly perCategory: Float64Array
  /** Sum of the additions to all categories. */
  private everywhere = 0

  constructor(categories: number) {
    this.perCategory = new Float64Array(categories)
  }

  add(column: Column): void {
    const scale = exp(column.logScale)
    if (column.kind === 'dense') {
      columnValues(column).forEach((value, x) => {
        this.perCategory[x] += scale * value
      })
      return
    }
    const { base, level, peak, set, point } = column
    this.everywhere += scale * base
    for (const x of set) if (x !== point) this.perCategory[x] += scale * (level - base)
    if (point >= 0) this.perCategory[point] += scale * (peak - base)
  }

  total(): Float64Array {
    return this.perCategory.map(sum => sum + this.everywhere)
  }
}
