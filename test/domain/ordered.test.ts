import { describe, expect, test } from 'vitest'
import { binFrom } from '../../src/domain/ordered.ts'
import { labelsOf, orderedQuestion, readQuestion } from '../../src/domain/read-question.ts'
import { expectationOf, quantileOf } from '../../src/query/of-numbers.ts'

const ages = orderedQuestion({ from: 0, to: 120, bins: 120 })

/** The law of some people's cells. */
function lawOf(question: ReturnType<typeof readQuestion>, values: readonly unknown[]): Float64Array {
  const law = new Float64Array(question.cells)
  for (const value of values) law[question.cell(value)] += 1 / values.length
  return law
}

describe('the cell of a number', () => {
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
    const edges = Array.from({ length: 121 }, (_, i) => i)
    expect(readQuestion({ edges }).cell(value)).toBe(cell)
    expect(Object.is(ages.cell(value), -0)).toBe(false)
    // Clamped, whoever is outside has the cell of the nearest end.
    const inside = Math.max(0, Math.min(119, cell - 1))
    expect(readQuestion({ from: 0, to: 120, bins: 120, outside: 'clamp' }).cell(value)).toBe(inside)
    expect(readQuestion({ edges, outside: 'clamp' }).cell(value)).toBe(inside)
  })

  test('is ⌊(x − from)/w⌋ for ranges of any kind, whatever the rounding', () => {
    for (const [from, to, bins] of [
      [-3.7, 11.1, 37],
      [0, 1, 10],
      [1e6, 1e6 + 1, 1000],
    ]) {
      const range = orderedQuestion({ from, to, bins })
      const width = (to - from) / bins
      const values = Array.from({ length: 5001 }, (_, i) => from + ((to - from) * i) / 5000)
      expect(values.filter(x => x <= to).map(x => range.cell(x))).toEqual(
        values.filter(x => x <= to).map(x => 1 + Math.min(bins - 1, Math.floor((x - from) / width))),
      )
    }
  })
})

test('whole numbers have a cell each, and two outside unless they are clamped', () => {
  const counts = readQuestion({ whole: [-1, 2] })
  expect([-9, -1, 0, 2, 3, 1e300].map(value => counts.cell(value))).toEqual([0, 1, 2, 4, 5, 5])
  expect(labelsOf(counts)).toEqual(['< -1', '-1', '0', '1', '2', '> 2'])
  const clamped = readQuestion({ whole: [-1, 2], outside: 'clamp' })
  expect([-9, -1, 0, 2, 3].map(value => clamped.cell(value))).toEqual([0, 0, 1, 3, 3])
  expect(labelsOf(clamped)).toEqual(['-1', '0', '1', '2'])
})

test('a step of a scale is given by its label or its score', () => {
  const scale = readQuestion({ ordered: ['never', 'sometimes', 'often'], scores: [0, 1, 4] })
  expect(['never', 'often', 0, 1, 4].map(step => scale.cell(step))).toEqual([0, 2, 0, 1, 2])
  expect(readQuestion({ ordered: 5 }).cell(5)).toBe(4)
  expect(labelsOf(readQuestion({ ordered: 3 }))).toEqual(['1', '2', '3'])
})

test('categories are given by their names or their numbers', () => {
  expect(readQuestion(['no', 'yes']).cell('yes')).toBe(1)
  expect(readQuestion(['no', 'yes']).cell(0)).toBe(0)
  expect(labelsOf(readQuestion(3))).toEqual(['0', '1', '2'])
})

const NUMBERS = [Number.NaN, Infinity, -Infinity, '39', null, undefined, {}, 12n, [1]]
test.each([
  [{ from: 0, to: 1, bins: 4 }, NUMBERS, /^value must be a finite number$/],
  [{ whole: [0, 50] }, [...NUMBERS, 2.5], /^value must be a whole number$/],
  [
    { ordered: ['a', 'b'] },
    [...NUMBERS, 'c', 3, 1.5, 0],
    /^value must be a step of the scale, by its label or its score$/,
  ],
  [{ ordered: 4 }, [...NUMBERS, 5, 1.5, 0], /^value must be a score of the scale$/],
  [['no', 'yes'], [...NUMBERS, 'maybe', 2, -1], /^category must be a category, a whole number from 0 to 1$/],
])(
  'what %j does not hold is refused, in the same words for all, which do not say what it was',
  (question, values, words) => {
    const kind = readQuestion(question)
    for (const value of values) expect(() => kind.cell(value)).toThrow(words)
  },
)

