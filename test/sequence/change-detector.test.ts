import { expect, test } from 'vitest'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { drawIndex } from '../../src/random/categorical.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { type Change, changeDetector } from '../../src/sequence/change-detector.ts'
import { scoresOf } from '../../src/sequence/scores.ts'
import { missPValue } from '../support/looks.ts'
import { FALSE_ALARM } from '../support/statistics.ts'

const LAW = [0.5, 0.2, 0.15, 0.1, 0.05]
const MOVED = [0.1, 0.6, 0.15, 0.1, 0.05]
const BEST = subsetSelection({ categories: 5, epsilon: 2 })

/** The first change that a detector tells in a stream, if it tells one. */
function firstChange(
  answers: number,
  law: (t: number) => readonly number[],
  seed: number,
  observe: (mechanism: Mechanism, response: never) => Change | undefined,
  choose: (t: number) => Mechanism = () => BEST,
): Change | undefined {
  const rng = stream(seed, 'stream')
  for (let t = 0; t < answers; t++) {
    const mechanism = choose(t)
    const change = observe(mechanism, mechanism.respond(drawIndex(rng, law(t)), rng) as never)
    if (change) return change
  }
  return undefined
}

/** A twin: looks at every hundredth answer whether the halves of the stream differ by three standard errors somewhere. */
function halves() {
  const sums: Float64Array[] = []
  const own = new Float64Array(5)
  const total = new Float64Array(5)
  return (mechanism: Mechanism, response: never): Change | undefined => {
    scoresOf(mechanism).write(response, own, own)
    for (let x = 0; x < 5; x++) total[x] += own[x]
    sums.push(total.slice())
    const n = sums.length
    if (n % 100 !== 0) return undefined
    const before = sums[n / 2 - 1]
    const error = Math.sqrt((4 * scoresOf(mechanism).variance) / n)
    const far = total.findIndex((sum, x) => Math.abs(sum - 2 * before[x]) / (n / 2) > 3 * error)
    return far < 0 ? undefined : { at: n, since: n / 2, categories: [far] }
  }
}

test('while nothing changes, at most a share t/(2R) of the streams gives an alarm by t, and those of a twin more', () => {
  const [runs, answers, runLength] = [60, 3000, 15_000]
  const alarms = (make: () => Parameters<typeof firstChange>[3]) =>
    Array.from({ length: runs }, (_, run) => firstChange(answers, () => LAW, run, make())).filter(Boolean)
      .length
  const own = alarms(() => changeDetector({ categories: 5, runLength }).observe)
  expect(missPValue(own, runs, answers / (2 * runLength))).toBeGreaterThan(FALSE_ALARM)
  expect(missPValue(alarms(halves), runs, answers / (2 * runLength))).toBeLessThan(FALSE_ALARM)
})

test.each([
  ['one channel', () => BEST],
  ['channels that alternate', (t: number) => [BEST, srr({ categories: 5, epsilon: 2 })][t % 2]],
  ['RRRR', () => rrrr({ categories: 5, subset: [0, 1], epsilon: 2 })],
])('a change is told soon, with its time and what moved: %s', (_, choose) => {
  const mechanisms = [choose(0), choose(1)]
  const detector = changeDetector({ categories: 5, runLength: 100_000 })
  const change = firstChange(
    6000,
    t => (t < 3000 ? LAW : MOVED),
    1,
    detector.observe,
    t => mechanisms[t % 2],
  )!
  expect(change.at).toBeGreaterThan(3000)
  expect(change.at).toBeLessThanOrEqual(4000)
  expect(change.at % 20).toBe(0)
  expect(Math.abs(change.since - 3000)).toBeLessThanOrEqual(300)
  expect(change.categories.length).toBeGreaterThan(0)
  for (const x of change.categories) expect([0, 1]).toContain(x)
})

test('after an alarm it starts anew, and tells the next change', () => {
  const detector = changeDetector({ categories: 5, runLength: 100_000 })
  const told: Change[] = []
  const note = (mechanism: Mechanism, response: never) => {
    const change = detector.observe(mechanism, response)
    if (change) told.push(change)
    return undefined
  }
  firstChange(9000, t => (Math.floor(t / 3000) % 2 === 0 ? LAW : MOVED), 2, note)
  expect(told).toHaveLength(2)
  expect(Math.abs(told[1].since - 6000)).toBeLessThanOrEqual(300)
  expect(detector.answers).toBe(9000)
})

test('what cannot be is refused, and changes nothing', () => {
  expect(() => changeDetector({ categories: 1, runLength: 1000 })).toThrow('categories')
  expect(() => changeDetector({ categories: 5, runLength: 99 })).toThrow('runLength')
  expect(() => changeDetector({ categories: 5, runLength: 1000, level: 1 } as never)).toThrow('options')
  const detector = changeDetector({ categories: 5, runLength: 1000 })
  expect(() => detector.observe(BEST, 7)).toThrow('response')
  expect(() => detector.observe(srr({ categories: 4, epsilon: 1 }), 0)).toThrow('categories')
  expect(detector.answers).toBe(0)
})
