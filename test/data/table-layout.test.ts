import { describe, expect, test } from 'vitest'
import { readPeople } from '../../src/data/read-people.ts'
import { testFolder } from '../support/folder.ts'
import { type OneColumnOptions, oneColumn } from '../support/one-column.ts'

const at = testFolder({
  'plain.csv': 'id,job\n1,cook\n2,baker\n3,cook\n',
  'headerless.csv': '1,cook\n2,baker\n3,cook\n',
  // Most commas are between the words of a name.
  'guessed.csv': 'id;name, given, family, both;job\n1;a, b;cook\n2;c;baker\n3;d;cook\n',
  'preamble.csv': 'made by a machine\n\n1,cook\n2,baker\n3,cook\n',
  'excel.csv': '\uFEFFsep=;\r\nid;job\r\n1;cook\r\n2;baker\r\n3;cook\r\n',
  'excel-bars.tsv': 'sep=|\nid|job\n1|cook\n2|baker\n3|cook\n',
  'survey.csv':
    'id,job\nYour id,"What do\nyou do?"\n"{""ImportId"":""Q1""}","{""ImportId"":""Q2""}"\n1,cook\n2,baker\n3,cook\n',
  'spaced.csv': ' id , job\n1, cook\n2,"baker "\n3,cook\n4,\t\n',
  'gaps.csv': 'id,job\n1,cook\n-99999,baker\n3,cook\n4,?\n5, ?\n6,-99999\n7,baker\n',
  'rows.json': '[{"id":1,"job":"cook"},{"id":2,"job":"baker "},{"id":3,"job":"cook"},{"id":4,"job":"?"}]',
})

const JOBS = { categories: ['baker', 'cook'], data: Uint32Array.of(1, 0, 1), dropped: 0 }

const read = (name: string, options: Partial<OneColumnOptions> = {}) =>
  oneColumn({ file: at(name), column: 'job', ...options })

describe('the same column is read', () => {
  test.each<[name: string, options: Partial<OneColumnOptions>, dropped?: number]>([
    ['plain.csv', { header: true, skip: 0, trim: false, missingValues: [] }],
    ['headerless.csv', { header: false, column: '2' }],
    ['preamble.csv', { header: false, skip: 1, column: '2' }],
    ['excel.csv', {}],
    ['guessed.csv', { delimiter: ';' }],
    ['excel-bars.tsv', {}],
    ['survey.csv', { skip: 2 }],
    ['spaced.csv', { trim: true }, 1],
    ['rows.json', { trim: true, missingValues: ['?'] }, 1],
  ])('from %s, with %j', async (name, options, dropped = 0) => {
    expect(await read(name, options)).toEqual({ ...JOBS, dropped })
  })
})

test('values that stand for a missing one are left out, wherever they are', async () => {
  const missingValues = ['?', '-99999']
  expect(await read('gaps.csv', { missingValues, trim: true })).toEqual({
    ...{ categories: ['baker', 'cook'], data: Uint32Array.of(1, 0, 1, 0), dropped: 3 },
  })
  expect(await read('gaps.csv', { missingValues, trim: true, orderBy: 'id' })).toEqual({
    ...{ categories: ['baker', 'cook'], data: Uint32Array.of(1, 1, 0), dropped: 4 },
  })
})

describe('a warning names the option that is missing:', () => {
  test.each<[name: string, options: Partial<OneColumnOptions>, warning: string]>([
    [
      'headerless.csv',
      { column: 'cook' },
      'column "cook": the name in the first row is also a value; if the file has no header, --no-header says so',
    ],
    [
      'survey.csv',
      {},
      'column "job": there are more rows of headers than one; --skip 2 leaves out two of them',
    ],
    [
      'spaced.csv',
      { column: ' job' },
      'column " job": "cook" differs from another value by spaces only; --trim takes them away',
    ],
    [
      'gaps.csv',
      { missingValues: ['?', '-99999'] },
      'column "job": " ?" differs from another value by spaces only; --trim takes them away',
    ],
  ])('%s', async (name, options, warning) => {
    const { warnings } = await read(name, options)
    expect(warnings).toEqual([warning])
  })
})

describe('is refused in one line:', () => {
  test.each<[name: string, options: object, says: string]>([
    ['rows.json', { header: false }, ': expected csv or tsv with --no-header, found json'],
    ['guessed.csv', {}, ': no column "job"'],
    ['rows.json', { delimiter: ';' }, ': expected csv or tsv with --delimiter, found json'],
    ['plain.csv', { delimiter: ':' }, 'delimiter must be one of'],
    ['rows.json', { skip: 1 }, ': expected csv or tsv with --skip, found json'],
    ['headerless.csv', { header: false }, ': no column "job"; expected one of "1", "2"'],
    ['plain.csv', { skip: 1.5 }, 'skip must be a whole number at least 0; got 1.5'],
    ['plain.csv', { header: 'no' }, 'header must be true or false; got "no"'],
    ['plain.csv', { trim: 1 }, 'trim must be true or false; got 1'],
    ['plain.csv', { missingValues: '?' }, 'missingValues must be a list of strings; got "?"'],
    ['plain.csv', { missing: '?' }, 'missing must be one of drop, category; got "?"'],
    ['plain.csv', { orderFormat: 'number' }, 'orderFormat must be left out without orderBy; got "number"'],
    ['plain.csv', { colum: 'job' }, 'each name in options must be one of file, format, stdin'],
    [
      'plain.csv',
      { column: 7 },
      'columns[0] must be a non-empty string (a column without a name has a number, with --no-header --skip 1); got 7',
    ],
  ])('%s, %j', async (name, options, says) => {
    await expect(read(name, options)).rejects.toThrow(says)
  })

  test('a path and a name instead of options', async () => {
    const call = readPeople as unknown as (...args: string[]) => Promise<unknown>
    await expect(call('people.csv', 'sex')).rejects.toThrow(
      'options must be an object with file, format, stdin, header, delimiter, skip, trim, missingValues, decimal, thousands, columns',
    )
  })
})
