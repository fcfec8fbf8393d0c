/**
 * How many people does it take to decide whether two questions are associated? Everybody answers about the two, by subset selection over
 * the cells of their table. The same answers are judged by two posteriors: `classes`, the joint law of the goal `association(a, b) > .1`,
 * and `cells`, the posterior of the cells under a Dirichlet prior with a learnt concentration, as if they were categories. Both ask whether
 * Cramér's V is above 0.1 at a confidence of 0.95, by the posterior odds and by these over the prior odds.
 *
 * The question is looked at after 500, 707, 1,000, 1,414, … people, up to 16,000; a collection ends when it is settled, or there. One row
 * for each truth: tables of the Adult data, one of independent questions, and laws that are drawn anew for each run from the prior of
 * `classes`. `ratio` is the ratio of the numbers of people, as the geometric mean over the runs that both have settled rightly, with its
 * standard error.
 *
 *     npx tsx experiments/association-people.ts [--runs 10] [--epsilon 4]
 */
import { parseArgs } from 'node:util'
import { samplePosterior } from '../src/catalogue/sample-posterior.ts'
import { requireInteger } from '../src/check/check.ts'
import { exp } from '../src/elementary/exp.ts'
import { log } from '../src/elementary/log.ts'
import { createEstimator } from '../src/loop/estimator.ts'
import { type ChoiceGoal, choiceEvidence, priorShareOf } from '../src/loop/goal/choice.ts'
import { verdictOnChoice } from '../src/loop/goal/verdict.ts'
import { subsetSelection } from '../src/mechanism/subset-selection.ts'
import { diagnose } from '../src/posterior/draws/diagnostics.ts'
import { HYPERPRIOR } from '../src/posterior/kind/prior.ts'
import { createTally, type Tally } from '../src/posterior/tally/tally.ts'
import { cramersVOf } from '../src/query/of-tables.ts'
import { parseGoal } from '../src/query/parse-goal.ts'
import { createAlias } from '../src/random/categorical.ts'
import { drawDirichlet } from '../src/random/dirichlet.ts'
import { drawNormal } from '../src/random/normal.ts'
import { stream } from '../src/random/stream.ts'
import { meanWithError } from '../src/report/mean-with-error.ts'
import { type AdultColumn, readAdultTables } from './support/adult-tables.ts'
import { drawPriorTable } from './support/prior-table.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const THRESHOLD = 0.1
const CONFIDENCE = 0.95
const GOAL = `association(a, b) > ${THRESHOLD}`
const LOOKS = Array.from({ length: 11 }, (_, i) => Math.round(500 * Math.SQRT2 ** i))
const MOST = LOOKS[LOOKS.length - 1]
const PRIOR_DRAWS = 2000

interface Truth {
  readonly name: string
  readonly sizes: readonly [number, number]
  table(seed: number): Float64Array
}

const adult = (a: AdultColumn, b: AdultColumn): Truth => {
  const { sizes, pairs } = readAdultTables([a, b])
  return { name: `${a}, ${b}`, sizes: [sizes[0], sizes[1]], table: () => pairs[0].law }
}
const SHARES = [
  [0.3, 0.25, 0.2, 0.15, 0.1],
  [0.3, 0.25, 0.2, 0.12, 0.08, 0.05],
]
const TRUTHS: readonly Truth[] = [
  adult('education', 'income'),
  adult('workclass', 'race'),
  adult('sex', 'income'),
  {
    name: 'independent',
    sizes: [5, 6],
    table: () =>
      Float64Array.from({ length: 30 }, (_, cell) => SHARES[0][cell % 5] * SHARES[1][Math.floor(cell / 5)]),
  },
  {
    name: 'drawn from the prior',
    sizes: [5, 6],
    table: seed => drawPriorTable([5, 6], seed),
  },
]

