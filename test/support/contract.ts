import { expect } from 'vitest'
import { strayDraws, strayExtremes, strayGroups } from '../../src/contract/mechanism-draws.ts'
import { levelMistakes } from '../../src/contract/mechanism-level.ts'
import { lostOnTheWire, malformedResponses } from '../../src/contract/mechanism-responses.ts'
import { auditOver } from '../../src/mechanism/audit.ts'
import { likelihood } from '../../src/mechanism/channel-matrix.ts'
import { columnLogValues, columnSpread, columnValues, denseColumn } from '../../src/mechanism/column.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { stream } from '../../src/random/stream.ts'
import { refusalOf } from './refusal.ts'
import { key, type Subject } from './subjects.ts'

// What every mechanism must do, besides the published contract and where not all responses can be gone through. Each check
// throws if the mechanism does not; the twins, wrong by design, go through the same functions.

/** Throws the first mistake that a rule of the published contract finds, if it finds one. */
const orThrow =
  <Given extends unknown[]>(rule: (...given: Given) => Iterable<string>) =>
  (...given: Given): void => {
    for (const mistake of rule(...given)) throw new Error(mistake)
  }

export const auditIsExact = orThrow(levelMistakes)
export const drawsFollowChannel = orThrow(strayDraws)
export const groupsFollowChannel = orThrow(strayGroups)
export const survivesExtremeDraws = orThrow(strayExtremes)
export const survivesTheWire = orThrow(lostOnTheWire)

/** `|actual / expected − 1|`, at most. */
function expectClose(actual: number, expected: number, relative: number): void {
  if (actual !== expected) expect(Math.abs(actual / expected - 1)).toBeLessThanOrEqual(relative)
}

/** Every probability is that of the definition. */
export function followsDefinition({ mechanism, law }: Subject): void {
  const columns = new Map(Array.from(mechanism.responses(), y => [key(y), likelihood(mechanism, y)]))
  for (let x = 0; x < mechanism.categories; x++) {
    const expected = law(x)
    expect(expected.size).toBe(columns.size)
    for (const [y, probability] of expected) expectClose(columns.get(y)![x], probability, 1e-11)
  }
}

/** The audited level is what the mechanism says, finite, and not above what was asked for. */
export function keepsItsPromise(
  mechanism: Pick<Mechanism, 'kinds' | 'column' | 'epsilon'>,
  epsilon: number,
): void {
  const audited = auditOver(mechanism.kinds(), mechanism).epsilon
  expect(audited).toBeGreaterThanOrEqual(0)
  // A logarithm of nearly 1 is rounded by some 1e-16, whatever its size.
  expect(audited).toBeLessThanOrEqual(epsilon * (1 + 1e-12) + 1e-15)
  expect(mechanism.epsilon).toBe(audited)
}

/** A column of levels is the dense column that it stands for: finite logarithms, the largest value 1. */
export function levelsAreDense(mechanism: Mechanism, responses = mechanism.responses()): void {
  for (const response of responses) {
    const column = mechanism.column(response)
    const dense = denseColumn(columnLogValues(column), column.logScale)
    if (column.kind === 'levels') {
      const { set, point, base, level, peak } = column
      const inSet = new Set(set)
      const plain = dense.values.map((_, x) => (x === point ? peak : inSet.has(x) ? level : base))
      expect(columnValues(column)).toEqual(plain)
      expect([...set]).toEqual([...inSet].sort((i, j) => i - j))
    }
    expect(columnValues(column)).toEqual(dense.values)
    expect(Math.max(...dense.values)).toBe(1)
    expect(column.logScale).toBe(dense.logScale)
    expect(column.logScale).toBeLessThanOrEqual(0)
    expect(columnSpread(column).logRatio).toBe(columnSpread(dense).logRatio)
  }
}

/** What is no response gets no column, and the error names it. */
export function namesBadResponses(mechanism: Mechanism): void {
  for (const response of malformedResponses(mechanism)) {
    expect(() => mechanism.column(response as never)).toThrow(
      /^response must be .*(categor|whole number).*; got /,
    )
  }
}

/** Who holds no category gets no response, and no randomness is spent. */
export function refusesBadCategories(mechanism: Mechanism): void {
  const rng = stream(1, 'unspent')
  const before = rng.state()
  for (const category of [undefined, null, Number.NaN, Infinity, -1, mechanism.categories, 0.5, '0', [0]]) {
    const refusal = refusalOf(() => mechanism.respond(category as never, rng))
    expect(refusal.message).toBe(
      `category must be a category, a whole number from 0 to ${mechanism.categories - 1}`,
    )
    expect(refusal).not.toHaveProperty('value')
  }
  expect(rng.state()).toEqual(before)
}
