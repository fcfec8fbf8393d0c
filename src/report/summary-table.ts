import { goalReference } from '../sweep/results.ts'
import { differenceLegend } from './differences-told.ts'
import { levelText } from './level-text.ts'
import type { MeanWithError } from './mean-with-error.ts'
import type { PeopleSummary } from './people.ts'
import type { StrategyDifference, StrategySummary } from './strategy-summary.ts'
import { type TableColumn, textTable } from './text-table.ts'

/**
 * The table of a comparison: a line for each level and strategy, and below it what the columns show.
 *
 * @param differences of all strategies from the first
 */
export function summaryTable(
  summaries: readonly StrategySummary[],
  differences: readonly StrategyDifference[] = [],
): string {
  const hasGoal = summaries.some(({ goal }) => goal !== undefined)
  const hasNumbers = summaries.some(({ wasserstein }) => wasserstein !== undefined)
  const hasGroups = summaries.some(({ separate }) => separate !== undefined)
  const columns = [
    ...ERROR_COLUMNS,
    ...(differences.length > 0 ? [differenceColumn(differences)] : []),
    ...SUMMARY_COLUMNS,
    ...(hasNumbers ? NUMBER_COLUMNS : []),
    ...(hasGroups ? GROUP_COLUMNS : []),
    ...(hasGoal ? GOAL_COLUMNS : []),
  ]
  return [
    `${textTable(columns, summaries)}\n${LEGEND}`,
    differences.length > 0 ? differenceLegend(summaries[0].strategy, differences, hasNumbers) : '',
    hasNumbers ? NUMBER_LEGEND : '',
    hasGroups ? GROUP_LEGEND : '',
    hasGoal ? goalLegend(hasNumbers) : '',
  ].join('')
}

const LEGEND = `\
totalVariation ± SE: distance between estimate and truth, mean over the runs, and its standard error
meanSubsetSize: categories in the subset that an RRRR request asks about; 0 for other requests
auditedEpsilon: the largest exact level of all requests
`

const NUMBER_LEGEND = `\
wasserstein ± SE: the distance W1 between estimate and truth, in the units of the range, and its standard error
`

const GROUP_LEGEND = `\
separate ± SE: totalVariation of the estimates from each group's own answers alone; the first is that of the pooled ones, mean over the groups
`

const goalLegend = (hasNumbers: boolean) => `\
people ± SE: until the goal was settled, or all of them if it was not; mean over the runs, and its standard error
settled, wrong: runs in which the goal was settled, and those of them with a wrong answer
ratio ± SE: people, divided by those of ${goalReference(hasNumbers)} in the same runs
`

/** Columns have the names that they have in the table `summary` of a sweep. */
const ERROR_COLUMNS: readonly TableColumn<StrategySummary>[] = [
  { title: 'epsilon', align: 'right', cell: row => String(row.epsilon) },
  { title: 'strategy', cell: row => row.strategy },
  { title: 'totalVariation ± SE', align: 'right', cell: row => withError(row.totalVariation, 4) },
]

/** The further column of runs of several strategies. */
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

/** The further columns of runs about numbers. */
const NUMBER_COLUMNS: readonly TableColumn<StrategySummary>[] = [
  {
    title: 'wasserstein ± SE',
    align: 'right',
    cell: ({ wasserstein }) => (wasserstein ? withError(wasserstein, 4) : '–'),
  },
]

/** The further column of runs about groups. */
const GROUP_COLUMNS: readonly TableColumn<StrategySummary>[] = [
  {
    title: 'separate ± SE',
    align: 'right',
    cell: ({ separate }) => (separate ? withError(separate, 4) : '–'),
  },
]

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
