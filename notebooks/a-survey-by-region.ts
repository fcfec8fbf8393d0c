// %% [markdown]
// # A survey by region
//
// How much does a household have a year, and where? The package `vega-datasets` has a table of the US Census Bureau (`income.json`): for
// each state, the shares of its households in ten brackets of income. 6,000 households are drawn from it, as many from each of four regions.
// The region is on the envelope; the bracket is nobody's business. Each household answers once, at ε = 2, and not always truly.
//
// The brackets are a **scale**: steps in an order, between which nothing is assumed about distances. The laws of the regions are smooth along the
// scale and **pooled**: each borrows from the others, as much as the answers say that they are alike.
//
// To be quick, this page takes 250 draws from each chain, fewer than the library asks for: the warnings at its end say so.

// %%
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as Plot from '@observablehq/plot'
import { createEstimator, createRespondent, stream } from 'adobest'
import { display } from './render/display.ts'

const EPSILON = 2
const ANSWERS_PER_REGION = 1500
const file = fileURLToPath(new URL('../data/income.json', import.meta.resolve('vega-datasets')))
const table = JSON.parse(readFileSync(file, 'utf8')) as {
  region: string
  group: string
  pct: number
  total: number
}[]
/** From the lower end of each bracket in dollars. */
const bracketOf = (group: string) => (group === '<10000' ? 0 : Number.parseInt(group, 10))
const ends = [...new Set(table.map(({ group }) => bracketOf(group)))].sort((a, b) => a - b)
const steps = ends.map((from, i) =>
  i === ends.length - 1 ? `${from / 1000}k+` : `${from / 1000}k–${ends[i + 1] / 1000}k`,
)
// The fifth “region” is Puerto Rico alone.
const by = ['midwest', 'northeast', 'south', 'west']
const truth = Object.fromEntries(
  by.map(region => {
    const households = ends.map(() => 0)
    for (const { region: where, group, pct, total } of table)
      if (where === region) households[ends.indexOf(bracketOf(group))] += pct * total
    return [region, { households, all: households.reduce((sum, count) => sum + count, 0) }]
  }),
)
console.table(by.map(region => ({ region, 'million households': Math.round(truth[region].all / 1e5) / 10 })))

// %% [markdown]
// ## Answers
//
// The engine adapts to each region by itself, so a request names the region. Only `answer` goes to the server.

// %%
const question = { ordered: steps }
const survey = createEstimator({ question, by: { region: by }, epsilon: EPSILON, seed: 1 })
const rng = stream('incomes')
const household = createRespondent({ question, epsilon: EPSILON, rng })
/** A step of the scale, from 1. */
function drawStep(region: string): number {
  const { households, all } = truth[region]
  let left = rng.uniform() * all
  const step = households.findIndex(count => (left -= count) < 0)
  return 1 + (step < 0 ? steps.length - 1 : step)
}
for (let i = 0; i < ANSWERS_PER_REGION * by.length; i++) {
  const region = by[i % by.length]
  const request = survey.request(region)
  const answer = household.respond(request, drawStep(region))
  survey.observe(answer, request, region)
}

// %% [markdown]
// ## What share has 100,000 dollars or more?
//
// A **query** says in one line which figure is wanted, of one region or of a difference. Both beliefs come from the same answers: pooling is a matter of
// estimates, not of what is asked.

// %%
const effort = { draws: 250 }
const pooled = survey.estimate(effort)
const separate = survey.estimate({ ...effort, pooling: false })
const HIGH = '>= "100k–150k"'
const isHigh = (i: number) => ends[i] >= 100_000
const trueShare = (region: string) =>
  truth[region].households.reduce((sum, count, i) => sum + (isHigh(i) ? count : 0), 0) / truth[region].all
const rows = by.flatMap(region =>
  [
    { which: 'pooled', belief: pooled },
    { which: 'alone', belief: separate },
  ].map(({ which, belief }) => {
    const share = belief.of(`share(${HIGH} | region = ${region})`)
    const [lower, upper] = share.interval(0.95)
    return { region, which, share: share.mean, lower, upper, truth: trueShare(region) }
  }),
)
console.table(rows)

