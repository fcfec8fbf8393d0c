import { expect, test } from 'vitest'
import { auditAll } from '../../src/mechanism/audit-all.ts'
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
