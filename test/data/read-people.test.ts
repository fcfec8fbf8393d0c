import { spawnSync } from 'node:child_process'
import { createReadStream, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { withDatabase } from '../../src/data/duckdb.ts'
import { InputError } from '../../src/data/input-error.ts'
import { testFolder } from '../support/folder.ts'
import { type OneColumnOptions, oneColumn } from '../support/one-column.ts'

const CSV = 'name,job\nAda,"cook, head"\nBea,baker\nCyd,"cook, head"\n'
const TSV = CSV.replace(/,(?! )/g, '\t')
const ROWS = [
  { name: 'Ada', job: 'cook, head' },
  { name: 'Bea', job: 'baker' },
  { name: 'Cyd', job: 'cook, head' },
]
const JSON_ARRAY = JSON.stringify(ROWS)
const NDJSON = ROWS.map(row => `${JSON.stringify(row)}\n`).join('')

const JOBS = { categories: ['baker', 'cook, head'], data: Uint32Array.of(1, 0, 1), dropped: 0 }

/** Bytes that are no text, the same each time, and no line end among the first. */
const NOISE = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i * 7 + 0xa1) % 251))

const at = testFolder({
  'jobs.csv': CSV,
  'jobs.tsv': TSV,
  'jobs.json': JSON_ARRAY,
  'jobs.ndjson': NDJSON,
  'jobs.jsonl': NDJSON,
  'jobs.csv.gz': gzipSync(CSV),
  'jobs.tsv.gz': gzipSync(TSV),
  'jobs.json.gz': gzipSync(JSON_ARRAY),
  'jobs.ndjson.gz': gzipSync(NDJSON),
  'zipped-without-saying.csv': gzipSync(CSV),
  'crlf.csv': `\uFEFF${CSV.replaceAll('\n', '\r\n')}`,
  'odd [name]*?.csv': CSV,
  'odd nX.csv': 'name,job\nother,file\n',
  'text.csv': 'code,v\n007,1.0\n7,1\n?,N/A\n NULL,null\n',
  'text.json': '[{"v":"007"},{"v":7},{"v":1.50},{"v":true},{"v":[1]}]',
  'holes.csv': 'a,b\nx,1\n,2\n"",3\ny,4\n',
  'holes.ndjson': '{"a":"x"}\n{"a":null}\n{"b":1}\n{"a":""}\n{"a":"y"}\n',
  'keys.json': '[{"a/b~c":"x"},{"a/b~c":"y"}]',
  'ragged.csv': 'a,b\n1,2\n1,2\n1\n',
  'ragged-late.csv': `a,b\n${'1,2\n'.repeat(60_000)}1,2,3\n`,
  'unclosed.csv': 'a,b\n1,"2\n3,4\n',
  'latin1.csv': Buffer.from('a,b\ncaf\xe9,1\n', 'latin1'),
  'latin1-end.csv': Buffer.from('a\nx\ncaf\xe9\ny\nz\nz\nz\n', 'latin1'),
  'latin1-last.csv': Buffer.from('a\nx\ncaf\xe9', 'latin1'),
  'empty.csv': '',
  'empty.csv.gz': gzipSync(''),
  'header.csv': 'a,b\n',
  'one.csv': 'a,b\nx,1\nx,2\n',
  'twice.csv': 'a,a\n1,2\n3,4\n',
  'broken.ndjson': '{"a":"x"}\n{"a":\n',
  'list.json': '[1,2]',
  'cut.csv.gz': gzipSync(`a\n${Array.from({ length: 50_000 }, (_, i) => i).join('\n')}`).subarray(0, 70_000),
  'nonsense.gz': Buffer.from([0x1f, 0x8b, 1, 2, 3, 4]),
  'text.parquet': 'hello',
  'semicolons.csv': CSV.replace(/,(?! )/g, ';'),
  'tabs.csv': TSV,
  'bars.csv': CSV.replace(/,(?! )/g, '|'),
  'semicolons.dat': CSV.replace(/,(?! )/g, ';'),
  'decimals.csv': 'a;b;c,d\nx;1,5;2\ny;2,5;4\n',
  'commented.csv': 'a;"b, or c, or d"\nx;1\ny;2\n',
  'both.csv': 'a;b,c\nx;1,2\ny;3,4\n',
  'quoted.csv': '"a;b"\nx\ny\n',
  'noise.csv.gz': NOISE,
  'noise.csv': NOISE,
  'noise.ndjson': NOISE,
  noise: NOISE,
  'plain.csv.gz': CSV,
  'wide-characters.csv': Buffer.from(`\uFEFF${CSV}`, 'utf16le'),
  'zero.csv': 'a,b\nx\0,1\ny,2\n',
  'workbook.xlsx': Buffer.concat([Buffer.from('PK\x03\x04'), NOISE]),
  'cut-character.csv': `a\n${'x\n'.repeat(32_766)}\u00e9\ny\n`,
  'late-latin1.csv': Buffer.concat([
    Buffer.from(`a\n${'x\n'.repeat(40_000)}`),
    Buffer.from('caf\xe9\ny\n', 'latin1'),
  ]),
  'late-latin1.ndjson': Buffer.concat([
    Buffer.from('{"a":"x"}\n'.repeat(10_000)),
    Buffer.from('{"a":"caf\xe9"}\n', 'latin1'),
  ]),
  'late-zero.csv': `a\n${'x\n'.repeat(40_000)}y\0z\n`,
  'late-zero.ndjson': `${'{"a":"x"}\n'.repeat(10_000)}{"a":"y\0"}\n`,
  'marked.json': `\uFEFF${JSON_ARRAY}`,
  'marked.ndjson': `\uFEFF${NDJSON}`,
  'marked.ndjson.gz': gzipSync(`\uFEFF${NDJSON}`),
  'no-numbers.json': '[{"a":NaN},{"a":"NaN"},{"a":1},{"a":-NaN}]',
  'after-quote.csv': 'a,b\nx,1\n"a"x,1\n',
  'long-field.csv': `a,b\nx,1\n${'y'.repeat(3e6)},2\n`,
  'columns.json': '{"job":{"0":"a secret","1":"b"},"age":{"0":7,"1":8}}',
  'lists.json': '{"job":["a secret","b"]}',
  'long-values.csv': `a\n${'y'.repeat(1000)}\n`,
  'headerless.csv': '39,State-gov,Ada\n50,Private,Bea\n',
  'long-header.csv': `${Array.from({ length: 20_000 }, (_, i) => `c${i}`).join()}\n`,
})

