import { expect, test } from 'vitest'
import { readPeople } from '../../src/data/read-people.ts'
import { testFolder } from '../support/folder.ts'

const at = testFolder({ 'people.csv': 'a,w\n(missing),0\nx,0\n,0\ny,0\n' })
const read = (more: object) => readPeople({ file: at('people.csv'), columns: ['a'], ...more })

test('people without a value have a name that no value may have', async () => {
  await expect(read({ missing: 'category' })).rejects.toThrow(
    'column "a": expected no value "(missing)", which is the name of people without a value; --missing-values "(missing)" puts them together',
  )
  expect((await read({})).columns[0].categories).toEqual(['(missing)', 'x', 'y'])
  const together = await read({ missing: 'category', missingValues: ['(missing)'] })
  expect(together.columns[0].categories).toEqual(['', 'x', 'y'])
})

test('weights are above 0 for somebody', async () => {
  await expect(read({ weight: 'w' })).rejects.toThrow(
    'column "w": expected a weight above 0 for somebody; found none',
  )
})
