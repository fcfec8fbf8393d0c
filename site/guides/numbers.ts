// %% [markdown]
// # Numbers
//
// The private value may be a number instead of a category: an age, an income, a delay. **The order saves people**: an answer about one
// stretch of the range says something about its neighbours, if the density is smooth. adobest asks in which _arc_ of the range a
// number lies, and estimates the density under a smooth prior, with intervals for quantiles, means and shares.
//
// The range and its bins are public, and fixed before anybody is asked. Values outside of it are not lost: _below_ and _above_
// are cells of their own, so that a sentinel such as 99,999 moves no mean.
//
// Here are 20,000 flights' delays in minutes, from the U.S. Bureau of Transportation Statistics by way of vega-datasets. Each flight
// answers once, at ε = 1.

// %%
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as Plot from '@observablehq/plot'
import { createEstimator, createRespondent, simulate } from 'adobest'
import { display } from '../../notebooks/render/display.ts'

const file = fileURLToPath(new URL('../data/flights-20k.json', import.meta.resolve('vega-datasets')))
const delays: number[] = JSON.parse(readFileSync(file, 'utf8')).map(({ delay }: { delay: number }) => delay)

const question = { from: -40, to: 120, bins: 80 }
const { truth, runs } = simulate({
  question,
  data: delays,
  groupSize: 100,
  strategies: ['auto'],
  epsilon: 1,
  seed: 1,
})
const { posterior } = runs[0]

const rows = [0.1, 0.25, 0.5, 0.75, 0.9].map(p => {
  const { mean, interval } = posterior.quantile(p)
  const [lower, upper] = interval(0.95)
  const sorted = delays.toSorted((a, b) => a - b)
  return { quantile: p, estimate: mean, lower, upper, truth: sorted[Math.floor(p * sorted.length)] }
})
console.table(rows)

// %% [markdown]
// The estimate spreads the two whole minutes of each bin evenly over it: the bins set the resolution.

// %%
const { lower, upper } = posterior.band(0.95)
const bins = Array.from(posterior.density, (share, i) => ({
  minutes: question.from + 2 * i + 1,
  share,
  lower: lower[i],
  upper: upper[i],
  truth: truth[i + 1],
}))

// %%
display({
  width: 680,
  height: 300,
  x: { label: 'Delay in minutes' },
  y: { label: 'Share of the flights in a bin', tickFormat: '%', grid: true },
  caption: 'Bars: the truth. Line and band: the estimate, with 95 % intervals of each bin.',
  marks: [
    Plot.rectY(bins, {
      x1: d => d.minutes - 1,
      x2: d => d.minutes + 1,
      y: 'truth',
      fill: 'var(--line)',
    }),
    Plot.areaY(bins, { x: 'minutes', y1: 'lower', y2: 'upper', fill: 'var(--band)' }),
    Plot.line(bins, { x: 'minutes', y: 'share', stroke: 'var(--accent)', strokeWidth: 2 }),
  ],
})

// %% [markdown]
// The posterior has `quantile(p)`, `expectation`, `distributionFunction(x)`, the shares
// `below` and `above`, each with `mean`, `sd` and `interval(level)`.

// %%
const [low, high] = posterior.distributionFunction(30).interval(0.95)
console.log(`at most half an hour late: ${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)} %`)
console.log(`later than two hours: ${(100 * posterior.above.mean).toFixed(1)} %`)

// %% [markdown]
// ## Goals
//
// If you need only a median, a mean or a share, say so as a **[goal](goals.md)**, in the units of the range. `auto` then uses the answers
// so far to choose how to cut the range, and the collection stops when the interval is narrow enough. This is where
// adapting pays most. (For the whole density it does not pay: arcs are as good as anything adaptive, so `auto` keeps them. A scale or number
// of at most eight cells is asked about by SRR once $e^\varepsilon - 1$ is their number or more, which is nearer to the truth there.)
//
// | goal | settled when |
// |---|---|
// | `median ± 2` | the interval of the median is no wider than ±2; of another quantile, `quantile(.9) ± 2` |
// | `mean ± 2` | the interval of the mean, of values clamped to the range, is no wider than ±2 |
// | `share(>= 60) > .1` | it is certain enough whether more than a tenth are at 60 or above |
// | `mean > 15` | it is certain enough whether the mean is above 15 |
//
// The threshold of a share has to be an edge between two bins. Otherwise an error names the two nearest edges.
//
// One settled answer in twenty may be wrong, as everywhere; `right` says whether these are.

// %%
const asked = simulate({
  question,
  data: delays,
  groupSize: 100,
  strategies: ['auto', 'arcs'],
  epsilon: 1,
  goal: 'median ± 2',
  draws: 4,
  seed: 1,
})
console.table(
  asked.runs.map(({ strategy, answers, decision, correct }) => ({
    strategy,
    people: answers,
    settled: String(decision?.settled),
    median: decision?.answer as number,
    right: String(correct),
  })),
)

// %% [markdown]
// ## Real people
//
// Both sides agree on the range. The respondent is given the number itself, and finds its cell on the person's own device.

// %%
const ages = { from: 0, to: 120, bins: 120 }
const estimator = createEstimator({ question: ages, epsilon: 1, seed: 1 })
const respondent = createRespondent({ question: ages, epsilon: 1 })
estimator.observe(respondent.respond(estimator.request(), 39.5))
console.log('answers so far:', estimator.snapshot().tally.counts.length)

// %% [markdown]
// ## On the command line
//
//     adobest estimate people.csv --column age --from 0 --to 120 --bins 120 --epsilon 1
//     adobest estimate people.csv --column age --from 0 --to 120 --bins 120 --epsilon 1 --goal 'median ± 1'
//
// `decode` and `stream` take the same options; `--edges` gives unequal bins.
//
// ## What it rests on
//
// - **The smooth prior.** Log densities are sums of cosines whose size and decay are learnt, and two atoms outside of the range. Where more
//   than a tenth of the people hold one and the same number, as many do who work 40 hours, bands are too narrow around that number, and a
//   warning says so.
// - **An ordinal answer**, such as one on a Likert scale from 1 (“strongly disagree”) to 5, is a number of five bins:
//   `{ from: 0.5, to: 5.5, bins: 5 }`. Its mean and its median then have intervals.
// - **One bin a value** for whole numbers. With other bins (128 bins for 120 years), the
//   estimate shows false ups and downs.
// - Answers to questions about numbers are the posterior's. There is no guarantee for every truth, and no robust intervals.
