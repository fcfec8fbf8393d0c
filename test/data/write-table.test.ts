import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { sqlText, withDatabase } from '../../src/data/duckdb.ts'
import { writeTable } from '../../src/data/write-table.ts'
import { testFolder } from '../support/folder.ts'

const at = testFolder()

interface Row {
  name: string
  'a "count"': number
  value: number | null
}

const ROWS: Row[] = [
  { name: 'plain', 'a "count"': 1, value: 0.1 + 0.2 },
  { name: 'with, comma and "quotes"', 'a "count"': -2, value: 5e-324 },
  { name: '', 'a "count"': 2 ** 31 - 1, value: null },
  { name: 'π', 'a "count"': 0, value: Infinity },
]

test('a table is read back from both files as it was, to the last digit', async () => {
  const folder = dirname(at('x'))
  await writeTable<Row>(folder, 'rows', { name: 'VARCHAR', 'a "count"': 'INTEGER', value: 'DOUBLE' }, ROWS)
  await withDatabase(async connection => {
    const parquet = await connection.runAndReadAll(`FROM read_parquet(${sqlText(at('rows.parquet'))})`)
    expect(parquet.getRowObjectsJS()).toEqual(ROWS)
  })
  expect(readFileSync(at('rows.csv'), 'utf8').split('\n')).toEqual([
    'name,"a ""count""",value',
    'plain,1,0.30000000000000004',
    '"with, comma and ""quotes""",-2,5e-324',
    '"",2147483647,',
    'π,0,inf',
    '',
  ])
})

test('one form alone is written where it is asked for', async () => {
  const schema = { name: 'VARCHAR', 'a "count"': 'INTEGER', value: 'DOUBLE' } as const
  await writeTable<Row>(dirname(at('x')), 'alone', schema, ROWS, ['csv'])
  expect(readFileSync(at('alone.csv'), 'utf8')).toBe(readFileSync(at('rows.csv'), 'utf8'))
  expect(existsSync(at('alone.parquet'))).toBe(false)
})
