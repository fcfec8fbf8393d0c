import { copyList, refuse, requireNumber, requireOptions, type Vector } from '../check/check.ts'
import { exponentOf } from '../elementary/powers-of-two.ts'
import { scaledInteger } from '../elementary/scaled-integer.ts'
import { SUM_TOLERANCE } from './audit-all.ts'
import type { Mechanism } from './mechanism.ts'
import type { MechanismKind } from './mechanism-kind.ts'
import { heaviest, wholeMechanism } from './whole-channel.ts'

/** Largest number of cells, responses times categories. */
const MOST_CELLS = 2 ** 18
/** Bits beyond those of the smallest probability: no probability is rounded by more than a share of 2⁻⁶⁴. */
const SPARE_BITS = 64

/**
 * A channel that is given by its probabilities, such as one of a published design or of another program.
 *
 *     Pr(y | x) = rows[y][x] / Σ_z rows[z][x]
 *
 * The level is computed from the numbers, as in every audit. A zero beside a positive number in a row makes it Infinity: such a
 * channel can be audited, and answers to it can be counted, but no respondent answers it.
 *
 * @param options.rows for each response the probabilities that the categories give it, as `channelMatrix` returns them; at least two
 *   rows of K ≥ 2 numbers from 0 to 1, 2¹⁸ numbers at most. Those of each category sum to one, up to 10⁻⁹
 * @throws RangeError on a bad argument
 * @example
 * matrixChannel({ rows: [[0.75, 0.5], [0.25, 0.5]] }).epsilon // 0.6931471805599453
 */
export function matrixChannel(options: { rows: readonly Vector[] }): Mechanism<number> {
  requireOptions(options, { rows: true })
  const rows = requireRows(options.rows)
  const weights = wholeLaws(rows)
  return wholeMechanism({
    name: 'matrix',
    ...weights,
    toRequest: () => ({ mechanism: 'matrix', rows: rows.map(row => row.slice()) }),
  })
}

export const matrixKind = {
  name: 'matrix',
  categoriesOf: ({ rows }) => (Array.isArray(rows) ? (rows[0] as unknown[] | null)?.length : undefined),
  fromRequest: ({ mechanism, ...options }) => matrixChannel(options as never),
} as const satisfies MechanismKind

function requireRows(given: unknown): number[][] {
  const lists = copyList('rows', given, 2, MOST_CELLS / 2, 'a list of at least two rows of probabilities')
  let length: number | undefined
  const rows = lists.map((list, y) => {
    const most = Math.floor(MOST_CELLS / lists.length)
    const allowed =
      length === undefined
        ? `a list of 2 to ${most} probabilities`
        : `a list of ${length} probabilities, as many as rows[0] has`
    const row = copyList(`rows[${y}]`, list, length ?? 2, length ?? most, allowed)
    length = row.length
    row.forEach((value, x) => {
      requireNumber(`rows[${y}][${x}]`, value, { min: 0, max: 1 })
    })
    if (row.every(value => value === 0)) refuse(`rows[${y}]`, row, 'above zero for some category')
    // −0 becomes 0, so no answer shows it.
    return row.map(value => (value as number) + 0)
  })
  for (let x = 0; x < rows[0].length; x++) {
    const sum = rows.reduce((total, row) => total + row[x], 0)
    if (!(Math.abs(sum - 1) <= SUM_TOLERANCE))
      refuse(
        `the sum of column ${x} of rows`,
        sum,
        '1: somebody who holds a category gives one of the responses',
      )
  }
  return rows
}

/** For each category its probabilities as whole numbers of one sum. The remainder of rounding down goes to the largest. */
function wholeLaws(rows: readonly (readonly number[])[]) {
  let least = 1
  for (const row of rows) for (const value of row) if (value > 0 && value < least) least = value
  const bits = 53 - exponentOf(least)
  const total = 1n << BigInt(bits + SPARE_BITS)
  const weights = rows[0].map((_, x) => {
    const law = rows.map(row => scaledInteger(row[x], bits))
    const sum = law.reduce((reached, weight) => reached + weight)
    const scaled = law.map(weight => (weight * total) / sum)
    const rest = scaled.reduce((left, weight) => left - weight, total)
    scaled[heaviest(law)] += rest
    return scaled
  })
  return { weights, total }
}
