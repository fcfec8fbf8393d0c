import { expect, test } from 'vitest'
import { priorLaws } from '../../src/catalogue/prior-law.ts'
import { samplePosterior } from '../../src/catalogue/sample-posterior.ts'
import { Domain } from '../../src/domain/domain.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'
import { expectationOf } from '../../src/query/of-numbers.ts'

const question = { ordered: 4 } as const
const mechanism = srr({ categories: 4, epsilon: 3 })

function tallyOf(counts: readonly number[]) {
  const tally = createTally(4)
  counts.forEach((count, x) => {
    tally.add(mechanism, x, count)
  })
  return tally
}

const TALLIES = {
  north: tallyOf([100, 60, 40, 20]),
  south: tallyOf([30, 40, 60, 90]),
  few: tallyOf([1, 0, 2, 1]),
  none: tallyOf([]),
}
const effort = { seed: 1, draws: 200 }
const grouped = samplePosterior(TALLIES, { question, ...effort })
const separate = samplePosterior(TALLIES, { question, ...effort, pooling: false })

test('numbers of groups answer queries about groups, differences and all people', () => {
  const mean = (query: string, shares?: object) => grouped.of(query, shares as never).mean
  const of = (name: string) => grouped.group(name).expectation.mean
  expect(mean('mean(| group = north)')).toBeCloseTo(of('north'), 12)
  expect(mean('mean(| group = north) - mean(| group = south)')).toBeCloseTo(of('north') - of('south'), 12)
  const shares = { north: 3, south: 1, few: 0, none: 0 }
  const total = grouped.total(shares)
  expect(total.expectation.mean).toBeCloseTo((3 * of('north') + of('south')) / 4, 12)
  expect(mean('mean', shares)).toBeCloseTo(total.expectation.mean, 12)
  const [kind] = Domain.one(question).kinds
  const { draws } = total.cells
  expect(total.quantile(0.5).mean).toBeGreaterThan(0)
  expect(expectationOf(kind as never).value(total.cells.mean, 0)).toBeCloseTo(total.expectation.mean, 9)
  expect(draws).toHaveLength(4 * 4 * effort.draws)
})

test('they say how far groups are from each other, and who rests on the others', () => {
  expect(grouped.isPooled).toBe(true)
  expect(separate.isPooled).toBe(false)
  expect(separate.pooling).toBeUndefined()
  expect(grouped.pooling!.interval(0.9)[0]).toBeGreaterThan(0)
  expect(grouped.warnings).toContain(
    'No answers from none: what is said of them comes from the other groups.',
  )
  expect(grouped.warnings.filter(text => text.startsWith('At most 50 answers from few'))).toHaveLength(1)
  const { total, pooling, laws } = JSON.parse(JSON.stringify(grouped))
  expect(total.expectation.mean).toBeGreaterThan(1)
  expect(pooling.mean).toBe(grouped.pooling!.mean)
  expect(laws[0].quantiles).toHaveLength(5)
})

test('a group of few answers is more certain than by its own answers alone', () => {
  // The standard deviations are about .4 and .7, each with an error of some 7 %.
  expect(grouped.group('few').expectation.sd).toBeLessThan(separate.group('few').expectation.sd)
})

test('a priori groups are nearer to each other than to strangers', () => {
  const COUNT = 2000
  const laws = priorLaws({ domain: Domain.one(question), ask: 'singles', by: ['a', 'b', 'c'] }, COUNT)
  const [a, b] = [laws([0], ['a']), laws([0], ['b'])]
  const lead = (draws: Float64Array, i: number) => draws[4 * i] - draws[4 * i + 3]
  const rank = (draws: Float64Array) => {
    const order = Array.from({ length: COUNT }, (_, i) => i).sort((i, j) => lead(draws, i) - lead(draws, j))
    const ranks = new Float64Array(COUNT)
    order.forEach((i, r) => {
      ranks[i] = r / COUNT - 0.5
    })
    return ranks
  }
  const correlation = (u: Float64Array, v: Float64Array) =>
    (12 / COUNT) * u.reduce((sum, value, i) => sum + value * v[i], 0)
  const [one, other] = [rank(a), rank(b)]
  // Of independent draws it is normal with a standard deviation of 1/√2000 = .022: six of them are a false alarm in 5e8.
  expect(correlation(one, other)).toBeGreaterThan(6 / Math.sqrt(COUNT))
  // Twin: the next draw of the same group is a stranger.
  const strangers = other.map((_, i) => other[(i + 1) % COUNT])
  expect(Math.abs(correlation(one, strangers))).toBeLessThan(6 / Math.sqrt(COUNT))
})
