// %% [markdown]
// # Regression
//
// `regress` estimates how a private value depends on public ones, the _covariates_, such as age, region or trade. It fits a logistic
// regression, or a softmax regression for more than two categories, to the randomized answers themselves. Each answer enters by its likelihood
// column, the probability of the answer for each category, so answers to different [requests](glossary.md#request) may be mixed. A public group can have an intercept of its own,
// `(1 | group)`. Intercepts of groups are drawn towards each other, unless the answers contradict.
//
// The data are 10,000 reports of wildlife strikes to the US Federal Aviation Administration (`birdstrikes.csv` of the package
// `vega-datasets`). The private value is whether the aircraft was damaged, which an airline may not like to tell. The size of the animal, the time of day and
// the phase of the flight are public.

// %%
import { fileURLToPath } from 'node:url'
import { regress, srr, stream, subsetSelection } from 'adobest'
import { readPeople } from 'adobest/node'

const file = fileURLToPath(new URL('../data/birdstrikes.csv', import.meta.resolve('vega-datasets')))
const read = async (column: string) => {
  const [{ categories, data }] = (await readPeople({ file, columns: [column], missing: 'category' })).columns
  return Array.from(data, x => categories[x!] || 'unknown')
}
const damage = await read('Effect Amount of damage')
const size = await read('Wildlife Size')
const phase = await read('Phase of flight')
console.log(damage.length, 'reports,', damage.filter(text => text !== 'None').length, 'of them with damage')

// %% [markdown]
// For each report, one answer is drawn at ε = 2. `regress` sees the answers and the covariates only.

// %%
const mechanism = srr({ categories: 2, epsilon: 2 })
const random = stream('regression', 'answers')
const answers = damage.map((text, i) => ({
  size: size[i],
  phase: phase[i],
  response: mechanism.respond(Number(text !== 'None'), random),
}))
const found = regress({ formula: 'damaged ~ size + (1 | phase)', answers, mechanism, seed: 1 })
console.log(String(found))

// %% [markdown]
// The summary begins with the model, the number of people, and how the draws were made. A coefficient is a change in the log odds of damage, compared with
// the reference level. The reference is the first level in alphabetical order, here the large animals. Changes of the probability are easier to read. The next table has,
// for each size, the average change of the probability of damage if all animals were of that size instead of the reference.

// %%
console.table(
  found.effects
    .filter(({ on }) => on === 'share(1)')
    .map(effect => {
      const [lower, upper] = effect.interval(0.95)
      return { level: effect.name, change: effect.mean, lower, upper }
    }),
)
const [first] = answers
const share = found.predict(first)
console.log(first, 'damaged with probability', share.mean[1].toFixed(3), '±', share.sd[1].toFixed(3))

// %% [markdown]
// The raw values are known here. So the estimates can be compared with the truth, the share of damage among the reports of each size.

// %%
console.table(
  [...new Set(size)].sort().map(level => {
    const with_ = damage.filter((_, i) => size[i] === level)
    return {
      level,
      reports: with_.length,
      damaged: with_.filter(text => text !== 'None').length / with_.length,
    }
  }),
)

// %% [markdown]
// ## Several groups, slopes, other populations
//
// A formula may have several terms in brackets. `(1 | phase) + (1 | hour)` lets the intercept vary by both groups. `(x | phase)` lets the slope of x vary, too.
// Each term has a standard deviation of its own, which is estimated from the answers. Few answers cannot show whether this standard deviation differs from 0.
//
// People who answer are rarely a representative sample. With `predict`, or with `of` for a query, a regression makes estimates for another population. You describe the population by a list of
// covariates, each with the `share` of the people who have them. This method is called regression and post-stratification.

// %%
const hour = await read('Time of day')
const crossed = regress({
  formula: 'damaged ~ size + (1 | phase) + (1 | hour)',
  answers: answers.map((answer, i) => ({ ...answer, hour: hour[i] })),
  mechanism,
  seed: 1,
})
console.log(crossed.random.map(({ group, sd }) => `${group}: ${sd.mean.toFixed(2)} ± ${sd.sd.toFixed(2)}`))
const population = ['Small', 'Medium', 'Large'].map((size, i) => ({
  ...{ size, phase: 'Approach', hour: 'Day' },
  share: [0.7, 0.2, 0.1][i],
}))
const damaged = crossed.of('share(1)', population)
console.log('damaged in that population:', damaged.mean.toFixed(3), damaged.interval(0.95))

