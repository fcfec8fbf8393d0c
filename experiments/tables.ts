/**
 * How accurate are the tables of several questions, and do their intervals hold? 10,000 people are drawn from the two-way tables of columns
 * of the Adult data (`support/adult-tables.ts`) or of reports about birds (`support/birdstrike-tables.ts`). Each answers about one pair of
 * columns: by subset selection, and all answers are estimated together by the joint law, as by default; or as in CALM (`support/calm.ts`),
 * by optimized unary encoding alone or by the better of it and randomized response.
 *
 * One row for each level ε and seed. Distances are total variation, means over all two-way tables, or over all columns. `ratio` is our
 * distance divided by CALM's with the better oracle. `V` is the mean absolute error of Cramér's V. The shares of 95 % intervals that
 * contain the truth are of non-empty cells, of all shares of columns, and of Cramér's V in tables of fewer than 100 cells and of 100 and
 * more. `good R-hat` is the share of cells whose R-hat is at most 1.01. `warned` is 1 if the estimate warns of its chains. Seconds are
 * processor time.
 *
 * Plays the seeds from `--first` on, and appends the name after `--part` to the file's name, so that runs can be split.
 *
 *     npx tsx experiments/tables.ts --columns education,marital_status,sex,income [--levels 0.5,1,2,4] [--seeds 20]
 *     npx tsx experiments/tables.ts --columns birds
 */
import { parseArgs } from 'node:util'
import { mechanismFromRequest } from '../src/catalogue/requests.ts'
import { requireInteger } from '../src/check/check.ts'
import { createEstimator } from '../src/loop/estimator.ts'
import type { Tables } from '../src/posterior/functional/tables-estimate.ts'
import { cramersVOf } from '../src/query/of-tables.ts'
import { createAlias } from '../src/random/categorical.ts'
import { stream } from '../src/random/stream.ts'
import { totalVariation } from '../src/simplex/total-variation.ts'
import { type AdultColumn, readAdultTables } from './support/adult-tables.ts'
import { readBirdstrikeTables } from './support/birdstrike-tables.ts'
import { calm } from './support/calm.ts'
import { unaryOracle } from './support/frequency-oracles.ts'
import { HeldShare } from './support/held-share.ts'
import { marginOf, type PairLaw, type PairTable } from './support/pair-law.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const PEOPLE = 10_000
const LARGE_TABLE = 100

/** Asks everybody about one pair. */
function collect({ names, sizes, pairs }: PairLaw, epsilon: number, seed: number) {
  const questions = Object.fromEntries(names.map((name, j) => [name, sizes[j]]))
  const estimator = createEstimator({ questions, epsilon, strategy: 'subset-selection', seed })
  const people = new Map(pairs.map(({ a, b, law }) => [`${names[a]},${names[b]}`, createAlias(law)]))
  const rng = stream(seed, 'people')
  for (let t = 0; t < PEOPLE; t++) {
    const request = estimator.request()
    const cell = people.get(String(request.about))!.draw(rng)
    estimator.observe(mechanismFromRequest(request).respond(cell, rng))
  }
  return estimator
}