const read = (name: string, column = 'job', options: Partial<OneColumnOptions> = {}) =>
  oneColumn({ file: at(name), column, ...options })

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    error => {
      expect(error).toBeInstanceOf(InputError)
      expect(error.message).not.toContain('\n')
      return error.message as string
    },
  )

describe('formats', () => {
  test.each([
    'jobs.csv',
    'jobs.tsv',
    'jobs.json',
    'jobs.ndjson',
    'jobs.jsonl',
    'jobs.csv.gz',
    'jobs.tsv.gz',
    'jobs.json.gz',
    'jobs.ndjson.gz',
    'zipped-without-saying.csv',
    'crlf.csv',
    'marked.json',
    'marked.ndjson',
    'marked.ndjson.gz',
    'odd [name]*?.csv',
  ])('%s gives the same column', async name => {
    expect(await read(name)).toEqual(JOBS)
  })

  test('Parquet gives the same column, under a name that does not say what it is too', async () => {
    await withDatabase(async connection => {
      await connection.run(`COPY (FROM read_csv('${at('jobs.csv')}')) TO '${at('jobs.parquet')}'`)
      await connection.run(
        `COPY (FROM read_csv('${at('jobs.csv')}')) TO '${at('jobs.dat')}' (FORMAT parquet)`,
      )
    })
    expect(await read('jobs.parquet')).toEqual(JOBS)
    expect(await read('jobs.dat')).toEqual(JOBS)
  })

  test.each([
    ['CSV', CSV],
    ['TSV', TSV],
    ['JSON', JSON_ARRAY],
    ['NDJSON', NDJSON],
    ['zipped CSV', gzipSync(CSV)],
    ['zipped NDJSON', gzipSync(NDJSON)],
  ])('standard input is recognised by its contents: %s', async (_, contents) => {
    const stdin = Readable.from([Buffer.from(contents)])
    expect(await oneColumn({ file: '-', column: 'job', stdin })).toEqual(JOBS)
  })

  test.each(['semicolons.csv', 'tabs.csv', 'bars.csv', 'semicolons.dat'])(
    '%s gives the same column: the header says what stands between fields',
    async name => {
      expect(await read(name)).toEqual(JOBS)
    },
  )

  test('the sign that the header has most of stands between fields, the comma among equals; what is quoted does not count', async () => {
    expect((await read('decimals.csv', 'b')).categories).toEqual(['1,5', '2,5'])
    expect((await read('commented.csv', 'a')).categories).toEqual(['x', 'y'])
    expect((await read('both.csv', 'a;b')).categories).toEqual(['x;1', 'y;3'])
    expect((await read('quoted.csv', 'a;b')).categories).toEqual(['x', 'y'])
  })

  test('a character that is cut off where the first 64 KB end is read whole', async () => {
    expect((await read('cut-character.csv', 'a')).categories).toEqual(['x', 'y', 'é'])
  })

  test.each(['jobs.csv', 'jobs.csv.gz'])('a pipe is read like a file: %s', async name => {
    const pipe = at(`pipe of ${name}`)
    spawnSync('mkfifo', [pipe])
    const writing = writeFile(pipe, readFileSync(at(name)))
    expect(await oneColumn({ file: pipe, column: 'job' })).toEqual(JOBS)
    await writing
  })

  test('a format that is given wins over the name', async () => {
    expect(await refusal(read('jobs.csv', 'job', { format: 'tsv' }))).toContain('"name,job"')
  })
})

