import { expect, test } from 'vitest'
import { denseColumn, levelColumn } from '../../../src/mechanism/own-column.ts'
import { PackedLogLikelihood } from '../../../src/posterior/likelihood/packed-log-likelihood.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { drawDirichlet } from '../../../src/random/dirichlet.ts'
import { stream } from '../../../src/random/stream.ts'
import { randomEntries } from '../../support/tally.ts'

test.each([3, 8, 21, 100])(
  'it is the log-likelihood of any tally over %d categories up to a constant, also when it has grown',
  K => {
    const rng = stream(1, 'packed', K)
    const tally = createTally(K)
    const packed = new PackedLogLikelihood(tally)
    for (let round = 0; round < 3; round++) {
      for (const [mechanism, response, count] of randomEntries(rng, K, 400)) {
        tally.add(mechanism, response, count)
      }
      tally.addColumn(denseColumn(Float64Array.from({ length: K }, () => -3 * rng.uniform())), 1 + round)
      // So rarely that now and then one is the last factor of a product.
      const rare = levelColumn({ categories: K, logScale: 0, logBase: -300, set: [0], logLevel: 0 })
      tally.addColumn(rare, 2)
      // All categories but two of a hundred: the complement is a short list.
      const most = levelColumn({
        categories: K,
        logScale: 0,
        logBase: 0,
        set: [0, 1 + (round % 2)],
        logLevel: -3,
      })
      tally.addColumn(most, 1)
      const values = Array.from({ length: 5 }, () => {
        const theta = drawDirichlet(rng, new Float64Array(K).fill(0.5), new Float64Array(K))
        return packed.value(theta) - tally.logLikelihood(theta)
      })
      for (const value of values) {
        expect(Math.abs(value - values[0])).toBeLessThan(1e-9 * (1 + Math.abs(values[0])))
      }
    }
  },
)
