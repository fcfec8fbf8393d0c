import { expect, test } from 'vitest'
import { srr } from '../../src/mechanism/srr.ts'
import { stream } from '../../src/random/stream.ts'
import { changeDetector } from '../../src/sequence/change-detector.ts'
import { startsFromJSON } from '../../src/sequence/change-json.ts'
import { confidenceSequence, summedSequence } from '../../src/sequence/confidence-sequence.ts'
import { PooledAnswers } from '../../src/sequence/pooled-answers.ts'
import { farFrom, type Start } from '../../src/sequence/pooled-evidence.ts'
import { copyPools } from '../../src/sequence/pools.ts'

const THREE = Math.log(3)

test.each([
  [false, 40],
  [true, 120],
])(
  'each end is where the evidence against it is 40 to 1, times the categories if it is for all of them: %s',
  (simultaneous, odds) => {
    const { sequence, pooled } = summedSequence({ categories: 3, simultaneous })
    const mechanism = srr({ categories: 3, epsilon: 2 })
    for (const [response, count] of [
      [0, 900],
      [1, 700],
      [2, 500],
    ]) {
      sequence.observe(mechanism, response, count)
    }
    expect(sequence.answers).toBe(2100)
    const [{ lower, upper }] = pooled.pools
    for (let x = 0; x < 3; x++) {
      expect(sequence.lower[x]).toBeGreaterThan(0)
      expect(lower.logEvidence(x, sequence.lower[x], 2100)).toBeCloseTo(Math.log(odds), 6)
      expect(upper.logEvidence(x, sequence.upper[x], 2100)).toBeCloseTo(Math.log(odds), 6)
    }
  },
)

test('the band since an answer has both ends of the answers from then on', () => {
  const mechanism = srr({ categories: 2, epsilon: THREE })
  const [whole, later] = [confidenceSequence({ categories: 2 }), confidenceSequence({ categories: 2 })]
  whole.observe(mechanism, 0, 500)
  const since = whole.since()
  for (let i = 0; i < 800; i++) {
    whole.observe(mechanism, Number(i % 3 === 0))
    later.observe(mechanism, Number(i % 3 === 0))
  }
  // The running mean that scores are compared with is another one, which moves the ends a little.
  for (const end of ['lower', 'upper'] as const) {
    for (let x = 0; x < 2; x++) expect(Math.abs(since[end][x] - later[end][x])).toBeLessThan(0.02)
  }
})

test('penalties count each answer, by its distance from the mean of those before, clipped to [0, 1]', () => {
  const mechanism = srr({ categories: 2, epsilon: THREE })
  const { sequence, pooled } = summedSequence({ categories: 2 })
  // Scores are 1.5 and −.5.
  sequence.observe(mechanism, 0, 40)
  expect(pooled.pools[0].lower.squares(0) / (40 * 1.5 ** 2)).toBeCloseTo(1, 1)
  sequence.observe(mechanism, 0, 40)
  expect(pooled.pools[0].lower.squares(0) / (40 * 1.5 ** 2 + 40 * 0.5 ** 2)).toBeCloseTo(1, 1)
})

/** The mean of the evidences that a frequency is above and below θ, in answers after a start. */
function plainEvidence(x: number, theta: number, to: Start, from?: Start): number {
  const [{ lower, upper, answers }] = to.pools
  const before = from?.pools[0]
  const count = answers - (before?.answers ?? 0)
  const above = lower.logEvidence(x, theta, count, before?.lower)
  const below = upper.logEvidence(x, theta, count, before?.upper)
  return Math.log((Math.exp(above) + Math.exp(below)) / 2)
}

/** The minimum on [0, 1], by halving towards where the slope changes its sign. */
function leastConvex(value: (theta: number) => number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2
    if (value(middle + 1e-7) < value(middle - 1e-7)) low = middle
    else high = middle
  }
  return value((low + high) / 2)
}

