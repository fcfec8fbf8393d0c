// %% [markdown]
// # A stream that changes
//
// The data are reports of collisions of aircraft with birds, from January 1990 to July 2002, in the order of their dates: 10,000 rows of the
// wildlife strike database of the US Federal Aviation Administration, from the package `vega-datasets` (`birdstrikes.csv`). Each report names the
// operator of the aircraft. Suppose that no report may reveal it openly: each is sent through a channel of level ε = 3.
//
// In these twelve years the shares of the operators changed a lot. What can somebody see who has only the randomized answers, one after the
// other?

// %%
import { fileURLToPath } from 'node:url'
import * as Plot from '@observablehq/plot'
import { simulate } from 'adobest'
import { readPeople } from 'adobest/node'
import { display } from './render/display.ts'

const file = fileURLToPath(new URL('../data/birdstrikes.csv', import.meta.resolve('vega-datasets')))
const SOURCE = { file, orderBy: 'Flight Date' }
const LARGEST = 7
const EPSILON = 3
const GROUP = 25

const read = async (column: string) => {
  const { columns } = await readPeople({ ...SOURCE, columns: [column] })
  return { categories: columns[0].categories, data: Array.from(columns[0].data, held => held!) }
}
const reported = await read('Aircraft Airline Operator')
const dated = await read('Flight Date')
const dates = dated.data.map(day => new Date(dated.categories[day]))

const counts = reported.categories.map((_, x) => reported.data.filter(held => held === x).length)
const largest = Array.from(counts.keys())
  .sort((a, b) => counts[b] - counts[a])
  .slice(0, LARGEST)
const operators = [...largest.map(x => reported.categories[x]), 'all others']
const data = reported.data.map(x => (largest.includes(x) ? largest.indexOf(x) : LARGEST))
const users = data.length
const day = (answers: number) => dates[answers - 1].toISOString().slice(0, 10)
console.log(`${users} reports from ${day(1)} to ${day(users)}; ${operators.length} categories`)

// %% [markdown]
// ## What nobody sees
//
// The shares of the two operators that moved most, among a thousand reports at a time.

// %%
const share = (x: number, from: number, to: number) =>
  data.slice(from, to).filter(held => held === x).length / (to - from)
const blocks = Array.from({ length: users / 1000 }, (_, i) => ({ from: 1000 * i, to: 1000 * (i + 1) }))
const moved = Array.from(largest.keys())
  .map(x => ({ x, by: Math.abs(share(x, 0, 1000) - share(x, users - 1000, users)) }))
  .sort((a, b) => b.by - a.by)
  .slice(0, 2)
  .map(({ x }) => x)
console.table(
  blocks.map(({ from, to }) => ({
    until: day(to),
    ...Object.fromEntries(moved.map(x => [operators[x], share(x, from, to)])),
  })),
)

// %% [markdown]
// ## Three memories
//
// The same answers under subset selection, and three estimators. One counts all answers alike (`all`). One lets an answer count half as much
// whenever 1,000 more have come. The third learns from how well each memory has predicted the answers so far.
//
// The error is the total variation distance to the shares among the latest tenth of the reports, which stand for what is true _now_, as far as
// data can show it.

// %%
const MEMORIES = { all: 'all', 'half-life of 1,000': { halfLife: 1000 }, learned: 'learned' } as const
const results = Object.entries(MEMORIES).map(([name, memory]) => {
  const { runs } = simulate({
    data,
    order: 'given',
    groupSize: GROUP,
    strategies: ['subset-selection'],
    epsilon: EPSILON,
    memory,
    checkpoints: 20,
    draws: 200,
    anytime: true,
    runLength: 100_000,
    seed: 'birds',
  })
  return { name, run: runs[0] }
})
console.table(
  results.map(({ name, run }) => ({
    memory: name,
    'error at the end': run.totalVariationNow,
    'mean error after 2,000': run.trajectory
      .filter(({ answers }) => answers > 2000)
      .reduce((sum, { totalVariationNow }, _, all) => sum + totalVariationNow / all.length, 0),
  })),
)
const weights = results.find(({ name }) => name === 'learned')!.run.memory!
const heaviest = weights.reduce((best, each) => (each.weight > best.weight ? each : best))
console.log(
  `what was learned: a half-life of ${heaviest.halfLife} answers has the largest weight, ${heaviest.weight.toFixed(2)}`,
)