// %%
display({
  caption: `Share of households with $100,000 or more a year, by region, at ε = ${EPSILON}: pooled (in colour), from each region's answers alone (grey), and the truth (rings).`,
  height: 60 * by.length + 50,
  marginLeft: 90,
  x: { label: 'share', grid: true },
  y: { axis: null, domain: ['pooled', 'alone'] },
  fy: { label: null },
  color: { domain: ['pooled', 'alone'], range: ['var(--accent)', 'var(--grey)'] },
  marks: [
    Plot.ruleY(rows, { x1: 'lower', x2: 'upper', y: 'which', fy: 'region', stroke: 'which', strokeWidth: 2 }),
    Plot.dot(rows, { x: 'share', y: 'which', fy: 'region', fill: 'which', r: 3 }),
    Plot.dot(
      rows.filter(({ which }) => which === 'pooled'),
      { x: 'truth', y: 'which', fy: 'region', stroke: 'currentColor', r: 5 },
    ),
  ],
})

// %%
const widthOf = (which: string) =>
  rows.filter(row => row.which === which).reduce((sum, { lower, upper }) => sum + upper - lower, 0)
const held = rows.filter(row => row.which === 'pooled' && row.lower <= row.truth && row.truth <= row.upper)
console.log(
  `pooled intervals are ${(widthOf('pooled') / widthOf('alone')).toFixed(2)} times as wide as those of a region alone; ${held.length} of ${by.length} hold the truth`,
)

// %% [markdown]
// ## The whole scale
//
// What is believed of each step, region by region, with the true shares as steps behind it.

// %%
const cells = by.flatMap(region => {
  const { density, band } = pooled.group(region)
  const { lower, upper } = band(0.95)
  return steps.map((step, i) => ({
    region,
    step,
    mean: density[i],
    lower: lower[i],
    upper: upper[i],
    truth: truth[region].households[i] / truth[region].all,
  }))
})

// %%
display({
  caption:
    'Shares of households in each bracket of income (thousands of dollars a year): estimate with 95 % intervals, and the truth (grey bars).',
  height: 130 * by.length,
  marginLeft: 50,
  marginRight: 80,
  x: { label: null, domain: steps, tickRotate: -30 },
  y: { label: 'share', grid: true, nice: true },
  fy: { label: null },
  marks: [
    Plot.barY(cells, { x: 'step', y: 'truth', fy: 'region', fill: 'var(--grey)', fillOpacity: 0.4 }),
    Plot.ruleX(cells, {
      x: 'step',
      y1: 'lower',
      y2: 'upper',
      fy: 'region',
      stroke: 'var(--accent)',
      strokeWidth: 2,
    }),
    Plot.dot(cells, { x: 'step', y: 'mean', fy: 'region', fill: 'var(--accent)', r: 3 }),
    Plot.ruleY([0]),
  ],
})

// %% [markdown]
// ## Regions against each other, and the country
//
// Differences are queries, too. The sample has as many households from each region, the country has not: `total` weighs the regions as the
// census counts them.

// %%
const difference = pooled.of(`share(${HIGH} | region = northeast) - share(${HIGH} | region = south)`)
const [lower, upper] = difference.interval(0.95)
console.log(
  `northeast minus south: ${lower.toFixed(3)} to ${upper.toFixed(3)}; truly ${(trueShare('northeast') - trueShare('south')).toFixed(3)}`,
)
const counts = Object.fromEntries(by.map(region => [region, truth[region].all]))
const country = pooled.of(`share(${HIGH})`, counts)
const all = by.reduce((sum, region) => sum + truth[region].all, 0)
const trueCountry = by.reduce((sum, region) => sum + trueShare(region) * (truth[region].all / all), 0)
console.log(
  `all four: ${country.mean.toFixed(3)} ± ${(2 * country.sd).toFixed(3)}; truly ${trueCountry.toFixed(3)}`,
)
const median = steps[Math.round(pooled.total(counts).quantile(0.5).mean) - 1]
console.log(`the household in the middle has ${median} dollars`)
for (const warning of pooled.warnings) console.log(warning)
