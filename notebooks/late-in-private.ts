// %% [markdown]
// # Who is late, in private
//
// When are flights late? Each of 20,000 records of the US Bureau of Transportation Statistics, from the package `vega-datasets`
// (`flights-20k.json`), says by how many minutes. An airline may not like to tell; hour, day and distance are in every timetable. Here each
// flight answers once, at ε = 1, whether it was more than a quarter of an hour late, and not always truly. A logistic regression on the
// answers says what lateness goes with, and is held against the same regression on the truth.

// %%
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as Plot from '@observablehq/plot'
import { type NamedScalar, regress, srr, stream } from 'adobest'
import { display } from './render/display.ts'

const EPSILON = 1
const LATE = 15
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const file = fileURLToPath(new URL('../data/flights-20k.json', import.meta.resolve('vega-datasets')))
const flights = JSON.parse(readFileSync(file, 'utf8')) as { date: string; delay: number; distance: number }[]

/** What is public. Until four in the morning it is still the evening before. */
const known = flights.map(({ date, distance }) => {
  const [year, month, dayOfMonth, clock] = date.split(/[/ :]/).map(Number)
  const hour = clock < 4 ? clock + 24 : clock
  const day = DAYS[new Date(Date.UTC(year, month - 1, dayOfMonth - Number(clock < 4))).getUTCDay()]
  return { hour, day, haul: distance < 400 ? 'short' : distance < 1000 ? 'medium' : 'long' }
})
const late = flights.map(({ delay }) => Number(delay > LATE))
const lateFlights = late.filter(Boolean).length
console.log(`${flights.length} flights, ${lateFlights} of them late`)

// %% [markdown]
// ## Answers
//
// Stubborn randomized response tells the truth with probability exp(ε)/(1 + exp(ε)). Only `answers` goes to the server.

// %%
const mechanism = srr({ categories: 2, epsilon: EPSILON })
const random = stream('late', 'answers')
const answers = known.map((covariates, i) => ({
  ...covariates,
  response: mechanism.respond(late[i], random),
}))
const lies = answers.filter(({ response }, i) => response !== late[i]).length
console.log(`${lies} of the ${answers.length} answers are not the truth`)

// %% [markdown]
// ## The regression
//
// It opens with what was fitted to whom and how the draws were made. Days are compared with Friday, the first in the order of the
// alphabet; flights of 400 to 1,000 miles, and shorter ones, with longer ones.

// %%
const formula = 'late ~ hour + day + haul'
const found = regress({ formula, answers, mechanism, categories: ['on time', 'late'], seed: 1 })
console.log(String(found))

// %% [markdown]
// The same on the truth: at ε = 30 fewer than one answer in 10¹² is false, so that the truth itself may stand for the answers.

// %%
const open = regress({
  formula,
  answers: known.map((covariates, i) => ({ ...covariates, response: late[i] })),
  mechanism: srr({ categories: 2, epsilon: 30 }),
  categories: ['on time', 'late'],
  seed: 1,
})
const rows = found.coefficients.map((coefficient, j) => {
  const [lower, upper] = coefficient.interval(0.95)
  const raw = open.coefficients[j]
  return {
    coefficient: coefficient.name,
    private: coefficient.mean,
    lower,
    upper,
    raw: raw.mean,
    'wider by': coefficient.sd / raw.sd,
  }
})
console.table(rows)
const held = rows.filter(({ lower, upper, raw }) => lower <= raw && raw <= upper).length
console.log(`${held} of ${rows.length} intervals hold what the truth gives`)

// %%
const shown = (which: string, coefficients: readonly NamedScalar[]) =>
  coefficients.slice(1).map(coefficient => {
    const [lower, upper] = coefficient.interval(0.95)
    return { which, name: coefficient.name, mean: coefficient.mean, lower, upper }
  })
const both = [...shown('private', found.coefficients), ...shown('raw', open.coefficients)]

// %%
display({
  caption: `Coefficients in log odds of being late, with 95 % intervals: from answers at ε = ${EPSILON} (in colour) and from the truth (grey).`,
  height: 420,
  marginLeft: 120,
  x: { label: 'log odds', grid: true },
  y: { axis: null, domain: ['private', 'raw'] },
  fy: { label: null, domain: found.coefficients.slice(1).map(({ name }) => name) },
  color: { domain: ['private', 'raw'], range: ['var(--accent)', 'var(--grey)'] },
  marks: [
    Plot.ruleX([0]),
    Plot.ruleY(both, { x1: 'lower', x2: 'upper', y: 'which', fy: 'name', stroke: 'which', strokeWidth: 2 }),
    Plot.dot(both, { x: 'mean', y: 'which', fy: 'name', fill: 'which', r: 4 }),
  ],
})

// %% [markdown]
// ## In probabilities
//
// Log odds are hard to picture. Marginal effects are changes in the probability, on average over the flights: an hour later, or all of them
// on that day or over that distance.

// %%
const effects = found.effects.flatMap((effect, i) => {
  const [lower, upper] = effect.interval(0.95)
  return effect.on === 'share(late)'
    ? [{ change: effect.name, private: effect.mean, lower, upper, raw: open.effects[i].mean }]
    : []
})
console.table(effects)
const evening = { hour: 21, day: 'Friday', haul: 'medium' }
const [ofAnswers, ofTruth] = [found.predict(evening), open.predict(evening)]
console.log(
  `a Friday's flight at 21 hours, of a medium distance: late with probability ${ofAnswers.mean[1].toFixed(3)} ± ${ofAnswers.sd[1].toFixed(3)}; from the truth ${ofTruth.mean[1].toFixed(3)} ± ${ofTruth.sd[1].toFixed(3)}`,
)

// %% [markdown]
// ## On to ArviZ
//
// `toInferenceData` gives the draws by name, chain by chain, as plain JSON that ArviZ reads (`az.from_dict` in Python).

// %%
const { posterior } = found.toInferenceData()
console.table(
  Object.entries(posterior).map(([parameter, chains]) => ({
    parameter,
    chains: chains.length,
    draws: chains[0].length,
    'above 0': chains.flat().filter(value => value > 0).length / chains.flat().length,
  })),
)
for (const warning of found.warnings) console.log(warning)
