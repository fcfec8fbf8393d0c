import { max, mean } from 'simple-statistics'
import { refuse } from '../check/check.ts'
import type { ComparisonRow } from '../sweep/comparison.ts'
import { type Measure, type Measured, measuresIn } from '../sweep/measures.ts'
import { type MeanWithError, meanWithError } from './mean-with-error.ts'
import { type PeopleSummary, summarizePeople } from './people.ts'

/** The summary of the runs of one strategy at one level, with the measures that they have. */
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
  /** How the runs ended; absent without a goal. */
  readonly goal?: PeopleSummary
}

/** Summarizes runs by level and strategy, in the order in which these first appear. */
export function summarizeRuns(rows: readonly ComparisonRow[]): StrategySummary[] {
  return cells(rows).map(runs => {
    const goal = summarizePeople(runs, rows)
    const measured: readonly Measured<number>[] = runs
    const measures = measuresIn(measured).map(name => [
      name,
      meanWithError(measured.flatMap(run => run[name] ?? [])),
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
    }
  })
}

export interface StrategyDifference {
  readonly epsilon: number
  readonly strategy: string
  readonly runs: number
  /** The error, which is W1 for numbers and else total variation, minus that of the reference in the same run: negative is better. */
  readonly difference: MeanWithError
}

/**
 * How every other strategy differs from a reference, run by run. Variation that both share (the truth, the people) cancels
 * in the differences.
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
function cells(rows: readonly ComparisonRow[]): ComparisonRow[][] {
  const found = new Map<string, ComparisonRow[]>()
  for (const row of rows) {
    const key = `${row.epsilon} ${row.strategy}`
    const cell = found.get(key)
    if (cell) cell.push(row)
    else found.set(key, [row])
  }
  return [...found.values()]
}
