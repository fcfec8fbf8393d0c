import { refuse } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { type Column, columnSpread, columnValues } from './column.ts'
import type { Channel, Response } from './mechanism.ts'
import { requireColumn } from './own-column.ts'

/** The most responses that a stranger's channel is gone through for. */
const MOST_RESPONSES = 1e6
/** How far the probabilities of all responses may be from one, in sum. */
const SUM_TOLERANCE = 1e-9
/** How far below the level of all responses that of the named ones may be, relatively. */
const LEVEL_TOLERANCE = 1e-12

/** The exact privacy level of a mechanism, and where it is reached. */
export interface Audit {
  /** The exact level: the largest logarithm of `Pr(y|x) / Pr(y|x′)`. */
  readonly epsilon: number
  /** The response that tells most. */
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
 * Audits a channel that is not this library's, by going through all of its responses. Which of them are the extreme ones is
 * a claim of its author's, and is checked too.
 *
 * @returns the audit, and the number of responses
 * @throws RangeError if the responses cannot be gone through, are more than 10⁶, have columns that are none or do not sum to
 *   one for every category, or bear out no claim
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
        `the mechanism ${name}`,
        'more',
        `one of at most ${MOST_RESPONSES} responses, which an audit can go through`,
      )
    }
    const column = requireColumn(channel.column(response), categories)
    sums.add(column)
    const found = auditColumn(column, response)
    if (worst === undefined || found.epsilon > worst.epsilon) worst = found
  }
  if (worst === undefined) refuse(`the mechanism ${name}`, 'none', 'one with responses')
  const off = sums.total().findIndex(total => !(Math.abs(total - 1) <= SUM_TOLERANCE))
  if (off >= 0) {
    refuse(
      `the mechanism ${name}`,
      sums.total()[off],
      `a channel: the probabilities of all responses to category ${off} sum to one`,
    )
  }
  requireClaim(channel, worst.epsilon)
  return { audit: worst, responses: count }
}

/** Checks that the responses which an author names for an audit are as telling as any. */
function requireClaim(channel: Auditable, epsilon: number): void {
  if (channel.kinds === undefined) return
  const claimed = Math.max(
    ...channel.kinds().map(response => columnSpread(channel.column(response)).logRatio),
  )
  if (!(claimed >= epsilon * (1 - LEVEL_TOLERANCE))) {
    refuse(
      `the kinds() of the mechanism ${channel.name}`,
      claimed,
      `as telling as all of its responses, of level ${epsilon}`,
    )
  }
}

/** The sums of the probabilities of responses, category by category; a column of levels costs what its set costs. */
class Sums {
  private readonly each: Float64Array
  private everywhere = 0

  constructor(categories: number) {
    this.each = new Float64Array(categories)
  }

  add(column: Column): void {
    const scale = exp(column.logScale)
    if (column.kind === 'dense') {
      columnValues(column).forEach((value, x) => {
        this.each[x] += scale * value
      })
      return
    }
    const { base, level, peak, set, point } = column
    this.everywhere += scale * base
    for (const x of set) if (x !== point) this.each[x] += scale * (level - base)
    if (point >= 0) this.each[point] += scale * (peak - base)
  }

  total(): Float64Array {
    return this.each.map(sum => sum + this.everywhere)
  }
}
