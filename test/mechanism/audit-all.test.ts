import { describe, expect, test } from 'vitest'
import { auditAll } from '../../src/mechanism/audit-all.ts'
import { denseColumn, levelColumn } from '../../src/mechanism/own-column.ts'
import { srr } from '../../src/mechanism/srr.ts'

const { column, responses } = srr({ categories: 3, epsilon: 1 })
const channel = { name: 'own', categories: 3, column, responses }

test('a channel is audited by all of its responses', () => {
  const { audit, responses } = auditAll(channel)
  expect(responses).toBe(3)
  expect(audit.epsilon).toBeCloseTo(1, 12)
})

test('what an author claims about the extreme responses may be as long as it likes', () => {
  expect(auditAll({ ...channel, kinds: () => new Array(200_000).fill(0) }).responses).toBe(3)
})

test('a channel that cannot be audited is refused in a sentence', () => {
  function* tooMany() {
    for (let y = 0; y < 1e7; y++) yield y % 3
  }
  for (const [own, message] of [
    [
      { ...channel, responses: tooMany },
      'the number of responses of the mechanism own must be at most 1000000, which an audit can go through; got 1000001',
    ],
    [
      { ...channel, responses: () => [] },
      'the number of responses of the mechanism own must be at least 1; got 0',
    ],
    [{ ...channel, responses: () => [0, 1] }, /^the mechanism own must be a channel/],
    [{ ...channel, kinds: () => [] }, /^the kinds\(\) of the mechanism own must be as telling/],
  ] as const) {
    expect(() => auditAll(own)).toThrow(message)
  }
})

describe('a channel of two levels of responses', () => {
  /** Pr(y | x) by rows; the second response tells most. */
  const of = (...rows: number[][]) => ({
    name: 'own',
    categories: rows[0].length,
    column: (y: unknown) => denseColumn(rows[y as number].map(Math.log)),
    responses: () => rows.keys(),
  })
  const good = of([0.5, 0.5], [0.1, 0.3], [0.4, 0.2])

  test('has the level of the response that tells most, which names the likelier category first', () => {
    const { epsilon, response, pair } = auditAll(good).audit
    expect([epsilon, response, pair]).toEqual([expect.closeTo(Math.log(3), 12), 1, [1, 0]])
  })

  test('is refused where the probabilities of a category sum to less than one, or to more', () => {
    for (const bad of [of([0.5, 0.6], [0.5, 0.39999999]), of([0.5, 0.6], [0.5, 0.40000001])]) {
      expect(() => auditAll(bad)).toThrow(/^the mechanism own must be a channel: .* to category 1 sum to one/)
    }
  })

  test('is refused where its author names responses that tell less, by a millionth of the level', () => {
    const [less] = [Math.log(2) * (1 - 1e-7)]
    const near = of([0.1, 0.2], [0.05, 0.05 * Math.exp(less)], [0.85, 0.8 - 0.05 * Math.exp(less)])
    expect(auditAll({ ...near, kinds: () => [0] }).audit.response).toBe(0)
    expect(() => auditAll({ ...near, kinds: () => [1] })).toThrow(/^the kinds\(\) of the mechanism own/)
    expect(() => auditAll({ ...good, kinds: () => [0] })).toThrow(/^the kinds\(\) of the mechanism own/)
  })

  test('is refused where a column is none', () => {
    const broken = { ...good, column: (y: unknown) => ({ ...good.column(y), categories: 3 }) }
    expect(() => auditAll(broken)).toThrow(/^the column of a response must be/)
  })

  test('may have columns with a point inside the set, and up to a million responses', () => {
    const levels = (logBase: number, logLevel: number, logPeak: number) =>
      levelColumn({ categories: 3, logScale: 0, logBase, set: [0, 1], logLevel, point: 1, logPeak })
    const first = [0.2, 0.3, 0.6].map(Math.log)
    const rest = [0.8, 0.7, 0.4].map(Math.log)
    const columns = [levels(first[0], first[1], first[2]), denseColumn([rest[1], rest[2], rest[0]])]
    const own = {
      name: 'own',
      categories: 3,
      column: (y: unknown) => columns[y as number],
      responses: () => [0, 1],
    }
    expect(auditAll(own).audit.epsilon).toBeCloseTo(Math.log(3), 12)
    const flat = levelColumn({ categories: 2, logScale: -Math.log(2e5), logBase: 0 })
    const many = {
      name: 'own',
      categories: 2,
      column: () => flat,
      responses: () => new Array<number>(2e5).keys(),
    }
    expect(auditAll(many).responses).toBe(2e5)
  })
})
