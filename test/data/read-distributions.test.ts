import { expect, test } from 'vitest'
import { InputError } from '../../src/data/input-error.ts'
import { readDistributions } from '../../src/data/read-distributions.ts'
import { testFolder } from '../support/folder.ts'

const at = testFolder({
  'rows.csv': 'id,drama,war\n7,0.9,0.1\n8,2,2\n',
  'rows.json': '[{"war":0.1,"drama":0.9},{"drama":2,"war":2}]',
  'word.csv': 'drama,war\n1,x\n',
  'comma.csv': 'drama;war\n1;0,5\n',
  'gap.json': '[{"a":1,"b":1},{"a":1}]',
  'zeros.csv': 'drama,war\n1,1\n0,0\n',
  'none.csv': 'drama,war\n',
})
const LAWS = [Float64Array.of(0.9, 0.1), Float64Array.of(2, 2)]

test('rows are read over the columns that were asked for, in their order', async () => {
  const found = await readDistributions({ file: at('rows.csv') }, ['drama', 'war'])
  expect(found).toEqual({ categories: ['drama', 'war'], rows: LAWS })
})

test('rows are read over all columns, in the order of a CSV file, sorted where they come from JSON', async () => {
  expect(await readDistributions({ file: at('rows.csv') }, 'all')).toEqual({
    categories: ['id', 'drama', 'war'],
    rows: [Float64Array.of(7, 0.9, 0.1), Float64Array.of(8, 2, 2)],
  })
  const json = await readDistributions({ file: at('rows.json') }, 'all')
  expect(json).toEqual({ categories: ['drama', 'war'], rows: LAWS })
})

test.each<[name: string, says: string]>([
  ['word.csv', ', data row 1, column "war": expected a number, not negative; found "x"'],
  [
    'comma.csv',
    ', data row 1, column "war": expected a number, not negative; found "0,5"; --decimal , reads it',
  ],
  ['gap.json', ', data row 2, column "b": expected a number, not negative; found nothing'],
  ['zeros.csv', ', data row 2: expected a weight above zero, found none'],
  ['none.csv', ': expected one row or more, found none'],
])('%s is refused', async (name, says) => {
  const reading = readDistributions({ file: at(name) }, 'all')
  await expect(reading).rejects.toThrow(new InputError(`${at(name)}${says}`))
})
