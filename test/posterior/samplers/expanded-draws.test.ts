import { expect, test } from 'vitest'
import { samplePosterior } from '../../../src/catalogue/sample-posterior.ts'
import { localHashing } from '../../../src/mechanism/local-hashing.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { subsetSelection } from '../../../src/mechanism/subset-selection.ts'
import type { Prior } from '../../../src/posterior/kind/prior.ts'
import { expandedDraws } from '../../../src/posterior/samplers/expanded-draws.ts'
import { createTally, type Tally } from '../../../src/posterior/tally/tally.ts'
import { createAlias } from '../../../src/random/categorical.ts'
import { stream } from '../../../src/random/stream.ts'

const K = 10
const TRUTH = Float64Array.from({ length: K }, (_, x) => (x < 3 ? 0.25 : 0.25 / (K - 3)))
const DRAWS = 3000

/** Answers about the truth, and the posterior of an exact sampler. */
const answers = (() => {
  const mechanism = subsetSelection({ categories: K, epsilon: 2 })
  const rng = stream(5, 'answers')
  const people = createAlias(TRUTH)
  const tally = createTally(K)
  for (let t = 0; t < 5000; t++) tally.add(mechanism, mechanism.respond(people.draw(rng), rng))
  return { tally, exact: samplePosterior(tally, { prior: 'learned', seed: 1, draws: 1500 }) }
})()

test.each([
  ['nothing is known of where', undefined],
  ['far away', Float64Array.from({ length: K }, (_, x) => (x === K - 1 ? 0.91 : 0.01))],
  ['near', TRUTH],
])('from a start of which %s draws have the moments of an exact sampler', (_, start) => {
  const { tally, exact } = answers
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

/** Answers that tell cells of categories apart: each hashing has two buckets, with so many answers of each. */
function hashed(
  categories: number,
  hashings: readonly (readonly [bucketOf: (x: number) => number, counts: readonly number[]])[],
) {
  const tally = createTally(categories)
  const all = Array.from({ length: categories }, (_, x) => x)
  for (const [bucketOf, counts] of hashings) {
    const mechanism = localHashing({ categories, epsilon: 3, buckets: 2, partitions: [all.map(bucketOf)] })
    Array.from(mechanism.responses(), (response, i) => tally.add(mechanism, response, counts[i]))
  }
  return tally
}

test.each<[string, Tally, Prior]>([
  // Cells of 1, 2 and 3 categories.
  [
    'fixed',
    hashed(6, [
      [x => Number(x > 0), [700, 300]],
      [x => Number(x > 2), [800, 200]],
    ]),
    [0.5, 1, 2, 3, 1, 2],
  ],
  // Six cells of two, which have the same shares: the concentration is learnt to be large.
  [
    'learnt',
    hashed(12, [
      [x => (x >> 1) & 1, [1000, 1000]],
      [x => (x >> 2) & 1, [1302, 698]],
      [x => (x >> 3) & 1, [1302, 698]],
    ]),
    'learned',
  ],
])(
  'categories that no answer tells apart are split as an exact sampler does, under a %s prior',
  (_, tally, prior) => {
    const K = tally.categories
    const exact = samplePosterior(tally, { prior, seed: 1, draws: 4000 })
    const { theta } = expandedDraws(tally, prior, DRAWS, stream(7, 'split'))
    for (let x = 0; x < K; x++) {
      const [found, moments] = [theta, exact.draws].map(draws => {
        const values = draws.filter((__, i) => i % K === x)
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
