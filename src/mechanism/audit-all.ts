import { refuse } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { type Column, columnSpread, columnValues } from './column.ts'
import type { Channel, Response } from './mechanism.ts'
import { requireColumn } from './own-column.ts'

/** The most responses that an audit goes through. */
const MOST_RESPONSES = 1e6
/** How far the sum of the probabilities of all responses may be from one. */
export const SUM_TOLERANCE = 1e-9
/** By what share the level of the responses that an author names may be below that of all responses. */
const LEVEL_TOLERANCE = 1e-12

/** The exact privacy level of a mechanism, and where it is reached. */
export interface Audit {
  /** The exact level: the largest logarithm of `Pr(y|x) / Pr(y|x′)`. */
  readonly epsilon: number
  /** The response that reveals most. */
  readonly response: Response
  /** The two categories that it tells apart best: the likelier one, and the other. */
  readonly pair: readonly [number, number]
}

/** The parts of a channel that an audit looks at. */
export type Auditable = Pick<Channel, 'name' | 'categories' | 'column' | 'kinds' | 'responses'>

/** The level of one response. */
export function auditColumn(column: Column, response: Response): Audit {
  const { logRatio, largest, smallest } = columnSpread(column)
  return { epsilon: logRatio, response, pair: [largest, smallest] }
}

/**
 * Audits a channel that is not this library's, by going through all of its responses. If its author claims which of them are
 * the extreme ones, that is checked too.
 *
 * @returns the audit, and the number of responses
 * @throws RangeError if the responses cannot be listed, are more than 10⁶, have invalid columns or columns that do not sum to
 *   one for every category, or do not bear out the author's claim
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

/** Checks that the responses which an author names for an audit include one that is as telling as any. */
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
  /** What has been added to all categories alike. */
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
