// %% [markdown]
// # Regression
//
// Who has it, given what everybody may know? The category stays private; age, region or trade are public. `regress` fits a logistic
// regression, or a softmax one for more than two categories, to the randomized answers themselves: each answer enters by its likelihood
// column, so that answers to different requests may be mixed. A group that the server knows can have an intercept of its own,
// `(1 | group)`, which is drawn towards that of the others as far as the answers leave room.
//
// The data are 10,000 reports of wildlife strikes to the US Federal Aviation Administration (`birdstrikes.csv` of the package
// `vega-datasets`). Whether an aircraft was damaged is what an airline may not like to tell; the size of the animal, the time of day and
// the phase of the flight are public.

// %%
import { fileURLToPath } from 'node:url'
import { regress, srr, stream } from 'adobest'
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
// Everybody answers once, at ε = 2. Only the answer is kept.

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
// The summary opens with what was fitted to whom, and how the draws were made. A coefficient is a change in the log odds of damage against
// the reference, which is the first level in the order of the alphabet (here the large animals). What that means for the probability is
// easier to say: the average change if all animals were of that size instead.

// %%
console.table(
  found
    .marginalEffects()
    .filter(({ category }) => category === '1')
    .map(effect => {
      const [lower, upper] = effect.interval(0.95)
      return { level: effect.name, change: effect.mean, lower, upper }
    }),
)
const [first] = answers
const share = found.predict(first)
console.log(first, 'damaged with probability', share.mean[1].toFixed(3), '±', share.sd[1].toFixed(3))

// %% [markdown]
// The truth is at hand here, so that the answers' estimates can be held against it: the share of damage among the reports of each size.

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
// ## What to know
//
// - **Cost** grows with the number of distinct covariate patterns, not with the people.
// - **The prior** is weakly informative: N(0, 2.5²) for the coefficient of a covariate with a standard deviation of ½, N(0, 5²) for the
//   intercept, half-N(0, 2.5²) for the standard deviation of the groups. Maximum likelihood often has no finite answer where noise is large;
//   the posterior always has. `prior: 'flat'` is uniform within wide bounds; its `mode` is the estimate of maximum likelihood, and it is refused
//   where there is none.
// - **Where answers say little**, posteriors are wide and skewed, and their means lie further out than the mode. `warnings` name the
//   coefficients that are nearly the prior's.
// - **ε bounds the odds beyond what the covariates already reveal.** They are sent in the clear.
// - Formulas have `+`, `:`, `*` and one `(1 | group)`. Transform covariates before, and write names that are no words in backticks.
//
// On the command line, `adobest regress people.csv --formula "income ~ age + sex + (1 | country)" --epsilon 1` simulates the answers of a
// file of raw categories; with `--request-column` and `--response-column` it takes answers that were collected.
