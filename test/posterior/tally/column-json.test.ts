import { expect, test } from 'vitest'
import { columnLogValues, denseColumn, levelColumn } from '../../../src/mechanism/column.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { type TallyJSON, tallyFromJSON } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'
import { rrrr } from '../../../src/rrrr/rrrr.ts'
import { mechanismOf, randomEntries, randomTheta, tallyOf } from '../../support/tally.ts'

const viaJSON = (tally: unknown) => tallyFromJSON(JSON.parse(JSON.stringify(tally)))

test('a tally through JSON gives the very same numbers, and goes on giving them', () => {
  const rng = stream(1, 'round trip')
  for (let trial = 0; trial < 100; trial++) {
    const K = 3 + rng.integer(8)
    const never = denseColumn(Float64Array.from({ length: K }, (_, x) => (x === 0 ? -Infinity : -x)))
    const sure = levelColumn({ categories: K, logScale: -1, logBase: -Infinity, point: 1, logPeak: 0 })
    const some = Int32Array.of(0, K - 1)
    const barred = levelColumn({ categories: K, logScale: -1, logBase: 0, set: some, logLevel: -Infinity })
    const zeros = mechanismOf([never, sure, barred])
    const tally = tallyOf([...randomEntries(rng, K, 50, 60), [zeros, 0, 1], [zeros, 1, 1], [zeros, 2, 1]])
    const restored = viaJSON(tally)
    for (const [mechanism, response, count] of randomEntries(rng, K, 10, 60)) {
      const theta = randomTheta(rng, K)
      expect(restored.toJSON()).toEqual(tally.toJSON())
      expect(restored.logLikelihood(theta)).toBe(tally.logLikelihood(theta))
      expect(restored.gradientPhi(theta)).toEqual(tally.gradientPhi(theta))
      expect([restored.size, restored.distinct]).toEqual([tally.size, tally.distinct])
      tally.add(mechanism, response, count)
      restored.add(mechanism, response, count)
    }
  }
})

test('an answer to a restored tally finds its column', () => {
  const mechanisms = [
    srr({ categories: 4, epsilon: 1 }),
    rrrr({ categories: 4, subset: [1, 2], epsilon: 0.3 }),
    mechanismOf([denseColumn(Float64Array.of(-1, -Infinity, 0, -2))]),
  ]
  for (const mechanism of mechanisms) {
    const restored = viaJSON(tallyOf([[mechanism, 0, 3]]))
    restored.add(mechanism, 0)
    expect([restored.distinct, restored.size]).toEqual([1, 4])
  }
})

test('data that are not those of a tally are refused with a RangeError', () => {
  const column = { logScale: -1, logBase: -1, point: 1, logPeak: 0 }
  const good: TallyJSON = { categories: 3, columns: [column], counts: [2] }
  expect(tallyFromJSON(good).size).toBe(2)
  const bad: unknown[] = [
    undefined,
    null,
    [],
    { ...good, categories: 1 },
    { ...good, columns: undefined },
    { ...good, counts: [] },
    { ...good, counts: [0] },
    { ...good, counts: [-1] },
    { ...good, counts: [1.5] },
    { ...good, counts: [null] },
    ...[
      null,
      5,
      {},
      { logScale: null, logBase: 0 },
      { logScale: 0, logBase: '0' },
      { logScale: 0, logBase: null },
      { ...column, point: 3 },
      { ...column, point: -1 },
      { ...column, logPeak: undefined },
      { logScale: 0, logBase: null, point: 0, logPeak: null },
      { logScale: 0, logBase: 0, set: [0, 0], logLevel: -1 },
      { logScale: 0, logBase: 0, set: [0, 3], logLevel: -1 },
      { logScale: 0, logBase: 0, set: 1, logLevel: -1 },
      { logScale: 0, logBase: 0, set: [1] },
      // The set is empty, so that no category has the level.
      { logScale: 0, logBase: null, set: [], logLevel: 0 },
      { logScale: 0, logValues: [0, 0] },
      { logScale: 0, logValues: null },
      { logScale: 0, logValues: [0, 0, 'x'] },
      { logScale: 0, logValues: [null, null, null] },
      { logScale: 0, logValues: [0, 0.1, null] },
      { logScale: 0.1, logBase: 0 },
    ].map(wrong => ({ ...good, columns: [wrong] })),
  ]
  for (const json of bad)
    expect(() => tallyFromJSON(json as TallyJSON), JSON.stringify(json)).toThrow(RangeError)
})

test('a set in JSON may stand in any order', () => {
  const json = (set: number[]) => ({
    categories: 4,
    columns: [{ logScale: -1, logBase: -2, set, logLevel: 0 }],
    counts: [1],
  })
  const theta = [0.1, 0.2, 0.3, 0.4]
  const expected = Math.log(Math.exp(-2) * 0.6 + 0.4) - 1
  expect(tallyFromJSON(json([2, 0])).logLikelihood(theta)).toBeCloseTo(expected, 14)
  expect(columnLogValues(tallyFromJSON(json([2, 0])).table.column(0))).toEqual(Float64Array.of(0, -2, 0, -2))
})
