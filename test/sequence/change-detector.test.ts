import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { drawIndex } from '../../src/random/categorical.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { changeDetector, changeDetectorFromJSON } from '../../src/sequence/change-detector.ts'
import type { Change } from '../../src/sequence/change-json.ts'
import { scoresOf } from '../../src/sequence/scores.ts'
import { missPValue } from '../support/looks.ts'
import { FALSE_ALARM } from '../support/statistics.ts'

const LAW = [0.5, 0.2, 0.15, 0.1, 0.05]
const MOVED = [0.1, 0.6, 0.15, 0.1, 0.05]
const BEST = subsetSelection({ categories: 5, epsilon: 2 })

/** The first change that a detector reports in a stream, if it reports one. */
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

test('a change is told soon where ε is large', () => {
  for (const epsilon of [8, 20, 750]) {
    const detector = changeDetector({ categories: 5, runLength: 100_000 })
    const mechanism = srr({ categories: 5, epsilon })
    const change = firstChange(
      4000,
      t => (t < 2000 ? LAW : MOVED),
      1,
      detector.observe,
      () => mechanism,
    )!
    expect(change.at).toBeGreaterThan(2000)
    expect(change.at).toBeLessThanOrEqual(2200)
  }
})

/** Two channels of very different noise: which one comes next depends on the answer before. */
const [COARSE, FINE] = [0.05, 8].map(epsilon => srr({ categories: 5, epsilon }))
function inTurns(observe: Parameters<typeof firstChange>[3]) {
  let last: unknown = 0
  return {
    choose: () => (last === 0 ? COARSE : FINE),
    observe(mechanism: Mechanism, response: never) {
      last = response
      return observe(mechanism, response)
    },
  }
}

test('alarms are as rare where channels of very different noise depend on answers, and those of a twin are not', () => {
  const [runs, answers, runLength] = [60, 1500, 7500]
  const alarms = (make: () => Parameters<typeof firstChange>[3]) =>
    Array.from({ length: runs }, (_, run) => {
      const { choose, observe } = inTurns(make())
      return firstChange(answers, () => LAW, run, observe, choose)
    }).filter(Boolean).length
  const own = alarms(() => changeDetector({ categories: 5, runLength }).observe)
  expect(missPValue(own, runs, answers / (2 * runLength))).toBeGreaterThan(FALSE_ALARM)
  expect(missPValue(alarms(halves), runs, answers / (2 * runLength))).toBeLessThan(FALSE_ALARM)
})

test('channels of about the same noise give the numbers that they gave before there were pools, to the digit', () => {
  const detector = changeDetector({ categories: 5, runLength: 200 })
  for (const answer of answersOf(1000)) detector.observe(...answer)
  expect(createHash('sha256').update(JSON.stringify(detector)).digest('hex')).toBe(
    '7a6aac5d00487a7a598ef0320d5794be6ea33b5436709f769959204c381c620f',
  )
})

test('a state with channels of very different noise is read back, or refused if it cannot be', () => {
  const whole = changeDetector({ categories: 5, runLength: 200 })
  let broken = changeDetector({ categories: 5, runLength: 200 })
  const rng = stream(4, 'stream')
  for (let t = 0; t < 1200; t++) {
    const mechanism = t % 50 === 0 ? COARSE : FINE
    const response = mechanism.respond(drawIndex(rng, t < 600 ? LAW : MOVED), rng) as never
    const change = whole.observe(mechanism, response)
    if (t % 130 === 0 || change) broken = changeDetectorFromJSON(JSON.parse(JSON.stringify(broken)))
    expect(broken.observe(mechanism, response)).toEqual(change)
  }
  expect(whole.changes.length).toBeGreaterThan(0)
  const good = whole.toJSON()
  expect(JSON.stringify(broken)).toBe(JSON.stringify(good))
  const { now } = good
  expect(now.others).toHaveLength(1)
  const [other] = now.others!
  for (const [others, says] of [
    [5, 'now.others'],
    [[], 'now.others[0].variance'],
    [[{ ...other, answers: now.answers + 1 }], 'now.others[0].answers'],
    [[{ ...other, answers: 1 }], 'now.others[0].answers'],
    [[{ ...other, variance: 2 * other.variance }], 'now.others[0].variance'],
    [[{ ...other, more: 1 }], 'now.others[0]'],
  ] as const) {
    expect(() => changeDetectorFromJSON({ ...good, now: { ...now, others } } as never), says).toThrow(says)
  }
})

// With one scale for all answers there was no alarm within the 2,000 answers after the change.
test('one answer to a channel with much noise does not delay a change that is told by the many that follow', () => {
  const told = (first?: Mechanism) => {
    const detector = changeDetector({ categories: 5, runLength: 100_000 })
    if (first !== undefined) detector.observe(first, 0)
    return firstChange(
      4000,
      t => (t < 2000 ? LAW : MOVED),
      1,
      detector.observe,
      () => FINE,
    )?.at
  }
  const alone = told()!
  expect(alone).toBeGreaterThan(2000)
  expect(told(COARSE)).toBeGreaterThan(2000)
  expect(told(COARSE)).toBeLessThanOrEqual(alone + 20)
})

test('nobody can alter a change that the detector remembers', () => {
  const detector = changeDetector({ categories: 5, runLength: 100_000 })
  const change = firstChange(6000, t => (t < 3000 ? LAW : MOVED), 1, detector.observe)!
  const again = changeDetectorFromJSON(JSON.parse(JSON.stringify(detector)))
  for (const held of [change, ...detector.changes, ...again.changes, ...again.toJSON().changes]) {
    expect(Object.isFrozen(held)).toBe(true)
    expect(Object.isFrozen(held.categories)).toBe(true)
  }
  expect(again.changes).toEqual([change])
})

