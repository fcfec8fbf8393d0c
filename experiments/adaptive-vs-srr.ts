/**
 * Do adaptive mechanisms estimate frequencies better than plain randomized response?
 *
 * Plays every strategy on a real column, the phase of flight in which aircraft struck birds (10,000 reports to the
 * Federal Aviation Administration, by way of vega-datasets), several times at three privacy levels, and compares each with
 * plain randomized response (SRR) run by run: same people, same order of arrival. Writes tables and figures to
 * `out/adaptive-vs-srr`.
 */
import { fileURLToPath } from 'node:url'
import { publish, requireFolder } from '../src/data/publish.ts'
import { readColumn } from '../src/data/read-column.ts'
import { writeTable } from '../src/data/write-table.ts'
import { UTILITY_NAMES } from '../src/loop/catalogue/utilities.ts'
import { writeComparison, writePlot } from '../src/report/comparison-files.ts'
import { differencePlot } from '../src/report/difference-plot.ts'
import { withProgress } from '../src/report/progress.ts'
import { pairedDifferences, summarizeRuns } from '../src/report/summary.ts'
import { type TableColumn, textTable } from '../src/report/table.ts'
import { compareStrategies } from '../src/sweep/comparison.ts'

const COLUMN = 'Phase of flight'
const REFERENCE = 'srr'
const STRATEGIES = [REFERENCE, 'subset-selection', 'auto', 'semi:0.8', ...UTILITY_NAMES]
const EPSILONS = [0.5, 1, 5]
const RUNS = 5
const SEED = 1
const OUT = 'out/adaptive-vs-srr'

const file = fileURLToPath(new URL('../data/birdstrikes.csv', import.meta.resolve('vega-datasets')))
const { categories, data } = await readColumn({ file, column: COLUMN })
await requireFolder(OUT)

const rows = await withProgress('adaptive-vs-srr', onProgress =>
  compareStrategies({
    setting: { data, categories: categories.length },
    strategies: STRATEGIES,
    epsilons: EPSILONS,
    runs: RUNS,
    seed: SEED,
    onProgress,
  }),
)

const differences = pairedDifferences(rows, REFERENCE)
const summary = summarizeRuns(rows).map(({ totalVariation, goal: _, ...row }) => {
  const paired = differences.find(
    ({ epsilon, strategy }) => epsilon === row.epsilon && strategy === row.strategy,
  )
  return {
    ...row,
    totalVariation: totalVariation.mean,
    standardError: totalVariation.standardError,
    difference: paired?.difference.mean ?? null,
    differenceError: paired?.difference.standardError ?? null,
  }
})
type SummaryRow = (typeof summary)[number]

const digits = (value: number | null) => value?.toFixed(4) ?? ''
const columns: TableColumn<SummaryRow>[] = [
  { title: 'ε', align: 'right', cell: row => String(row.epsilon) },
  { title: 'strategy', cell: row => row.strategy },
  { title: 'mean TV', align: 'right', cell: row => digits(row.totalVariation) },
  { title: 'std. error', align: 'right', cell: row => digits(row.standardError) },
  { title: `less ${REFERENCE}`, align: 'right', cell: row => digits(row.difference) },
  { title: 'its error', align: 'right', cell: row => digits(row.differenceError) },
  { title: 'mean |S|', align: 'right', cell: row => row.meanSubsetSize.toFixed(2) },
  { title: 'audited ε', align: 'right', cell: row => row.auditedEpsilon.toFixed(4) },
]
const conditions = `${data.length.toLocaleString('en')} people, ${categories.length} categories (${COLUMN}, bird strikes); runs: ${RUNS}, seed: ${SEED}`

const files = await publish(OUT, async folder => {
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
  await writeComparison(folder, rows, { title: 'Error of the estimate by strategy', subtitle: conditions })
  const title = `Error of the estimate against ${REFERENCE}, run by run`
  await writePlot(
    folder,
    'difference-from-srr',
    await differencePlot(differences, REFERENCE, { title, subtitle: conditions }),
  )
})

process.stdout.write(`${conditions}\n\n${textTable(columns, summary)}\n${files.join('\n')}\n`)
