import { expect, test } from 'vitest'
import type { GroupGoal } from '../../../src/goal/group-goal.ts'
import { GroupJudge, holdsAlone } from '../../../src/loop/goal/judge-groups.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import type { Grouped } from '../../../src/posterior/functional/by-group.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'

const mechanism = srr({ categories: 2, epsilon: 1 })
const BY = ['north', 'south']
const COUNT = 200
const GOAL: GroupGoal = { category: 0, compare: { groups: ['north', 'south'] }, margin: 0.1 }

/** Answers whose unbiased estimate of category 0 is this share. */
function tallyOf(share: number, people: number) {
  const tally = createTally(2)
  const [low, high] = [1 / (1 + Math.E), Math.E / (1 + Math.E)]
  const first = Math.round(people * (low + (high - low) * share))
  tally.add(mechanism, 0, first)
  tally.add(mechanism, 1, people - first)
  return tally
}

/** A belief in which category 0 has just these shares. */
function believed(shares: readonly number[]): Grouped {
  const group = (name: string) => {
    const share = shares[BY.indexOf(name)]
    const draws = Float64Array.from({ length: 2 * COUNT }, (_, i) => (i % 2 === 0 ? share : 1 - share))
    return { draws, mean: Float64Array.of(share, 1 - share) }
  }
  return { group } as unknown as Grouped
}

const look = (pooled: readonly number[], alone: readonly number[], people: number) =>
  new GroupJudge(GOAL, 0.95).look(believed(pooled), {
    north: tallyOf(alone[0], people),
    south: tallyOf(alone[1], people),
  })

test('a tie is settled only if it is one without pooling, too', () => {
  expect(look([0.3, 0.3], [0.3, 0.3], 5000)).toMatchObject({ settled: true, answer: 'tie', answers: 10_000 })
  // Pooling has drawn together what the answers alone show a margin apart.
  expect(look([0.3, 0.3], [0.35, 0.25], 5000)).toMatchObject({ settled: false, answer: 'tie' })
  expect(look([0.3, 0.3], [0.3, 0.3], 100).settled).toBe(false)
})

test('a group is named only if its own answers show that it leads', () => {
  expect(look([0.6, 0.3], [0.6, 0.3], 5000)).toMatchObject({ settled: true, answer: 'north' })
  expect(look([0.3, 0.6], [0.6, 0.3], 5000)).toMatchObject({ settled: false, answer: 'south' })
  expect(look([0.6, 0.3], [0.45, 0.35], 5000).settled).toBe(false)
})

test('answers that do not tell the category settle nothing', () => {
  const judge = new GroupJudge(GOAL, 0.95)
  const silent = { north: tallyOf(0.3, 5000), south: createTally(2) }
  expect(judge.look(believed([0.6, 0.3]), silent).settled).toBe(false)
})

test('of a tie the interval at the confidence lies within the margins, of a group one tail counts', () => {
  const at = (mean: number) => ({ mean, sd: 0.1 / Math.SQRT2 })
  // 1.96 and 1.645 standard deviations of 0.1 from the margin.
  expect(holdsAlone(2, at(0.3), at(0.1), 0.397, 0.95)).toBe(true)
  expect(holdsAlone(2, at(0.3), at(0.1), 0.395, 0.95)).toBe(false)
  expect(holdsAlone(2, at(0.1), at(0.3), 0.395, 0.95)).toBe(false)
  expect(holdsAlone(0, at(0.5), at(0.1), 0.235, 0.95)).toBe(true)
  expect(holdsAlone(0, at(0.5), at(0.1), 0.236, 0.95)).toBe(false)
  expect(holdsAlone(1, at(0.1), at(0.5), 0.235, 0.95)).toBe(true)
})
