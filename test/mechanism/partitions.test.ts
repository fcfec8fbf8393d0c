import { expect, test } from 'vitest'
import { mechanismFromRequest } from '../../src/catalogue/requests.ts'
import { createEstimator } from '../../src/loop/estimator.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import { localHashing } from '../../src/mechanism/local-hashing.ts'
import type { Mechanism, Request } from '../../src/mechanism/mechanism.ts'
import { arcPartitions, PHASES, thresholdPartition } from '../../src/mechanism/partitions.ts'
import { stream } from '../../src/random/stream.ts'

test.each([
  [102, 4],
  [258, 3],
  [27, 13],
])('%d cells are cut into %d arcs at 24 phases by the formula, in whole numbers', (cells, g) => {
  const partitions = arcPartitions(cells, g)
  expect(partitions.length).toBe(PHASES)
  partitions.forEach((partition, h) => {
    partition.forEach((bucket, x) => {
      // ⌊g·x/D + h/H⌋ mod g, where the sum is a ratio of whole numbers.
      expect(bucket).toBe(Number((BigInt(g * x * PHASES + h * cells) / BigInt(cells * PHASES)) % BigInt(g)))
    })
    expect(new Set(partition).size).toBe(g)
  })
})

test('the phases cut at different places, also where 24 and the number of arcs have a common divisor', () => {
  const sets = arcPartitions(102, 4).flatMap(partition =>
    [0, 1, 2, 3].map(bucket => partition.map(value => Number(value === bucket)).join('')),
  )
  expect(new Set(sets).size).toBeGreaterThanOrEqual(95)
})

test('fewer than two cells an arc are refused', () => {
  expect(() => arcPartitions(7, 4)).toThrow('cells must be a whole number at least 8; got 7')
})

test('a threshold has two buckets, and lies between cells', () => {
  expect([...thresholdPartition(5, 2)]).toEqual([0, 0, 1, 1, 1])
  expect(() => thresholdPartition(5, 0)).toThrow('t must be a whole number from 1 to 4; got 0')
  expect(() => thresholdPartition(5, 5)).toThrow('t must be a whole number from 1 to 4; got 5')
})

/** A request as versions before the formulas wrote it. */
const listed = (partitions: readonly Int32Array[], buckets: number): Request => ({
  mechanism: 'local-hashing',
  categories: partitions[0].length,
  epsilon: 1,
  buckets,
  size: 1,
  partitions: partitions.map(partition => Array.from(partition)),
})

test.each([120, 4094])(
  'a request about a number of %d bins has at most 300 bytes, and its channel is that of the list',
  bins => {
    const question = { from: 0, to: 100, bins }
    const strategies = [
      {
        request: createEstimator({ question, epsilon: 1, seed: 1 }).request(),
        partitions: arcPartitions(bins + 2, 4),
      },
      {
        request: createEstimator({
          question,
          epsilon: 1,
          seed: 1,
          strategy: 'threshold',
          goal: 'median ± 1',
        }).request(),
        partitions: [thresholdPartition(bins + 2, 1 + bins / 2)],
      },
    ]
    for (const { request, partitions } of strategies) {
      expect(JSON.stringify(request).length).toBeLessThanOrEqual(300)
      const read = mechanismFromRequest(JSON.parse(JSON.stringify(request)))
      expect(read.support!.hashing!.partitions).toEqual(partitions)
      expect(read.epsilon).toBeLessThanOrEqual(1)
    }
  },
)

test('what is audited of a formula is the channel of its list, and a list that has a formula is written as it', () => {
  for (const [formula, partitions, buckets] of [
    [{ arcs: PHASES }, arcPartitions(12, 3), 3],
    [{ threshold: 4 }, [thresholdPartition(12, 4)], 2],
  ] as const) {
    const old = mechanismFromRequest(listed(partitions, buckets))
    const named = localHashing({ categories: 12, epsilon: 1, buckets, partitions: formula })
    expect(channelMatrix(named as Mechanism)).toEqual(channelMatrix(old))
    expect(named.epsilon).toBe(old.epsilon)
    expect(old.toRequest()).toEqual(named.toRequest())
    expect(named.toRequest()).toMatchObject({ partitions: formula })
  }
  // One cell in another bucket, and the formula is no longer that of the list.
  const moved = arcPartitions(12, 3)
  moved[5][7] = (moved[5][7] + 1) % 3
  expect(mechanismFromRequest(listed(moved, 3)).toRequest().partitions).toHaveLength(PHASES)
  expect(mechanismFromRequest(listed([Int32Array.of(0, 1, 0)], 2)).toRequest().partitions).toEqual([
    [0, 1, 0],
  ])
  const four = localHashing({ categories: 12, epsilon: 1, buckets: 3, partitions: { arcs: 4 } })
  expect(four.toRequest()).toMatchObject({ partitions: { arcs: 4 } })
  expect(four.support!.hashing!.partitions).toEqual(arcPartitions(12, 3, 4))
})

test('an answer to a request with listed partitions, as older versions wrote it, counts for the estimator that asks by formula', () => {
  const question = { from: 0, to: 10, bins: 10 }
  const estimator = createEstimator({ question, epsilon: 1, seed: 1 })
  const request = estimator.request()
  const old = listed(arcPartitions(12, 4), 4)
  expect(request).toMatchObject({ buckets: 4, partitions: { arcs: PHASES } })
  const respondent = createRespondent({ question, epsilon: 1, rng: stream('old request') })
  estimator.observe(respondent.respond(old, 3), old)
  // That was the answer to the outstanding request: the snapshot has one column, and awaits nothing.
  expect(estimator.snapshot()).toMatchObject({ tally: { columns: [{}] }, outstanding: null })
  const other = listed(arcPartitions(12, 3), 3)
  expect(() => estimator.observe(0, other)).toThrow('one that this estimator has made')
})

test.each([
  [{ arcs: 0 }, 'partitions.arcs must be a whole number from 1 to 64; got 0'],
  [{ arcs: 65 }, 'partitions.arcs must be a whole number from 1 to 64; got 65'],
  [{ threshold: 8 }, 'partitions.threshold must be a whole number from 1 to 7; got 8'],
  [{ arcs: 3, threshold: 1 }, 'partitions'],
  [{}, 'partitions'],
  ['arcs', 'partitions'],
])('of formulas, %o is refused', (partitions, message) => {
  const options = { categories: 8, epsilon: 1, buckets: 2, partitions }
  expect(() => localHashing(options as never)).toThrow(message)
})

test('arcs need two cells each, in a formula too', () => {
  const options = { categories: 5, epsilon: 1, buckets: 3, partitions: { arcs: 24 } }
  expect(() => localHashing(options)).toThrow('cells must be a whole number at least 6; got 5')
})
