/**
 * On which side of the truth are intervals of Cramér's V? Tables of two questions with two categories each, `p = (1 ± V)/4`, whose
 * V is fixed; subset selection over the four cells; 95 % intervals.
 *
 * One row for each V, number of people and level: the mean of the estimates, the mean of the prior, and the shares of intervals that lie
 * below the truth, contain it, and lie above it. At V = 0 none can contain it, because V is above 0 at every draw; there the mean lower end
 * matters.
 *
 *     npx tsx experiments/association-intervals.ts [--people 300,1000] [--levels 1,2] [--seeds 20] [--part name]
 */
import { parseArgs } from 'node:util'
import { drawLaw } from '../src/catalogue/draw-law.ts'
import { priorLaws } from '../src/catalogue/prior-law.ts'
import { requireInteger } from '../src/check/check.ts'
import { Domain } from '../src/domain/domain.ts'
import { subsetSelection } from '../src/mechanism/subset-selection.ts'
import { drain } from '../src/posterior/draw-posterior.ts'
import type { Tables } from '../src/posterior/functional/tables-estimate.ts'
import { createTally } from '../src/posterior/tally/tally.ts'
import { beliefOf } from '../src/query/functional.ts'
import { cramersVOf } from '../src/query/of-tables.ts'
import { createAlias } from '../src/random/categorical.ts'
import { stream } from '../src/random/stream.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const ASKED = { domain: Domain.of({ a: 2, b: 2 }), ask: 'pairs' } as const
const TRUTHS = [0, 0.1, 0.3, 0.6]

function rowOf(v: number, people: number, epsilon: number, seeds: number): Row {
  const mechanism = subsetSelection({ categories: 4, epsilon })
  const law = createAlias([(1 + v) / 4, (1 - v) / 4, (1 - v) / 4, (1 + v) / 4])
  const prior = beliefOf(cramersVOf(2, 2), priorLaws(ASKED, 2000)([0, 1], undefined), 4)
  let [mean, lowest, below, above] = [0, 0, 0, 0]
  for (let seed = 1; seed <= seeds; seed++) {
    const tally = createTally(4)
    const rng = stream(seed, 'people', v)
    for (let i = 0; i < people; i++) tally.add(mechanism, mechanism.respond(law.draw(rng), rng))
    const estimate = drain(drawLaw(ASKED, [tally], { seed, draws: 400, chains: 2 })) as Tables
    const { cramersV } = estimate.association('a', 'b')
    const [lower, upper] = cramersV.interval(0.95)
    mean += cramersV.mean / seeds
    lowest += lower / seeds
    below += Number(upper < v)
    above += Number(lower > v)
  }
  return {
    V: v,
    people,
    epsilon,
    seeds,
    'mean V': mean,
    "the prior's V": prior.mean,
    'mean lower end': lowest,
    'interval below': below / seeds,
    'interval holds': (seeds - below - above) / seeds,
    'interval above': above / seeds,
  }
}

runScript(async () => {
  const { values } = parseArgs({
    options: {
      people: { type: 'string', default: '300,1000' },
      levels: { type: 'string', default: '1,2' },
      seeds: { type: 'string', default: '20' },
      part: { type: 'string', default: '' },
    },
  })
  const seeds = requireInteger('seeds', Number(values.seeds), 1)
  const numbers = (text: string) => text.split(',').map(Number)
  const rows = numbers(values.people).flatMap(people =>
    numbers(values.levels).flatMap(epsilon => TRUTHS.map(v => rowOf(v, people, epsilon, seeds))),
  )
  printRows("Cramér's V of two by two tables", rows)
  writeRows('tables', `two-by-two${values.part}`, rows)
})
