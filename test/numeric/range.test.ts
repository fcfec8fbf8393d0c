import { describe, expect, test } from 'vitest'
import { edgeOf, numericRange } from '../../src/numeric/range.ts'

const ages = numericRange({ from: 0, to: 120, bins: 120 })

describe('the cell of a value', () => {
  test.each([
    [-1, 0],
    [-1e308, 0],
    [-5e-324, 0],
    [0, 1],
    [-0, 1],
    [0.99, 1],
    [39.5, 40],
    [119.99, 120],
    [120, 120],
    [120.0001, 121],
    [2 ** 53, 121],
    [1e308, 121],
  ])('of %d between 0 and 120, by years, is %d', (value, cell) => {
    expect(ages.cell(value)).toBe(cell)
    const byEdges = numericRange({ edges: Array.from({ length: 121 }, (_, i) => i) })
    expect(byEdges.cell(value)).toBe(cell)
    expect(Object.is(ages.cell(value), -0)).toBe(false)
  })

  test('is ⌊(x − from)/w⌋ for ranges of any kind, whatever the rounding', () => {
    for (const [from, to, bins] of [
      [-3.7, 11.1, 37],
      [0, 1, 10],
      [1e6, 1e6 + 1, 1000],
    ]) {
      const range = numericRange({ from, to, bins })
      const width = (to - from) / bins
      for (let i = 0; i <= 5000; i++) {
        const x = from + ((to - from) * i) / 5000
        if (x > to) continue
        expect(range.cell(x)).toBe(1 + Math.min(bins - 1, Math.floor((x - from) / width)))
      }
    }
  })

  test.each([[Number.NaN], [Infinity], [-Infinity], ['39'], [null], [undefined], [{}], [12n], [[1]]])(
    'of %s is refused, in the same words for all, which do not say what it was',
    value => {
      expect(() => ages.cell(value)).toThrow(/^value must be a finite number$/)
    },
  )
})

describe('a range', () => {
  test.each([
    [{ from: 0, to: 0, bins: 4 }, 'numeric.to must be a number above 0'],
    [{ from: 0, to: 1, bins: 1 }, 'numeric.bins must be a whole number from 2 to 16384; got 1'],
    [{ from: -1.7e308, to: 1.7e308, bins: 2 }, 'numeric.to must be such that the range is finite'],
    [{ from: 1e16, to: 1e16 + 2, bins: 8 }, 'numeric.bins must be few enough for the bins to be told apart'],
    [{ edges: [0, 1] }, 'numeric.edges must be a list of 3 to 16385 numbers'],
    [{ edges: [0, 2, 1] }, 'numeric.edges must be increasing numbers'],
    [{ edges: [0, 1, Number.NaN] }, 'numeric.edges[2] must be a finite number'],
    [undefined, 'numeric must be an object with from, to and bins, or with edges'],
  ])('%j is refused in a sentence', (numeric, message) => {
    expect(() => numericRange(numeric as never)).toThrow(message)
  })

  test('names the two nearest edges where a value is none', () => {
    expect(edgeOf(ages, 'value', 40)).toBe(40)
    expect(edgeOf(ages, 'value', 120)).toBe(120)
    expect(() => edgeOf(ages, 'value', 40.5)).toThrow(
      'value must be an edge of the bins; the two nearest are 40 and 41; got 40.5',
    )
    expect(() => edgeOf(ages, 'value', -7)).toThrow('the two nearest are 0 and 1')
    expect(() => edgeOf(ages, 'value', 1000)).toThrow('the two nearest are 119 and 120')
  })

  test('is plain data in JSON', () => {
    expect(JSON.parse(JSON.stringify(ages))).toEqual({ from: 0, to: 120, bins: 120 })
  })
})
