import { MEASURES, type Measure, measuresIn } from '../sweep/measures.ts'
import { goalReference } from '../sweep/results.ts'
import { differenceLegend } from './differences-told.ts'
import { levelText } from './level-text.ts'
import type { MeanWithError } from './mean-with-error.ts'
import type { PeopleSummary } from './people.ts'
import type { StrategyDifference, StrategySummary } from './strategy-summary.ts'
import { type TableColumn, textTable } from './text-table.ts'

/**
 * The table of a comparison: a line for each level and strategy, followed by a legend of the columns.
 *
 * @param differences of all strategies from the first
 */
export function summaryTable(
  summaries: readonly StrategySummary[],
  differences: readonly StrategyDifference[] = [],
): string {
  const hasGoal = summaries.some(({ goal }) => goal !== undefined)
  const further = measuresIn(summaries).filter(name => name !== 'totalVariation')
  const columns = [
    ...ERROR_COLUMNS,
    ...(differences.length > 0 ? [differenceColumn(differences)] : []),
    ...SUMMARY_COLUMNS,
    ...further.map(measureColumn),
    ...(hasGoal ? GOAL_COLUMNS : []),
  ]
  return [
    `${textTable(columns, summaries)}\n${LEGEND}`,
    differences.length > 0
      ? differenceLegend(summaries[0].strategy, differences, further.includes('wasserstein'))
      : '',
    ...further.map(name => `${name} ± SE: ${MEASURES[name].words}, and its standard error\n`),
    hasGoal ? goalLegend(further.includes('wasserstein')) : '',
    queryTable(summaries),
  ].join('')
}

/** The table of queries; empty without queries. */
function queryTable(summaries: readonly StrategySummary[]): string {
  const rows = summaries.flatMap(({ epsilon, strategy, queries = [] }) =>
    queries.map(one => ({ ...one, epsilon, strategy })),
  )
  if (rows.length === 0) return ''
  const number = (title: string, cell: (row: (typeof rows)[number]) => string) =>
    ({ title, align: 'right', cell }) as const
  const table = textTable<(typeof rows)[number]>(
    [
      { title: 'query', cell: row => row.query },
      number('epsilon', row => String(row.epsilon)),
      { title: 'strategy', cell: row => row.strategy },
      number('error ± SE', row => withError(row.error, 4)),
      number('bias ± SE', row => withError(row.bias, 4)),
      number('coverage', row => row.coverage.toFixed(2)),
    ],
    rows,
  )
  return `\n${table}\n${QUERY_LEGEND}`
}

const QUERY_LEGEND = `\
error, bias ± SE: distance of the estimate to the truth, and the estimate less the truth, mean over the runs, and their standard errors
coverage: share of the runs whose 95 % interval has the truth
`

const LEGEND = `\
totalVariation ± SE: ${MEASURES.totalVariation.words}, mean over the runs, and its standard error
meanSubsetSize: categories in the subset that an RRRR request asks about; 0 for other requests
auditedEpsilon: the largest exact level of all requests
`

const goalLegend = (hasNumbers: boolean) => `\
people ± SE: until the goal was settled, or all of them if it was not; mean over the runs, and its standard error
settled, wrong: runs in which the goal was settled, and those of them with a wrong answer
ratio ± SE: people, divided by those of ${goalReference(hasNumbers)} in the same runs
`

/** Columns have the same names as in the table `summary` of a sweep. */
const ERROR_COLUMNS: readonly TableColumn<StrategySummary>[] = [
  { title: 'epsilon', align: 'right', cell: row => String(row.epsilon) },
  { title: 'strategy', cell: row => row.strategy },
  { title: 'totalVariation ± SE', align: 'right', cell: row => withError(row.totalVariation, 4) },
]

/** Additional column of runs of several strategies. */
const differenceColumn = (differences: readonly StrategyDifference[]): TableColumn<StrategySummary> => ({
  title: 'difference ± SE',
  align: 'right',
  cell({ epsilon, strategy }) {
    const found = differences.find(one => one.epsilon === epsilon && one.strategy === strategy)
    return found ? withError(found.difference, 4) : '–'
  },
})

const SUMMARY_COLUMNS: readonly TableColumn<StrategySummary>[] = [
  { title: 'meanSubsetSize', align: 'right', cell: row => row.meanSubsetSize.toFixed(2) },
  { title: 'auditedEpsilon', align: 'right', cell: row => levelText(row.auditedEpsilon) },
  { title: 'seconds', align: 'right', cell: row => row.seconds.toFixed(2) },
]

/** The column of a measure that some runs may lack. */
function measureColumn(name: Measure): TableColumn<StrategySummary> {
  const cell = ({ [name]: value }: StrategySummary) => (value ? withError(value, 4) : '–')
  return { title: `${name} ± SE`, align: 'right', cell }
}

const ofGoal = (title: string, cell: (goal: PeopleSummary) => string): TableColumn<StrategySummary> => ({
  title,
  align: 'right',
  cell: ({ goal }) => (goal ? cell(goal) : '–'),
})

/** Additional columns of runs with a goal. */
const GOAL_COLUMNS = [
  ofGoal('people ± SE', ({ people }) => withError(people, 0)),
  ofGoal('settled', ({ settled }) => String(settled)),
  ofGoal('wrong', ({ wrong }) => String(wrong)),
  ofGoal('ratio ± SE', ({ ratio }) => (ratio ? withError(ratio, 3) : '–')),
]

function withError({ mean, standardError }: MeanWithError, places: number): string {
  return `${mean.toFixed(places)} ± ${standardError?.toFixed(places) ?? '–'}`
}
