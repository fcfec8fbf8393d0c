/**
 * Measurements on streams: intervals that hold at every look, and detected changes.
 *
 * - `misses`: the share of runs and categories in which the running mean of the truth was outside the interval at some of 1,000 looks,
 *   with a truth that stays the same, two categories that change places halfway, and a walk; beside it the same share for intervals that
 *   are valid at one look (fixed-time), and for a normal mixture on the empirical variance. The last row, of one RRRR channel whose
 *   categories outside the subset keep their own scores, shows that the latter is not valid.
 * - `misses-20`: the same for 20 categories, with fewer runs.
 * - `widths`: the widths of unclipped intervals after 10,000 answers, relative to those of fixed-time intervals from the same scores.
 * - `alarms`: alarms of the change detector in streams without a change.
 * - `delays`: answers until a swap of the two likeliest categories is noticed, by the gap between them.
 * - `memories`: the error of estimates by memory, 2,000 answers after a swap, after a walk, and with a truth that stays the same; beside
 *   that of the best memory chosen with hindsight.
 *
 *     npx tsx experiments/streams.ts [misses|misses-20|widths|alarms|delays|memories] [runs]
 */
import { changeDetector, type Mechanism, rrrr, subsetSelection } from '../src/index.ts'
import { stream } from '../src/random/stream.ts'
import type { Scores } from '../src/sequence/answer-scores.ts'
import { matrixScores } from '../src/sequence/matrix-scores.ts'
import { scoresOf } from '../src/sequence/scores.ts'
import { drawTruth } from '../src/simulation/moving-truth.ts'
import {
  countMissed,
  fixedTime,
  normalMixture,
  playStream,
  type StreamSetting,
  unclipped,
} from './support/stream-intervals.ts'
import { MEMORY_CASES, memoryErrors } from './support/stream-memory.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const EXPERIMENT = 'streams'
const STRATEGIES = ['srr', 'subset-selection', 'block-design', 'fisher', 'honesty', 'semi:0.8', 'auto']
const EPSILON = 1
const K = 20
/** Numbers of categories and answers for the misses, few enough for 1,000 looks at each of 200 runs. */
const FEW = 8
const ANSWERS = 2000
const LOOKS = 1000
const LAW = { dirichlet: 0.5 }
const TRUTHS: Record<string, StreamSetting['truth']> = {
  constant: LAW,
  swap: { swap: { truth: LAW, at: ANSWERS / 2 } },
  walk: { walk: { start: LAW, step: 0.03 } },
}
/** The ranges of the gap between the two likeliest categories: the upper end, and a name. */
const GAPS: readonly (readonly [most: number, name: string])[] = [
  [0.1, 'below .1'],
  [0.2, '.1 to .2'],
  [0.4, '.2 to .4'],
  [1, 'above .4'],
]
const CHANGE = 10_000
const PATIENCE = 20_000

const PARTS: Record<string, readonly [measure: (runs: number) => Row[], runs: number]> = {
  misses: [measureMisses, 200],
  'misses-20': [runs => missRows(K, runs), 10],
  widths: [measureWidths, 4],
  alarms: [measureAlarms, 50],
  delays: [measureDelays, 240],
  memories: [measureMemories, 24],
}

const [name, runs] = process.argv.slice(2)
for (const [part, [measure, defaultRuns]] of Object.entries(PARTS)) {
  if (name !== undefined && name !== part) continue
  const rows = measure(runs === undefined ? defaultRuns : Number(runs))
  printRows(part, rows)
  writeRows(EXPERIMENT, part, rows)
}

function missRows(categories: number, runs: number): Row[] {
  return STRATEGIES.flatMap(strategy =>
    Object.entries(TRUTHS).map(([truthName, truth]) =>
      missRow(runs, { strategy, truth: truthName }, run => ({
        setting: {
          categories,
          epsilon: EPSILON,
          truth,
          answers: ANSWERS,
          channel: strategy,
          seed: `misses ${run}`,
        },
        ways: [unclipped(categories), fixedTime(categories), normalMixture(categories)],
      })),
    ),
  )
}

function measureMisses(runs: number): Row[] {
  const channel = rrrr({ categories: K, epsilon: EPSILON, subset: [0, 1, 2, 3, 4] })
  const own = ownScores()
  const truth = Array.from({ length: K }, (_, x) => 0.6 ** x)
  const total = truth.reduce((sum, value) => sum + value)
  return [
    ...missRows(FEW, runs),
    missRow(Math.ceil(runs / 2), { strategy: 'rrrr, own scores', truth: 'constant' }, run => ({
      setting: {
        categories: K,
        epsilon: EPSILON,
        truth: truth.map(value => value / total),
        answers: ANSWERS,
        channel,
        seed: `misses ${run}`,
      },
      ways: [unclipped(K, own), fixedTime(K, own), normalMixture(K, own, scoresOf(channel).variance)],
    })),
  ]
}

