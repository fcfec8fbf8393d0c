import { describe, expect, test } from 'vitest'
import { exp } from '../../src/elementary/exp.ts'
import { expm1 } from '../../src/elementary/expm1.ts'
import { log } from '../../src/elementary/log.ts'
import { log1p } from '../../src/elementary/log1p.ts'
import { pow } from '../../src/elementary/pow.ts'
import { exponentOf } from '../../src/elementary/powers-of-two.ts'
import { stream } from '../../src/random/stream.ts'
import { expBounds, UNIT } from '../support/exact-exp.ts'

const rng = stream(1, 'elementary')
const between = (low: number, high: number) => low + (high - low) * rng.uniform()
const ulp = (x: number) => 2 ** (exponentOf(Math.abs(x)) - 52)

/** A double as a fraction with the denominator `UNIT²`. */
const whole = (x: number): bigint => BigInt(x * 2 ** 200) * 2n ** 312n

/** How far a value is from `numerator / denominator`, in its ulps. */
function error(value: number, numerator: bigint, denominator: bigint): number {
  const distance = whole(value) * denominator - numerator * UNIT * UNIT
  return Math.abs(Number((distance << 40n) / (whole(ulp(value)) * denominator))) / 2 ** 40
}

/** `e^x` as a fraction; x a multiple of 2⁻²⁰⁰. */
function exactExp(x: number): [bigint, bigint] {
  const { lower } = expBounds(Math.abs(x))
  return x < 0 ? [UNIT, lower] : [lower, UNIT]
}

describe('against whole-number arithmetic, in ulps of the value,', () => {
  type F = (x: number) => number

  const largest = (errors: number[]) => errors.reduce((most, one) => Math.max(most, one), 0)

  const expError = (f: F) =>
    largest(
      Array.from({ length: 400 }, () => {
        const x = between(-80, 80)
        return error(f(x), ...exactExp(x))
      }),
    )

  const expm1Error = (f: F) =>
    largest(
      Array.from({ length: 400 }, (_, i) => {
        const x = between(-1, 1) * 2 ** -(i % 20)
        const [numerator, denominator] = exactExp(x)
        return error(f(x), numerator - denominator, denominator)
      }),
    )

  /** By `e^y / x − 1`, which is the error of a logarithm y. */
  const logError = (f: F) =>
    largest(
      Array.from({ length: 400 }, (_, i) => {
        const x = i % 2 ? between(0.5, 2) : between(0, 1) * 2 ** between(-60, 60)
        const y = f(x)
        const [numerator, denominator] = exactExp(y)
        const distance = numerator * UNIT * UNIT - whole(x) * denominator
        return Math.abs(Number((distance << 100n) / (whole(x) * denominator))) / 2 ** 100 / ulp(y)
      }),
    )

  const log1pError = (f: F) =>
    largest(
      Array.from({ length: 400 }, (_, i) => {
        const x = between(-0.9, 3) * 2 ** -(i % 20)
        const y = f(x)
        const [numerator, denominator] = exactExp(y)
        const one = (UNIT * UNIT + whole(x)) * denominator
        const distance = numerator * UNIT * UNIT - one
        return Math.abs(Number((distance << 100n) / one)) / 2 ** 100 / ulp(y)
      }),
    )

  /** Of `x^(j/4)`, by the fourth power of the value, whose relative error is four times as large. */
  const powError = (f: (x: number, y: number) => number) =>
    largest(
      Array.from({ length: 400 }, () => {
        const x = between(0.01, 100)
        const j = rng.integer(41) - 20
        const value = f(x, j / 4)
        const [base, one] = [BigInt(x * 2 ** 60), 2n ** 60n]
        const [above, below] =
          j < 0 ? [one ** BigInt(-j), base ** BigInt(-j)] : [base ** BigInt(j), one ** BigInt(j)]
        const fourth = whole(value) ** 4n * below
        const exact = above * UNIT ** 8n
        return (Math.abs(Number(((fourth - exact) << 100n) / exact)) / 2 ** 100 / 4) * (value / ulp(value))
      }),
    )

  test.each([
    ['exp', expError(exp)],
    ['expm1', expm1Error(expm1)],
    ['log', logError(log)],
    ['log1p', log1pError(log1p)],
    ['pow', powError(pow)],
  ])('%s is right to less than an ulp', (_, most) => {
    expect(most).toBeGreaterThan(0.4)
    expect(most).toBeLessThan(1)
  })

  test('an ulp too much is seen, and so is what the functions are to avoid', () => {
    const off = (f: F) => (x: number) => f(x) + ulp(f(x))
    expect(expError(off(exp))).toBeGreaterThan(1)
    expect(logError(off(log))).toBeGreaterThan(1)
    expect(expm1Error(x => exp(x) - 1)).toBeGreaterThan(1000)
    expect(log1pError(x => log(1 + x))).toBeGreaterThan(1000)
    expect(powError((x, y) => exp(y * log(x)))).toBeGreaterThan(4)
  })
})

