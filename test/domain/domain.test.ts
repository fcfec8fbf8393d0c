import { expect, test } from 'vitest'
import { Domain } from '../../src/domain/domain.ts'

const domain = Domain.of({ sex: 2, colour: ['red', 'green', 'blue'], region: 4 })

test('a cell is little-endian: the first question of a view varies fastest', () => {
  const view = domain.view(['colour', 'region'])
  expect(view.cells).toBe(12)
  expect(domain.cell(view, domain.read({ sex: 1, colour: 2, region: 3 }))).toBe(2 + 3 * 3)
  expect(domain.cell(view, domain.read({ sex: 0, colour: 2, region: 1 }))).toBe(2 + 3 * 1)
  expect(domain.cell(domain.view(['region', 'sex']), [1, 2, 3])).toBe(3 + 4 * 1)
  expect(domain.cell(domain.view(['region', 'sex']), [0, 2, 3])).toBe(3)
})

test('pairs are all pairs, in the order of the questions', () => {
  expect(domain.views('pairs').map(({ about }) => about.join())).toEqual([
    'sex,colour',
    'sex,region',
    'colour,region',
  ])
  expect(domain.views('singles').map(({ cells }) => cells)).toEqual([2, 3, 4])
})

test('a record is refused in one sentence that does not say what it is', () => {
  for (const record of [
    undefined,
    3,
    { sex: 1, colour: 7, region: 3 },
    { sex: 1, colour: 0.5, region: 3 },
    { sex: 1, colour: 2 },
    { sex: 1, colour: 2, region: 3, extra: 0 },
  ]) {
    expect(() => domain.read(record)).toThrow(
      'record must be an object with an answer to each question, and nothing else',
    )
  }
})

test('at most 64 questions and 4,096 cells a view', () => {
  const questions = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, 2]))
  expect(Domain.of(questions(64)).names).toHaveLength(64)
  expect(() => Domain.of(questions(65))).toThrow(/number of questions must be .* 64/)
  expect(() => Domain.of(questions(1))).toThrow(/number of questions/)
  expect(() => Domain.of({ a: 64, b: 65 }).views('pairs')).toThrow(/cells of a and b must be .* 4096/)
  expect(Domain.of({ a: 64, b: 64 }).views('pairs')[0].cells).toBe(4096)
})

test('a view names different questions that there are', () => {
  expect(() => domain.view(['sex', 'age'])).toThrow(/about\[1\].*sex, colour, region/)
  expect(() => domain.view(['sex', 'sex'])).toThrow(/different questions/)
  expect(() => domain.view([])).toThrow(/a list of names/)
  expect(() => domain.view('sex')).toThrow(/a list of names/)
})

test('the cells of a view are numbered through, each for one combination of its categories', () => {
  for (const about of [['sex', 'colour', 'region'], ['region', 'sex'], ['colour']]) {
    const view = domain.view(about)
    const cells = new Set<number>()
    for (let sex = 0; sex < 2; sex++) {
      for (let colour = 0; colour < 3; colour++) {
        for (let region = 0; region < 4; region++) cells.add(domain.cell(view, [sex, colour, region]))
      }
    }
    expect(Array.from(cells).sort((a, b) => a - b)).toEqual(Array.from({ length: view.cells }, (_, i) => i))
  }
})

test('of a question with items, people hold a list: each item is a question of its own', () => {
  const items = Domain.of({ uses: { items: ['phone', 'mail', 'letter'] }, sex: 2 })
  expect(items.names).toEqual(['uses:phone', 'uses:mail', 'uses:letter', 'sex'])
  expect(items.labels('uses:mail')).toEqual(['no', 'yes'])
  expect(items.read({ uses: ['letter', 'phone'], sex: 1 })).toEqual([1, 0, 1, 1])
  expect(items.read({ uses: [], sex: 0 })).toEqual([0, 0, 0, 0])
  expect(items.record([1, 0, 1, 1])).toEqual({ uses: ['phone', 'letter'], sex: 1 })
  for (const uses of [
    ['fax'],
    ['phone', 'phone'],
    'phone',
    null,
    undefined,
    [0],
    ['phone', 'mail', 'letter', 'fax'],
  ]) {
    expect(() => items.read({ uses, sex: 0 })).toThrow(
      'record must be an object with an answer to each question',
    )
  }
  expect(() => Domain.of({ uses: { items: ['a', 'a'] }, sex: 2 })).toThrow('questions.uses.items must be')
  expect(() => Domain.of({ uses: { items: ['a'] }, 'uses:a': 2 })).toThrow(
    'names that differ from those of items',
  )
})

test('records of any types have the values or the labels of their cells', () => {
  const all = Domain.of({
    job: ['cook', 'baker'],
    mood: { ordered: ['bad', 'good'], scores: [1, 4] },
    children: { whole: [0, 3] },
    age: { from: 0, to: 100, bins: 10 },
    plain: 3,
  })
  const record = { job: 'baker', mood: 'good', children: 2, age: 37, plain: 1 }
  const cells = all.read(record)
  expect(cells).toEqual([1, 1, 3, 4, 1])
  expect(all.read({ ...record, job: 1, mood: 4 })).toEqual(cells)
  expect(all.record(cells)).toEqual({ ...record, age: 35 })
  expect(() => all.read({ ...record, children: 2.5 })).toThrow('record must be')
  expect(JSON.parse(JSON.stringify(Domain.of(JSON.parse(JSON.stringify(all)))))).toEqual(
    JSON.parse(JSON.stringify(all)),
  )
})
