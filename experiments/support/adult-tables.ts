import { readFileSync } from 'node:fs'
import type { PairLaw } from './pair-law.ts'

const FILE = new URL('./adult-tables.csv', import.meta.url)

/** The eight columns, of 46,033 people without a missing value. */
export const ADULT_COLUMNS = [
  'workclass',
  'education',
  'marital_status',
  'occupation',
  'relationship',
  'race',
  'sex',
  'income',
] as const

export type AdultColumn = (typeof ADULT_COLUMNS)[number]

/**
 * The two-way tables of some columns of the Adult data (Becker and Kohavi 1996, UCI Machine Learning Repository, CC BY 4.0). Answers about
 * two columns each depend on these tables alone, so the tables are sufficient.
 *
 * @param columns in the order of `ADULT_COLUMNS`
 */
export function readAdultTables(columns: readonly AdultColumn[]): PairLaw {
  const [, ...lines] = readFileSync(FILE, 'utf8').trim().split('\n')
  const cells = lines.map(line => {
    const [first, second, u, v, people] = line.split(',')
    return { first, second, u, v, people: Number(people) }
  })
  const labels = columns.map(column => {
    const names = cells.flatMap(({ first, second, u, v }) =>
      first === column ? [u] : second === column ? [v] : [],
    )
    return [...new Set(names)].sort()
  })
  const pairs = columns.flatMap((first, a) =>
    columns.slice(a + 1).map((second, i) => {
      const b = a + 1 + i
      const law = new Float64Array(labels[a].length * labels[b].length)
      const own = cells.filter(cell => cell.first === first && cell.second === second)
      const people = own.reduce((total, cell) => total + cell.people, 0)
      for (const { u, v, people: count } of own) {
        law[labels[a].indexOf(u) + labels[a].length * labels[b].indexOf(v)] = count / people
      }
      return { a, b, law }
    }),
  )
  return { names: columns, sizes: labels.map(({ length }) => length), pairs }
}
