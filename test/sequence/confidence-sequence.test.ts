import { describe, expect, test } from 'vitest'
import { fixedTime } from '../../experiments/support/stream-intervals.ts'
import { publicPrior } from '../../src/mechanism/public-prior.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { drawMultinomial } from '../../src/random/multinomial.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import {
  type ConfidenceSequence,
  confidenceSequence,
  confidenceSequenceFromJSON,
} from '../../src/sequence/confidence-sequence.ts'
import { countMisses, missPValue } from '../support/looks.ts'
import { FALSE_ALARM } from '../support/statistics.ts'

const LAW = [0.4, 0.3, 0.15, 0.1, 0.05]
const MECHANISMS = [
  srr({ categories: 5, epsilon: 1 }),
  subsetSelection({ categories: 5, epsilon: 1, size: 2 }),
  rrrr({ categories: 5, subset: [0, 1], epsilon: 1 }),
]

/** Feeds a sequence with answers through random channels. */
function feed(sequence: ConfidenceSequence, answers: number, seed = 1): void {
  const rng = stream(seed, 'feed')
  for (let t = 0; t < answers; t++) {
    const mechanism = MECHANISMS[rng.integer(MECHANISMS.length)]
    sequence.observe(mechanism, mechanism.respond(rng.integer(5), rng))
  }
}

describe('the intervals', () => {
  const settings = { runs: 100, answers: 600, every: 12, categories: 5, seed: 'intervals' }
  const makers = [() => confidenceSequence({ categories: 5 }), () => fixedTime(5)]

  test('hold at all looks together, and those for one look do not', () => {
    const [own, twin] = countMisses(settings, () => ({ law: () => LAW, choose: () => MECHANISMS[1] }), makers)
    for (const misses of own) expect(missPValue(misses, 100, 0.05)).toBeGreaterThan(FALSE_ALARM)
    expect(Math.min(...twin.map(misses => missPValue(misses, 100, 0.05)))).toBeLessThan(FALSE_ALARM)
  })

  test('hold the running mean of a truth that moves, where channels depend on earlier answers', () => {
    const [own] = countMisses(
      settings,
      () => {
        let last = 0
        return {
          law: t => (t < 300 ? LAW : LAW.toReversed()),
          choose: () => MECHANISMS[last % 3],
          note: (_, response) => {
            last = JSON.stringify(response).length + Number(String(response)[0])
          },
        }
      },
      makers,
    )
    for (const misses of own) expect(missPValue(misses, 100, 0.05)).toBeGreaterThan(FALSE_ALARM)
  })

  test('get narrower with every answer’s worth of knowledge, and wider for all categories together', () => {
    const one = confidenceSequence({ categories: 5 })
    const all = confidenceSequence({ categories: 5, simultaneous: true })
    feed(one, 3000)
    feed(all, 3000)
    const width = ({ lower, upper }: ConfidenceSequence) => upper[0] - lower[0]
    const before = width(one)
    expect(width(all) / before).toBeGreaterThan(1.1)
    feed(one, 9000, 2)
    expect(width(one)).toBeLessThan(0.7 * before)
  })

  test('are the whole of [0, 1] before the first answer', () => {
    const { lower, upper, answers } = confidenceSequence({ categories: 3 })
    expect([answers, ...lower, ...upper]).toEqual([0, 0, 0, 0, 1, 1, 1])
  })
})

describe('where ε is large', () => {
  const law = [0.6, 0.3, 0.1]

  test('the intervals hold at all looks together, and those for one look do not', () => {
    const mechanism = srr({ categories: 3, epsilon: 20 })
    const [own, twin] = countMisses(
      { runs: 80, answers: 600, every: 12, categories: 3, seed: 'large' },
      () => ({ law: () => law, choose: () => mechanism }),
      [() => confidenceSequence({ categories: 3 }), () => fixedTime(3)],
    )
    for (const misses of own) expect(missPValue(misses, 80, 0.05)).toBeGreaterThan(FALSE_ALARM)
    expect(Math.min(...twin.map(misses => missPValue(misses, 80, 0.05)))).toBeLessThan(FALSE_ALARM)
  })

  test('the intervals go on shrinking: they stay within two and a half times those for one look', () => {
    for (const epsilon of [8, 12, 20, 750]) {
      const sequence = confidenceSequence({ categories: 3 })
      const mechanism = srr({ categories: 3, epsilon })
      const rng = stream('shrinking', epsilon)
      for (const answers of [1000, 10_000, 100_000]) {
        while (sequence.answers < answers) {
          const people = drawMultinomial(rng, 100, law, new Float64Array(3))
          sequence.observeMany(
            mechanism,
            Array.from(people, (count, y) => [y, count]),
          )
        }
        const { lower, upper } = sequence
        law.forEach((share, x) => {
          const atOneLook = 2 * 1.96 * Math.sqrt((share * (1 - share)) / answers)
          expect((upper[x] - lower[x]) / atOneLook).toBeLessThan(2.5)
        })
      }
    }
  })

  test('equal answers say no more than their number allows', () => {
    const level = 0.99999
    const sequence = confidenceSequence({ categories: 3, level })
    sequence.observe(publicPrior({ prior: [1 / 3, 1 / 3, 1 / 3], epsilon: 40 }), 0)
    // Where 0.99 of the people hold category 0, all of the first n answers are 0 with a probability of at least 0.99^n, about.
    const mechanism = srr({ categories: 3, epsilon: 40 })
    while (0.99 ** sequence.answers > 1 - level) {
      expect(sequence.lower[0]).toBeLessThan(0.99)
      sequence.observe(mechanism, 0)
    }
  })
})

