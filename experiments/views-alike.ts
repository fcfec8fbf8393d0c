/**
 * How many people does a survey take if it asks each person about views that goals still need, in comparison with asking about all views of
 * its goals equally? The hospital's survey: eight questions, four departments, six goals, ε = 2. Both ask the same people in the same
 * order, look at all goals whenever the answers have grown by a fifth, and end when all are settled. `all thirteen` asks equally about
 * every question and item, even those of no goal: its number of people is that of `alike` times 13/6. `wrong` are wrong answers to goals.
 *
 *     npx tsx experiments/views-alike.ts [--from 1] [--runs 10]
 */
import { parseArgs } from 'node:util'
import { sum } from '../src/arrays/sums.ts'
import { requireInteger } from '../src/check/check.ts'
import type { CollectionEstimator } from '../src/loop/collection-estimator.ts'
import { createEstimator } from '../src/loop/estimator.ts'
import { createRespondent } from '../src/loop/respondent.ts'
import { drawIndex } from '../src/random/categorical.ts'
import { stream } from '../src/random/stream.ts'
import { meanWithError } from '../src/report/mean-with-error.ts'
import { surveyAsked, surveyCollection } from '../src/survey/asked.ts'
import { DEPARTMENTS, employee, isTrue, SURVEY } from './support/hospital.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const MOST_PEOPLE = 40_000
const FIRST_LOOK = 100
const LOOK_GROWTH = 1.2
const BATCH = 20
const { epsilon } = SURVEY

function play(way: 'by need' | 'alike', run: number): { people: number; wrong: number; settled: number } {
  const [rng, draws] = [stream('hospital', run), stream('hospital', way, run)]
  const estimator = createEstimator({
    ...surveyCollection(SURVEY),
    seed: run,
  } as never) as unknown as CollectionEstimator
  const { by: _, ...questions } = surveyAsked(SURVEY)
  /** The current requests of each group. */
  const offersOf = () => new Map(DEPARTMENTS.map(group => [group, estimator.asked(group)]))
  const views = offersOf()
  const offersAlike = () =>
    new Map(
      DEPARTMENTS.map(group => {
        // Before the first answer, all views of a group weighed the same.
        const known = views.get(group)!.map(({ request }) => request.about as readonly string[])
        return [group, known.map(about => ({ request: estimator.request(group, about), weight: 1 }))]
      }),
    )
  let offers = views
  for (let people = 1, look = FIRST_LOOK; ; people++) {
    const group = DEPARTMENTS[rng.integer(DEPARTMENTS.length)]
    const person = employee(group, rng)
    if (people % BATCH === 0) offers = way === 'alike' ? offersAlike() : offersOf()
    const own = offers.get(group)!
    const { request } =
      own[
        drawIndex(
          draws,
          own.map(({ weight }) => weight),
        )
      ]
    const respondent = createRespondent({ ...questions, epsilon, budget: epsilon } as never)
    estimator.observe(respondent.respond(request, person as never), request, group)
    if (people < look) continue
    look = Math.ceil(LOOK_GROWTH * people)
    const decisions = estimator.decisions()
    const settled = decisions.filter(one => one.settled)
    if (settled.length === decisions.length || look > MOST_PEOPLE)
      return {
        people,
        settled: settled.length,
        wrong: settled.filter(({ goal, answer }) => !isTrue(goal, answer)).length,
      }
  }
}

const { values } = parseArgs({
  options: { from: { type: 'string', default: '1' }, runs: { type: 'string', default: '10' } },
})

await runScript(async () => {
  const [from, runs] = (['from', 'runs'] as const).map(name =>
    requireInteger(`--${name}`, Number(values[name]), 1),
  )
  const rows: Row[] = []
  for (let run = from; run < from + runs; run++) {
    const [byNeed, alike] = (['by need', 'alike'] as const).map(way => play(way, run))
    rows.push({
      run,
      'by need': byNeed.people,
      alike: alike.people,
      'all thirteen': Math.round((13 / 6) * alike.people),
      ratio: byNeed.people / alike.people,
      'settled by need': byNeed.settled,
      'settled alike': alike.settled,
      'wrong by need': byNeed.wrong,
      'wrong alike': alike.wrong,
    })
    process.stderr.write(`run ${run}: ${Math.round(process.cpuUsage().user / 1e6)} processor seconds\n`)
    // Written after each run, because runs take long.
    writeRows('views-alike', from === 1 ? 'runs' : `runs-${from}`, rows)
  }
  const column = (name: string) => rows.map(row => row[name] as number)
  const ratio = meanWithError(column('ratio'))
  printRows('Six goals of a survey of eight questions', [
    {
      runs,
      'by need': meanWithError(column('by need')).mean,
      alike: meanWithError(column('alike')).mean,
      'ratio to alike': ratio.mean,
      'its SE': ratio.standardError ?? 0,
      'ratio to all thirteen': (6 / 13) * ratio.mean,
      'wrong by need': sum(column('wrong by need')),
      'wrong alike': sum(column('wrong alike')),
    },
  ])
})
