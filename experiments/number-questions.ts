/**
 * How many people does a question about a number take? Quantiles and means to ± `--within` of the range, asked by `auto` with the smooth
 * law, in comparison with other methods: six laws, of which age and hours need a table of counts (`column,value,people`).
 *
 *     npx tsx experiments/number-questions.ts [--runs 24] [--users 100000] [--epsilons 1] [--questions 0.5,mean] [--within 0.01]
 *       [--counts adult-numeric.csv] [--out questions]
 *
 * `people` is the mean over runs ± its standard error; unsettled runs count with all their people, and as not `right`. The others: for
 * quantiles, `wave`: the square wave with the same posterior, of 20,000 people, scaled by the square of its interval; `descent`: stochastic
 * gradient descent, by its best step in hindsight, until 95 % of 100 runs are near; `oracle`: randomized response of who is above the true
 * quantile, by a normal approximation. For means, the normal approximation of Duchi, PM and HM, the best of them.
 */
import { setImmediate } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { samplePosterior } from '../src/catalogue/sample-posterior.ts'
import { requireInteger, requireNumber } from '../src/check/check.ts'
import { orderedQuestion } from '../src/domain/read-question.ts'
import { square } from '../src/elementary/square.ts'
import { createTally } from '../src/posterior/tally/tally.ts'
import type { Decision } from '../src/query/answer.ts'
import { stream } from '../src/random/stream.ts'
import { meanWithError } from '../src/report/mean-with-error.ts'
import { withProgress } from '../src/report/progress.ts'
import { respondMany } from '../src/simulation/respond-many.ts'
import { simulate } from '../src/simulation/simulate.ts'
import { probit } from '../src/special/probit.ts'
import { reportVariances } from './support/mean-protocols.ts'
import { lawsOfFile, NUMBER_LAWS, type NumberLaw } from './support/number-laws.ts'
import { peopleByDescent } from './support/quantile-descent.ts'
import { runScript } from './support/run-script.ts'
import { squareWaveChannel } from './support/square-wave.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const CONFIDENCE = 0.95
const BINS = 200
const question = { from: 0, to: 1, bins: BINS }
const RANGE = orderedQuestion(question)
/** Number of people of a law, from which the comparators know it. */
const POPULATION = 400_000
const WAVE_PEOPLE = 20_000
const DESCENTS = 100

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '24' },
      users: { type: 'string', default: '100000' },
      epsilons: { type: 'string', default: '1' },
      questions: { type: 'string', default: '0.5,mean' },
      within: { type: 'string', default: '0.01' },
      counts: { type: 'string' },
      out: { type: 'string', default: 'questions' },
    },
  })
  const runs = requireInteger('runs', Number(values.runs), 2)
  const users = requireInteger('users', Number(values.users), 1000)
  const within = requireNumber('within', Number(values.within), { above: 0, below: 1 })
  const laws = { ...NUMBER_LAWS, ...(values.counts && lawsOfFile(values.counts)) }
  const epsilons = values.epsilons.split(',').map(Number)
  const goals = values.questions
    .split(',')
    .map(
      (question): NumberGoal => (question === 'mean' ? { within } : { quantile: Number(question), within }),
    )
  const cells = epsilons.flatMap(epsilon =>
    goals.flatMap(goal => Object.entries(laws).map(([name, law]) => ({ epsilon, goal, name, law }))),
  )
  const rows = await withProgress('questions about numbers', async onProgress => {
    const found: Row[] = []
    for (const [i, cell] of cells.entries()) {
      found.push(await rowOf(cell, runs, users, share => onProgress((i + share) / cells.length)))
    }
    return found
  })
  printRows(`People until a question is settled to ± ${within} of the range`, rows)
  writeRows('numbers', values.out, rows)
})

/** A quantile, or else the mean, to ± `within`. */
interface NumberGoal {
  readonly quantile?: number
  readonly within: number
}

interface Cell {
  readonly epsilon: number
  readonly goal: NumberGoal
  readonly name: string
  readonly law: NumberLaw
}