// %%
const [first] = moved
const points = results.flatMap(({ name, run }) =>
  run.trajectory.map(({ answers, mean, truthNow }) => ({
    memory: name,
    date: dates[answers - 1],
    estimate: mean[first],
    truth: truthNow[first],
  })),
)

// %%
display({
  title: `${operators[first]}: its share of the reports`,
  width: 640,
  height: 300,
  marginRight: 110,
  y: { label: 'Share', grid: true, zero: true },
  x: { label: null },
  caption:
    'Warm: the truth, the share among the latest tenth of the reports. The others are estimates, each with its memory.',
  color: { domain: Object.keys(MEMORIES), range: ['var(--grey)', 'var(--grey)', 'var(--accent)'] },
  marks: [
    Plot.line(
      points.filter(({ memory }) => memory === 'all'),
      { x: 'date', y: 'truth', stroke: 'var(--warm)', strokeWidth: 2 },
    ),
    Plot.line(points, { x: 'date', y: 'estimate', stroke: 'memory' }),
    ...Object.keys(MEMORIES).map((name, i) =>
      Plot.text(
        points.filter(({ memory }) => memory === name),
        Plot.selectLast({
          x: 'date',
          y: 'estimate',
          text: 'memory',
          fill: 'memory',
          textAnchor: 'start',
          dx: 6,
          dy: [0, -6, 6][i],
        }),
      ),
    ),
  ],
})

// %% [markdown]
// ## Was it chance?
//
// A **change detector** looks at the same answers, and raises an alarm when no constant shares explain them. While nothing changes, it raises on
// average at most one false alarm in 100,000 answers. These shares drift rather than jump, so the detector tells _that_ they have moved, but only
// roughly when.

// %%
const { changes = [], anytime } = results[0].run
for (const change of changes) {
  const named = change.categories.map(x => operators[x]).join(', ')
  console.log(`${day(change.at)}: moved since about ${day(change.since)}: ${named}`)
}
if (changes.length === 0) console.log('no alarm')

// %% [markdown]
// ## Looking all the time
//
// An interval of 95 % is valid for one look. The band below may be looked at after every answer: with a probability of 95 %, it contains the _mean
// over the stream_ at all times at once. That mean is not the current share, which leaves the band once things have changed enough.

// %%
const trajectory = results[0].run.trajectory.map(({ answers, truthMean, truthNow, anytime }) => ({
  date: dates[answers - 1],
  lower: anytime!.lower[first],
  upper: anytime!.upper[first],
  mean: truthMean[first],
  now: truthNow[first],
}))

// %%
display({
  title: `${operators[first]}: the band that holds at every look`,
  width: 640,
  height: 300,
  y: { label: 'Share', grid: true, zero: true },
  x: { label: null },
  caption:
    'Band: contains the mean over the stream, the dashed line, at every look. Warm: the share among the latest tenth.',
  marks: [
    Plot.areaY(trajectory, { x: 'date', y1: 'lower', y2: 'upper', fill: 'var(--band)' }),
    Plot.line(trajectory, { x: 'date', y: 'mean', strokeDasharray: '4,3' }),
    Plot.line(trajectory, { x: 'date', y: 'now', stroke: 'var(--warm)', strokeWidth: 2 }),
  ],
})

// %%
const mean = share(first, 0, users)
console.log(
  `at the end: ${anytime!.lower[first].toFixed(3)} to ${anytime!.upper[first].toFixed(3)}; the mean over the stream is ${mean.toFixed(3)}, the share in the latest tenth ${share(first, users * 0.9, users).toFixed(3)}`,
)

// %% [markdown]
// ## What it says
//
// Where the truth moves, an estimate that counts all answers alike lags behind, and its narrow intervals describe the past. A memory costs some accuracy where
// nothing moves; `'learned'` finds out whether it is worth that.