/** Decides by the posterior of the cells as categories. */
function cellsJudge(sizes: readonly [number, number]) {
  const cramersV = cramersVOf(...sizes)
  const K = sizes[0] * sizes[1]
  const rng = stream('prior of cells', K)
  const theta = new Float64Array(K)
  const priorV = Float64Array.from({ length: PRIOR_DRAWS }, () => {
    const rho = HYPERPRIOR.median * exp(HYPERPRIOR.sd * drawNormal(rng))
    drawDirichlet(rng, new Float64Array(K).fill(rho), theta)
    return cramersV.value(theta, 0)
  })
  const goal = parseGoal(GOAL, { questions: { a: sizes[0], b: sizes[1] } }) as ChoiceGoal
  return (tally: Tally, seed: string) => {
    const { draws, chains } = samplePosterior(tally, { prior: 'learned', seed, draws: 1000 })
    const values = Float64Array.from({ length: draws.length / K }, (_, i) => cramersV.value(draws, i * K))
    const { essBulk, essTail } = diagnose(values, chains)
    const evidence = choiceEvidence(
      goal,
      { values, width: 1 },
      {
        worth: Math.max(2, Math.min(essBulk, essTail, values.length)) || 2,
        prior: answer => priorShareOf(goal, answer, { values: priorV, width: 1 }),
        alone: () => true,
      },
    )
    return verdictOnChoice(evidence, CONFIDENCE)
  }
}

interface End {
  readonly people: number
  readonly settled: boolean
  readonly isWrong: boolean
}

/** Plays a collection, and judges it by both posteriors until each is settled. */
function play(
  sizes: readonly [number, number],
  law: Float64Array,
  byCells: ReturnType<typeof cellsJudge>,
  epsilon: number,
  seed: number,
): [End, End] {
  const K = sizes[0] * sizes[1]
  const truth = cramersVOf(...sizes).value(law, 0) > THRESHOLD
  const estimator = createEstimator({
    questions: { a: sizes[0], b: sizes[1] },
    epsilon,
    strategy: 'subset-selection',
    goal: GOAL,
    confidence: CONFIDENCE,
    seed,
  })
  const mechanism = subsetSelection({ categories: K, epsilon })
  const tally = createTally(K)
  const people = createAlias(law)
  const [rng, answers] = [stream(seed, 'people'), stream(seed, 'answers')]
  const ends: [End | undefined, End | undefined] = [undefined, undefined]
  let asked = 0
  for (const look of LOOKS) {
    for (; asked < look; asked++) {
      estimator.request()
      const response = mechanism.respond(people.draw(rng), answers)
      estimator.observe(response)
      tally.add(mechanism, response)
    }
    const judges = [() => estimator.decision(), () => byCells(tally, `cells ${seed} ${look}`)]
    for (const i of [0, 1] as const) {
      if (ends[i] !== undefined) continue
      const { settled, answer } = judges[i]()
      if (settled) ends[i] = { people: look, settled, isWrong: answer !== truth }
    }
    if (ends[0] && ends[1]) break
  }
  const open = { people: MOST, settled: false, isWrong: false }
  return [ends[0] ?? open, ends[1] ?? open]
}

/** Summary of the collections as judged by one posterior. */
function summary(ends: readonly End[], name: string): Row {
  const people = ends.map(end => end.people).sort((x, y) => x - y)
  return {
    [`settled by ${name}`]: ends.filter(({ settled }) => settled).length,
    [`wrong by ${name}`]: ends.filter(({ isWrong }) => isWrong).length,
    [`median people by ${name}`]: people[(people.length - 1) >> 1],
  }
}

runScript(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '10' },
      epsilon: { type: 'string', default: '4' },
    },
  })
  const runs = requireInteger('runs', Number(values.runs), 2)
  const epsilon = Number(values.epsilon)
  const rows = TRUTHS.map((truth): Row => {
    const byCells = cellsJudge(truth.sizes)
    const ends = Array.from({ length: runs }, (_, i) =>
      play(truth.sizes, truth.table(i + 1), byCells, epsilon, i + 1),
    )
    const both = ends.filter(each => each.every(({ settled, isWrong }) => settled && !isWrong))
    const ratio =
      both.length > 1
        ? meanWithError(both.map(([ours, cells]) => log(ours.people / cells.people)))
        : undefined
    return {
      truth: truth.name,
      epsilon,
      cells: truth.sizes[0] * truth.sizes[1],
      V: truth.name === 'drawn from the prior' ? '' : cramersVOf(...truth.sizes).value(truth.table(1), 0),
      runs,
      ...summary(
        ends.map(([ours]) => ours),
        'classes',
      ),
      ...summary(
        ends.map(([, cells]) => cells),
        'cells',
      ),
      ratio: ratio ? exp(ratio.mean!) : '',
      error: ratio ? exp(ratio.mean!) * ratio.standardError! : '',
    }
  })
  printRows('People until an association is told', rows)
  writeRows('association-people', 'people', rows)
})
