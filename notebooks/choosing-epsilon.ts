// %% [markdown]
// # Choosing ε
//
// How private can a collection be and still tell you what you want to know? That depends on how many people answer and on
// how they are asked. This page plays collections over a grid of privacy levels ε and numbers of people n, with the two fixed
// methods: standard randomized response (`srr`), and `subset-selection`, whose answers are sets of categories. Look for
// your n, and see what each ε costs.

// %%
import * as Plot from '@observablehq/plot'
import { simulate, subsetSelection } from 'adobest'
import { display } from './render/display.ts'

const CATEGORIES = 8
const EPSILONS = [0.5, 1, 2, 4]
const USERS = [1000, 10_000, 100_000]
const METHODS = ['srr', 'subset-selection']
const RUNS = 6

// %% [markdown]
// ## What is measured
//
// - **Error**: the total variation distance between estimate and truth, that is, the share of the people whom the estimate
//   puts into a wrong category.
// - **Width**: the width of the 95 % interval of a category's share, averaged over the categories.
// - **Coverage**: the share of the intervals that contain the truth. It should be near 95 %, or widths would mean nothing.
//
// In each run a truth is drawn, all shares equally likely, and both methods meet the same people. The posterior
// is exact, under the prior that the truths are drawn from.

// %%
const results = EPSILONS.flatMap(epsilon =>
  USERS.flatMap(users =>
    Array.from({ length: RUNS }, (_, run) => {
      const { truth, runs } = simulate({
        categories: CATEGORIES,
        truth: { dirichlet: 1 },
        prior: 1,
        users,
        groupSize: users,
        strategies: METHODS,
        epsilon,
        seed: `run ${run}`,
      })
      return runs.map(({ strategy, totalVariation, posterior }) => {
        const [low, high] = posterior.interval(0.95)
        return {
          method: strategy,
          epsilon,
          users,
          error: totalVariation,
          width: mean(high.map((value, x) => value - low[x])),
          coverage: mean(truth.map((share, x) => (low[x] <= share && share <= high[x] ? 1 : 0))),
          // Without any answers, the guess is that all categories are equally likely.
          blind: mean(truth.map(share => Math.abs(share - 1 / CATEGORIES))) * (CATEGORIES / 2),
        }
      })
    }).flat(),
  ),
)

function mean(values: ArrayLike<number>): number {
  return Array.from(values).reduce((sum, value) => sum + value, 0) / values.length
}

// %%
const summary = METHODS.flatMap(method =>
  EPSILONS.flatMap(epsilon =>
    USERS.map(users => {
      const here = results.filter(
        row => row.method === method && row.epsilon === epsilon && row.users === users,
      )
      const errors = here.map(row => row.error)
      const spread = mean(errors.map(error => (error - mean(errors)) ** 2))
      return {
        method,
        epsilon,
        users,
        error: mean(errors),
        'its std. error': Math.sqrt(spread / (RUNS - 1)),
        width: mean(here.map(row => row.width)),
      }
    }),
  ),
)
console.table(summary)

const blind = mean(results.map(row => row.blind))
console.log(`Without a single answer the error would be ${blind.toFixed(3)}.`)
const coverage = mean(results.map(row => row.coverage))
console.log(`Of all intervals ${(100 * coverage).toFixed(1)} % contain the truth.`)

// %% [markdown]
// ## The error

// %%
const shared = {
  width: 680,
  height: 320,
  marginTop: 38,
  marginLeft: 50,
  marginRight: 40,
  x: {
    type: 'log',
    label: 'People',
    ticks: USERS,
    tickFormat: '~s',
    labelAnchor: 'center',
    labelArrow: 'none',
    inset: 8,
  },
  fx: { label: null, padding: 0.3 },
} as const

/** Lines of a measure against the number of people, one for each ε, which stands at its end. */
const lines = (measure: 'error' | 'width') => [
  Plot.frame({ stroke: 'var(--line)' }),
  Plot.line(summary, { x: 'users', y: measure, fx: 'method', z: 'epsilon', stroke: 'var(--accent)' }),
  Plot.dot(summary, { x: 'users', y: measure, fx: 'method', fill: 'var(--accent)', r: 3 }),
  Plot.text(
    summary.filter(row => row.users === USERS.at(-1)),
    { x: 'users', y: measure, fx: 'method', text: 'epsilon', textAnchor: 'start', dx: 7 },
  ),
]

// %%
display({
  ...shared,
  y: {
    type: 'log',
    label: 'Total variation distance to the truth',
    ticks: 6,
    tickFormat: '~g',
    grid: true,
    inset: 8,
  },
  caption: `Means of ${RUNS} runs, with ε at the end of each line. Dashed: the error of somebody who has no answers at all.`,
  marks: [Plot.ruleY([blind], { strokeDasharray: '4,3' }), ...lines('error')],
})

// %% [markdown]
// ## The width of the intervals

// %%
display({
  ...shared,
  y: {
    type: 'log',
    label: 'Mean width of the 95 % intervals',
    ticks: 6,
    tickFormat: '~g',
    grid: true,
    inset: 8,
  },
  caption: `Means over ${CATEGORIES} categories and ${RUNS} runs, with ε at the end of each line.`,
  marks: lines('width'),
})

// %% [markdown]
// ## Reading it
//
// For each ε, this is the size of subset selection's answers, and how many times as wide the intervals of SRR are as those
// of subset selection with the same number of people. Where the size is 1 the two are the same method, and a ratio other than
// 1 is chance: the same people, other answers.

// %%
console.table(
  EPSILONS.map(epsilon => {
    const widths = (users: number) =>
      METHODS.map(
        method =>
          summary.find(row => row.method === method && row.epsilon === epsilon && row.users === users)!.width,
      )
    const ratios = USERS.map(users => {
      const [srr, subsets] = widths(users)
      return [`${users.toLocaleString('en')} people`, srr / subsets]
    })
    const [answer] = subsetSelection({ categories: CATEGORIES, epsilon }).kinds()
    return { epsilon, size: answer.length, ...Object.fromEntries(ratios) }
  }),
)

// %% [markdown]
// Three rules of thumb, which the lines show:
//
// - **More people buy privacy.** Where there are enough answers, ten times as many people divide widths by about three (√10).
//   Near the top left corner that does not hold: there the prior says more than the answers do.
// - **ε below 1 is expensive.** Halving a small ε roughly doubles the width, and it takes four times as many people to make up
//   for that.
// - **Ask for sets at small ε.** Subset selection is then the better method, at the same privacy, and more so with more
//   categories. Where ε is large (exp(ε) near the number of categories, or above) its sets have one member: it is SRR.
