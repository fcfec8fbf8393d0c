import { expect, test } from 'vitest'
import { audit } from '../../src/mechanism/audit.ts'
import { auditedMechanism } from '../../src/mechanism/audited-mechanism.ts'
import type { Channel, Mechanism } from '../../src/mechanism/mechanism.ts'
import { denseColumn } from '../../src/mechanism/own-column.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'

/** Response 2 tells the categories apart by a factor of 5, the others by 1.5 and 1. */
const LAW = [
  [0.3, 0.2],
  [0.65, 0.65],
  [0.03, 0.15],
]
LAW[1] = [1 - LAW[0][0] - LAW[2][0], 1 - LAW[0][1] - LAW[2][1]]
const LEVEL = Math.log(5)

/** A stranger's channel; `change` alters some of its parts. */
function own(change: Partial<Record<keyof Mechanism, unknown>> = {}): Channel {
  return {
    name: 'own',
    categories: 2,
    respond: (category: number) => category,
    column: (y: number) => denseColumn(LAW[y].map(Math.log)),
    responses: () => [0, 1, 2],
    toRequest: () => ({ mechanism: 'own' }),
    ...change,
  } as Channel
}

test('a mechanism of this library is returned unchanged', () => {
  // The second spends less than it was asked for.
  const modest = rrrr({ categories: 4, subset: [0, 1, 2], epsilon: 1.25, epsilon1: 1 })
  expect(modest.epsilon).toBeCloseTo(1, 12)
  for (const mechanism of [srr({ categories: 3, epsilon: 1 }), modest]) {
    expect(auditedMechanism(mechanism)).toBe(mechanism)
  }
})

test('the level is computed from the columns, whatever the author states', () => {
  for (const stated of [{}, { epsilon: 0.1 }, { epsilon: 0.1, responseCount: 3 }, { responseCount: 3 }]) {
    const mechanism = auditedMechanism(own(stated))
    expect(mechanism.epsilon).toBeCloseTo(LEVEL, 12)
    expect(audit(mechanism)).toEqual({ epsilon: mechanism.epsilon, response: 2, pair: [1, 0] })
    expect(mechanism.responseCount).toBe(3)
  }
})

test('the columns of a certified channel do not vouch for a level that is stated beside them', () => {
  // A respondent of ε = 1 would answer through a channel of 5, and book 0.1.
  const { column, responses } = srr({ categories: 2, epsilon: 5 })
  const mechanism = auditedMechanism(own({ column, responses, epsilon: 0.1, responseCount: 2 }))
  expect(mechanism.epsilon).toBeCloseTo(5, 12)
  const unstated = auditedMechanism(own({ column, responses, responseCount: 2 }))
  expect(unstated.epsilon).toBeCloseTo(5, 12)
})

test('a channel is audited once', () => {
  let audits = 0
  const channel = own({ responses: () => [0, 1, 2].slice(0, 3 + 0 * audits++) })
  expect(auditedMechanism(channel)).toBe(auditedMechanism(channel))
  expect(audits).toBe(1)
})

test('columns and categories are checked whenever they are used, not only in the audit', () => {
  let isAudited = false
  const channel = own({
    column: (y: number) => (isAudited ? { kind: 'dense', categories: 3 } : denseColumn(LAW[y].map(Math.log))),
  })
  const mechanism = auditedMechanism(channel)
  isAudited = true
  expect(() => mechanism.column(0)).toThrow(/^the column of a response must be/)
  expect(() => mechanism.respond(2, stream(1))).toThrow(/^category must be a category/)
  expect(Object.is(mechanism.respond(-0, stream(1)), 0)).toBe(true)
})

test('a channel without one of its parts is refused by its name', () => {
  for (const part of ['respond', 'column', 'toRequest']) {
    expect(() => auditedMechanism(own({ [part]: undefined }))).toThrow(
      `${part} of the mechanism own must be a function; got undefined`,
    )
  }
  expect(() => auditedMechanism(own({ categories: 1 }))).toThrow(/^the number of categories of the mechanism/)
  expect(() => auditedMechanism(own({ name: 7 }))).toThrow(/^the mechanism's name must be a string/)
  expect(() => auditedMechanism(null as never)).toThrow(/^mechanism must be an object/)
})