function missRow(
  runs: number,
  names: { strategy: string; truth: string },
  make: (run: number) => { setting: StreamSetting; ways: Parameters<typeof countMissed>[2] },
): Row {
  const missed = [0, 0, 0]
  let categories = 0
  for (let run = 0; run < runs; run++) {
    const { setting, ways } = make(run)
    ;({ categories } = setting)
    countMissed(setting, ANSWERS / LOOKS, ways).forEach((count, i) => {
      missed[i] += count
    })
  }
  const [anytime, atOneLook, normal] = missed.map(count => count / (runs * categories))
  const row = {
    ...names,
    runs,
    categories,
    answers: ANSWERS,
    anytime,
    fixedTime: atOneLook,
    normalMixture: normal,
  }
  console.error(JSON.stringify(row))
  return row
}

/** Separate scores for each category, even where RRRR's scores would be merged. */
function ownScores(): (mechanism: Mechanism) => Scores {
  const cache = new Map<Mechanism, Scores>()
  return mechanism => {
    const scores = cache.get(mechanism) ?? matrixScores(mechanism)
    cache.set(mechanism, scores)
    return scores
  }
}

function measureWidths(runs: number): Row[] {
  return STRATEGIES.map(strategy => {
    const ratios: number[] = []
    for (let run = 0; run < runs; run++) {
      const ways = [unclipped(K), fixedTime(K)] as const
      const setting = {
        categories: K,
        epsilon: EPSILON,
        truth: LAW,
        answers: 10_000,
        channel: strategy,
        seed: `widths ${run}`,
      }
      playStream(setting, (mechanism, response) => {
        for (const way of ways) way.observe(mechanism, response)
      })
      // Compares the distances of the ends from the means of their scores; these means differ for merged categories.
      const { gaps } = ways[1]
      const [own, fixed] = ways.map(({ lower, upper }) => gaps.map((gap, x) => upper[x] - lower[x] - gap))
      own.forEach((width, x) => {
        ratios.push(width / fixed[x])
      })
    }
    ratios.sort((a, b) => a - b)
    return { strategy, runs, least: ratios[0], median: ratios[ratios.length >> 1], most: ratios.at(-1)! }
  })
}

function measureAlarms(runs: number): Row[] {
  const channel = subsetSelection({ categories: K, epsilon: EPSILON })
  const [answers, runLength] = [100_000, 200_000]
  let streams = 0
  for (let run = 0; run < runs; run++) {
    const detector = changeDetector({ categories: K, runLength })
    let alarm = false
    const setting = { categories: K, epsilon: EPSILON, truth: LAW, answers, channel, seed: `alarms ${run}` }
    playStream(setting, (mechanism, response) => {
      alarm = detector.observe(mechanism, response) !== undefined
      return !alarm
    })
    streams += Number(alarm)
  }
  return [{ streams: runs, answers, runLength, withAlarm: streams }]
}

function measureDelays(runs: number): Row[] {
  return [0.5, 1, 2].flatMap(epsilon => {
    const channel = subsetSelection({ categories: K, epsilon })
    const found = Array.from({ length: runs }, (_, run) => ({ run, ...delayOf(channel, epsilon, run) }))
    return GAPS.map(([most, gap], i) => {
      const least = GAPS[i - 1]?.[0] ?? 0
      const here = found.filter(each => each.gap >= least && each.gap < most)
      const delays = here.map(each => each.delay).sort((a, b) => a - b)
      const noticed = here.filter(each => each.delay < Infinity)
      return {
        epsilon,
        gap,
        streams: here.length,
        noticed: noticed.length,
        medianDelay: delays[delays.length >> 1] ?? Number.NaN,
        rightCategories: noticed.filter(each => each.right).length,
        early: here.filter(each => each.early).length,
      }
    })
  })
}

function measureMemories(runs: number): Row[] {
  // The other strategies take several times as long.
  const few = Math.ceil(runs / 3)
  return Object.entries({ srr: runs, 'block-design': few, auto: few }).flatMap(([strategy, runs]) =>
    (Object.keys(MEMORY_CASES) as (keyof typeof MEMORY_CASES)[]).flatMap(truth => {
      const others = truth === 'constant' ? (['learned'] as const) : (['all', 'learned'] as const)
      const rows = memoryErrors(truth, strategy, runs, others).map(row => ({ strategy, truth, runs, ...row }))
      console.error(JSON.stringify(rows))
      return rows
    }),
  )
}

/** Number of answers from the swap to its detection; Infinity if it was not detected in time. */
function delayOf(channel: Mechanism, epsilon: number, run: number) {
  const law = drawTruth('truth', { dirichlet: 0.1 }, K, stream('delays', run))
  const order = Array.from(law.keys()).sort((a, b) => law[b] - law[a])
  const gap = law[order[0]] - law[order[1]]
  const detector = changeDetector({ categories: K, runLength: 100_000 })
  let delay = Infinity
  let right = false
  let early = false
  const setting = {
    categories: K,
    epsilon,
    truth: { swap: { truth: law, at: CHANGE } },
    answers: CHANGE + PATIENCE,
    channel,
    seed: `delays ${run}`,
  }
  playStream(setting, (mechanism, response) => {
    const change = detector.observe(mechanism, response)
    if (change === undefined) return true
    if (change.at <= CHANGE) {
      early = true
      return true
    }
    delay = change.at - CHANGE
    right = change.categories.every(x => x === order[0] || x === order[1])
    return false
  })
  return { gap, delay, right, early }
}
