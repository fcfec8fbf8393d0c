import { expect, test } from 'vitest'
import { samplePosterior } from '../../../src/catalogue/sample-posterior.ts'
import { subsetSelection } from '../../../src/mechanism/subset-selection.ts'
import { expandedDraws } from '../../../src/posterior/samplers/expanded-draws.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { createAlias } from '../../../src/random/categorical.ts'
import { stream } from '../../../src/random/stream.ts'

const K = 10
const TRUTH = Float64Array.from({ length: K }, (_, x) => (x < 3 ? 0.25 : 0.25 / (K - 3)))
const DRAWS = 3000

test.each([
  ['nothing is known of where', undefined],
  ['far away', Float64Array.from({ length: K }, (_, x) => (x === K - 1 ? 0.91 : 0.01))],
  ['near', TRUTH],
])('from a start of which %s draws have the moments of an exact sampler', (_, start) => {
  const mechanism = subsetSelection({ categories: K, epsilon: 2 })
  const rng = stream(5, 'answers')
  const people = createAlias(TRUTH)
  const tally = createTally(K)
  for (let t = 0; t < 5000; t++) tally.add(mechanism, mechanism.respond(people.draw(rng), rng))
  const exact = samplePosterior(tally, { prior: 'learned', seed: 1, draws: 1500 })
  const { theta } = expandedDraws(tally, 'learned', DRAWS, stream(6, 'draws'), start)
  const [lower, upper] = exact.interval(0.6827)
  for (let x = 0; x < K; x++) {
    const sd = (upper[x] - lower[x]) / 2
    let mean = 0
    for (let d = 0; d < DRAWS; d++) mean += theta[d * K + x] / DRAWS
    // A third of 3,000 draws are effective: six of their errors are .19 of an sd, and raise a false alarm in 2e-8 in all.
    expect(Math.abs(mean - exact.mean[x])).toBeLessThan(0.25 * sd)
    // The twin, the mean of another category, is far away.
    if (x >= 3) expect(Math.abs(mean - exact.mean[0])).toBeGreaterThan(0.25 * sd)
  }
})
