import { MEASURES, type Measure, measuresIn } from '../sweep/measures.ts'
import { goalReference } from '../sweep/results.ts'
import { levelText } from './level-text.ts'
import type { MeanWithError } from './mean-with-error.ts'
import type { PeopleSummary } from './people.ts'
import type { StrategySummary } from './strategy-summary.ts'
import { type TableColumn, textTable } from './text-table.ts'

/** The table of a comparison: a line for each level and strategy, and below it what the columns show. */
export function summaryTable(summaries: readonly StrategySummary[]): string {
  const hasGoal = summaries.some(({ goal }) => goal !== undefined)
  const further = measuresIn(summaries).filter(name => name !== 'totalVariation')
  const columns = [...SUMMARY_COLUMNS, ...further.map(measureColumn), ...(hasGoal ? GOAL_COLUMNS : [])]
  return [
    `${textTable(columns, summaries)}\n${LEGEND}`,
    ...further.map(name => `${MEASURES[name].title} ± SE: ${MEASURES[name].words}, and its standard error\n`),
    hasGoal ? goalLegend(further.includes('wasserstein')) : '',
  ].join('')
}

const LEGEND = `\
mean TV: ${MEASURES.totalVariation.words}, mean over the runs, and its standard error
mean |S|: categories in the subset that an RRRR request asks about; 0 for other requests
audited ε: the largest exact level of all requests
`

const goalLegend = (hasNumbers: boolean) => `\
people ± SE: until the goal was settled, or all of them if it was not; mean over the runs, and its standard error
settled, wrong: runs in which the goal was settled, and those of them with a wrong answer
ratio ± SE: people, divided by those of ${goalReference(hasNumbers)} in the same runs
`

const SUMMARY_COLUMNS: readonly TableColumn<StrategySummary>[] = [
  { title: 'ε', align: 'right', cell: row => String(row.epsilon) },
  { title: 'strategy', cell: row => row.strategy },
  { title: 'mean TV', align: 'right', cell: row => row.totalVariation.mean.toFixed(4) },
  { title: 'std. error', align: 'right', cell: row => errorText(row.totalVariation) },
  { title: 'mean |S|', align: 'right', cell: row => row.meanSubsetSize.toFixed(2) },
  { title: 'audited ε', align: 'right', cell: row => levelText(row.auditedEpsilon) },
  { title: 'seconds', align: 'right', cell: row => row.seconds.toFixed(2) },
]

/** The column of a measure that not all runs have. */
function measureColumn(name: Measure): TableColumn<StrategySummary> {
  const cell = ({ [name]: value }: StrategySummary) => (value ? withError(value, 4) : '–')
  return { title: `${MEASURES[name].title} ± SE`, align: 'right', cell }
}

const ofGoal = (title: string, cell: (goal: PeopleSummary) => string): TableColumn<StrategySummary> => ({
  title,
  align: 'right',
  cell: ({ goal }) => (goal ? cell(goal) : '–'),
})

/** The further columns of runs with a goal. */
const GOAL_COLUMNS = [
  ofGoal('people ± SE', ({ people }) => withError(people, 0)),
  ofGoal('settled', ({ settled }) => String(settled)),
  ofGoal('wrong', ({ wrong }) => String(wrong)),
  ofGoal('ratio ± SE', ({ ratio }) => (ratio ? withError(ratio, 3) : '–')),
]

function withError({ mean, standardError }: MeanWithError, places: number): string {
  return `${mean.toFixed(places)} ± ${standardError?.toFixed(places) ?? '–'}`
}

/** A standard error for a table; a dash for a single run, which has none. */
function errorText({ standardError }: MeanWithError): string {
  return standardError === null ? '–' : standardError.toFixed(4)
}
