/**
 * Which channel is best for a scale of few steps, or a number in few bins? 2,000 people answer by arcs (as many as there can be), SRR, or
 * subset selection; the estimate is by the smooth law. One row for each question and level: mean W1 in steps or bins, over two laws.
 *
 *     npx tsx experiments/few-cells.ts [--seeds 6] [--people 2000]
 */
import { parseArgs } from 'node:util'
import { samplePosterior } from '../src/catalogue/sample-posterior.ts'
import { requireInteger } from '../src/check/check.ts'
import type { OrderedQuestion } from '../src/domain/question.ts'
import { orderedQuestion } from '../src/domain/read-question.ts'
import { arcs } from '../src/loop/strategy/by-arcs.ts'
import type { Mechanism } from '../src/mechanism/mechanism.ts'
import { srr } from '../src/mechanism/srr.ts'
import { subsetSelection } from '../src/mechanism/subset-selection.ts'
import { createTally } from '../src/posterior/tally/tally.ts'
import { stream } from '../src/random/stream.ts'
import { meanWithError } from '../src/report/mean-with-error.ts'
import { NUMBER_LAWS } from './support/number-laws.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const QUESTIONS: Readonly<Record<string, OrderedQuestion>> = {
  'scale of 5': { ordered: 5 },
  'scale of 7': { ordered: 7 },
  'scale of 8': { ordered: 8 },
  'scale of 10': { ordered: 10 },
  '5 bins': { from: 0, to: 1, bins: 5 },
  '10 bins': { from: 0, to: 1, bins: 10 },
}
const LEVELS = [1, 2, 3, 5, 8]
const LAWS = ['beta', 'bimodal']
const CHANNELS = { arcs, srr, 'subset-selection': subsetSelection }
/** Number of people that represent the law itself. */
const MANY = 50_000

function distance(
  question: OrderedQuestion,
  law: string,
  mechanism: Mechanism,
  seed: string,
  people: number,
) {
  const range = orderedQuestion(question)
  const cellOf = (value: number) =>
    'ordered' in question ? Math.min(range.cells - 1, Math.floor(value * range.cells)) : range.cell(value)
  const rng = stream(seed)
  const truth = new Float64Array(range.cells)
  for (let i = 0; i < MANY; i++) truth[cellOf(NUMBER_LAWS[law](rng))] += 1 / MANY
  const tally = createTally(range.cells)
  for (let i = 0; i < people; i++) {
    tally.add(mechanism, mechanism.respond(cellOf(NUMBER_LAWS[law](rng)), rng))
  }
  const { mean } = samplePosterior(tally, { question, seed, draws: 100 }).cells
  let apart = 0
  let total = 0
  for (let x = 0; x + 1 < mean.length; x++) {
    apart += mean[x] - truth[x]
    total += Math.abs(apart)
  }
  return total
}

runScript(async () => {
  const { values } = parseArgs({
    options: { seeds: { type: 'string', default: '6' }, people: { type: 'string', default: '2000' } },
  })
  const seeds = requireInteger('seeds', Number(values.seeds), 2)
  const people = requireInteger('people', Number(values.people), 1)
  const rows: Row[] = []
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const { cells: categories } = orderedQuestion(question)
    for (const epsilon of LEVELS) {
      const found = Object.entries(CHANNELS).map(([channel, create]) => {
        const mechanism = create({ categories, epsilon }) as Mechanism
        const distances = LAWS.flatMap(law =>
          Array.from({ length: seeds }, (_, i) =>
            distance(question, law, mechanism, `few cells ${law} ${i}`, people),
          ),
        )
        return [channel, distances] as const
      })
      const byArcs = found[0][1]
      const bySrr = found[1][1]
      const { mean, standardError } = meanWithError(byArcs.map((value, i) => Math.log(value / bySrr[i])))
      rows.push({
        question: name,
        cells: categories,
        epsilon,
        people,
        seeds,
        ...Object.fromEntries(found.map(([channel, all]) => [channel, meanWithError(all).mean])),
        'arcs to srr': Math.exp(mean),
        'its error': Math.exp(mean) * standardError!,
      })
    }
  }
  printRows('W1 of few cells', rows)
  writeRows('numbers', 'few-cells', rows)
})
