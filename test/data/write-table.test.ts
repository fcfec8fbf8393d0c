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

test('text that a spreadsheet would take for a formula has an apostrophe in CSV, and is itself in Parquet', async () => {
  const formulas = ['=1+1', '+cmd', '-2+3', '- none -', '@SUM(1)', '\t=1']
  const others = ['-1', '+1.5', '-1e-3', '18–24', 'a=1', "'=1"]
  const rows = [...formulas, ...others].map(label => ({ label }))
  const folder = dirname(at('x'))
  await writeTable(folder, 'labels', { label: 'VARCHAR' }, rows)
  await withDatabase(async connection => {
    const read = await connection.runAndReadAll(`FROM read_parquet(${sqlText(at('labels.parquet'))})`)
    expect(read.getRowObjectsJS()).toEqual(rows)
    const csv = `FROM read_csv(${sqlText(at('labels.csv'))}, header = true, all_varchar = true, delim = ',')`
    const cells = (await connection.runAndReadAll(csv)).getRows().map(([label]) => label)
    expect(cells).toEqual([...formulas.map(label => `'${label}`), ...others])
  })
})

test('a column of counts that DuckDB returned as bigint is written again', async () => {
  const folder = dirname(at('x'))
  await withDatabase(async connection => {
    const read = await connection.runAndReadAll('SELECT 10000::BIGINT AS users')
    await writeTable<object>(folder, 'counts', { users: 'INTEGER' }, read.getRowObjectsJS(), ['csv'])
  })
  expect(readFileSync(at('counts.csv'), 'utf8')).toBe('users\n10000\n')
  const rows = [{ users: 2n ** 40n }]
  await expect(writeTable<object>(folder, 'counts', { users: 'INTEGER' }, rows)).rejects.toThrow(
    'rows[0].users must be a whole number',
  )
})

test('one form alone is written where it is asked for', async () => {
  const schema = { name: 'VARCHAR', 'a "count"': 'INTEGER', value: 'DOUBLE' } as const
  await writeTable<Row>(dirname(at('x')), 'alone', schema, ROWS, ['csv'])
  expect(readFileSync(at('alone.csv'), 'utf8')).toBe(readFileSync(at('rows.csv'), 'utf8'))
  expect(existsSync(at('alone.parquet'))).toBe(false)
})

test.each<[args: readonly unknown[], says: string]>([
  [['.'], 'name must be a non-empty string; got undefined'],
  [[7, 'x', { a: 'DOUBLE' }, []], 'folder must be a non-empty string; got 7'],
  [['.', 'x'], 'schema must be an object with a column or more'],
  [['.', 'x', {}, []], 'schema must be an object with a column or more'],
  [['.', 'x', { a: 'TEXT' }, []], 'schema.a must be one of VARCHAR, INTEGER, DOUBLE, BOOLEAN; got "TEXT"'],
  [['.', 'x', { a: 'DOUBLE' }, { a: 1 }], 'rows must be a list of objects; got {"a":1}'],
  [['.', 'x', { a: 'DOUBLE' }, [1]], 'rows[0] must be an object; got 1'],
  [['.', 'x', { a: 'DOUBLE' }, [{ a: 1 }, { a: '2' }]], 'rows[1].a must be a number or null; got "2"'],
  [
    ['.', 'x', { a: 'INTEGER' }, [{ a: 1.5 }]],
    'rows[0].a must be a whole number from -2147483648 to 2147483647',
  ],
  [['.', 'x', { a: 'VARCHAR' }, [{ b: 'y' }]], 'rows[0].a must be a value or null; got undefined'],
  [['.', 'x', { a: 'DOUBLE' }, [], ['xlsx']], 'each of forms must be one of parquet, csv; got "xlsx"'],
  [['.', 'x', { a: 'DOUBLE' }, [], []], 'forms must be a list of parquet and csv; got []'],
])('bad arguments are refused before anything is written: %j', async (args, says) => {
  const write = writeTable as unknown as (...args: readonly unknown[]) => Promise<void>
  await expect(write(...args)).rejects.toThrow(says)
})
