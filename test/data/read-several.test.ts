import { expect, test } from 'vitest'
import { type ReadPeopleOptions, readPeople } from '../../src/data/read-people.ts'
import { withoutMissing } from '../../src/data/without-missing.ts'
import { testFolder } from '../support/folder.ts'

const at = testFolder({
  'people.csv':
    'id,job,age,town,mood\n3,cook,30,Ulm,low\n1,,41,Bonn,high\n2,baker,,Ulm,3\n,cook,30,Ulm,low\n4,,,Bonn,\n5,clerk,7,,low\n6,baker,41,Bonn,2\n',
})
const read = (options: Omit<ReadPeopleOptions, 'file'>) => readPeople({ file: at('people.csv'), ...options })

const AGE = { from: 0, to: 60, bins: 2 }
const MOOD = { ordered: ['low', 'middle', 'high'] }

test('people have categories, numbers and steps by several columns, a group and an order; what one misses is null', async () => {
  const people = await read({
    ...{ columns: ['job', 'age', 'mood'], questions: { age: AGE, mood: MOOD }, by: 'town', orderBy: 'id' },
  })
  const [job, age, mood] = people.columns
  expect(job).toEqual({ name: 'job', categories: ['baker', 'cook'], data: [null, 0, 1, 0] })
  expect(age).toEqual({
    name: 'age',
    categories: ['< 0', '[0, 30)', '[30, 60]', '> 60'],
    data: [41, null, 30, 41],
  })
  expect(mood).toEqual({ name: 'mood', categories: MOOD.ordered, data: Float64Array.of(3, 3, 1, 2) })
  expect(people.groups).toEqual({
    name: 'town',
    categories: ['Bonn', 'Ulm'],
    data: Uint32Array.of(0, 1, 1, 0),
  })
  // Left out: who has no place in the order, none of the columns, or no group.
  expect(people).toMatchObject({ users: 4, dropped: 3, rows: Uint32Array.of(2, 3, 1, 7), warnings: [] })
})

test('those who miss a value of some columns can be left out, with the categories that nobody else holds', async () => {
  const options = { file: at('people.csv'), columns: ['job', 'age'], questions: { age: AGE } }
  const people = withoutMissing(await readPeople(options), options)
  expect(people).toMatchObject({ users: 4, dropped: 3, rows: Uint32Array.of(1, 4, 6, 7) })
  expect(people.columns[0]).toMatchObject({
    categories: ['baker', 'clerk', 'cook'],
    data: Uint32Array.of(2, 2, 1, 0),
  })
  expect(people.columns[1].data).toEqual(Float64Array.of(30, 30, 7, 41))
  const { columns } = withoutMissing(await read({ columns: ['job', 'mood'] }), { ...options, questions: {} })
  expect(columns[1].categories).toEqual(['2', '3', 'low'])
})

test('missing values are a category of each column, and a group, or are refused with the row', async () => {
  const { columns, groups, users, dropped } = await read({
    columns: ['job'],
    by: 'town',
    missing: 'category',
  })
  expect([users, dropped]).toEqual([7, 0])
  expect(columns[0]).toMatchObject({
    categories: ['', 'baker', 'clerk', 'cook'],
    data: Uint32Array.of(3, 0, 1, 3, 0, 2, 1),
  })
  expect(groups!.categories).toEqual(['', 'Bonn', 'Ulm'])
  await expect(read({ columns: ['town', 'job'], missing: 'refuse' })).rejects.toThrow(
    'people.csv, data row 2, column "job": expected a value, found nothing',
  )
})

test.each<[Omit<ReadPeopleOptions, 'file'>, string]>([
  [
    { columns: ['mood'], questions: { mood: { whole: [0, 3] } } },
    'data row 1, column "mood": expected a whole number, found "low"',
  ],
  [
    { columns: ['mood'], questions: { mood: { ordered: ['low', 'high'] } } },
    'data row 3, column "mood": expected a step of the scale',
  ],
  [{ columns: [] }, 'columns must be a list of one name or more'],
  [{ columns: ['job'], by: '' }, 'by must be a non-empty string'],
  [{ columns: ['job'], decimal: ';' as ',' }, 'decimal must be one of ., ,; got ";"'],
  [
    { columns: ['job'], decimal: ',', thousands: ',' },
    'thousands must be another sign than that before decimals',
  ],
])('%j is refused', async (options, says) => {
  await expect(read(options)).rejects.toThrow(says)
})
