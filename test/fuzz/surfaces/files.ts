import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import fc, { type Arbitrary } from 'fast-check'
import { InputError } from '../../../src/data/input-error.ts'
import { readDistributions } from '../../../src/data/read-distributions.ts'
import { readPeople } from '../../../src/data/read-people.ts'
import { readWeights } from '../../../src/data/read-weights.ts'
import { expectThat, refusalOf, type Surface, type Verdict } from '../harness/surface.ts'

interface FileCase {
  /** Text; a byte string if there are bytes beyond ASCII that are to stand as they are. */
  readonly contents: string | 'parquet'
  readonly damage: readonly Damage[]
  readonly isZipped: boolean
  readonly damageAfter: readonly Damage[]
  readonly ending: string
  readonly reader: keyof typeof READERS
  readonly fromStandardInput: boolean
}

interface Damage {
  readonly kind: 'set' | 'insert' | 'remove' | 'cut' | 'double'
  /** A share of the length, in 1/1000. */
  readonly at: number
  readonly byte: number
}

interface Place {
  readonly file: string
  readonly stdin: Readable
}

const READERS = {
  column: ({ file, stdin }: Place) => readPeople({ file, stdin, columns: ['category'] }),
  missing: ({ file, stdin }: Place) =>
    readPeople({ file, stdin, columns: ['weight', 'category'], missing: 'category' }),
  groups: ({ file, stdin }: Place) =>
    readPeople({ file, stdin, columns: ['weight'], by: 'category', missing: 'refuse', fewest: 1 }),
  numbers: ({ file, stdin }: Place) =>
    readPeople({ file, stdin, columns: ['weight'], questions: { weight: { from: 0, to: 1, bins: 2 } } }),
  distributions: ({ file, stdin }: Place) => readDistributions({ file, stdin }, 'all'),
  weights: ({ file }: Place) => readWeights(file),
}

const cell = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'cook', '', '1', '2.5', '0', '-1', '1e309', 'NaN') },
  { weight: 1, arbitrary: fc.string({ maxLength: 6, unit: 'binary' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('"', '""', ',', ';', '\t', '\n', '\r\n', '\0', '\uFEFF', 'ä', '😀', "'"),
  },
)

const rows = fc.array(fc.tuple(cell, cell), { maxLength: 8 })

const delimited = fc
  .record({ rows, delimiter: fc.constantFrom(',', '\t', ';', '|'), end: fc.constantFrom('\n', '\r\n', '\r') })
  .map(({ rows, delimiter, end }) =>
    [['category', 'weight'], ...rows].map(row => row.join(delimiter)).join(end),
  )

const value = fc.oneof(cell, fc.double(), fc.constantFrom<unknown>(null, true, [], {}, [1], { a: 1 }))

const objects = fc
  .record({
    rows: fc.array(fc.record({ category: value, weight: value }, { requiredKeys: [] })),
    lines: fc.boolean(),
  })
  .map(({ rows, lines }) => (lines ? rows.map(row => JSON.stringify(row)).join('\n') : JSON.stringify(rows)))

const numbers = fc.array(fc.oneof(fc.double(), fc.integer())).map(list => JSON.stringify(list))

const damage: Arbitrary<readonly Damage[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<readonly Damage[]>([]) },
  {
    weight: 3,
    arbitrary: fc.array(
      fc.record<Damage>({
        kind: fc.constantFrom('set', 'insert', 'remove', 'cut', 'double'),
        at: fc.nat(999),
        byte: fc.oneof(fc.nat(255), fc.constantFrom(0, 10, 34, 44, 255)),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  },
)

const cases = fc.record<FileCase>({
  contents: fc.oneof(
    { weight: 5, arbitrary: delimited },
    { weight: 3, arbitrary: objects },
    { weight: 1, arbitrary: numbers },
    { weight: 2, arbitrary: fc.constant('parquet') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  ),
  damage,
  isZipped: fc.nat(4).map(n => n === 0),
  damageAfter: damage,
  ending: fc.constantFrom('', '.csv', '.tsv', '.json', '.ndjson', '.jsonl', '.parquet', '.txt', '.csv.gz'),
  reader: fc.constantFrom(...(Object.keys(READERS) as (keyof typeof READERS)[])),
  fromStandardInput: fc.nat(5).map(n => n === 0),
})

/** Files of tables, as bytes, through the readers. */
export const files: Surface<FileCase> = {
  name: 'files',
  cases,
  known: [
    known('category;weight\na;1\nb;2\n', '.csv'),
    known('\u001f\u008bnot zipped at all, whatever it says', '.csv.gz'),
    known('\u0093\u0001\u0002random\u00ff', '.csv.gz'),
    known('', '.csv'),
    known('category', '.csv'),
    known('[', '.json'),
    known('PAR1', '.parquet'),
  ],
  limitMs: 2000,
  async check(input): Promise<Verdict> {
    const bytes = await bytesOf(input)
    const folder = mkdtempSync(join(tmpdir(), 'adobest-fuzz-'))
    try {
      const path = join(folder, `table${input.ending}`)
      writeFileSync(path, bytes)
      const isPiped = input.fromStandardInput && input.reader !== 'weights'
      await READERS[input.reader]({ file: isPiped ? '-' : path, stdin: Readable.from([bytes]) })
      return 'valid'
    } catch (error) {
      // A path with the folder's name in it would be no single case.
      expectThat(!String((error as Error).message).includes('\n'), () => (error as Error).message)
      return refusalOf(error, InputError)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

function known(contents: string, ending: string): FileCase {
  return {
    contents,
    damage: [],
    isZipped: false,
    damageAfter: [],
    ending,
    reader: 'column',
    fromStandardInput: false,
  }
}

async function bytesOf({ contents, damage, isZipped, damageAfter }: FileCase): Promise<Buffer> {
  const whole = contents === 'parquet' ? await (parquet ??= makeParquet()) : asBytes(contents)
  const first = damaged(whole, damage)
  return isZipped ? damaged(gzipSync(first), damageAfter) : first
}

/** As UTF-8; if it is all bytes, as those. */
function asBytes(text: string): Buffer {
  return Buffer.from(text, [...text].every(sign => sign <= '\u00ff') ? 'latin1' : 'utf8')
}

let parquet: Promise<Buffer> | undefined

async function makeParquet(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'adobest-fuzz-'))
  const file = join(folder, 'table.parquet')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(
    `COPY (SELECT chr(97 + (i % 3)::INTEGER) AS category, i::DOUBLE AS weight FROM range(20) t(i)) TO '${file}' (FORMAT parquet)`,
  )
  connection.closeSync()
  instance.closeSync()
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return bytes
}

function damaged(bytes: Buffer, damage: readonly Damage[]): Buffer {
  return damage.reduce((before, { kind, at, byte }) => {
    const place = Math.floor((at / 1000) * before.length)
    const [head, tail] = [before.subarray(0, place), before.subarray(place)]
    const after = {
      set: [Buffer.of(byte), tail.subarray(1)],
      insert: [Buffer.of(byte), tail],
      remove: [tail.subarray(1)],
      cut: [],
      double: [tail, tail],
    }
    return Buffer.concat([head, ...after[kind]])
  }, bytes)
}
