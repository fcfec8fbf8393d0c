import { expect, test } from 'vitest'
import { levelColumn } from '../../../src/mechanism/column.ts'
import { publicPrior } from '../../../src/mechanism/public-prior.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { subsetSelection } from '../../../src/mechanism/subset-selection.ts'
import { MinibatchGradient } from '../../../src/posterior/langevin/minibatch-gradient.ts'
import { PackedColumns } from '../../../src/posterior/langevin/packed-columns.ts'
import { createTally, type Tally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'
import { rrrr } from '../../../src/rrrr/rrrr.ts'
import { deviation, type Entry, mechanismOf, randomEntries, tallyOf } from '../../support/tally.ts'

const K = 8

function pack(tally: Tally): PackedColumns {
  const columns = new PackedColumns(tally.table)
  columns.follow()
  return columns
}

const everyAnswer = (mechanism: Entry[0]): Entry[] =>
  Array.from(mechanism.responses(), response => [mechanism, response, 1] as const)

// The first family is that of the dense columns, whether there are any or not.
test.each<[string, Entry[], number]>([
  ['SRR: one for all', everyAnswer(srr({ categories: K, epsilon: 1 })), 2],
  ['RRRR: one inside, one outside', everyAnswer(rrrr({ categories: K, subset: [1, 4], epsilon: 1 })), 3],
  [
    'RRRR with three subsets of one size: one for all inside, one for each outside',
    [
      [0, 1],
      [5, 2],
      [1, 2],
    ].flatMap(subset => everyAnswer(rrrr({ categories: K, subset, epsilon: 1 }))),
    5,
  ],
  ['subset selection: each its own', everyAnswer(subsetSelection({ categories: K, epsilon: 1, size: 1 })), 9],
  ['a public prior: none', everyAnswer(publicPrior({ prior: [8, 7, 6, 5, 4, 3, 2, 1], epsilon: 1 })), 1],
])('the families of %s', (name, entries, families) => {
  const columns = pack(tallyOf(entries))
  expect(columns.families).toBe(families)
  expect(columns.hasRows).toBe(name.startsWith('a public prior'))
})

test('columns that come later are packed as if all had come at once', () => {
  const entries = randomEntries(stream(1, 'later'), K, 60)
  const tally = createTally(K)
  const columns = new PackedColumns(tally.table)
  for (const entry of entries) {
    tally.add(...entry)
    columns.follow()
  }
  expect(packed(columns)).toEqual(packed(pack(tally)))
  expect(columns.length).toBe(tally.distinct)
  // They are not equal for being empty: a twin that has missed the last answers differs.
  const fewer = tallyOf(entries.slice(0, 40))
  expect(packed(pack(fewer))).not.toEqual(packed(columns))
})

/** Everything that packed columns store about categories, families and columns. */
function packed(columns: PackedColumns) {
  const list = <T>(length: number, valueAt: (i: number) => T) => Array.from({ length }, (_, i) => valueAt(i))
  const phi = Float64Array.from({ length: K }, (_, x) => (x + 1) / 10)
  const gradientOf = (c: number) => {
    const batch = Uint32Array.of(c)
    columns.load(phi)
    columns.addRatios(batch, 1)
    columns.addRows(batch, 1)
    const out = new Float64Array(K)
    columns.writeGradient(1, columns.spread(), 1, out)
    return out
  }
  return {
    families: list(columns.families, f => columns.family(f)),
    members: list(columns.memberCount, i => columns.member(i)),
    places: list(columns.length, c => [columns.familyOf(c), columns.pointOf(c)]),
    gradients: list(columns.length, gradientOf),
  }
}

test('a step too small for a unit makes a column dense, and its gradient is right where the set has no mass', () => {
  const levels = { categories: 3, logScale: 0, logBase: -700, set: Int32Array.of(0), logLevel: 0, point: 1 }
  const tally = tallyOf([[mechanismOf([levelColumn({ ...levels, logPeak: -690 })]), 0, 1]])
  expect(pack(tally).hasRows).toBe(true)
  const phi = Float64Array.of(0, 0.5, 0.5)
  const out = new Float64Array(3)
  new MinibatchGradient(tally).estimate(Uint32Array.of(0), 1, phi, out)
  // p·φ = (e^−700 + e^−690)/2.
  const g = (Math.exp(-10) + 1) / 2
  expect(deviation(out, [Math.exp(690) / g, 1 / g - 1, Math.exp(-10) / g - 1])).toBeLessThan(1e-12)
  expect(Math.abs(out[1] / (1 / g - 1) - 1)).toBeLessThan(1e-9)
})