test('an alarm comes at the first look at which both stretches together are as unlikely as it takes', () => {
  const [categories, runLength] = [2, 1000]
  const mechanism = srr({ categories, epsilon: 0.7 })
  const detector = changeDetector({ categories, runLength })
  const rng = stream(1, 'alarm')
  const looks: { excess: number; since: number }[] = []
  let change: ReturnType<typeof detector.observe>
  for (let i = 0; change === undefined; i++) {
    // Only before a look that is checked: it takes longer than an answer.
    const state = i >= 7000 && (i + 1) % 20 === 0 ? detector.toJSON() : undefined
    const answer = mechanism.respond(Number(rng.uniform() < (i < 3000 ? 0.1 : 0.3)), rng)
    change = detector.observe(mechanism, answer)
    if (state === undefined) continue
    // As they are at this look.
    const starts = startsFromJSON(state, categories)
    const pooled = new PooledAnswers(categories, [...starts.pop()!.pools])
    pooled.take(mechanism, answer, 1)
    const now: Start = { answers: i + 1, pools: pooled.pools }
    const excess = starts.map(start => {
      const at = (theta: number) => plainEvidence(0, theta, start) + plainEvidence(0, theta, now, start)
      const least = leastConvex(at)
      return least - Math.log((2 * runLength * categories) / 100)
    })
    const most = Math.max(...excess)
    looks.push({ excess: most, since: starts[excess.indexOf(most)].answers })
  }
  const last = looks.pop()!
  expect(last.excess).toBeGreaterThanOrEqual(-1e-3)
  // The evidence grows slowly, so that other odds would give another look.
  expect(last.excess).toBeLessThan(0.6)
  expect(Math.max(...looks.map(({ excess }) => excess))).toBeLessThan(1e-3)
  expect(change.since).toBe(last.since)
  // One falls where the other rises.
  expect(change.categories).toEqual([0, 1])
})

test('of many starts only as many are kept as grow with the logarithm of the answers', () => {
  const detector = changeDetector({ categories: 2, runLength: 1e6 })
  const mechanism = srr({ categories: 2, epsilon: 1 })
  for (let i = 0; i < 20_000; i++) detector.observe(mechanism, i % 2)
  expect(detector.toJSON().starts.length).toBeLessThan(60)
})

test('the possible times of a change are the ends of the first groups beyond each hundredth answer', () => {
  const detector = changeDetector({ categories: 2, runLength: 1e6 })
  const mechanism = srr({ categories: 2, epsilon: 1 })
  for (let group = 0; group < 20; group++) {
    detector.observeMany(mechanism, [
      [0, 15],
      [1, 15],
    ])
  }
  expect(detector.toJSON().starts.map(({ answers }) => answers)).toEqual([120, 210, 300, 420, 510, 600])
})

test('means are as many standard errors apart as their weighted sums say, where channels differ in noise', () => {
  const pooled = new PooledAnswers(2, [])
  const channels = [0.05, 8].map(epsilon => srr({ categories: 2, epsilon }))
  const take = (counts: readonly (readonly [number, number])[]) => {
    counts.forEach(([zeros, ones], i) => {
      pooled.take(channels[i], 0, zeros)
      pooled.take(channels[i], 1, ones)
    })
    pooled.settle()
  }
  take([
    [60, 40],
    [70, 30],
  ])
  const start: Start = { answers: 200, pools: copyPools(pooled.pools) }
  take([
    [80, 120],
    [90, 110],
  ])
  const now: Start = { answers: 600, pools: pooled.pools }
  expect(now.pools).toHaveLength(2)
  // Each answer weighs as much as the scores of its channel are precise, in relation to the first.
  const noise = now.pools.map(({ lower, variance, answers }) => (variance + lower.squares(0)) / (1 + answers))
  const weights = noise.map(value => noise[0] / value)
  const sum = ({ pools }: Start, of: (pool: Start['pools'][number]) => number, power = 1) =>
    pools.reduce((total, pool, i) => total + weights[i] ** power * of(pool), 0)
  const side = (to: Start, from?: Start) => {
    const part = (of: (pool: Start['pools'][number]) => number, power?: number) =>
      sum(to, of, power) - (from ? sum(from, of, power) : 0)
    const count = part(({ answers }) => answers)
    return {
      mean: part(({ lower }) => lower.sums[0]) / count,
      // The variance of a sum of weighted scores has the squares of the weights.
      variance: part(({ lower }) => lower.squares(0), 2) / count ** 2,
    }
  }
  const [old, after] = [side(start), side(now, start)]
  const errors = Math.abs(old.mean - after.mean) / Math.sqrt(old.variance + after.variance)
  expect(errors).toBeGreaterThan(1)
  expect(farFrom(0, now, errors * 0.999)(start)).toBe(true)
  expect(farFrom(0, now, errors * 1.001)(start)).toBe(false)
})
