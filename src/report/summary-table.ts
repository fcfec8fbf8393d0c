import type { MeanWithError } from './mean-with-error.ts'
import type { PeopleSummary } from './people.ts'
import type { StrategySummary } from './summary.ts'
import { type TableColumn, textTable } from './table.ts'

/** The table of a comparison: a line for each level and strategy. */
export function summaryTable(summaries: readonly StrategySummary[]): string {
  const hasGoal = summaries.some(({ goal }) => goal !== undefined)
  return textTable(hasGoal ? [...SUMMARY_COLUMNS, ...GOAL_COLUMNS] : SUMMARY_COLUMNS, summaries)
}

const SUMMARY_COLUMNS: readonly TableColumn<StrategySummary>[] = [
  { title: 'ε', align: 'right', cell: row => String(row.epsilon) },
  { title: 'strategy', cell: row => row.strategy },
  { title: 'mean TV', align: 'right', cell: row => row.totalVariation.mean.toFixed(4) },
  { title: 'std. error', align: 'right', cell: row => errorText(row.totalVariation) },
  { title: 'mean |S|', align: 'right', cell: row => row.meanSubsetSize.toFixed(2) },
  { title: 'audited ε', align: 'right', cell: row => row.auditedEpsilon.toFixed(4) },
  { title: 'seconds', align: 'right', cell: row => row.seconds.toFixed(2) },
]

const ofGoal = (title: string, cell: (goal: PeopleSummary) => string): TableColumn<StrategySummary> => ({
  title,
  align: 'right',
  cell: ({ goal }) => (goal ? cell(goal) : '–'),
})

/** The further columns of runs with a goal. */
const GOAL_COLUMNS = [
  ofGoal('people', ({ people }) => people.mean.toFixed(0)),
  ofGoal('std. error', ({ people }) => people.standardError?.toFixed(0) ?? '–'),
  ofGoal('settled', ({ settled }) => String(settled)),
  ofGoal('wrong', ({ wrong }) => String(wrong)),
  ofGoal('ratio', ({ ratio }) => ratio?.mean.toFixed(3) ?? '–'),
  ofGoal('std. error', ({ ratio }) => ratio?.standardError?.toFixed(3) ?? '–'),
]

/** A standard error for a table; a dash for a single run, which has none. */
function errorText({ standardError }: MeanWithError): string {
  return standardError === null ? '–' : standardError.toFixed(4)
}
