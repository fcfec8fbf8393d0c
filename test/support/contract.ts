import { expect } from 'vitest'
import { mechanismFromRequest } from '../../src/loop/requests.ts'
import { audit, auditOver } from '../../src/mechanism/audit.ts'
import { channelMatrix, likelihood } from '../../src/mechanism/channel-matrix.ts'
import { columnLogValues, columnSpread, columnValues, denseColumn } from '../../src/mechanism/column.ts'
import type { Mechanism, Request } from '../../src/mechanism/mechanism.ts'
import type { Rng, SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { sum } from '../../src/simplex/probabilities.ts'
import { refusalOf } from './refusal.ts'
import { chiSquarePValue } from './statistics.ts'
import { key, type Subject } from './subjects.ts'

// What every mechanism must do. Each check throws if the mechanism does not; the twins, wrong by design, go through
// the same functions.

/** `|actual / expected − 1|`, at most. */
function expectClose(actual: number, expected: number, relative: number): void {
  if (actual !== expected) expect(Math.abs(actual / expected - 1)).toBeLessThanOrEqual(relative)
}

/** For every category, the probabilities of all responses sum to one. */
export function columnsSumToOne(mechanism: Mechanism): void {
  const matrix = channelMatrix(mechanism)
  expect(matrix.length).toBe(mechanism.responseCount)
  for (let x = 0; x < mechanism.categories; x++) {
    expect(Math.abs(sum(matrix.map(row => row[x])) - 1)).toBeLessThanOrEqual(1e-12)
  }
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
  expect(audited).toBeLessThanOrEqual(epsilon * (1 + 1e-12))
  expect(mechanism.epsilon).toBe(audited)
}

/** The audit of the kinds is that of all responses and all categories, from logarithms. */
export function auditIsExact(mechanism: Mechanism): void {
  let exact = 0
  for (const response of mechanism.responses()) {
    const logs = columnLogValues(mechanism.column(response))
    exact = Math.max(exact, Math.max(...logs) - Math.min(...logs))
  }
  const { epsilon, response, pair } = audit(mechanism)
  expectClose(epsilon, exact, 1e-12)
  const logs = columnLogValues(mechanism.column(response))
  expectClose(logs[pair[0]] - logs[pair[1]], epsilon, 1e-12)
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

/** Responses to every category follow the channel; p-values of a chi-square test, at least `alarm` each. */
export function drawsFollowChannel(mechanism: Mechanism, rng: Rng, draws: number, alarm: number): void {
  const columns = new Map(Array.from(mechanism.responses(), y => [key(y), likelihood(mechanism, y)]))
  for (let x = 0; x < mechanism.categories; x++) {
    const counts = new Map(Array.from(columns.keys(), y => [y, 0]))
    for (let i = 0; i < draws; i++) {
      const sent = key(mechanism.respond(x, rng))
      const before = counts.get(sent)
      if (before === undefined) throw new Error(`${sent} is none of the responses of ${mechanism.name}`)
      counts.set(sent, before + 1)
    }
    const observed = Array.from(counts.values())
    const expected = Array.from(columns.values(), column => draws * column[x])
    const p = chiSquarePValue(observed, expected)
    expect(p, `${draws} draws at ${x}: observed ${observed}, expected ${expected}`).toBeGreaterThan(alarm)
  }
}

/** The responses of a group follow the channel of each of its people, and none gets lost. */
export function groupsFollowChannel(mechanism: Mechanism, rng: SeededRng, size: number, alarm: number): void {
  if (mechanism.respondMany === undefined) return
  const K = mechanism.categories
  const mixed = mechanism.respondMany(
    Float64Array.from({ length: K }, (_, x) => size + x),
    rng,
  )
  expect(sum(mixed)).toBe(K * size + (K * (K - 1)) / 2)
  const matrix = channelMatrix(mechanism)
  for (let x = 0; x < K; x++) {
    const alike = new Float64Array(K)
    alike[x] = size
    const observed = mechanism.respondMany(alike, rng)
    const expected = matrix.map(row => size * row[x])
    const p = chiSquarePValue(observed, expected)
    expect(p, `${size} people at ${x}: observed ${observed}, expected ${expected}`).toBeGreaterThan(alarm)
  }
}

/** Whatever the source of randomness gives, its extremes included, the response is one that has a column. */
export function survivesExtremeDraws(mechanism: Mechanism): void {
  const extremes: [uniform: number, integer: (n: number) => number][] = [
    [1 - 2 ** -53, n => n - 1],
    [1 - 2 ** -53, () => 0],
    [0, n => n - 1],
    [0, () => 0],
  ]
  for (const [uniform, integer] of extremes) {
    const rng: SeededRng = { ...stream(1), uniform: () => uniform, integer }
    for (let x = 0; x < mechanism.categories; x++) mechanism.column(mechanism.respond(x, rng))
  }
}

/** The request, through JSON, makes the same mechanism on the other side. */
export function survivesTheWire(mechanism: Mechanism, responses = mechanism.responses()): void {
  const request: Request = JSON.parse(JSON.stringify(mechanism.toRequest()))
  const rebuilt = mechanismFromRequest(request)
  const plain = ({ name, categories, epsilon, responseCount }: Mechanism) => [
    name,
    categories,
    epsilon,
    responseCount,
  ]
  expect(plain(rebuilt)).toEqual(plain(mechanism))
  expect(rebuilt.toRequest()).toEqual(request)
  for (const response of responses) expect(rebuilt.column(response)).toEqual(mechanism.column(response))
}

/** What is no response gets no column, and the error names it. */
export function refusesBadResponses(mechanism: Mechanism): void {
  const K = mechanism.categories
  const [good] = mechanism.kinds()
  const possible = new Set(Array.from(mechanism.responses(), key))
  const bad: unknown[] = [
    undefined,
    null,
    Number.NaN,
    Infinity,
    -1,
    K,
    mechanism.responseCount,
    0.5,
    '0',
    {},
    [],
    [K],
    [-1],
    [0.5],
    ['0'],
  ]
  if (typeof good === 'number') bad.push([good])
  else {
    bad.push(
      0,
      [...good, K],
      [...good, good[0]],
      good.slice(1),
      Uint8Array.from(good),
      new Array(good.length),
    )
    if (good.length > 1)
      bad.push(
        [...good].reverse(),
        good.map(() => good[0]),
      )
  }
  for (const response of bad) {
    // Of some mechanisms one or the other of these is a response.
    if (possible.has(key(response))) continue
    expect(() => mechanism.column(response as never)).toThrow(RangeError)
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
