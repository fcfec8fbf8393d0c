/**
 * How many people do several goals of one collection take? Six goals about four questions, ε = 2, `auto`. The truth of each question is
 * drawn for each run (the same in all rows of a run). People are asked for goals that are not settled yet, in proportion to what these need
 * (`by need`). For comparison, each question is played alone, with its own goals and the same rule: asking all questions equally until the
 * slowest is done takes four times as many people as the slowest alone (`alike`); one question after the other takes their sum (`one by
 * one`), which assumes knowledge of when each is done. `wrong` are decisions of all six with a wrong answer.
 *
 *     npx tsx experiments/many-goals.ts [--runs 20]
 */
import { parseArgs } from 'node:util'
import { sum } from '../src/arrays/sums.ts'
import { requireInteger } from '../src/check/check.ts'
import { createAlias } from '../src/random/categorical.ts'
import { drawDirichlet } from '../src/random/dirichlet.ts'
import { stream } from '../src/random/stream.ts'
import { meanWithError } from '../src/report/mean-with-error.ts'
import type { JudgedDecision } from '../src/simulation/open-run.ts'
import { simulate } from '../src/simulation/simulate.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const QUESTIONS = { job: 5, city: 3, ill: 2, age: { ordered: 5 } } as const
/** The goals by question. Some are settled soon, others late. */
const GOALS = {
  job: ['share(job = 0) ± 0.05', 'top(job, 1) by 0.05'],
  city: ['share(city = 0) > share(city = 1) by 0.1'],
  ill: ['share(ill = 1) ± 0.03', 'share(ill = 1) > 0.8'],
  age: ['mean(age) ± 0.2'],
} as const
const NAMES = Object.keys(GOALS) as (keyof typeof GOALS)[]
const EPSILON = 2
const MOST_PEOPLE = 60_000

interface Played {
  readonly people: number
  readonly settled: boolean
  readonly decisions: readonly JudgedDecision[]
}

function play(goals: readonly string[], run: number): Played {
  const rng = stream('many goals', run)
  const laws = Object.entries({ job: 5, city: 3, ill: 2, age: 5 }).map(([name, cells]) => {
    const law = drawDirichlet(rng, new Float64Array(cells).fill(2), new Float64Array(cells))
    return { name, law: createAlias(law), first: name === 'age' ? 1 : 0 }
  })
  const data = Array.from({ length: MOST_PEOPLE }, () =>
    Object.fromEntries(laws.map(({ name, law, first }) => [name, law.draw(rng) + first])),
  )
  const [{ answers, decisions = [] }] = simulate({
    questions: QUESTIONS,
    data,
    goals,
    strategies: ['auto'],
    epsilon: EPSILON,
    draws: 50,
    seed: `many goals ${run}`,
  }).runs
  return { people: answers, settled: decisions.every(({ settled }) => settled), decisions }
}

const { values } = parseArgs({ options: { runs: { type: 'string', default: '20' } } })

await runScript(async () => {
  const runs = requireInteger('--runs', Number(values.runs), 1)
  const rows: Row[] = []
  for (let run = 1; run <= runs; run++) {
    const together = play(Object.values(GOALS).flat(), run)
    const alone = NAMES.map(name => play(GOALS[name], run))
    const people = alone.map(one => one.people)
    const wrong = (decisions: readonly JudgedDecision[]) => decisions.filter(({ correct }) => !correct).length
    rows.push({
      run,
      'by need': together.people,
      alike: NAMES.length * Math.max(...people),
      'one by one': sum(people),
      settled: String(together.settled && alone.every(({ settled }) => settled)),
      'wrong by need': wrong(together.decisions),
      'wrong alone': wrong(alone.flatMap(({ decisions }) => decisions)),
    })
    process.stderr.write(
      `run ${run} of ${runs}: ${Math.round(process.cpuUsage().user / 1e6)} processor seconds\n`,
    )
  }
  writeRows('many-goals', 'runs', rows)
  const column = (name: string) => rows.map(row => row[name] as number)
  const ratio = (name: string) =>
    meanWithError(rows.map(row => (row['by need'] as number) / (row[name] as number)))
  const [alike, oneByOne] = ['alike', 'one by one'].map(ratio)
  const summary = [
    {
      runs,
      'by need': meanWithError(column('by need')).mean,
      alike: meanWithError(column('alike')).mean,
      'one by one': meanWithError(column('one by one')).mean,
      'ratio to alike': alike.mean,
      'its SE': alike.standardError ?? 0,
      'ratio to one by one': oneByOne.mean,
      'wrong by need': sum(column('wrong by need')),
      'wrong alone': sum(column('wrong alone')),
    },
  ]
  writeRows('many-goals', 'summary', summary)
  printRows('Six goals about four questions', summary)
})
