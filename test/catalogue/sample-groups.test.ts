import { describe, expect, test } from 'vitest'
import { samplePosterior, samplePosteriorAsync } from '../../src/catalogue/sample-posterior.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'

const mechanism = srr({ categories: 3, epsilon: 2 })

function tallyOf(counts: readonly number[]) {
  const tally = createTally(3)
  counts.forEach((count, x) => {
    tally.add(mechanism, x, count)
  })
  return tally
}

const TALLIES = {
  north: tallyOf([300, 60, 40]),
  south: tallyOf([40, 50, 300]),
  few: tallyOf([2, 0, 1]),
  none: tallyOf([]),
}
const grouped = samplePosterior(TALLIES, { seed: 1, draws: 80 })

describe('groups', () => {
  test('have distributions as their laws, finite intervals, and a finite pooling', () => {
    for (const name of grouped.names) {
      const { mean, interval } = grouped.group(name)
      expect(mean.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 9)
      const [lower, upper] = interval(0.9)
      mean.forEach((value, x) => {
        expect(lower[x]).toBeLessThan(value)
        expect(upper[x]).toBeGreaterThan(value)
      })
    }
    expect(grouped.pooling!.mean).toBeGreaterThan(0)
  })

  test('differ by the differences of their draws', () => {
    const { mean } = grouped.difference('north', 'south')
    expect(mean[0]).toBeCloseTo(grouped.group('north').mean[0] - grouped.group('south').mean[0], 12)
    expect(grouped.difference('north', 'south').interval(0.95)[0][0]).toBeGreaterThan(0)
  })

  test('add up by their shares', () => {
    const { mean } = grouped.total({ north: 3, south: 1, few: 0, none: 0 })
    const [north, south] = [grouped.group('north').mean, grouped.group('south').mean]
    expect(mean[1]).toBeCloseTo((3 * north[1] + south[1]) / 4, 12)
    const observed = grouped.total().mean
    expect(observed[2]).toBeCloseTo(
      (400 * north[2] + 390 * south[2] + 3 * grouped.group('few').mean[2]) / 793,
      12,
    )
  })

  test('of few answers and of none are named in warnings', () => {
    expect(grouped.warnings.filter(text => text.includes('few'))).toHaveLength(1)
    expect(grouped.warnings).toContain(
      'No answers from none: what is said of them comes from the other groups.',
    )
  })

  test('are nearer to each other than each by its own answers, where their answers are few', () => {
    const effort = { seed: 1, draws: 400 }
    const separate = samplePosterior(TALLIES, { ...effort, pooling: false })
    expect(separate.pooling).toBeUndefined()
    // The standard deviations are 0.145 and 0.181, each with an error of about 7 %.
    expect(samplePosterior(TALLIES, effort).group('few').sd[1]).toBeLessThan(separate.group('few').sd[1])
  })

  test('give the same numbers at once and in slices', async () => {
    const sliced = await samplePosteriorAsync(TALLIES, { seed: 1, draws: 80 })
    expect(sliced.group('south').mean).toEqual(grouped.group('south').mean)
  })

  test('that have no answers at all have the prior, in which all categories are alike', () => {
    const { mean } = samplePosterior({ a: tallyOf([]), b: tallyOf([]) }, { seed: 1, draws: 400 }).group('a')
    for (const value of mean) expect(Math.abs(value - 1 / 3)).toBeLessThan(0.08)
  })
})

describe('refusals', () => {
  const { north } = TALLIES
  test.each([
    [
      'one group alone',
      () => samplePosterior({ north }, { seed: 1 }),
      /number of groups must be .*at least 2|number of groups/,
    ],
    [
      'other categories',
      () => samplePosterior({ north, b: createTally(2) }, { seed: 1 }),
      /tally.b's number of categories must be 3/,
    ],
    [
      'an unknown option',
      () => samplePosterior({ north, b: north }, { seed: 1, prior: 1 } as never),
      /prior/,
    ],
    [
      'an unknown group',
      () => grouped.group('west'),
      /group must be one of the groups, which are "north", "south", "few", "none"/,
    ],
    ['a group and itself', () => grouped.difference('north', 'north'), /h must be another group than g/],
    [
      'a share that is missing',
      () => grouped.total({ north: 1, south: 1, few: 1 } as never),
      /number of groups in shares/,
    ],
    [
      'shares of nothing',
      () => grouped.total({ north: 0, south: 0, few: 0, none: 0 }),
      /sum of shares must be/,
    ],
  ])('of %s say what was allowed', (_, call, message) => {
    expect(call).toThrow(message)
  })
})
