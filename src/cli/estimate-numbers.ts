import { quote } from '../check/quote.ts'
import { numbersOf } from '../data/numbers-of.ts'
import { readColumn } from '../data/read-column.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { INTERVAL_LEVEL, intervalJSON } from '../posterior/functional/interval-json.ts'
import { numericJSON } from '../posterior/functional/numeric-json.ts'
import { expectationOf, quantileOf } from '../posterior/functional/of-numbers.ts'
import { levelText } from '../report/level-text.ts'
import { withProgress } from '../report/progress.ts'
import { simulate } from '../simulation/simulate.ts'
import { numericAnswerText, readNumericGoal } from '../sweep/numeric-goal-text.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import type { ColumnOptions } from './estimate-options.ts'
import { droppedText } from './frequencies.ts'
import { outcomeText, readGoalOption } from './goal.ts'
import { type Io, print, warn } from './io.ts'
import { aboutText, numericTable, numericWarnings } from './numeric.ts'
import { loopOptions } from './options.ts'
import { columnOptions, orderOption } from './table-options.ts'

/** `adobest estimate` of a column of numbers. */
export async function estimateNumbers(
  file: string,
  range: OrderedKind,
  options: ColumnOptions,
  io: Io,
  { catalogue }: OwnMethods,
): Promise<void> {
  const { column: name, epsilon, seed } = options
  const column = await readColumn({ ...columnOptions(options), file, stdin: io.stdin, column: name })
  const data = numbersOf(column, `${file}, column ${quote(name)}`, range)
  const asked = readGoalOption(options, text => readNumericGoal(text, range))
  const { truth, users, runs } = await withProgress(
    'estimate',
    onProgress =>
      simulate({
        ...loopOptions(options),
        ...asked,
        catalogue,
        question: range.toJSON(),
        data,
        ...orderOption(options),
        strategies: [options.strategy],
        epsilon,
        ...(options.robust !== undefined && { robust: { share: options.robust } }),
        seed,
        onProgress: (done: number, total: number) => onProgress(done / total),
      }),
    io.stderr,
  )
  const [run] = runs
  const { cells } = run.posterior
  const found = numericJSON(run.posterior)
  const { dropped, warnings = [] } = column
  const result = {
    users,
    dropped,
    categories: range.names,
    epsilon,
    strategy: run.strategy,
    estimate: Array.from(run.estimate),
    interval: intervalJSON(cells.interval(INTERVAL_LEVEL)),
    ...found,
    truth: Array.from(truth),
    totalVariation: run.totalVariation,
    wasserstein: run.wasserstein,
    auditedEpsilon: run.auditedEpsilon,
    ...(asked.goal && run.decision && { goal: options.goal, decision: run.decision, correct: run.correct }),
    warnings: [...warnings, ...numericWarnings(run.posterior, users)],
    seed,
  }
  for (const warning of result.warnings) warn(io, warning)
  const trueNumbers = {
    law: truth,
    expectation: expectationOf(range).value(truth, 0),
    quantiles: found.quantiles.map(({ p }) => quantileOf(range, p).value(truth, 0)),
    ...(range.first === 1 && { below: truth[0], above: truth[range.bins + 1] }),
  }
  const decision = () =>
    `${outcomeText(result, numericAnswerText(asked.goal!, run.decision!.answer), 'numbers')}\n\n`
  const text = [
    `${users.toLocaleString('en')} people, ${aboutText(range)}`,
    `${droppedText(dropped)}; strategy: ${run.strategy}, epsilon: ${epsilon}, seed: ${seed}\n\n`,
    asked.goal ? decision() : '',
    `${numericTable(found, range, trueNumbers)}\n`,
    `Wasserstein distance to the truth: ${Number(run.wasserstein.toPrecision(4))}\n`,
    `audited epsilon: ${levelText(run.auditedEpsilon)}\n`,
  ]
  print(io, options.json, { json: result, text: text.join('') })
}
