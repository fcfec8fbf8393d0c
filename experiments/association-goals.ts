/**
 * How often is the goal `association(a, b) > .1` wrong, and how many people does it take? Everybody answers about the two questions, by subset
 * selection at ε = 4; the threshold is V = 0.1 and the confidence 0.95, both as by default. The goal is looked at after 100, 300 and 900
 * people; a run ends when it is settled, or with the last look.
 *
 * One row for each truth: drawn anew for each run from the joint law, which is the estimate's prior, so that at most 5 % of settled
 * decisions may be wrong; or one law of two independent questions, without any guarantee.
 *
 *     npx tsx experiments/association-goals.ts [--runs 60]
 */
import { parseArgs } from 'node:util'
import { requireInteger } from '../src/check/check.ts'
import { createEstimator } from '../src/loop/estimator.ts'
import { createRespondent } from '../src/loop/respondent.ts'
import { cramersVOf } from '../src/query/of-tables.ts'
import { createAlias } from '../src/random/categorical.ts'
import { stream } from '../src/random/stream.ts'
import { meanWithError } from '../src/report/mean-with-error.ts'
import { drawPriorTable } from './support/prior-table.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const SIZES = [2, 3] as const
const EPSILON = 4
const LOOKS = [100, 300, 900]
const THRESHOLD = 0.1
/** The share of errors if nothing is settled. */
const NOTHING = { mean: null, standardError: null }
const INDEPENDENT = [0.7, 0.3].map(share => [0.5, 0.3, 0.2].map(other => share * other))

const TRUTHS: Readonly<Record<string, (seed: number) => Float64Array>> = {
  'drawn from the prior': seed => drawPriorTable(SIZES, seed),
  independent: () => Float64Array.from({ length: 6 }, (_, cell) => INDEPENDENT[cell % 2][cell >> 1]),
}

/** Plays a collection. Returns whether the decision is right, and whether it was settled. */
function play(table: Float64Array, seed: number) {
  const questions = { a: SIZES[0], b: SIZES[1] }
  const goal = `association(a, b) > ${THRESHOLD}`
  const estimator = createEstimator({
    questions,
    epsilon: EPSILON,
    strategy: 'subset-selection',
    goal,
    seed,
  })
  const respondent = createRespondent({
    questions,
    epsilon: EPSILON,
    rng: stream(seed, 'answers'),
  })
  const people = createAlias(table)
  const rng = stream(seed, 'people')
  let asked = 0
  for (const look of LOOKS) {
    for (; asked < look; asked++) {
      const cell = people.draw(rng)
      const record = { a: cell % SIZES[0], b: Math.floor(cell / SIZES[0]) }
      estimator.observe(respondent.respond(estimator.request(), record))
    }
    const { settled, answer } = estimator.decision()
    if (settled)
      return { settled, isWrong: answer !== cramersVOf(...SIZES).value(table, 0) > THRESHOLD, asked }
  }
  return { settled: false, isWrong: false, asked }
}

runScript(async () => {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '60' } } })
  const runs = requireInteger('runs', Number(values.runs), 2)
  const rows = Object.entries(TRUTHS).map(([truth, lawOf]): Row => {
    const ends = Array.from({ length: runs }, (_, i) => play(lawOf(i + 1), i + 1))
    const settled = ends.filter(({ settled }) => settled)
    const wrong = settled.map(({ isWrong }) => Number(isWrong))
    const { mean, standardError } = settled.length > 0 ? meanWithError(wrong) : NOTHING
    const people = settled.map(({ asked }) => asked).sort((x, y) => x - y)
    return {
      truth,
      runs,
      settled: settled.length,
      wrong: wrong.filter(one => one === 1).length,
      'share wrong': mean ?? '',
      error: standardError ?? '',
      'median people': people[people.length >> 1] ?? '',
    }
  })
  printRows('Decisions about an association', rows)
  writeRows('association-goals', 'decisions', rows)
})
