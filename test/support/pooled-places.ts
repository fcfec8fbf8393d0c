import { exp } from '../../src/elementary/exp.ts'
import type { PooledPlace } from '../../src/posterior/hierarchical/pooled-place.ts'
import { drawPooledPrior } from '../../src/posterior/hierarchical/pooled-place.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'

/** The number of categories of places that are moved. */
export const K = 3
const RUNS = 600

/** Numbers whose laws are compared: of the pooling, of the mean law, of a group. */
function numbersOf({ logAlpha, logMean, logTheta }: PooledPlace): number[] {
  return [logAlpha, logAlpha ** 2, exp(2 * logMean[0]), logAlpha * exp(logMean[1]), exp(2 * logTheta[0][0])]
}

/**
 * How far a move takes places of so many groups, which are drawn from the prior, away from their law: the largest distance between the
 * means of five numbers before and after, of pairs, in standard errors. Where it leaves the law as it is, 5.3 of them are exceeded with
 * probability below 1e-6.
 */
export function distanceFromPrior(
  groups: number,
  move: (rng: SeededRng, place: PooledPlace) => void,
): number {
  const rng = stream('pooled places')
  const sums = new Float64Array(5)
  const squares = new Float64Array(5)
  for (let run = 0; run < RUNS; run++) {
    const place: PooledPlace = {
      logAlpha: 0,
      logMean: new Float64Array(K),
      logTheta: Array.from({ length: groups }, () => new Float64Array(K)),
      widths: [],
      tuning: [],
    }
    drawPooledPrior(rng, place)
    const before = numbersOf(place)
    move(rng, place)
    numbersOf(place).forEach((value, i) => {
      sums[i] += value - before[i]
      squares[i] += (value - before[i]) ** 2
    })
  }
  // A number that a move leaves alone is where it was.
  return Math.max(...sums.map((sum, i) => (squares[i] > 0 ? Math.abs(sum) / Math.sqrt(squares[i]) : 0)))
}