test.each([
  [
    exp,
    [-Infinity, 0],
    [-746, 0],
    [-745, 5e-324],
    [0, 1],
    [-0, 1],
    [1, Math.E],
    [709.79, Infinity],
    [Infinity, Infinity],
  ],
  [
    expm1,
    [-Infinity, -1],
    [-40, -1],
    [0, 0],
    [-0, -0],
    [5e-324, 5e-324],
    [709.79, Infinity],
    [Infinity, Infinity],
  ],
  [log, [-1, NaN], [-Infinity, NaN], [0, -Infinity], [-0, -Infinity], [1, 0], [Infinity, Infinity]],
  [log1p, [-2, NaN], [-1, -Infinity], [0, 0], [-0, -0], [5e-324, 5e-324], [Infinity, Infinity]],
] as [(x: number) => number, ...[number, number][]][])('%o at its ends', (f, ...pairs) => {
  expect(f(NaN)).toBe(NaN)
  for (const [x, y] of pairs) expect(f(x), `${f.name}(${x})`).toBe(y)
})

test('pow at its ends: zero, one and infinite bases and exponents, results that overflow, vanish or are subnormal', () => {
  const cases: [number, number, number][] = [
    [0, 2, 0],
    [0, -2, Infinity],
    [0, 0, 1],
    [1, 1e300, 1],
    [2, 1024, Infinity],
    [2, 1023, 2 ** 1023],
    [2, -1074, 5e-324],
    [2, -1076, 0],
    [4, 0.5, 2],
    [3, 2, 9],
    [Infinity, -1, 0],
    [1 + 2 ** -40, 2 ** 50, Infinity],
    [1 - 2 ** -40, 2 ** 50, exp(-1024 * (1 + 2 ** -41))],
    [0.5, 2 ** 40, 0],
    [0.5, -(2 ** 70), Infinity],
    [2, NaN, NaN],
  ]
  for (const [x, y, power] of cases) expect(pow(x, y), `${x}^${y}`).toBe(power)
})

describe('the bits', () => {
  /** A digest of the bits of many values, of all sizes of arguments. */
  function digest(f: (x: number, y: number) => number, seed: string): string {
    const source = stream(1, 'bits', seed)
    const values = new Float64Array(30_000)
    const signed = () => 2 * source.uniform() - 1
    for (let i = 0; i < values.length; i += 3) {
      values[i] = f(signed() * 2, source.uniform() * 3)
      values[i + 1] = f(signed() * 750, signed() * 100)
      values[i + 2] = f(signed() * 2 ** (source.integer(2000) - 1000), signed())
    }
    let hash = 0x811c9dc5
    const view = new DataView(values.buffer)
    for (let i = 0; i < values.length; i++) {
      // There is more than one NaN.
      view.setFloat64(0, Number.isNaN(values[i]) ? 1 : values[i])
      hash = Math.imul(hash ^ view.getUint32(0), 0x01000193)
      hash = Math.imul(hash ^ view.getUint32(4), 0x01000193)
    }
    return (hash >>> 0).toString(16)
  }

  const positive = (f: (x: number, y: number) => number) => (x: number, y: number) => f(Math.abs(x), y)

  test.each([
    ['exp', exp, '70bfacc6'],
    ['expm1', expm1, '9254b2d'],
    ['log', positive(log), 'a7b0f1f0'],
    ['log1p', log1p, '656d1473'],
    ['pow', positive(pow), 'be41bc43'],
  ])('of %s are the same on every machine', (name, f, expected) => {
    expect(digest(f, name)).toBe(expected)
  })

  test('of another value among them are noticed', () => {
    let calls = 0
    expect(digest(x => (calls++ === 20_000 ? exp(x) * (1 + 2 ** -52) : exp(x)), 'exp')).not.toBe(
      digest(exp, 'exp'),
    )
  })
})
