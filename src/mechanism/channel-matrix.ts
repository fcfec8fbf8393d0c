import { refuse } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { columnValues } from './column.ts'
import { type Mechanism, type Response, requireMechanism } from './mechanism.ts'

/** Largest number of cells of a dense matrix. */
const MOST_CELLS = 1e8

/**
 * The likelihood of the categories given a response: `x ↦ Pr(response | x)`, length K.
 *
 * @throws RangeError on a response that the mechanism cannot give
 * @example
 * likelihood(srr({ categories: 2, epsilon: Math.log(3) }), 0) // Float64Array [0.75, 0.25]
 */
export function likelihood(mechanism: Mechanism, response: Response): Float64Array {
  requireMechanism(mechanism)
  const column = mechanism.column(response)
  const scale = exp(column.logScale)
  return columnValues(column).map(value => value * scale)
}

/**
 * The dense channel, `matrix[response][category] = Pr(response | category)`; for mechanisms whose responses
 * are sets, one row per set, in the order of `mechanism.responses()`.
 *
 * @throws RangeError if there are more than 10⁸ cells
 * @example
 * channelMatrix(srr({ categories: 2, epsilon: Math.log(3) })) // [[0.75, 0.25], [0.25, 0.75]]
 */
export function channelMatrix(mechanism: Mechanism): number[][] {
  requireMechanism(mechanism)
  if (mechanism.responseCount * mechanism.categories > MOST_CELLS) {
    refuse(
      'mechanism',
      mechanism.toRequest(),
      `one of at most ${MOST_CELLS} cells, responses times categories`,
    )
  }
  const matrix: number[][] = []
  for (const response of mechanism.responses()) {
    const row = Array.from(likelihood(mechanism, response))
    if (typeof response === 'number') matrix[response] = row
    else matrix.push(row)
  }
  if (mechanism.responseCount === mechanism.categories) {
    // Rows for the categories that are never sent as a response.
    for (let y = 0; y < mechanism.categories; y++)
      matrix[y] ??= new Array<number>(mechanism.categories).fill(0)
  }
  return matrix
}
