import { mkdirSync, writeFileSync } from 'node:fs'
import { textTable } from '../../src/report/text-table.ts'

export type Row = Record<string, string | number>

/** Prints rows, all with the same columns, as a table; numbers to four digits. */
export function printRows(title: string, rows: readonly Row[]): void {
  const columns = Object.entries(rows[0]).map(([name, example]) => ({
    title: name,
    align: typeof example === 'number' ? ('right' as const) : ('left' as const),
    cell: (row: Row) => short(row[name]),
  }))
  console.log(`${title}\n\n${textTable(columns, rows)}`)
}

/** A cell of CSV; a text with a comma or a quote is quoted. */
function quoted(cell: string | number): string {
  return typeof cell === 'string' && /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : String(cell)
}

/** Writes the same rows as CSV to `out/<experiment>/<name>.csv`, with all digits. */
export function writeRows(experiment: string, name: string, rows: readonly Row[]): void {
  const lines = [Object.keys(rows[0]), ...rows.map(row => Object.values(row))]
  writeOutput(experiment, `${name}.csv`, `${lines.map(line => line.map(quoted).join(',')).join('\n')}\n`)
}

/** Writes a file to `out/<experiment>/`, and prints its name. */
export function writeOutput(experiment: string, file: string, content: string | Uint8Array): void {
  mkdirSync(`out/${experiment}`, { recursive: true })
  writeFileSync(`out/${experiment}/${file}`, content)
  console.log(`wrote out/${experiment}/${file}`)
}

function short(value: string | number): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(4))) : value
}
