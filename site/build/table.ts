import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A row of a table of results: text by the name of its column. */
export type Row = Readonly<Record<string, string>>

/** Reads a table of results of the experiments, such as `frontier/frontier.csv`. */
export function readTable(name: string): Row[] {
  const file = join(import.meta.dirname, '../../experiments/results', name)
  const [header, ...lines] = readFileSync(file, 'utf8').trim().split('\n').map(cellsOf)
  return lines.map((cells, i) => {
    if (cells.length !== header.length) {
      throw new Error(`${name}, line ${i + 2}: expected ${header.length} cells; got ${cells.length}`)
    }
    return Object.fromEntries(cells.map((cell, j) => [header[j], cell]))
  })
}

function cellsOf(line: string): string[] {
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)
  return Array.from(cells, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain)
}

/** The one row with these cells; numbers are compared as numbers. */
export function rowOf(rows: readonly Row[], cells: Readonly<Record<string, string | number>>): Row {
  const found = rows.filter(row =>
    Object.entries(cells).every(([name, cell]) =>
      typeof cell === 'number' ? Number(row[name]) === cell : row[name] === cell,
    ),
  )
  if (found.length !== 1) throw new Error(`expected one row of ${JSON.stringify(cells)}; got ${found.length}`)
  return found[0]
}

/** A number of the one row with these cells. */
export function numberOf(
  rows: readonly Row[],
  cells: Readonly<Record<string, string | number>>,
  column: string,
): number {
  const number = Number(rowOf(rows, cells)[column])
  if (!Number.isFinite(number)) throw new Error(`expected a number in ${column} of ${JSON.stringify(cells)}`)
  return number
}
