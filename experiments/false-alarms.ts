/**
 * How often do signs of liars occur if nobody lies, and how often if some people do? A collection raises an alarm if the p-value of all
 * signs together is at most 5 %. Whatever the truth and the level, at most 5 % of honest collections may.
 *
 * One row for each channel, level ε, truth and number n of people. Truths: everybody holds one category (`one`); five categories are
 * equally frequent (`five`); all are (`uniform`). `honest` is the share of honest collections with an alarm. In the other two columns 10 %
 * of the people lie: they send, without randomization, an answer that supports the last category (`target`) or, if answers are sets, an
 * honest answer for it that also names the one before it (`pair`).
 *
 *     npx tsx experiments/false-alarms.ts [--runs 40] [--lied 8]
 */
import { parseArgs } from 'node:util'
import { requireInteger } from '../src/check/check.ts'
import { localHashing } from '../src/mechanism/local-hashing.ts'
import type { Mechanism, Response } from '../src/mechanism/mechanism.ts'
import { randomPartitions } from '../src/mechanism/random-partitions.ts'
import { srr } from '../src/mechanism/srr.ts'
import { subsetSelection } from '../src/mechanism/subset-selection.ts'
import { unaryEncoding } from '../src/mechanism/unary-encoding.ts'
import { createAlias } from '../src/random/categorical.ts'
import type { SeededRng } from '../src/random/rng.ts'
import { stream } from '../src/random/stream.ts'
import { withProgress } from '../src/report/progress.ts'
import { AnswerCounts } from '../src/risk/answer-counts.ts'
import { liarSigns } from '../src/risk/liar-signs.ts'
import { rrrr } from '../src/rrrr/rrrr.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const LEVEL = 0.05
const SHARE = 0.1
const TRUTHS: Record<string, number> = { one: 1, five: 5, uniform: Infinity }
const LEVELS = [3, 6, 8, 10]
const PEOPLE = [500, 5000]

interface Setting {
  readonly channel: string
  readonly categories: number
  readonly levels: readonly number[]
  readonly people: readonly number[]
  readonly make: (epsilon: number) => Mechanism
}

const SETTINGS: readonly Setting[] = [
  ...[
    { channel: 'srr', make: (epsilon: number): Mechanism => srr({ categories: 20, epsilon }) },
    { channel: 'unary encoding', make: (epsilon: number) => unaryEncoding({ categories: 20, epsilon }) },
    { channel: 'subset selection', make: (epsilon: number) => subsetSelection({ categories: 20, epsilon }) },
    { channel: 'local hashing', make: hashing },
    {
      channel: 'rrrr of five',
      make: (epsilon: number) => rrrr({ categories: 20, subset: [0, 1, 2, 3, 4], epsilon }),
    },
  ].map(setting => ({ ...setting, categories: 20, levels: LEVELS, people: PEOPLE })),
  ...[
    { channel: 'srr', make: (epsilon: number): Mechanism => srr({ categories: 200, epsilon }) },
    { channel: 'subset selection', make: (epsilon: number) => subsetSelection({ categories: 200, epsilon }) },
  ].map(setting => ({ ...setting, categories: 200, levels: [5, 8], people: [500] })),
]

function hashing(epsilon: number): Mechanism {
  const buckets = Math.min(20, Math.round(Math.exp(epsilon)) + 1)
  return localHashing({ categories: 20, epsilon, buckets, partitions: randomPartitions(20, buckets) })
}

type Lie = (mechanism: Mechanism, rng: SeededRng) => Response

/** An answer that favours the last category, because it names it. */
function forTarget(mechanism: Mechanism, rng: SeededRng): Response {
  const target = mechanism.categories - 1
  for (;;) {
    const response = mechanism.respond(target, rng)
    const { support } = mechanism
    const named = support === undefined ? [response] : Array.from(support.of(response))
    if (named.includes(target)) return response
  }
}

/** An honest answer for the last category, in which the category before it is named too. */
function forPair(mechanism: Mechanism, rng: SeededRng): Response {
  const targets = [mechanism.categories - 2, mechanism.categories - 1]
  const set = mechanism.respond(targets[1], rng) as readonly number[]
  const others = set.filter(x => !targets.includes(x))
  return [...others.slice(0, isUnary(mechanism) ? others.length : set.length - 2), ...targets]
}

const isUnary = ({ name }: Mechanism) => name === 'unary-encoding'

/** Whether answers may name two categories. */
const namesPairs = (mechanism: Mechanism) =>
  isUnary(mechanism) || (mechanism.kinds()[0] as readonly number[]).length >= 2

function isAlarm(
  setting: Setting,
  mechanism: Mechanism,
  play: { held: number; people: number; lie?: Lie },
  run: number,
) {
  const { categories: K } = setting
  const held = Math.min(K, play.held)
  const rng = stream('false alarms', setting.channel, K, mechanism.epsilon, held, play.people, run)
  const alias = createAlias(Float64Array.from({ length: K }, (_, x) => Number(x < held) / held))
  const answers = new AnswerCounts()
  for (let i = 0; i < play.people; i++) {
    const lies = play.lie !== undefined && i < SHARE * play.people
    answers.add(mechanism, lies ? play.lie!(mechanism, rng) : mechanism.respond(alias.draw(rng), rng), 1)
  }
  return liarSigns(answers, K, rng).pValue <= LEVEL
}

await runScript(async () => {
  const { values } = parseArgs({ options: { runs: { type: 'string' }, lied: { type: 'string' } } })
  const runs = requireInteger('--runs', Number(values.runs ?? 40), 1)
  const lied = requireInteger('--lied', Number(values.lied ?? 8), 0)
  const cells = SETTINGS.flatMap(setting =>
    setting.levels.flatMap(epsilon =>
      Object.keys(TRUTHS).flatMap(truth =>
        setting.people.map(people => ({ setting, epsilon, truth, people })),
      ),
    ),
  )
  const rows: Row[] = []
  await withProgress('cells', onProgress => {
    cells.forEach(({ setting, epsilon, truth, people }, i) => {
      const mechanism = setting.make(epsilon)
      const share = (number: number, lie?: Lie) => {
        let alarms = 0
        const play = { held: TRUTHS[truth], people, ...(lie && { lie }) }
        for (let run = 0; run < number; run++) alarms += Number(isAlarm(setting, mechanism, play, run))
        return number === 0 ? '' : alarms / number
      }
      rows.push({
        channel: setting.channel,
        K: setting.categories,
        epsilon,
        truth,
        people,
        honest: share(runs),
        target: share(lied, forTarget),
        pair: mechanism.support?.together && namesPairs(mechanism) ? share(lied, forPair) : '',
      })
      onProgress((i + 1) / cells.length)
    })
  })
  printRows(`p-values of at most 5 %, ${runs} honest collections, ${lied} with liars`, rows)
  writeRows('liars', 'false-alarms', rows)
})
