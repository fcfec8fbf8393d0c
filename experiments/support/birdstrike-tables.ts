import { readFileSync } from 'node:fs'
import type { PairLaw } from './pair-law.ts'

const FILE = new URL('../data/birdstrikes.csv', import.meta.resolve('vega-datasets'))

/**
 * The two-way tables of four columns of 10,000 reports of birds that struck aircraft (Federal Aviation Administration, in the public domain;
 * the file of the package `vega-datasets`): phase of flight, size of the bird, damage, time of day. No constant of the joint law was
 * chosen by them.
 */
export function readBirdstrikeTables(): PairLaw {
  const columns = ['Phase of flight', 'Wildlife Size', 'Effect Amount of damage', 'Time of day']
  const [header, ...lines] = readFileSync(FILE, 'utf8').trim().split(/\r?\n/)
  // No field of this file has a comma in it.
  const places = columns.map(column => header.split(',').indexOf(column))
  const rows = lines.map(line => line.split(',')).map(fields => places.map(place => fields[place]))
  const labels = columns.map((_, j) => [...new Set(rows.map(row => row[j]))].sort())
  const pairs = columns.flatMap((_, a) =>
    columns.slice(a + 1).map((__, i) => {
      const b = a + 1 + i
      const law = new Float64Array(labels[a].length * labels[b].length)
      for (const row of rows) {
        law[labels[a].indexOf(row[a]) + labels[a].length * labels[b].indexOf(row[b])] += 1 / rows.length
      }
      return { a, b, law }
    }),
  )
  const names = ['phase', 'size', 'damage', 'time']
  return { names, sizes: labels.map(({ length }) => length), pairs }
}
