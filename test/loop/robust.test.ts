import { describe, expect, test } from 'vitest'
import { mechanismFromRequest } from '../../src/catalogue/requests.ts'
import { createEstimator, type Estimator, restoreEstimator } from '../../src/loop/estimator.ts'
import { writeSnapshot } from '../../src/loop/snapshot.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'
import { createAlias } from '../../src/random/categorical.ts'
import { stream } from '../../src/random/stream.ts'
import { simulate } from '../../src/simulation/simulate.ts'

const K = 20
const TRUTH = Float64Array.from({ length: K }, (_, x) => [0.3, 0.2, 0.1, 0.1, 0.05][x] ?? 0.25 / 15)

/** So many honest answers. */
function collect(estimator: Estimator, people: number, seed: number): void {
  const rng = stream(seed, 'people')
  const alias = createAlias(TRUTH)
  for (let i = 0; i < people; i++) {
    const mechanism = mechanismFromRequest(estimator.request())
    const response = mechanism.respond(alias.draw(rng), rng)
    estimator.observe(response)
  }
}

const made = (strategy: string, share?: number) =>
  createEstimator({
    categories: K,
    epsilon: 1,
    strategy,
    seed: 1,
    prior: 1,
    ...(share !== undefined && { robust: { share } }),
  })

describe.each(['srr', 'subset-selection'])('robust intervals of %s', strategy => {
  test('are as the formula has them', () => {
    const estimator = made(strategy, 0.1)
    collect(estimator, 50, 1)
    const plain = made(strategy, 0)
    collect(plain, 50, 1)
    const { support } = mechanismFromRequest(estimator.request())
    const { outside: q, gap } = support!
    const z = 1.959963984540054
    const [lower, upper] = estimator.estimate({ draws: 20 }).interval(0.95)
    const [low, high] = plain.estimate({ draws: 20 }).interval(0.95)
    for (let x = 0; x < K; x++) {
      if (low[x] > 0) expect(lower[x]).toBeCloseTo(Math.max(0, (low[x] - (0.1 * (1 - q)) / gap) / 0.9), 12)
      if (high[x] > 0 && high[x] < 1)
        expect(upper[x]).toBeCloseTo(Math.min(1, (high[x] + (0.1 * q) / gap) / 0.9), 12)
    }
    // At share 0 an interval is that of the mean: as wide as its standard error says, where it is not clipped.
    const error = Math.sqrt((q * (1 - q)) / 50) / gap
    for (let x = 0; x < K; x++)
      if (low[x] > 0) expect((high[x] - low[x]) / (2 * z * error)).toBeGreaterThan(0.8)
  })

  test('go on from a snapshot', () => {
    const estimator = made(strategy, 0.05)
    collect(estimator, 50, 1)
    const again = restoreEstimator(JSON.parse(JSON.stringify(estimator.snapshot())))
    for (const one of [estimator, again]) collect(one, 50, 2)
    expect(again.snapshot().robust).toEqual(estimator.snapshot().robust)
    const counts = again.snapshot().robust!.flatMap(({ given }) => given.map(([, count]) => count))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(100)
    expect(() => restoreEstimator({ ...estimator.snapshot(), robust: null })).toThrow(RangeError)
    // Whoever can write a snapshot can write its digest: counts that are not the tally's, and channels above the level.
    const { version: _, digest: __, robust, ...parts } = estimator.snapshot()
    const [channel] = robust!
    const twice = [
      { ...channel, given: channel.given.map(([response, count]) => [response, 2 * count] as const) },
    ]
    expect(() => restoreEstimator(writeSnapshot({ ...parts, robust: twice }))).toThrow(
      /^the snapshot's counted answers must be 100; got 200/,
    )
    const louder = [{ ...channel, request: { ...channel.request, epsilon: 2 } }]
    expect(() => restoreEstimator(writeSnapshot({ ...parts, robust: louder }))).toThrow(RangeError)
    const other = [{ ...channel, given: [[999, 100] as const] }]
    expect(() => restoreEstimator(writeSnapshot({ ...parts, robust: other }))).toThrow(/^response must be/)
  })
})

test('runs of simulations have them too, one by one and in groups, also where channels change', () => {
  for (const groupSize of [5, 50]) {
    const { runs } = simulate({
      truth: TRUTH,
      users: 200,
      groupSize,
      strategies: ['srr', 'fisher', 'auto'],
      epsilon: 1,
      robust: { share: 0.05 },
      draws: 20,
      seed: 1,
    })
    for (const { posterior, strategy } of runs) {
      const [lower, upper] = posterior.interval(0.9999)
      TRUTH.forEach((value, x) => {
        expect(lower[x], strategy).toBeLessThanOrEqual(value)
        expect(upper[x], strategy).toBeGreaterThanOrEqual(value)
      })
    }
  }
})

test('without liars that are reckoned with, nothing changes', () => {
  const play = (robust?: { share: number }) =>
    simulate({
      truth: TRUTH,
      users: 300,
      strategies: ['auto'],
      epsilon: 1,
      draws: 20,
      seed: 1,
      ...(robust && { robust }),
    })
  expect(play({ share: 0 }).runs[0].estimate).toEqual(play().runs[0].estimate)
})

test('what cannot be reckoned with is refused', () => {
  for (const share of [-0.1, 1, Number.NaN, '0.1'])
    expect(() => made('srr', share as number)).toThrow(/^robust.share must be a number/)
  const answers = createTally(K)
  answers.add(srr({ categories: K, epsilon: 1 }), 0)
  expect(() => made('srr', 0.1).observeMany(answers)).toThrow(
    /^answers must be given one by one, because of the option robust; got "a tally"/,
  )
})