test('after an alarm it starts afresh, and reports the next change', () => {
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

/** Answers of a stream whose law moves at the 400th, with channels that alternate. */
function* answersOf(count: number): Generator<[mechanism: Mechanism, response: never]> {
  const rng = stream(3, 'stream')
  const mechanisms = [BEST, rrrr({ categories: 5, subset: [0, 1], epsilon: 2 })]
  for (let t = 0; t < count; t++) {
    const mechanism = mechanisms[t % 2]
    yield [mechanism, mechanism.respond(drawIndex(rng, t < 400 ? LAW : MOVED), rng) as never]
  }
}

test('written down and read back at any time, it continues with exactly the same numbers', () => {
  const whole = changeDetector({ categories: 5, runLength: 200 })
  let broken = changeDetector({ categories: 5, runLength: 200 })
  let t = 0
  for (const [mechanism, response] of answersOf(1000)) {
    if ([0, 1, 99, 100, 321, 645, 700].includes(t++) || whole.changes.length > broken.changes.length) {
      broken = changeDetectorFromJSON(JSON.parse(JSON.stringify(broken)))
    }
    expect(broken.observe(mechanism, response)).toEqual(whole.observe(mechanism, response))
  }
  expect(whole.changes.length).toBeGreaterThan(0)
  expect(whole.changes[0].at).toBeGreaterThan(400)
  expect(broken.changes).toEqual(whole.changes)
  expect(JSON.stringify(broken)).toBe(JSON.stringify(whole))
})

test('answers of groups count together: groups of one are answers one by one, and a change is reported at a group’s end', () => {
  const [single, ones, groups] = Array.from({ length: 3 }, () =>
    changeDetector({ categories: 5, runLength: 200 }),
  )
  let group: [never, number][] = []
  for (const [mechanism, response] of answersOf(2000)) {
    if (mechanism !== BEST) continue
    expect(ones.observeMany(mechanism, [[response, 1]])).toEqual(single.observe(mechanism, response))
    group.push([response, 1])
    if (group.length < 30) continue
    groups.observeMany(BEST, group)
    group = []
  }
  expect(JSON.stringify(ones)).toBe(JSON.stringify(single))
  const [[told], [early]] = [groups.changes, single.changes]
  expect(told.at % 30).toBe(0)
  expect(told.at).toBeGreaterThan(200)
  expect(Math.abs(told.at - early.at)).toBeLessThanOrEqual(150)
})

test('a state that no detector could be in is refused in a sentence', () => {
  const detector = changeDetector({ categories: 5, runLength: 200 })
  for (const answer of answersOf(1000)) detector.observe(...answer)
  const good = detector.toJSON()
  expect(good.starts.length).toBeGreaterThan(1)
  const [start] = good.starts
  const [change] = good.changes
  const bad: [change: object, says: string][] = [
    [{ answers: -1 }, 'answers'],
    [{ begun: good.begun + 1 }, 'begun'],
    [{ variance: null }, 'variance'],
    [{ variance: 0 }, 'variance'],
    [{ changes: null }, 'changes'],
    [{ changes: 1 }, 'changes'],
    [{ changes: [{ ...change, at: 2000 }] }, 'changes[0].at'],
    [{ changes: [{ ...change, since: change.at + 1 }] }, 'changes[0].since'],
    [{ changes: [{ ...change, categories: [5] }] }, 'changes[0].categories[0]'],
    [{ changes: [{ ...change, categories: [1, 0] }] }, 'changes[0].categories[1]'],
    [{ changes: [change, change] }, 'changes[1].at'],
    [{ changes: [change, { ...change, at: change.at + 1, since: change.at - 1 }] }, 'changes[1].since'],
    [{ now: { ...good.now, lower: { ...good.now.lower, sums: [...good.now.lower.sums, 0] } } }, 'lower.sums'],
    [{ starts: 1 }, 'starts'],
    [{ starts: [start, start] }, 'starts[1].answers'],
    [{ starts: [{ ...start, lower: { ...start.lower, sums: [1] } }] }, 'lower.sums'],
    [{ starts: [good.now], now: { ...start, answers: good.now.answers } }, 'now.lower.penalties'],
    [{ now: { ...good.now, answers: good.now.answers - 1 } }, 'now.answers'],
    [{ now: { ...good.now, upper: { ...good.now.upper, penalties: [-1] } } }, 'upper.penalties'],
    [{ more: 1 }, 'json'],
  ]
  for (const [changes, says] of bad) {
    expect(() => changeDetectorFromJSON({ ...good, ...changes }), says).toThrow(says)
  }
  expect(() => changeDetectorFromJSON({ ...good, answers: 0, begun: 0, changes: [] })).toThrow('variance')
})

test('impossible options and answers are refused, and change nothing', () => {
  expect(() => changeDetector({ categories: 1, runLength: 1000 })).toThrow('categories')
  expect(() => changeDetector({ categories: 5, runLength: 99 })).toThrow('runLength')
  expect(() => changeDetector({ categories: 5, runLength: 1000, level: 1 } as never)).toThrow('options')
  const detector = changeDetector({ categories: 5, runLength: 1000 })
  expect(() => detector.observe(BEST, 7)).toThrow('response')
  expect(() => detector.observe(srr({ categories: 4, epsilon: 1 }), 0)).toThrow('categories')
  expect(detector.answers).toBe(0)
})
