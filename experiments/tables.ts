/**
 * How near are the tables of several questions, and do their intervals hold? 10,000 people are drawn from the two-way tables of columns of
 * the Adult data (`support/adult-tables.ts`). Each answers about one pair of columns: by subset selection, and all answers are estimated
 * together by the law of latent classes, as by default; or as in CALM (`support/calm.ts`), by optimized unary encoding alone or by the
 * better of it and randomized response.
 *
 * One row for each level ε. Distances are total variation, means over all two-way tables, or over all columns, and seeds. `ratio` is that of
 * ours to CALM's with the better oracle, paired by seed, with its standard error. `V` is the mean absolute error of Cramér's V. The shares
 * of 95 % intervals that hold the truth are of the cells that anybody is in, and of Cramér's V in tables of fewer than 100 cells and of 100
 * and more. `warned` is the share of runs that warn of anything. Seconds are those of the machine, of one thread.
 *
 *     npx tsx experiments/tables.ts --columns education,marital_status,sex,income [--levels 0.5,1,2,4] [--seeds 20]
 */
import { parseArgs } from 'node:util'
import { mechanismFromRequest } from '../src/catalogue/requests.ts'
import { requireInteger } from '../src/check/check.ts'
import { createEstimator } from '../src/loop/estimator.ts'
import type { Tables } from '../src/posterior/functional/tables-estimate.ts'
import { cramersVOf } from '../src/query/of-tables.ts'
import { createAlias } from '../src/random/categorical.ts'
import { stream } from '../src/random/stream.ts'
import { meanWithError } from '../src/report/mean-with-error.ts'
import { totalVariation } from '../src/simplex/total-variation.ts'
import { type AdultColumn, readAdultTables } from './support/adult-tables.ts'
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
      rhat: Math.max(...diagnostics.rhat.flat()),
    }
  })
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** How far tables are from the true ones: the tables, the columns, and what they say of Cramér's V. */
function errorsOf({ sizes, pairs }: PairLaw, tables: readonly PairTable[], v?: readonly number[]) {
  const columns = sizes.map((_, j) => {
    // The margins of consistent tables agree; any table of the column will do.
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

type Errors = ReturnType<typeof errorsOf>

/** The ratio of paired errors, and its standard error. */
function ratioOf(ours: readonly Errors[], theirs: readonly Errors[], of: keyof Errors) {
  const { mean, standardError } = meanWithError(ours.map((each, i) => Math.log(each[of] / theirs[i][of])))
  return { ratio: Math.exp(mean), error: Math.exp(mean) * standardError! }
}

function rowOf(law: PairLaw, epsilon: number, seeds: number): Row {
  const [ours, theirs, unary]: Errors[][] = [[], [], []]
  const held = { cells: new HeldShare(), small: new HeldShare(), large: new HeldShare() }
  const seconds: number[] = []
  let [rhat, warned] = [0, 0]
  for (let seed = 1; seed <= seeds; seed++) {
    const estimator = collect(law, epsilon, seed)
    const start = performance.now()
    const estimate = estimator.estimate()
    seconds.push((performance.now() - start) / 1000)
    warned += Number(estimate.warnings.length > 0) / seeds
    const tables = tablesOf(law, estimate)
    const beliefs = law.pairs.map(({ a, b }) => estimate.association(law.names[a], law.names[b]).cramersV)
    ours.push(
      errorsOf(
        law,
        tables,
        beliefs.map(({ mean }) => mean),
      ),
    )
    const setting = { people: PEOPLE, epsilon }
    theirs.push(errorsOf(law, calm(law, { ...setting, oracle: 'best' }, stream(seed, 'calm'))))
    unary.push(errorsOf(law, calm(law, { ...setting, oracle: unaryOracle }, stream(seed, 'unary'))))
    law.pairs.forEach(({ a, b, law: truth }, i) => {
      held.cells.add(tables[i].interval, truth, x => truth[x] > 0)
      const v = cramersVOf(law.sizes[a], law.sizes[b]).value(truth, 0)
      const [lower, upper] = beliefs[i].interval(0.95)
      held[truth.length < LARGE_TABLE ? 'small' : 'large'].add([[lower], [upper]], [v])
    })
    rhat = Math.max(rhat, ...tables.map(table => table.rhat))
  }
  const [tables, columns, v] = (['tables', 'columns', 'v'] as const).map(of => ratioOf(ours, theirs, of))
  return {
    columns: law.sizes.length,
    epsilon,
    seeds,
    'tables, CALM by OUE': mean(unary.map(each => each.tables)),
    'tables, CALM': mean(theirs.map(each => each.tables)),
    tables: mean(ours.map(each => each.tables)),
    ratio: tables.ratio,
    'its error': tables.error,
    'single columns, CALM': mean(theirs.map(each => each.columns)),
    'single columns': mean(ours.map(each => each.columns)),
    'ratio of columns': columns.ratio,
    'its error of columns': columns.error,
    'V, CALM': mean(theirs.map(each => each.v)),
    V: mean(ours.map(each => each.v)),
    'ratio of V': v.ratio,
    'its error of V': v.error,
    'cells held': held.cells.share,
    'V held': held.small.share,
    'V held, large tables': held.large.share,
    'worst R-hat': rhat,
    warned,
    'mean seconds': mean(seconds),
    'most seconds': Math.max(...seconds),
  }
}

runScript(async () => {
  const { values } = parseArgs({
    options: {
      columns: { type: 'string', default: 'education,marital_status,sex,income' },
      levels: { type: 'string', default: '0.5,1,2,4' },
      seeds: { type: 'string', default: '20' },
    },
  })
  const seeds = requireInteger('seeds', Number(values.seeds), 2)
  const law = readAdultTables(values.columns.split(',') as AdultColumn[])
  const rows = values.levels.split(',').map(epsilon => rowOf(law, Number(epsilon), seeds))
  printRows(`Tables of ${law.names.join(', ')}`, rows)
  writeRows('tables', `${law.names.length}-columns`, rows)
})
