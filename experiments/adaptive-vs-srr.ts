/**
 * Do adaptive mechanisms estimate frequencies better than plain randomized response?
 *
 * Six strategies on a real column, the phase of flight in which aircraft struck birds (10,000 reports to the Federal Aviation
 * Administration, by way of vega-datasets), 50 times at three privacy levels, each compared with plain randomized response (SRR) run by
 * run: same people, same order of arrival. Writes tables and figures beside the runs, which `npm start` plays first.
 *
 *     npm run adobest -- sweep experiments/plans/bird-strikes.json --out out/adaptive-vs-srr
 *     npx tsx experiments/adaptive-vs-srr.ts out/adaptive-vs-srr
 */
import { publish } from '../src/data/publish.ts'
import { writeTable } from '../src/data/write-table.ts'
import { writeComparison, writePlot } from '../src/report/comparison-files.ts'
import { differencePlot } from '../src/report/difference-plot.ts'
import { pairedDifferences, summarizeRuns } from '../src/report/strategy-summary.ts'
import { type TableColumn, textTable } from '../src/report/text-table.ts'
import type { ComparisonRow } from '../src/sweep/comparison.ts'
import { planOrder, withResults } from '../src/sweep/results.ts'

const REFERENCE = 'srr'
const [, , folder = 'out/adaptive-vs-srr'] = process.argv

const { rows, plan } = await withResults(folder, async ({ connection, manifest: { plan } }) => {
  const order = planOrder(plan.strategies)
  const columns =
    "run, epsilon, strategy, categories, users, measures['totalVariation'] AS totalVariation, meanSubsetSize, auditedEpsilon, seconds"
  const result = await connection.runAndReadAll(`SELECT ${columns} FROM runs ORDER BY epsilon, ${order}, run`)
  return { rows: result.getRowObjectsJS() as unknown as ComparisonRow[], plan }
})

const differences = pairedDifferences(rows, REFERENCE)
const summary = summarizeRuns(rows).map(({ epsilon, strategy, runs, totalVariation, ...row }) => {
  const paired = differences.find(each => each.epsilon === epsilon && each.strategy === strategy)
  return {
    ...{ epsilon, strategy, runs },
    totalVariation: totalVariation.mean,
    standardError: totalVariation.standardError,
    difference: paired?.difference.mean ?? null,
    differenceError: paired?.difference.standardError ?? null,
    ...{ meanSubsetSize: row.meanSubsetSize, auditedEpsilon: row.auditedEpsilon, seconds: row.seconds },
  }
})
type SummaryRow = (typeof summary)[number]

const digits = (value: number | null) => value?.toFixed(4) ?? ''
const columns: TableColumn<SummaryRow>[] = [
  { title: 'ε', align: 'right', cell: row => String(row.epsilon) },
  { title: 'strategy', cell: row => row.strategy },
  { title: 'mean TV', align: 'right', cell: row => digits(row.totalVariation) },
  { title: 'std. error', align: 'right', cell: row => digits(row.standardError) },
  { title: `difference to ${REFERENCE}`, align: 'right', cell: row => digits(row.difference) },
  { title: 'std. error', align: 'right', cell: row => digits(row.differenceError) },
  { title: 'mean |S|', align: 'right', cell: row => row.meanSubsetSize.toFixed(2) },
  { title: 'audited ε', align: 'right', cell: row => row.auditedEpsilon.toFixed(4) },
]
const [{ users, categories }] = rows
const conditions = `${users.toLocaleString('en')} people, ${categories} categories (phase of flight, bird strikes); runs: ${plan.runs}, seed: ${plan.seed}`

const files = await publish(folder, async folder => {
  await writeTable<SummaryRow>(
    folder,
    'summary',
    {
      epsilon: 'DOUBLE',
      strategy: 'VARCHAR',
      runs: 'INTEGER',
      totalVariation: 'DOUBLE',
      standardError: 'DOUBLE',
      difference: 'DOUBLE',
      differenceError: 'DOUBLE',
      meanSubsetSize: 'DOUBLE',
      auditedEpsilon: 'DOUBLE',
      seconds: 'DOUBLE',
    },
    summary,
  )
  await writeComparison(folder, rows, conditions)
  const title = `Error of the estimate against ${REFERENCE}, run by run`
  await writePlot(
    folder,
    'difference-from-srr',
    await differencePlot(differences, REFERENCE, { title, subtitle: conditions }),
  )
})

const legend = `mean TV: mean total variation distance from the estimate to the truth, with its standard error; smaller is better
difference to ${REFERENCE}: mean TV minus that of ${REFERENCE} in the same runs, with its standard error; negative is better
mean |S|: mean number of categories in the subset that a request names (0 and 1: plain randomized response)
audited ε: the largest privacy level of all requests, computed from the requests themselves
strategies: adobest strategies says in a line what each does
`

process.stdout.write(`${conditions}\n\n${textTable(columns, summary)}\n${legend}\n${files.join('\n')}\n`)
