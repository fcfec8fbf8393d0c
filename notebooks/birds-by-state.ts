// %% [markdown]
// # Where birds strike, state by state
//
// Aircraft meet birds on the approach, while they climb, on the runway. The package `vega-datasets` has 10,000 reports of such strikes to
// the US Federal Aviation Administration (`birdstrikes.csv`). An airline may not like to tell what its crew was doing; the state is in every
// timetable. Here each report answers once, at ε = 1, in which phase of the flight it was, and not always truly. Do states differ? The
// answers of a single state are too few to tell, so the states are **pooled**: each borrows from the others, the more the fewer answers it has.

// %%
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as Plot from '@observablehq/plot'
import { createEstimator, createRespondent, stream, totalVariation } from 'adobest'
import { display } from './render/display.ts'

const EPSILON = 1
const LEAST = 200
const PHASES = ['Approach', 'Climb', 'Take-off run', 'Landing Roll']
const file = fileURLToPath(new URL('../data/birdstrikes.csv', import.meta.resolve('vega-datasets')))
const [header, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
const [stateColumn, phaseColumn] = ['Origin State', 'Phase of flight'].map(name =>
  header.split(',').indexOf(name),
)
const reports = lines
  .map(line => line.split(','))
  .map(cells => ({ state: cells[stateColumn], phase: PHASES.indexOf(cells[phaseColumn]) }))
  .filter(({ phase }) => phase >= 0)
const sizes = new Map<string, number>()
for (const { state } of reports) sizes.set(state, (sizes.get(state) ?? 0) + 1)
const by = [...sizes.keys()].filter(state => sizes.get(state)! >= LEAST).sort()
const people = reports.filter(({ state }) => by.includes(state))
console.log(`${people.length} reports of ${by.length} states with at least ${LEAST} each`)

// %% [markdown]
// ## Answers
//
// Each state has an engine of its own, so a request names the state. Only `answer` goes to the server.

// %%
const survey = createEstimator({ categories: PHASES.length, by, epsilon: EPSILON, seed: 1 })
const airline = createRespondent({
  categories: PHASES.length,
  epsilon: EPSILON,
  rng: stream('birds', 'answers'),
})
for (const { state, phase } of people) {
  const request = survey.request(state)
  const answer = airline.respond(request, phase)
  survey.observe(answer, request, state)
}

// %% [markdown]
// ## Pooled, and each state alone
//
// Pooling is a matter of estimates, not of what is asked, so both come from the same answers. The chains are short, so that this page is
// made in seconds; the last lines say what that costs.

// %%
const effort = { draws: 150 }
const pooled = survey.estimate(effort)
const separate = survey.estimate({ ...effort, pooling: false })
const truth = (state: string) => {
  const own = people.filter(report => report.state === state)
  return PHASES.map((_, x) => own.filter(({ phase }) => phase === x).length / own.length)
}
const distances = by.map(state => ({
  state,
  reports: sizes.get(state)!,
  pooled: totalVariation(pooled.group(state).mean, truth(state)),
  alone: totalVariation(separate.group(state).mean, truth(state)),
}))
console.table(distances)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
console.log(
  `distance to the truth, mean over states: ${mean(distances.map(row => row.pooled)).toFixed(3)} pooled, ${mean(distances.map(row => row.alone)).toFixed(3)} alone`,
)
const [least, most] = pooled.pooling!.interval(0.95)
console.log(
  `a state leans on the others as on ${least.toFixed(0)} to ${most.toFixed(0)} reports whose phase is known`,
)

// %% [markdown]
// Pooling helps on average, and most states; it does not help everybody. Hawaii and Oregon, whose strikes differ from those elsewhere,
// are drawn to the others, and were nearer to the truth alone.
//
// ## The take-off run
//
// The share of strikes on the take-off run, with 95 % intervals: pooled (in colour), from the answers of the state alone (grey), and the truth
// that nobody but this page has seen (the ring).

// %%
const TAKE_OFF = PHASES.indexOf('Take-off run')
const shown = (which: string, belief: typeof pooled) =>
  by.map(state => {
    const [lower, upper] = belief.group(state).interval(0.95)
    return {
      state,
      which,
      mean: belief.group(state).mean[TAKE_OFF],
      lower: lower[TAKE_OFF],
      upper: upper[TAKE_OFF],
    }
  })
const [together, alone] = [shown('pooled', pooled), shown('alone', separate)]
const order = [...together].sort((one, other) => other.mean - one.mean).map(({ state }) => state)
const trueShares = by.map(state => ({ state, which: 'pooled', share: truth(state)[TAKE_OFF] }))

// %%
display({
  caption: `Share of bird strikes on the take-off run, by state, at ε = ${EPSILON}: pooled (in colour), from each state's answers alone (grey), and the truth (rings).`,
  height: 28 * by.length + 60,
  marginLeft: 120,
  x: { label: 'share', grid: true },
  y: { axis: null, domain: ['pooled', 'alone'] },
  fy: { label: null, domain: order },
  color: { domain: ['pooled', 'alone'], range: ['var(--accent)', 'var(--grey)'] },
  marks: [
    Plot.ruleY([...together, ...alone], {
      x1: 'lower',
      x2: 'upper',
      y: 'which',
      fy: 'state',
      stroke: 'which',
      strokeWidth: 2,
    }),
    Plot.dot([...together, ...alone], { x: 'mean', y: 'which', fy: 'state', fill: 'which', r: 3 }),
    Plot.dot(trueShares, { x: 'share', y: 'which', fy: 'state', stroke: 'currentColor', r: 5 }),
  ],
})

// %%
const width = (rows: typeof together) => mean(rows.map(({ lower, upper }) => upper - lower))
const held = trueShares.filter(
  ({ share }, i) => together[i].lower <= share && share <= together[i].upper,
).length
console.log(
  `intervals are ${(width(together) / width(alone)).toFixed(2)} times as wide as those of a state alone; ${held} of ${by.length} hold the truth`,
)

// %% [markdown]
// ## Who differs from whom
//
// Differences come with intervals too, and `total` weighs the states: here by their reports, or by shares that are known from elsewhere.

// %%
const [first, last] = [order[0], order.at(-1)!]
const [lower, upper] = pooled.difference(first, last).interval(0.95)
console.log(
  `${first} minus ${last}, take-off run: ${lower[TAKE_OFF].toFixed(3)} to ${upper[TAKE_OFF].toFixed(3)}; truly ${(truth(first)[TAKE_OFF] - truth(last)[TAKE_OFF]).toFixed(3)}`,
)
const total = pooled.total()
console.table(PHASES.map((phase, x) => ({ phase, 'of all states': total.mean[x], sd: total.sd[x] })))
for (const warning of pooled.warnings) console.log(warning)