async function rowOf(
  { epsilon, goal, name, law }: Cell,
  runs: number,
  users: number,
  onProgress: (share: number) => void,
): Promise<Row> {
  const { quantile, within } = goal
  const query = quantile === undefined ? 'mean' : `quantile(${quantile})`
  const played: { decision: Decision; isRight: boolean }[] = []
  for (let i = 1; i <= runs; i++) {
    const [run] = simulate({
      question,
      truth: law,
      users,
      strategies: ['auto'],
      epsilon,
      goal: `${query} ± ${within}`,
      confidence: CONFIDENCE,
      draws: 20,
      seed: `${name} ${i}`,
    }).runs
    played.push({ decision: run.decision!, isRight: run.correct! })
    onProgress(i / runs)
    await setImmediate()
  }
  const people = meanWithError(played.map(({ decision }) => (decision.settled ? decision.answers : users)))
  const share = (of: (outcome: (typeof played)[number]) => boolean) => played.filter(of).length / runs
  const others =
    quantile === undefined
      ? forMean(law, name, goal, epsilon)
      : forQuantile(law, name, { quantile, within }, epsilon, users)
  return {
    question: quantile === undefined ? 'mean' : `quantile ${quantile}`,
    law: name,
    epsilon,
    runs,
    settled: share(({ decision }) => decision.settled),
    right: share(({ decision, isRight }) => decision.settled && isRight),
    people: people.mean,
    'its error': people.standardError!,
    ...others,
  }
}

/** Sorted numbers of many people. */
function populationOf(law: NumberLaw, name: string): Float64Array {
  const rng = stream(1, 'population', name)
  return Float64Array.from({ length: POPULATION }, () => law(rng)).sort()
}

/** The people for ± `within`, if an estimate of `n` of them has this variance times 1/n. */
function peopleFor(variance: number, within: number): number {
  return variance * square(probit((1 + CONFIDENCE) / 2) / within)
}

function forQuantile(
  law: NumberLaw,
  name: string,
  { quantile, within }: Required<NumberGoal>,
  epsilon: number,
  users: number,
): Row {
  const sorted = populationOf(law, name)
  const at = (p: number) => sorted[Math.min(POPULATION - 1, Math.round(p * POPULATION))]
  const target = at(quantile)
  const density = 0.04 / (at(quantile + 0.02) - at(quantile - 0.02))
  const e = Math.exp(epsilon)
  // The share of yes of randomized response is p q + (1 − p)(1 − q), whose derivative in q is 2p − 1.
  const yes = (e * quantile + 1 - quantile) / (e + 1)
  const oracle = (yes * (1 - yes)) / square(((e - 1) / (e + 1)) * density)
  const descent = peopleByDescent(
    {
      draw: rng => sorted[rng.integer(POPULATION)],
      quantile,
      target,
      within,
      confidence: CONFIDENCE,
      epsilon,
      runs: DESCENTS,
      most: 2 * users,
    },
    run => stream(1, 'descent', name, epsilon, run),
  )
  return {
    wave: peopleByWave(law, name, quantile, within, epsilon),
    descent: Number.isFinite(descent) ? descent : '',
    oracle: peopleFor(oracle, within),
    best: '',
  }
}

function peopleByWave(
  law: NumberLaw,
  name: string,
  quantile: number,
  within: number,
  epsilon: number,
): number {
  const rng = stream(1, 'wave', name, epsilon)
  const people = new Float64Array(RANGE.cells)
  for (let i = 0; i < WAVE_PEOPLE; i++) people[RANGE.cell(law(rng))]++
  const wave = squareWaveChannel(BINS, epsilon)
  const tally = createTally(RANGE.cells)
  for (const [response, count] of respondMany(wave, people, rng)) tally.add(wave, response, count)
  const [lower, upper] = samplePosterior(tally, { question, seed: name, draws: 250 })
    .quantile(quantile)
    .interval(CONFIDENCE)
  return WAVE_PEOPLE * square((upper - lower) / 2 / within)
}

function forMean(law: NumberLaw, name: string, { within }: { within: number }, epsilon: number): Row {
  let mean = 0
  let second = 0
  for (const x of populationOf(law, name)) {
    mean += (2 * x - 1) / POPULATION
    second += square(2 * x - 1) / POPULATION
  }
  const variances = Object.values(reportVariances({ mean, square: second }, epsilon))
  // Numbers from −1 to 1 have twice the range.
  return { wave: '', descent: '', oracle: '', best: peopleFor(Math.min(...variances), 2 * within) }
}
