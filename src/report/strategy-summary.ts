import { max, mean } from 'simple-statistics'
import { refuse } from '../check/check.ts'
import type { ComparisonRow } from '../sweep/comparison.ts'
import { type Measure, type Measured, measuresIn } from '../sweep/measures.ts'
import { divide } from './charts/chart.ts'
import { type MeanWithError, meanWithError } from './mean-with-error.ts'
import { type PeopleSummary, summarizePeople } from './people.ts'

/** The summary of the runs of one strategy at one level, with their measures. */
export interface StrategySummary extends Measured<MeanWithError> {
  readonly epsilon: number
  readonly strategy: string
  readonly runs: number
  readonly totalVariation: MeanWithError
  readonly meanSubsetSize: number
  /** The largest audited level of the runs. */
  readonly auditedEpsilon: number
  /** Mean time of a run. */
  readonly seconds: number
  /** The ends of the runs; absent without a goal. */
  readonly goal?: PeopleSummary
  /** Errors of the estimates of queries; absent without queries. */
  readonly queries?: readonly QuerySummary[]
}

/** Errors of the estimates of a query, over runs. */
export interface QuerySummary {
  readonly query: string
  /** The estimate less the truth. */
  readonly bias: MeanWithError
  /** The absolute difference of estimate and truth. */
  readonly error: MeanWithError
  /** Share of runs whose 95 % interval covers the truth. */
  readonly coverage: number
}

/** Summarizes runs by level and strategy, in the order in which these first appear. */
export function summarizeRuns(rows: readonly ComparisonRow[]): StrategySummary[] {
  return cells(rows).map(runs => {
    const goal = summarizePeople(runs, rows)
    const values: readonly Measured<number>[] = runs
    const measures = measuresIn(values).map(name => [
      name,
      meanWithError(values.flatMap(run => run[name] ?? [])),
    ])
    return {
      epsilon: runs[0].epsilon,
      strategy: runs[0].strategy,
      runs: runs.length,
      ...(Object.fromEntries(measures) as Pick<StrategySummary, Measure>),
      meanSubsetSize: mean(runs.map(run => run.meanSubsetSize)),
      auditedEpsilon: max(runs.map(run => run.auditedEpsilon)),
      seconds: mean(runs.map(run => run.seconds)),
      ...(goal && { goal }),
      ...(runs[0].queries && { queries: summarizeQueries(runs) }),
    }
  })
}

function summarizeQueries(runs: readonly ComparisonRow[]): QuerySummary[] {
  return runs[0].queries!.map(({ query }, i) => {
    const values = runs.map(run => run.queries![i])
    const errors = values.map(({ mean, truth }) => mean - truth!)
    const isCovered = values.map(({ interval: [low, high], truth }) =>
      Number(low <= truth! && truth! <= high),
    )
    return {
      query,
      bias: meanWithError(errors),
      error: meanWithError(errors.map(Math.abs)),
      coverage: mean(isCovered),
    }
  })
}

export interface StrategyDifference {
  readonly epsilon: number
  readonly strategy: string
  readonly runs: number
  /** The error minus the reference's error in the same run; negative is better. The error is W1 for numbers, and else total variation. */
  readonly difference: MeanWithError
}

/**
 * Paired differences of all other strategies to a reference, run by run. Shared variation (the truth, the people) cancels.
 *
 * @throws RangeError if the reference is not played at every level and run
 */
export function pairedDifferences(rows: readonly ComparisonRow[], reference: string): StrategyDifference[] {
  const key = ({ epsilon, run }: ComparisonRow) => `${epsilon} ${run}`
  const base = new Map(rows.filter(row => row.strategy === reference).map(row => [key(row), errorOf(row)]))
  const alone = rows.find(row => !base.has(key(row)))
  if (alone) refuse('reference', reference, `played at epsilon ${alone.epsilon} in run ${alone.run}`)
  return cells(rows.filter(row => row.strategy !== reference)).map(runs => ({
    epsilon: runs[0].epsilon,
    strategy: runs[0].strategy,
    runs: runs.length,
    difference: meanWithError(runs.map(run => errorOf(run) - base.get(key(run))!)),
  }))
}

const errorOf = ({ wasserstein, totalVariation }: ComparisonRow) => wasserstein ?? totalVariation

/** The rows grouped by level and strategy. */
const cells = (rows: readonly ComparisonRow[]) => divide(rows, ({ epsilon, strategy }) => [epsilon, strategy])