/** The estimated tables, in the order of the true ones. */
function tablesOf({ names, pairs }: PairLaw, estimate: Tables) {
  const flat = (table: number[][]) => Float64Array.from(table[0].flatMap((_, v) => table.map(row => row[v])))
  return pairs.map(({ a, b }) => {
    const { mean, interval, diagnostics } = estimate.table(names[a], names[b])
    const [lower, upper] = interval(0.95)
    return {
      a,
      b,
      law: flat(mean),
      interval: [flat(lower), flat(upper)] as const,
      rhat: diagnostics.rhat.flat(),
      ess: Math.min(...diagnostics.essBulk.flat(), ...diagnostics.essTail.flat()),
    }
  })
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Errors of tables: of their cells, of the columns, and of Cramér's V. */
function errorsOf({ sizes, pairs }: PairLaw, tables: readonly PairTable[], v?: readonly number[]) {
  const columns = sizes.map((_, j) => {
    // Any table of the column, because the margins of consistent tables agree.
    const place = pairs.findIndex(({ a, b }) => a === j || b === j)
    return totalVariation(marginOf(tables[place], j, sizes), marginOf(pairs[place], j, sizes))
  })
  const association = ({ a, b, law }: PairTable) => cramersVOf(sizes[a], sizes[b]).value(law, 0)
  return {
    tables: mean(pairs.map(({ law }, i) => totalVariation(tables[i].law, law))),
    columns: mean(columns),
    v: mean(pairs.map((pair, i) => Math.abs((v?.[i] ?? association(tables[i])) - association(pair)))),
  }
}

function rowOf(law: PairLaw, epsilon: number, seed: number): Row {
  const held = {
    cells: new HeldShare(),
    columns: new HeldShare(),
    small: new HeldShare(),
    large: new HeldShare(),
  }
  const estimator = collect(law, epsilon, seed)
  const start = process.cpuUsage()
  const estimate = estimator.estimate()
  const seconds = process.cpuUsage(start).user / 1e6
  const tables = tablesOf(law, estimate)
  const beliefs = law.pairs.map(({ a, b }) => estimate.association(law.names[a], law.names[b]).cramersV)
  const ours = errorsOf(
    law,
    tables,
    beliefs.map(({ mean }) => mean),
  )
  const setting = { people: PEOPLE, epsilon }
  const theirs = errorsOf(law, calm(law, { ...setting, oracle: 'best' }, stream(seed, 'calm')))
  const unary = errorsOf(law, calm(law, { ...setting, oracle: unaryOracle }, stream(seed, 'unary')))
  law.pairs.forEach(({ a, b, law: truth }, i) => {
    held.cells.add(tables[i].interval, truth, x => truth[x] > 0)
    const v = cramersVOf(law.sizes[a], law.sizes[b]).value(truth, 0)
    held[truth.length < LARGE_TABLE ? 'small' : 'large'].addOne(beliefs[i].interval(0.95), v)
  })
  law.names.forEach((name, j) => {
    const place = law.pairs.findIndex(({ a, b }) => a === j || b === j)
    held.columns.add(estimate.marginal(name).interval(0.95), marginOf(law.pairs[place], j, law.sizes))
  })
  const rhats = tables.flatMap(({ rhat }) => rhat)
  return {
    columns: law.names.join(' '),
    epsilon,
    seed,
    'tables, CALM by OUE': unary.tables,
    'tables, CALM': theirs.tables,
    tables: ours.tables,
    ratio: ours.tables / theirs.tables,
    'single columns, CALM': theirs.columns,
    'single columns': ours.columns,
    'ratio of columns': ours.columns / theirs.columns,
    'V, CALM': theirs.v,
    V: ours.v,
    'ratio of V': ours.v / theirs.v,
    'cells held': held.cells.share,
    'columns held': held.columns.share,
    'V held': held.small.share,
    'V held, large tables': held.large.share,
    'worst R-hat': Math.max(...rhats),
    'good R-hat': rhats.filter(rhat => rhat <= 1.01).length / rhats.length,
    'least ESS': Math.min(...tables.map(({ ess }) => ess)),
    warned: Number(estimate.warnings.some(warning => !warning.includes('association'))),
    seconds,
  }
}

runScript(async () => {
  const { values } = parseArgs({
    options: {
      columns: { type: 'string', default: 'education,marital_status,sex,income' },
      levels: { type: 'string', default: '0.5,1,2,4' },
      seeds: { type: 'string', default: '20' },
      first: { type: 'string', default: '1' },
      part: { type: 'string', default: '' },
    },
  })
  const first = requireInteger('first', Number(values.first), 1)
  const count = requireInteger('seeds', Number(values.seeds), 1)
  const seeds = Array.from({ length: count }, (_, i) => first + i)
  const levels = values.levels.split(',').map(Number)
  const law =
    values.columns === 'birds'
      ? readBirdstrikeTables()
      : readAdultTables(values.columns.split(',') as AdultColumn[])
  const rows = levels.flatMap(epsilon => seeds.map(seed => rowOf(law, epsilon, seed)))
  printRows(`Tables of ${law.names.join(', ')}`, rows)
  writeRows('tables', `joint${values.part}`, rows)
})
