import { expect, test } from 'vitest'
import { samplePosterior } from '../../../src/catalogue/sample-posterior.ts'
import { localHashing } from '../../../src/mechanism/local-hashing.ts'
import { srr } from '../../../src/mechanism/srr.ts'
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

// Two hashings of six categories into halves: the answers tell three cells apart, of 1, 2 and 3 categories.
const hashing = localHashing({
  categories: 6,
  epsilon: 3,
  buckets: 2,
  partitions: [
    [0, 1, 1, 1, 1, 1],
    [0, 0, 0, 1, 1, 1],
  ],
})
const lumpedTally = () => {
  const tally = createTally(6)
  const counts = [700, 300, 800, 200]
  Array.from(hashing.responses(), (response, i) => tally.add(hashing, response, counts[i]))
  return tally
}

test.each([
  ['fixed', [0.5, 1, 2, 3, 1, 2]],
  ['learnt', 'learned'],
] as const)(
  'categories that no answer tells apart are split as an exact sampler does, under a %s prior',
  (_, prior) => {
    const tally = lumpedTally()
    const exact = samplePosterior(tally, {
      prior: prior === 'learned' ? prior : [...prior],
      seed: 1,
      draws: 4000,
    })
    const { theta } = expandedDraws(
      tally,
      prior === 'learned' ? prior : [...prior],
      DRAWS,
      stream(7, 'split'),
    )
    for (let x = 0; x < 6; x++) {
      const [found, moments] = [
        Float64Array.from({ length: DRAWS }, (__, d) => theta[d * 6 + x]),
        exact.draws.filter((__, i) => i % 6 === x),
      ].map(values => {
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length
        const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
        return { mean, sd }
      })
      // A fifth of 3,000 draws are effective: .25 of an sd are six errors, and a spread that is off by 20 % seven.
      expect(Math.abs(found.mean - moments.mean)).toBeLessThan(0.25 * moments.sd)
      expect(Math.abs(found.sd / moments.sd - 1)).toBeLessThan(0.2)
    }
  },
)

test('more than 4,096 categories that the answers tell apart are refused', () => {
  const tally = createTally(4097)
  const mechanism = srr({ categories: 4097, epsilon: 1 })
  for (let y = 0; y < 4097; y++) tally.add(mechanism, y)
  expect(() => expandedDraws(tally, 1, 1, stream(1))).toThrow(
    /^categories must be at most 4096 that the answers tell apart/,
  )
})
