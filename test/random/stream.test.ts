import { expect, test } from 'vitest'
import type { SeededRng } from '../../src/random/rng.ts'
import { resumeStream, stream } from '../../src/random/stream.ts'
import { chiSquarePValue, FALSE_ALARM, normalTail } from '../support/statistics.ts'

// Each statistical check raises a false alarm with probability 1e-6 at most; its twin, wrong by design, must fail it.

const NAMES = 100_000

/** Goodness of fit of numbers in [0, 1) to the uniform law, in cells of equal width. */
function uniformity(values: ArrayLike<number>, cells = 1000): number {
  const counts = new Float64Array(cells)
  for (let i = 0; i < values.length; i++) counts[Math.floor(values[i] * cells)]++
  return chiSquarePValue(counts, new Float64Array(cells).fill(values.length / cells))
}

/** Two-sided p-value of the correlation between x_i and y_i, both uniform on [0, 1). */
function correlation(x: ArrayLike<number>, y: ArrayLike<number>): number {
  let total = 0
  for (let i = 0; i < x.length; i++) total += (x[i] - 0.5) * (y[i] - 0.5)
  return normalTail((total * 12) / Math.sqrt(x.length))
}

test('a stream gives these numbers on every machine', () => {
  const rng = stream(1, 'golden')
  expect(Array.from({ length: 4 }, () => rng.uint32())).toEqual([
    3443148103, 2406892296, 4052420761, 1708744161,
  ])
  expect(stream('seed', 'golden', 2).uniform()).toBe(0.36037578449585206)
  expect(stream(-0.5).integer(1e12)).toBe(46233127098)
})

test('the 53rd bit of a uniform draw is set half of the time', () => {
  const draws = 100_000
  const lastBit = (uniform: () => number) => {
    let ones = 0
    for (let i = 0; i < draws; i++) ones += (uniform() * 2 ** 53) % 2
    return chiSquarePValue([ones, draws - ones], [draws / 2, draws / 2])
  }
  const rng = stream(1, 'last bit')
  expect(lastBit(() => rng.uniform())).toBeGreaterThan(FALSE_ALARM)
  expect(lastBit(() => rng.uint32() / 2 ** 32)).toBeLessThan(FALSE_ALARM)
})

test('uniform draws are from 0 to below 1 and uniform', () => {
  const rng = stream(1, 'uniform')
  const draws = Float64Array.from({ length: 1e6 }, () => rng.uniform())
  expect(uniformity(draws)).toBeGreaterThan(FALSE_ALARM)
  expect(uniformity(draws.map(u => u ** 1.05))).toBeLessThan(FALSE_ALARM)
})

test('a hundred thousand names give different first draws', () => {
  const different = (name: (i: number) => number) =>
    new Set(Array.from({ length: NAMES }, (_, i) => stream(1, 'user', name(i)).uniform())).size
  expect(different(i => i)).toBe(NAMES)
  expect(different(i => i % 65536)).toBeLessThan(NAMES)
})

test.each([
  ['names', (i: number) => stream(1, 'user', i)],
  ['text names', (i: number) => stream(1, `user${i}`)],
  ['seeds', (i: number) => stream(i, 'user')],
])('the first draws of successive %s are uniform, and uncorrelated from one to the next', (_, open) => {
  const first = Float64Array.from({ length: NAMES }, (_, i) => open(i).uniform())
  expect(uniformity(first)).toBeGreaterThan(FALSE_ALARM)
  expect(correlation(first.subarray(1), first.subarray(0, -1))).toBeGreaterThan(FALSE_ALARM)
})

test('a linear congruential generator seeded 0, 1, 2, … fails those checks', () => {
  const first = Float64Array.from({ length: NAMES }, (_, i) => ((16807 * i) % 2147483647) / 2147483647)
  expect(uniformity(first)).toBeLessThan(FALSE_ALARM)
  expect(correlation(first.subarray(1), first.subarray(0, -1))).toBeLessThan(FALSE_ALARM)
})

test('streams of neighbouring names are uncorrelated throughout', () => {
  const draw = (...name: (string | number)[]) => {
    const rng = stream(7, ...name)
    return Float64Array.from({ length: 1e6 }, () => rng.uniform())
  }
  const one = draw('run', 1)
  expect(correlation(one, draw('run', 2))).toBeGreaterThan(FALSE_ALARM)
  expect(correlation(one, draw('run', 1, 0))).toBeGreaterThan(FALSE_ALARM)
  expect(correlation(one, draw('run', 1))).toBeLessThan(FALSE_ALARM)
})

test('a number and the string of its digits name different streams, and so do other groupings', () => {
  const first = [
    stream(1, 'a'),
    stream('1', 'a'),
    stream(1, 1),
    stream(1, '1'),
    stream(1, 'a', 'b'),
    stream(1, 'ab'),
    stream(1, 'a,b'),
    stream(1, 'a","b'),
    stream(1),
    stream(1, ''),
  ].map(rng => rng.uniform())
  expect(new Set(first).size).toBe(first.length)
})

test('a stream resumed from its state, through JSON, continues the same numbers', () => {
  const rng = stream(1, 'resumed')
  for (let i = 0; i < 1000; i++) rng.uniform()
  const state = JSON.parse(JSON.stringify(rng.state()))
  const next = (source: SeededRng) => [source.uint32(), source.uniform(), source.integer(1000)]
  const expected = Array.from({ length: 100 }, () => next(rng))
  const resumed = resumeStream(state)
  expect(Array.from({ length: 100 }, () => next(resumed))).toEqual(expected)
  expect(resumed.state()).toEqual(rng.state())
})

test('a state once taken does not change with the stream', () => {
  const rng = stream(1, 'resumed')
  const state = rng.state()
  const copy = structuredClone(state)
  rng.uint32()
  expect(state).toEqual(copy)
})

test.each([Number.NaN, Infinity, undefined, null, {}, 1n, true])('%s is refused as a seed', seed => {
  expect(() => stream(seed as number)).toThrow(/^seed must be a string or a finite number; got/)
})

test.each([Number.NaN, Infinity, undefined, null, {}, 1n, true])('%s is refused in a name', part => {
  expect(() => stream(1, 'a', part as number)).toThrow(/^stream name must be a string or a finite number/)
})

test.each([
  undefined,
  null,
  {},
  { w: 1, i: 2, X: [1] },
  { w: 0.5, i: 2, X: new Array(128).fill(1) },
  { w: 1, i: 2, X: new Array(128).fill(2 ** 32) },
  { w: 1, i: 2, X: new Array(128).fill(0) },
])('%j is refused as the state of a stream', state => {
  expect(() => resumeStream(state as never)).toThrow(/^stream state must be what state\(\) of a stream gave/)
})
