import { createReadStream, createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type ColumnSource, columnSource } from './column-source.ts'
import { withDatabase } from './duckdb.ts'
import { type Format, isZipped, recognize } from './file-format.ts'
import { inOneLine } from './in-one-line.ts'
import { InputError } from './input-error.ts'
import { withTemporaryFolder } from './temporary.ts'

/** Where a table is. */
export interface TableFile {
  /** The file's path; `-` is standard input. */
  readonly file: string
  /** Default: by the name's end, else by the contents. Zipped (gzip) or not is always seen by itself. */
  readonly format?: Format | undefined
  /** What `-` reads; default the process's standard input. */
  readonly stdin?: Readable
}

/** What an error calls a table. */
export function tableName({ file }: TableFile): string {
  return file === '-' ? 'standard input' : file
}

/**
 * Goes through some columns of a CSV, TSV, JSON, NDJSON or Parquet file, row by row in the file's order: all values are
 * text as it stands, and a missing one (null, the empty text, a JSON row without the key) is `''`.
 *
 * @param columns their names, or `all` of them in the file's order (JSON has none: sorted)
 * @param visit is handed the texts of a row, in the order of the columns, and the columns' names
 * @throws InputError, one line, if the file or a column is not there, or the file is malformed
 */
export async function readRows(
  table: TableFile,
  columns: readonly string[] | 'all',
  visit: (texts: readonly string[], columns: readonly string[]) => void,
): Promise<void> {
  const name = tableName(table)
  await withTemporaryFolder(join(tmpdir(), 'adobest-'), async folder => {
    let path = resolve(table.file)
    if (table.file === '-') {
      // To a file first: readers have to go back and forth.
      path = join(folder, 'input')
      await pipeline(table.stdin ?? process.stdin, createWriteStream(path))
    }
    if (await isZipped(path, name)) path = await unzip(path, name, folder)
    const kind = await recognize(path, name, table.format)
    await withDatabase(connection =>
      inOneLine(name, async () => {
        const source = await columnSource(connection, path, kind)
        // Not as a stream: DuckDB would end it in silence at the first malformed row.
        const asked = columns === 'all' ? source.columns : columns
        const result = await connection.run(
          source.select(asked.map(column => findColumn(source, column, name))),
        )
        for await (const chunk of result.yieldRows()) {
          for (const row of chunk) {
            visit(
              row.map(value => (value as string | null) ?? ''),
              asked,
            )
          }
        }
      }),
    )
  })
}

/** Unzipped here and not by DuckDB, which takes a file that was cut off for a whole one. */
async function unzip(path: string, name: string, folder: string): Promise<string> {
  const unzipped = join(folder, 'unzipped')
  try {
    await pipeline(createReadStream(path), createGunzip(), createWriteStream(unzipped))
  } catch (error) {
    throw new InputError(`${name}: expected a whole gzip file (${(error as Error).message})`)
  }
  return unzipped
}

/** Most columns that an error lists. */
const MOST_LISTED = 30

function findColumn({ columns }: ColumnSource, column: string, name: string): number {
  const at = columns.indexOf(column)
  const asked = JSON.stringify(column)
  if (at < 0) {
    const listed = columns.slice(0, MOST_LISTED).map(each => JSON.stringify(each))
    if (columns.length > MOST_LISTED) listed.push(`… ${columns.length} in all`)
    throw new InputError(`${name}: no column ${asked}; expected one of ${listed.join(', ') || '(none)'}`)
  }
  if (columns.lastIndexOf(column) !== at) {
    throw new InputError(`${name}: expected one column ${asked}, found several of that name`)
  }
  return at
}