test.each([
  [{ from: 0, to: 0, bins: 4 }, 'question.to must be a number above 0'],
  [{ from: 0, to: 1, bins: 1 }, 'question.bins must be a whole number from 2 to 16384; got 1'],
  [{ from: -1.7e308, to: 1.7e308, bins: 2 }, 'question.to must be such that the range is finite'],
  [{ from: 1e16, to: 1e16 + 2, bins: 8 }, 'question.bins must be few enough for the bins to be told apart'],
  [{ from: 0, to: 1, bins: 4, outside: 'drop' }, 'question.outside must be'],
  [{ edges: [0, 1] }, 'question.edges must be a list of 3 to 16385 numbers'],
  [{ edges: [0, 2, 1] }, 'question.edges must be increasing numbers'],
  [{ edges: [0, 1, Number.NaN] }, 'question.edges[2] must be a finite number'],
  [{ edges: [-1.7e308, 0, 1.7e308] }, 'question.edges must be such that the range is finite'],
  [{ whole: [0, 5000] }, 'question.whole must be at most 4096 whole numbers'],
  [{ whole: [3, 3] }, 'question.whole[1] must be a whole number at least 4; got 3'],
  [{ whole: [0.5, 3] }, 'question.whole[0] must be a whole number'],
  [{ ordered: ['a', 'a'] }, 'question.ordered must be'],
  [{ ordered: 3, scores: [1, 2] }, 'question.scores must be a list of 3 scores'],
  [{ ordered: 3, scores: [1, 3, 2] }, 'question.scores must be increasing numbers'],
  [{ items: ['a', 'b'] }, 'question must be one of several questions, as items are one question each'],
  [1, 'question must be a whole number from 2'],
  [
    undefined,
    'question must be a number of categories, their names, or an object with ordered, whole, from, or edges',
  ],
])('%j is refused in a sentence', (question, message) => {
  expect(() => readQuestion(question)).toThrow(message)
})

describe('the mean of the people is that of their values, and the median lies inside of its cell', () => {
  const counts = Array.from({ length: 40 }, (_, i) => [0, 0, 3, 1, 2, 7, 12, 3][i % 8])
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  test.each([
    ['counts 0 to 3', { whole: [0, 3] }, [0, 0, 3]],
    ['counts with gaps', { whole: [0, 12] }, counts],
    ['a five-point scale', { ordered: 5 }, [1, 2, 2, 4, 5, 5, 3]],
    ['a scale with scores of its own', { ordered: ['low', 'mid', 'high'], scores: [0, 1, 4] }, [0, 4, 4, 1]],
    ['ages, clamped', { whole: [18, 90], outside: 'clamp' }, [18, 33, 90, 57, 57]],
  ])('%s', (_, question, values) => {
    const kind = orderedQuestion(question)
    expect(expectationOf(kind).value(lawOf(kind, values), 0)).toBeCloseTo(mean(values), 12)
  })

  test('interpolated medians, as surveys have them', () => {
    // Two below 2, four at 2, two above: the median is in the middle of the stretch from 1.5 to 2.5.
    const scale = orderedQuestion({ ordered: 3 })
    expect(quantileOf(scale, 0.5).value(lawOf(scale, [1, 1, 2, 2, 2, 2, 3, 3]), 0)).toBeCloseTo(2, 12)
    const whole = orderedQuestion({ whole: [0, 3] })
    // Half of the people hold 0: the median is the upper end of its stretch.
    expect(quantileOf(whole, 0.5).value(lawOf(whole, [0, 0, 1, 3]), 0)).toBeCloseTo(0.5, 12)
    // The stretch between scores 1 and 4 is cut at 2.5; the outermost reaches as far outside as inside.
    const scored = orderedQuestion({ ordered: 3, scores: [0, 1, 4] })
    expect(Array.from(scored.edges)).toEqual([-0.5, 0.5, 2.5, 5.5])
  })
})

test('values are compared with the bins: at edges of numbers, and as they are for whole numbers and scores', () => {
  expect([40, 120].map(value => binFrom(ages, 'value', value))).toEqual([40, 120])
  expect(() => binFrom(ages, 'value', 40.5)).toThrow(
    'value must be an edge of the bins; the two nearest are 40 and 41; got 40.5',
  )
  expect(() => binFrom(ages, 'value', -7)).toThrow('the two nearest are 0 and 1')
  expect(() => binFrom(ages, 'value', 1000)).toThrow('the two nearest are 119 and 120')
  const whole = orderedQuestion({ whole: [2, 5] })
  expect([1, 2, 3, 3.5, 6].map(value => binFrom(whole, 'value', value))).toEqual([0, 0, 1, 2, 4])
})

test('a question is plain data in JSON', () => {
  for (const question of [
    4,
    ['no', 'yes'],
    { from: 0, to: 120, bins: 120 },
    { edges: [0, 1, 4], outside: 'clamp' },
    { whole: [0, 3] },
    { ordered: ['a', 'b'], scores: [0, 2] },
  ]) {
    expect(JSON.parse(JSON.stringify(readQuestion(question)))).toEqual(question)
  }
})
