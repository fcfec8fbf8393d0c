import type { HeatCell, HeatTable } from './heat-chart.ts'

/** A whole table of two questions; a chart may show a part of it. */
export interface WholeTable {
  /** The names of the two questions. */
  readonly about: readonly [string, string]
  /** The names of the categories of each question. */
  readonly categories: readonly [readonly string[], readonly string[]]
  /** Estimate of the cell of the categories u and v. */
  cell(u: number, v: number): Omit<HeatCell, 'row' | 'column'>
}

/** Largest number of shown rows, and of shown columns. */
const MOST_SHOWN = 16

/**
 * Selects the likeliest categories of two questions, the likeliest first. The question with more categories has the rows.
 *
 * @returns the table, and words about the categories left out
 */
export function heatTable({ about, categories, cell }: WholeTable): { table: HeatTable; left: string[] } {
  const [a, b] = categories
  const isTurned = a.length < b.length
  const at = (row: number, column: number) => (isTurned ? cell(column, row) : cell(row, column))
  const [all, others] = isTurned ? [b, a] : [a, b]
  const rows = likeliest(all, row => sum(others, column => at(row, column).mean))
  const columns = likeliest(others, column => sum(all, row => at(row, column).mean))
  const names: [string, string] = isTurned ? [about[1], about[0]] : [...about]
  return {
    table: {
      names,
      rows: rows.map(row => all[row]),
      columns: columns.map(column => others[column]),
      cells: rows.flatMap(row =>
        columns.map(column => ({ row: all[row], column: others[column], ...at(row, column) })),
      ),
    },
    left: [...leftOut(names[0], rows, all), ...leftOut(names[1], columns, others)],
  }
}

function sum(names: readonly string[], share: (x: number) => number): number {
  return names.reduce((total, _, x) => total + share(x), 0)
}

function likeliest(names: readonly string[], share: (x: number) => number): number[] {
  const shares = names.map((_, x) => share(x))
  return [...shares.keys()].sort((x, y) => shares[y] - shares[x] || x - y).slice(0, MOST_SHOWN)
}

function leftOut(name: string, shown: readonly number[], all: readonly string[]): string[] {
  return shown.length < all.length ? [`the ${shown.length} likeliest of ${all.length} of ${name}`] : []
}