describe('values', () => {
  test('of CSV are text as it stands: no numbers, no nulls but the empty text', async () => {
    expect((await read('text.csv', 'code')).categories).toEqual([' NULL', '007', '7', '?'])
    expect((await read('text.csv', 'v')).categories).toEqual(['1', '1.0', 'N/A', 'null'])
  })

  test('of JSON are text too', async () => {
    expect((await read('text.json', 'v')).categories).toEqual(['007', '1.5', '7', '[1]', 'true'])
  })

  test.each(['holes.csv', 'holes.ndjson'])('missing ones are left out and counted: %s', async name => {
    const { categories, data, dropped } = await read(name, 'a')
    expect(categories).toEqual(['x', 'y'])
    expect(Array.from(data)).toEqual([0, 1])
    expect(dropped).toBe(name === 'holes.csv' ? 2 : 3)
  })

  test('missing ones are a category where this is asked for', async () => {
    const { categories, data, dropped } = await read('holes.csv', 'a', { missing: 'category' })
    expect(categories).toEqual(['', 'x', 'y'])
    expect(Array.from(data)).toEqual([1, 0, 0, 2])
    expect(dropped).toBe(0)
  })

  test('that are NaN in JSON are missing, unlike a text of that name', async () => {
    expect(await read('no-numbers.json', 'a')).toEqual({
      categories: ['1', 'NaN'],
      data: Uint32Array.of(1, 0),
      dropped: 2,
      warnings: [expect.stringContaining('"NaN" is taken as a category; ')],
    })
  })

  test('may have megabytes', async () => {
    const { categories } = await read('long-field.csv', 'a')
    expect(categories.map(({ length }) => length)).toEqual([1, 3e6])
  })

  test('that are NaN in Parquet are missing, and columns whose names differ by case only are told apart', async () => {
    const floats = "[1.5::DOUBLE, 'nan'::DOUBLE, 2.5::DOUBLE]"
    await withDatabase(connection =>
      connection.run(
        `COPY (SELECT unnest(${floats}) AS a, unnest(['x', 'y', 'z']) AS "jo", unnest(['u', 'v', 'w']) AS "b") TO '${at('floats.parquet')}'`,
      ),
    )
    expect(await read('floats.parquet', 'a')).toEqual({
      categories: ['1.5', '2.5'],
      data: Uint32Array.of(0, 1),
      dropped: 1,
    })
    // The name of the third column, wherever it stands in the file, becomes that of the first one.
    const bytes = readFileSync(at('floats.parquet')).toString('latin1')
    const renamed = (name: string) =>
      writeFile(at(`${name}.parquet`), bytes.replaceAll('\x01b', `\x01${name}`), 'latin1')
    await renamed('A')
    await renamed('a')
    expect((await read('A.parquet', 'A')).categories).toEqual(['u', 'v', 'w'])
    expect((await read('A.parquet', 'a')).categories).toEqual(['1.5', '2.5'])
    expect(await refusal(read('a.parquet', 'a'))).toContain(
      ': expected one column "a", found several of that name',
    )
  })

  test('a key of JSON may hold any signs', async () => {
    expect((await read('keys.json', 'a/b~c')).categories).toEqual(['x', 'y'])
  })
})

