import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { withDatabase } from '../../src/data/duckdb.ts'
import { InputError } from '../../src/data/input-error.ts'
import { readNumbers } from '../../src/data/read-numbers.ts'
import { testFolder } from '../support/folder.ts'

const CSV = 'town,id,pay\nUlm,1,10.5\n"Bonn, B",2,-1e2\nUlm,3,9\n'
const ROWS = [
  { town: 'Ulm', pay: 10.5 },
  { town: 'Bonn, B', pay: '-1e2' },
  { town: 'Ulm', pay: 9 },
]

const at = testFolder({
  'pay.csv': CSV,
  'pay.csv.gz': gzipSync(CSV),
  'pay.tsv': CSV.replace(/,(?! )/g, '\t'),
  'pay.json': JSON.stringify(ROWS),
  'pay.ndjson': ROWS.map(row => `${JSON.stringify(row)}\n`).join(''),
  'word.csv': 'pay,town\n1,Ulm\nten,Ulm\n',
  'gap.csv': 'pay,town\n1,Ulm\n,Ulm\n',
  'gap.json': '[{"pay":1,"town":"Ulm"},{"town":"Ulm"}]',
  'nobody.csv': 'pay,town\n1,Ulm\n2,Bonn\n3,\n',
  'endless.csv': 'pay,town\nInfinity,Ulm\n',
  'list.json': '[{"pay":[1],"town":"Ulm"}]',
  'truth.json': '[{"pay":true,"town":"Ulm"}]',
  'header.csv': 'pay,town\n',
  'ragged.csv': 'pay,town\n1,Ulm\n2\n',
})

const read = (name: string) => readNumbers({ file: at(name), value: 'pay', group: 'town' })
const PAY = {
  values: Float64Array.of(10.5, -100, 9),
  groups: ['Ulm', 'Bonn, B'],
  members: Uint32Array.of(0, 1, 0),
}

test.each(['pay.csv', 'pay.csv.gz', 'pay.tsv', 'pay.json', 'pay.ndjson'])(
  '%s gives the numbers and their groups, whatever the order of the columns',
  async name => {
    expect(await read(name)).toEqual(PAY)
  },
)

test('Parquet gives the same doubles', async () => {
  const value = 0.1 + 0.2
  await withDatabase(async connection => {
    await connection.run(
      `COPY (SELECT * FROM (VALUES ('Ulm', ${value}::DOUBLE), ('Bonn', 1e300::DOUBLE)) AS t(town, pay))
       TO '${at('pay.parquet')}' (FORMAT parquet)`,
    )
  })
  expect(Array.from((await read('pay.parquet')).values)).toEqual([value, 1e300])
})

test('standard input is read too', async () => {
  const stdin = Readable.from([Buffer.from(CSV)])
  expect(await readNumbers({ file: '-', value: 'pay', group: 'town', stdin })).toEqual(PAY)
})

test.each([
  ['word.csv', ', data row 2, column "pay": expected a finite number, found "ten"'],
  ['gap.csv', ', data row 2, column "pay": expected a finite number, found nothing'],
  ['gap.json', ', data row 2, column "pay": expected a finite number, found nothing'],
  ['endless.csv', ', data row 1, column "pay": expected a finite number, found "Infinity"'],
  ['list.json', ', data row 1, column "pay": expected a finite number, found "[1]"'],
  ['truth.json', ', data row 1, column "pay": expected a finite number, found "true"'],
  ['nobody.csv', ', data row 3, column "town": expected the name of a group, found nothing'],
  ['header.csv', ': expected one row or more, found none'],
  ['ragged.csv', ', line 3: expected 2 columns as in the header, found 1'],
  ['none.csv', ': no such file; expected csv, tsv, json, ndjson, parquet'],
])('%s is refused in one line that names the file and the row', async (name, expected) => {
  const error = await read(name).catch(error => error)
  expect(error).toBeInstanceOf(InputError)
  expect(error.message).toBe(`${at(name)}${expected}`)
})

test('a column that is not there is refused by name', async () => {
  const reading = readNumbers({ file: at('pay.csv'), value: 'pay', group: 'city' })
  await expect(reading).rejects.toThrow('no column "city"; expected one of "town", "id", "pay"')
})
