import type { Channel } from '../../src/mechanism/mechanism.ts'
import { denseColumn } from '../../src/mechanism/own-column.ts'
import type { SeededRng } from '../../src/random/rng.ts'

/** A channel of random probabilities, a row a category, the rows as `matrix[x][y]`. */
export function randomChannel(
  rng: SeededRng,
  categories: number,
  responses: number,
): Channel<number> & { matrix: number[][] } {
  const matrix = Array.from({ length: categories }, () => {
    const weights = Array.from({ length: responses }, () => 0.05 + rng.uniform())
    const total = weights.reduce((sum, weight) => sum + weight)
    return weights.map(weight => weight / total)
  })
  return {
    name: 'random',
    categories,
    matrix,
    respond(category, draws) {
      let left = draws.uniform()
      const y = matrix[category].findIndex(weight => (left -= weight) < 0)
      return y < 0 ? responses - 1 : y
    },
    column: y => denseColumn(matrix.map(row => Math.log(row[y as number]))),
    responses: () => Array.from({ length: responses }, (_, y) => y),
    toRequest: () => ({ mechanism: 'random' }),
  }
}