test('the band at another level is that of a sequence of this level, from the same answers', () => {
  const [usual, other] = [
    confidenceSequence({ categories: 5 }),
    confidenceSequence({ categories: 5, level: 0.8, simultaneous: true }),
  ]
  expect(usual.at({ level: 0.8 })).toMatchObject({ answers: 0, upper: usual.upper })
  for (const sequence of [usual, other]) feed(sequence, 400)
  const { answers, lower, upper } = usual.at({ level: 0.8, simultaneous: true })
  expect({ answers, lower, upper }).toEqual({ answers: 400, lower: other.lower, upper: other.upper })
  expect(usual.at({})).toEqual({ answers: 400, lower: usual.lower, upper: usual.upper })
  expect(() => usual.at({ level: 1 })).toThrow(/^level must be a number above 0 and below 1; got 1/)
})

test('at every level the ends are numbers from 0 to 1, and the state can be read back', () => {
  for (const epsilon of [5e-324, 1e-300, 1e-160, 1e-100, 1e-9, 40, 710, 745, 1e6, 1e300]) {
    for (const mechanism of [
      srr({ categories: 5, epsilon }),
      subsetSelection({ categories: 5, epsilon, size: 2 }),
      rrrr({ categories: 5, subset: [0, 2], epsilon }),
    ]) {
      const sequence = confidenceSequence({ categories: 5 })
      const rng = stream('levels', epsilon)
      for (let t = 0; t < 20; t++) sequence.observe(mechanism, mechanism.respond(t % 5, rng), 1 + (t % 3))
      const again = confidenceSequenceFromJSON(JSON.parse(JSON.stringify(sequence)))
      expect([again.lower, again.upper]).toEqual([sequence.lower, sequence.upper])
      for (const end of [...sequence.lower, ...sequence.upper]) {
        expect(end).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThanOrEqual(1)
      }
    }
  }
})

test('the band since an answer is that of the answers from then on', () => {
  const sequence = confidenceSequence({ categories: 5 })
  const fromStart = sequence.since()
  sequence.observeMany(
    MECHANISMS[0],
    [...LAW.keys()].map(y => [y, y === 0 ? 2025 : 744]),
  )
  const since = sequence.since()
  expect([since.answers, since.lower[0], since.upper[0]]).toEqual([0, 0, 1])
  sequence.observeMany(
    MECHANISMS[0],
    [...LAW.keys()].map(y => [y, y === 1 ? 2025 : 744]),
  )
  expect(since.answers).toBe(5001)
  expect(since.lower[1]).toBeGreaterThan(0.8)
  expect(sequence.lower[1]).toBeLessThan(0.5)
  expect(sequence.upper[1]).toBeGreaterThan(0.5)
  expect(fromStart.lower).toEqual(sequence.lower)
})

test('a sequence continues from its plain data with exactly the same numbers', () => {
  for (const answers of [0, 1, 300]) {
    const sequence = confidenceSequence({ categories: 5, level: 0.9, simultaneous: true })
    feed(sequence, answers)
    const again = confidenceSequenceFromJSON(JSON.parse(JSON.stringify(sequence)))
    feed(sequence, 200, 3)
    feed(again, 200, 3)
    expect(again.toJSON()).toEqual(sequence.toJSON())
    expect([again.lower, again.upper]).toEqual([sequence.lower, sequence.upper])
  }
})

test('a group’s answers count alike in any order', () => {
  const answers = [0, 1, 2, 3, 4].map(y => [y, 10 * (y + 1)] as const)
  const [one, other] = [answers, answers.toReversed()].map(group => {
    const sequence = confidenceSequence({ categories: 5 })
    sequence.observeMany(MECHANISMS[0], group)
    sequence.observeMany(MECHANISMS[2], group)
    return sequence
  })
  expect(one.answers).toBe(300)
  for (let x = 0; x < 5; x++) expect(one.upper[x]).toBeCloseTo(other.upper[x], 12)
})

test('what is refused changes nothing', () => {
  const sequence = confidenceSequence({ categories: 5 })
  feed(sequence, 10)
  const before = sequence.toJSON()
  const [mechanism] = MECHANISMS
  for (const attempt of [
    () => sequence.observe(mechanism, 5),
    () => sequence.observe(mechanism, 0, -1),
    () => sequence.observe(srr({ categories: 4, epsilon: 1 }), 0),
    () =>
      sequence.observeMany(mechanism, [
        [0, 1],
        [7, 1],
      ]),
    () => sequence.observe(5 as never, 0),
  ]) {
    expect(attempt).toThrow(RangeError)
    expect(sequence.toJSON()).toEqual(before)
  }
})

test('impossible options and plain data are refused', () => {
  for (const [options, argument] of [
    [{ categories: 1 }, 'categories'],
    [{ categories: 3, level: 1 }, 'level'],
    [{ categories: 3, simultaneous: 1 }, 'simultaneous'],
    [{ categories: 3, epsilon: 1 }, 'options'],
  ] as const) {
    expect(() => confidenceSequence(options as never)).toThrow(argument)
  }
  const sequence = confidenceSequence({ categories: 5 })
  feed(sequence, 10)
  const json = sequence.toJSON()
  for (const [damage, argument] of [
    [{ answers: -1 }, 'answers'],
    [{ variance: null }, 'variance'],
    [{ variance: 5e-324 }, 'variance'],
    [{ answers: null }, 'answers'],
    [{ level: null }, 'level'],
    [{ lower: { ...json.lower, sums: [1] } }, 'lower.sums'],
    [{ upper: { ...json.upper, penalties: json.upper.penalties.map(() => -1) } }, 'upper.penalties'],
    [{ extra: 1 }, 'json'],
  ] as const) {
    expect(() => confidenceSequenceFromJSON({ ...json, ...damage } as never)).toThrow(argument)
  }
})
