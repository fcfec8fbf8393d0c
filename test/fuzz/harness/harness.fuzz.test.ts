import { describe, expect, test } from 'vitest'
import { testFolder } from '../../support/folder.ts'
import { fuzz } from './fuzz.ts'
import type * as planted from './planted.ts'
import { refusalOf } from './surface.ts'

const path = testFolder()

const play = (surface: keyof typeof planted, hangMs = 60_000) =>
  fuzz({
    module: 'harness/planted.ts',
    surface,
    seed: 1,
    runs: 200,
    folder: path(''),
    hangMs,
    shrinkMs: 2000,
  })

describe.concurrent('the harness', () => {
  test('counts what is valid and what is refused, the known cases with the others', async () => {
    const { failure, valid, refused } = await play('sound')
    expect(failure).toBeUndefined()
    expect(valid + refused).toBe(201)
    expect(valid).toBeGreaterThan(0)
  })

  test.for([
    ['typeError', /TypeError: Cannot read properties of undefined/],
    ['trap', /RuntimeError: unreachable/],
    ['slow', /took \d+ ms, not 10/],
    ['accepted', /1000 was accepted/],
  ] as const)('finds %s, and the smallest case that shows it', async ([surface, reason]) => {
    const { failure } = await play(surface)
    expect(failure?.counterexample).toBe('1000')
    expect(failure?.reason).toMatch(reason)
  })

  test.for([
    ['hang', 1000, /did not come back within 1000 ms/],
    ['death', 60_000, /the process died .*heap/s],
  ] as const)('outlives %s, and looks for a smaller case', async ([surface, hangMs, reason]) => {
    const { failure } = await play(surface, hangMs)
    expect(Number(failure?.counterexample)).toBeGreaterThanOrEqual(1000)
    expect(failure?.reason).toMatch(reason)
  })
})

describe('a refusal', () => {
  test('is a RangeError of one line', () => {
    expect(refusalOf(new RangeError('size must be a whole number; got -1'))).toBe('refused')
  })

  test.for<[string, () => unknown]>([
    ['another error', () => new TypeError('x is undefined')],
    ['several lines', () => new RangeError('size\nis bad')],
    ['a book', () => new RangeError('size '.repeat(1000))],
    ['no words', () => new RangeError(' ')],
    ["the engine's own, of a length", () => thrownBy(() => new Array(-1))],
    ['of a typed length', () => thrownBy(() => new Float64Array(2 ** 53))],
    ['of a string', () => thrownBy(() => 'ab'.repeat(2 ** 30))],
    [
      'of the stack',
      () => {
        const deep = (): number => 1 + deep()
        return thrownBy(deep)
      },
    ],
  ])('is not %s', ([, make]) => {
    expect(() => refusalOf(make())).toThrow()
  })
})

function thrownBy(body: () => unknown): unknown {
  try {
    return body()
  } catch (error) {
    return error
  }
}