describe('bad input is refused in one line that names the file:', () => {
  test.each<[name: string, column: string, expected: string]>([
    ['ragged.csv', 'a', ', line 4: expected 2 columns as in the header, found 1'],
    ['ragged-late.csv', 'a', ', line 60002: expected 2 columns as in the header, found 3'],
    ['unclosed.csv', 'a', ', line 2: expected a closing quote, found none'],
    ['latin1.csv', 'a', ', line 2: expected UTF-8 text, found other bytes'],
    ['latin1-end.csv', 'a', ', line 3: expected UTF-8 text, found other bytes'],
    ['latin1-last.csv', 'a', ', line 3: expected UTF-8 text, found other bytes'],
    ['empty.csv', 'a', ': expected a table; the file is empty'],
    ['empty.csv.gz', 'a', ': expected a table; the file is empty'],
    ['header.csv', 'a', ': column "a" has no values; expected at least 2 categories'],
    ['noise.csv.gz', 'a', ': expected gzip, as the name says; found other bytes'],
    ['plain.csv.gz', 'a', ': expected gzip, as the name says; found other bytes'],
    ['noise.csv', 'a', ', line 1: expected UTF-8 text, found other bytes'],
    ['noise.ndjson', 'a', ', line 1: expected UTF-8 text, found other bytes'],
    ['noise', 'a', ', line 1: expected UTF-8 text, found other bytes'],
    ['zero.csv', 'a', ', line 2: expected UTF-8 text, found other bytes'],
    ['late-latin1.csv', 'a', ', line 40002: expected UTF-8 text, found other bytes'],
    ['late-latin1.ndjson', 'a', ', line 10001: expected UTF-8 text, found other bytes'],
    ['late-zero.csv', 'a', ', line 40002: expected UTF-8 text, found other bytes'],
    ['late-zero.ndjson', 'a', ', line 10001: expected UTF-8 text, found other bytes'],
    [
      'after-quote.csv',
      'a',
      ', line 3: expected "," or the end of the line after a closing quote, found something else',
    ],
    [
      'columns.json',
      'job',
      ': expected one object a row, as pandas writes by orient="records"; found one object for all rows',
    ],
    [
      'lists.json',
      'job',
      ': expected one object a row, as pandas writes by orient="records"; found one object for all rows',
    ],
    [
      'long-values.csv',
      'a',
      `: column "a" has one category, "${'y'.repeat(78)}…; expected at least 2 categories`,
    ],
    [
      'headerless.csv',
      'job',
      ': no column "job"; the first row looks like data: --no-header names the columns by their numbers',
    ],
    ['wide-characters.csv', 'a', ': expected csv in UTF-8, found UTF-16'],
    [
      'workbook.xlsx',
      'a',
      ': expected csv in UTF-8, found a zip archive, such as a workbook; save the table as CSV',
    ],
    ['long-header.csv', 'c1', ': expected a header of 65,536 bytes or fewer'],
    ['one.csv', 'a', ': column "a" has one category, "x"; expected at least 2 categories'],
    [
      'twice.csv',
      'a',
      ': expected one column "a", found several of that name; in CSV and TSV, --no-header --skip 1 names them by their numbers',
    ],
    ['one.csv', 'c', ': no column "c"; expected one of "a", "b"'],
    ['text.json', 'w', ': no column "w"; expected one of "v"'],
    ['list.json', 'a', ': no column "a"; expected one of (none)'],
    ['none.csv', 'a', ': no such file; expected csv, tsv, json, ndjson, parquet'],
    ['.', 'a', ': expected a file, not a folder'],
  ])('%s, %s', async (name, column, expected) => {
    expect(await refusal(read(name, column))).toBe(`${at(name)}${expected}`)
  })

  test('a device', async () => {
    expect(await refusal(oneColumn({ file: '/dev/null', column: 'a' }))).toBe(
      '/dev/null: expected a file, not a device',
    )
  })

  test('standard input that is no file', async () => {
    const stdin = createReadStream(at('.'))
    expect(await refusal(oneColumn({ file: '-', column: 'a', stdin }))).toMatch(
      /^standard input: expected a file that can be read \(EISDIR/,
    )
  })

  test.each(['broken.ndjson', 'cut.csv.gz', 'nonsense.gz', 'text.parquet'])('%s', async name => {
    const message = await refusal(read(name, 'a'))
    expect(message).toContain(at(name))
    expect(message).toContain('expected')
  })
})