// %% [markdown]
// ## Scales and numbers
//
// The private value may also be a number, a whole number or a step of a scale. `question` describes it, as in [numbers and scales](numbers.md). Here it is the speed of
// the aircraft, in twenty bins. People with the same covariates have a smooth distribution of any form. Coefficients of *location* move this distribution along the
// range, and those of *scale* spread it. Average changes of the mean, of the median or of a [query](queries.md) are easier to read.

// %%
const speeds = await read('Speed IAS in knots')
const moving = speeds.flatMap((text, i) =>
  Number(text) > 0 ? [{ speed: Number(text), size: size[i], phase: phase[i] }] : [],
)
const question = { from: 0, to: 400, bins: 20, outside: 'clamp' } as const
const ofBins = subsetSelection({ categories: 20, epsilon: 2 })
const flown = regress({
  formula: 'speed ~ size + (1 | phase)',
  question,
  answers: moving.map(({ speed, ...covariates }) => ({
    ...covariates,
    response: ofBins.respond(Math.min(19, Math.floor(speed / 20)), random),
  })),
  mechanism: ofBins,
  draws: 150,
  seed: 1,
})
const shown = [...flown.effects, ...flown.changes('share(>= 200)')]
console.table(
  shown.map(effect => {
    const [lower, upper] = effect.interval(0.95)
    return { level: effect.name, on: effect.on, change: effect.mean, lower, upper }
  }),
)
const approach = flown.predict({ size: 'Large', phase: 'Approach' })
console.log(
  'large animals on approach: mean',
  approach.expectation.mean.toFixed(0),
  'median',
  approach.quantile(0.5).mean.toFixed(0),
)
const such = moving.filter(({ size, phase }) => size === 'Large' && phase === 'Approach')
console.log('the truth: mean', (such.reduce((sum, { speed }) => sum + speed, 0) / such.length).toFixed(0))

// %% [markdown]
// The example asks for few draws, so its estimates are not quite good. Without `draws`, `regress` continues until they are.
//
// ## What to know
//
// - **Cost** grows with the number of distinct covariate patterns, not with the number of people.
// - **The prior** is weakly informative. It is N(0, 2.5²) for the coefficient of a covariate with a standard deviation of ½, and N(0, 5²) for the
//   intercept. The standard deviation of the groups' intercepts has a half-N(0, 2.5²) prior; that of slopes has a quarter of this scale, on a column with standard deviation 1.
// - **Maximum likelihood** often has no finite result if the noise is large; the posterior always has one. `prior: 'flat'` is uniform within wide bounds. Its `mode` is the
//   maximum-likelihood estimate. If there is none, the flat prior is refused.
// - **Design weights** are a field of the answers, named by `weight: 'w'`. The model conditions on the covariates, so it needs no weights that follow from them. Weights therefore count
//   only among people of the same covariate pattern, by Kish's formula. In averages over the people who answered, a pattern has the sum of its weights. If weights were normalized over
//   everybody, a group of 100 with weights of 9 among 900 people with weights of 1 would count as 180 people, and its 95 % intervals would contain the truth in only 86 %.
// - **If the answers say little**, posteriors are wide and skewed, and their means are further from 0 than the mode. `warnings` names the
//   coefficients whose posterior is nearly the prior.
// - **For a scale or a number**, the prior of the coefficients is N(0, 2.5²) for location and N(0, 1.25²) for scale, on columns with standard
//   deviation 1. Groups have a standard deviation τ with ln τ ~ N(−.7, .9²), and a t distribution with four degrees of freedom, so one group that deviates does
//   not move the others. All groups share the form of the distribution, and differ half as much in scale as in location. There is no flat prior, and no reference.
// - **ε limits what an answer reveals beyond the covariates.** Covariates are sent without randomization.
// - **Formulas** have `+`, `:`, `*`, `(1 | group)` and `(x | group)`. Intercepts and slopes of a group are independent a priori, and the intercept is that at the mean of x. Transform covariates before the call. Put names that are not single words in backticks.
//
// On the command line, `adobest regress people.csv --formula "income ~ age + sex + (1 | country)" --epsilon 1` simulates the answers of a
// file of raw categories. For numbers or steps, add `--from 0 --to 100 --bins 20`, `--whole 0:12` or `--ordered never,sometimes,often`. With `--request-column` and `--response-column`, the file has answers that were collected. `--shares census.csv` adds the shares in a population; it is a table
// with a column for each covariate and one called `share`.
