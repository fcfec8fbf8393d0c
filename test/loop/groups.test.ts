import { expect, test } from 'vitest'
import type { GroupedEstimator } from '../../src/loop/collection-estimator.ts'
import { createEstimator, restoreEstimator } from '../../src/loop/estimator.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import { stream } from '../../src/random/stream.ts'

const BY = ['north', 'south', 'east']
const EFFORT = { draws: 20 }

/** An estimator whose groups have answered: everybody in the north holds category 0, everybody else category 2. */
function asked(options: object, people = 30) {
  const estimator = createEstimator({ categories: 3, by: BY, epsilon: 2, seed: 1, ...options })
  const respondent = createRespondent({ categories: 3, epsilon: 2, rng: stream(1, 'answers') })
  for (let i = 0; i < people; i++) {
    for (const group of BY) {
      const answer = respondent.respond(estimator.request(group), group === 'north' ? 0 : 2)
      estimator.observe(answer, undefined, group)
    }
  }
  return estimator
}

test('each group is asked by an engine of its own, and all are estimated together', () => {
  const estimate = asked({}, 200).estimate(EFFORT)
  expect(estimate.group('north').mean[0]).toBeGreaterThan(0.5)
  expect(estimate.group('south').mean[2]).toBeGreaterThan(0.5)
  const { mean } = estimate.difference('north', 'south')
  expect(mean[0]).toBeGreaterThan(0.3)
  expect(estimate.total({ north: 1, south: 0, east: 0 }).mean[0]).toBeCloseTo(
    estimate.group('north').mean[0],
    12,
  )
  expect(estimate.total([1, 2, 5]).mean).toEqual(estimate.total({ east: 5, south: 2, north: 1 }).mean)
  expect(() => estimate.total([1, 2])).toThrow('the number of groups in shares must be 3; got 2')
  expect(() => estimate.total([1, -2, 1])).toThrow('shares[1] must be')
})

test('a snapshot continues with the same requests, the same numbers and the same decision', () => {
  const goal = 'share(0 | group = north) > share(0 | group = south)'
  const estimator = asked({ goal })
  const restored = restoreEstimator<GroupedEstimator>(
    JSON.parse(JSON.stringify(estimator.snapshot())) as ReturnType<typeof estimator.snapshot>,
  )
  for (const group of BY) expect(restored.request(group)).toEqual(estimator.request(group))
  expect(restored.estimate(EFFORT).group('east').mean).toEqual(estimator.estimate(EFFORT).group('east').mean)
  expect(restored.decision()).toEqual(estimator.decision())
})

test('groups with the same answers are asked by draws of their own', () => {
  const estimator = createEstimator({ categories: 3, by: BY, epsilon: 2, strategy: 'honesty@0.9', seed: 1 })
  for (const group of BY) {
    estimator.request(group)
    estimator.observe(0, undefined, group)
    estimator.request(group)
  }
  const chains = estimator.snapshot().parts.map(({ chain }) => JSON.stringify(chain))
  expect(new Set(chains).size).toBe(BY.length)
})

test('a large difference is settled, and not before there are answers', () => {
  const goal = 'share(0 | group = south) > share(0 | group = north) by .05'
  expect(asked({ goal }, 0).decision().settled).toBe(false)
  const decision = asked({ goal }, 300).decision()
  expect(decision).toMatchObject({ settled: true, answer: 'north', answers: 900 })
})

test('a frequency of a group is settled when its interval is narrow enough', () => {
  expect(asked({ goal: 'share(0 | group = north) ± .01' }).decision().settled).toBe(false)
  const decision = asked({ goal: 'share(0 | group = north) ± .2' }, 200).decision()
  expect(decision.settled).toBe(true)
  expect(Math.abs((decision.answer as number) - 1)).toBeLessThan(0.2)
})

test.each([
  [{ by: ['one'] }, 'by must be a list of 2 to 4,096 names of groups'],
  [{ by: ['one', 'one'] }, 'by must be a list without repeats'],
  [{ by: ['one', ''] }, 'by[1] must be the name of a group'],
  [{ question: { from: 0, to: 1, bins: 4 } }, 'categories must be left out with question'],
  [{ confidence: 0.9 }, 'confidence must be left out without a goal'],
  [{ goal: 'share(3 | group = north) ± .1' }, 'goal must have a category from 0 to 2 where it has "3"'],
  [{ goal: 'share(0 | group = west) ± .1' }, 'one of the groups north, south, east where it has "west"'],
  [{ goal: 'share(0 | group = north) > share(0 | group = north)' }, 'goal must have another query'],
])('%j is refused in a sentence', (options, sentence) => {
  expect(() => asked(options, 0)).toThrow(sentence)
})

test('a snapshot of an older release is refused in a sentence', () => {
  const { parts, ...rest } = asked({}, 1).snapshot()
  expect(() => restoreEstimator({ ...rest, groups: parts } as never)).toThrow(
    'snapshot must be a snapshot of this release (an older one is not read, and its answers have to be counted anew)',
  )
})

test('a group that there is not is refused', () => {
  const estimator = asked({}, 0)
  expect(() => estimator.request('west')).toThrow('group must be one of north, south, east; got "west"')
  expect(() => estimator.decision()).toThrow('goal must be given, for a decision')
})

test('JSON of an estimate has the law of each group as lists, their total, and no draws', () => {
  const estimate = asked({}).estimate(EFFORT)
  const written = JSON.parse(JSON.stringify(estimate))
  expect(written.laws.map(({ group }: { group: string }) => group)).toEqual(BY)
  expect(written.laws[0].estimate).toEqual(Array.from(estimate.group('north').mean))
  expect(written.total.estimate).toEqual(Array.from(estimate.total().mean))
  expect(written.pooling).toMatchObject({ mean: estimate.pooling!.mean })
  expect(written.warnings).toEqual(estimate.warnings)
  expect(JSON.stringify(written)).not.toMatch(/"draws":|\{"0":/)
})
