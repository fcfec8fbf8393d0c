// %% [markdown]
// # Which strikes do damage?
//
// Large birds do more damage than small ones, and strikes at night are others than those by day. To see that takes two answers from the same
// report: its size and its damage. An airline may not like to tell either. Here each of 9,000 reports to the US Federal Aviation
// Administration (`birdstrikes.csv` of `vega-datasets`) holds three things, and answers **once**, about two of them together, at ε = 4. All
// answers together still show every table.

// %%
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as Plot from '@observablehq/plot'
import { createEstimator, createRespondent, stream } from 'adobest'
import { display } from './render/display.ts'

const EPSILON = 4
const questions = {
  size: ['Small', 'Medium', 'Large'],
  damage: ['none', 'some'],
  time: ['Day', 'Night'],
}
const file = fileURLToPath(new URL('../data/birdstrikes.csv', import.meta.resolve('vega-datasets')))
const [header, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
const columns = header.split(',')
const [size, damage, time] = ['Wildlife Size', 'Effect Amount of damage', 'Time of day'].map(name =>
  columns.indexOf(name),
)
const reports = lines
  .map(line => line.split(','))
  .map(cells => ({
    size: questions.size.indexOf(cells[size]),
    damage: cells[damage] === 'None' ? 0 : 1,
    time: questions.time.indexOf(cells[time]),
  }))
  .filter(report => report.size >= 0 && report.time >= 0)
console.log(`${reports.length} reports; the first one: ${JSON.stringify(reports[0])}`)

// %% [markdown]
// ## One answer each
//
// A request names the two questions that it is about. The budget of a respondent is one for the whole record: what the request does not ask
// about changes nothing in the answer.

// %%
const survey = createEstimator({ questions, epsilon: EPSILON, seed: 1 })
const respondent = createRespondent({ questions, epsilon: EPSILON, rng: stream('strikes', 'answers') })
const asked = new Map<string, number>()
for (const report of reports) {
  const request = survey.request()
  survey.observe(respondent.respond(request, report), request)
  const about = (request.about as string[]).join(' and ')
  asked.set(about, (asked.get(about) ?? 0) + 1)
}
console.table([...asked].map(([about, answers]) => ({ 'asked about': about, answers })))

// %% [markdown]
// ## The tables
//
// All answers are estimated together. The chains are short, so that this page is made in seconds; the last lines say what that costs. In each
// cell: the estimated share of all reports, a bar that spans its 95 % interval, and a stroke at the truth that nobody but this page has seen.

// %%
const estimate = survey.estimate({ draws: 300 })
const share = (a: number, b: number) =>
  reports.filter(report => report.size === a && report.damage === b).length / reports.length
const { mean, interval } = estimate.table('size', 'damage')
const [lower, upper] = interval(0.95)
const cells = questions.size.flatMap((row, a) =>
  questions.damage.map((column, b) => ({
    size: row,
    damage: column,
    mean: mean[a][b],
    lower: lower[a][b],
    upper: upper[a][b],
    truth: share(a, b),
  })),
)
const end = Math.max(...cells.map(cell => cell.upper))

// %%
display({
  caption: `Share of all reports by size of the bird and damage, at ε = ${EPSILON}: the colour and the number are the estimate, the bar its 95 % interval from 0 at the left to ${Math.round(100 * end)} % at the right of each cell, the stroke the truth.`,
  height: 260,
  marginLeft: 70,
  fx: { label: 'damage', domain: questions.damage },
  fy: { label: null, domain: questions.size },
  x: { axis: null, domain: [0, end], inset: 8 },
  y: { axis: null, domain: [0, 1] },
  marks: [
    Plot.frame({ stroke: 'none' }),
    Plot.rect(cells, {
      ...{ fx: 'damage', fy: 'size', x1: -end, x2: 2 * end, y1: 0, y2: 1, clip: 'frame' },
      ...{ fill: 'var(--accent)', fillOpacity: cell => 0.1 + (0.4 * cell.mean) / end },
    }),
    Plot.ruleY(cells, {
      ...{ fx: 'damage', fy: 'size', x1: 'lower', x2: 'upper', y: 0.2 },
      ...{ stroke: 'currentColor', strokeWidth: 5, strokeOpacity: 0.6 },
    }),
    Plot.ruleX(cells, {
      ...{ fx: 'damage', fy: 'size', x: 'truth', y1: 0.06, y2: 0.34 },
      ...{ stroke: 'var(--warm)', strokeWidth: 2.5 },
    }),
    Plot.text(cells, {
      ...{ fx: 'damage', fy: 'size', frameAnchor: 'middle', dy: -8, fontSize: 15, fill: 'currentColor' },
      text: cell => `${(100 * cell.mean).toFixed(1)} %`,
    }),
  ],
})

// %% [markdown]
// ## What goes with what?
//
// Cramér's V is 0 where two questions have nothing to do with each other, and 1 where one tells the other. Its draws are all above 0, so an
// interval that begins near 0 means that there may be nothing.

// %%
const names = Object.keys(questions) as (keyof typeof questions)[]
console.table(
  names.flatMap((a, i) =>
    names.slice(i + 1).map(b => {
      const { cramersV } = estimate.association(a, b)
      const [low, high] = cramersV.interval(0.95)
      return {
        'goes with': `${a} and ${b}`,
        V: cramersV.mean.toFixed(2),
        '95 % interval': `${low.toFixed(2)} to ${high.toFixed(2)}`,
      }
    }),
  ),
)
const rate = (a: number) => {
  const shares = mean[a]
  return `${((100 * shares[1]) / (shares[0] + shares[1])).toFixed(0)} %`
}
console.log(`strikes with damage: ${questions.size.map((name, a) => `${name} ${rate(a)}`).join(', ')}`)
for (const warning of estimate.warnings) console.log(warning)
