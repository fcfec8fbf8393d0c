// %% [markdown]
// # A number, in private
//
// How late are flights? Each of 2,000 records of the US Bureau of Transportation Statistics, from the package `vega-datasets`
// (`flights-2k.json`), has a delay in minutes, negative where the flight was early. Here each flight answers once, at ε = 2: in which
// stretch of the range its delay lies, and not always truly. From the answers alone comes a density with a band, the median, the mean.
//
// To be quick, this page takes 250 draws from each chain, fewer than the library asks for: the warnings at its end say so. Without `draws`,
// chains go on until they are good.

// %%
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as Plot from '@observablehq/plot'
import { simulate } from 'adobest'
import { display } from './render/display.ts'

const EPSILON = 2
/** Public, and fixed before anybody is asked. Whatever lies outside is counted below or above, and never in an end bin. */
const question = { from: -40, to: 140, bins: 36 }
const file = fileURLToPath(new URL('../data/flights-2k.json', import.meta.resolve('vega-datasets')))
const delays = (JSON.parse(readFileSync(file, 'utf8')) as { delay: number }[]).map(({ delay }) => delay)

// %%
const { runs } = simulate({
  question,
  data: delays,
  strategies: ['arcs'],
  epsilon: EPSILON,
  draws: 250,
  seed: 1,
})
const [{ posterior, wasserstein, truth, auditedEpsilon }] = runs
const clamped = delays
  .map(delay => Math.min(question.to, Math.max(question.from, delay)))
  .sort((a, b) => a - b)
const row = (
  what: string,
  found: { mean: number; interval(level: number): [number, number] },
  true_: number,
) => {
  const [lower, upper] = found.interval(0.95)
  return { what, estimate: found.mean, lower, upper, truth: true_ }
}
console.table([
  row('median', posterior.quantile(0.5), clamped[Math.floor(clamped.length / 2)]),
  row('90 % quantile', posterior.quantile(0.9), clamped[Math.floor(0.9 * clamped.length)]),
  row(
    'mean',
    posterior.expectation,
    clamped.reduce((sum, delay) => sum + delay / clamped.length, 0),
  ),
  row('share above 140', posterior.above, truth[question.bins + 1]),
])
console.log(
  `W1 to the truth: ${wasserstein.toFixed(2)} minutes; every answer has ε = ${auditedEpsilon.toFixed(3)}`,
)

// %% [markdown]
// ## The density, with its band
//
// The law inside of the range is believed to be smooth, how smooth is learnt, and the band says what is known of each bin by itself.

// %%
const { lower, upper } = posterior.band(0.95)
const width = (question.to - question.from) / question.bins
const bins = Array.from(posterior.density, (mass, i) => {
  const from = question.from + i * width
  return {
    from,
    to: from + width,
    middle: from + width / 2,
    mass,
    lower: lower[i],
    upper: upper[i],
    truth: truth[i + 1],
  }
})

// %%
display({
  caption: `Mass of each bin of ${width} minutes: estimate with its 95 % band, and the true shares of the ${delays.length} flights (grey); ε = ${EPSILON}.`,
  height: 300,
  x: { label: 'delay in minutes' },
  y: { label: 'share', grid: true },
  marks: [
    Plot.rectY(bins, { x1: 'from', x2: 'to', y: 'truth', fill: 'var(--grey)', fillOpacity: 0.4 }),
    Plot.areaY(bins, { x: 'middle', y1: 'lower', y2: 'upper', fill: 'var(--accent)', fillOpacity: 0.25 }),
    Plot.lineY(bins, { x: 'middle', y: 'mass', stroke: 'var(--accent)' }),
    Plot.ruleY([0]),
  ],
})

// %%
for (const warning of posterior.warnings) console.log(warning)
