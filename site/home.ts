// %% [markdown]
// ## A first result
//
// Twenty crowds, each asked in three ways at the same ε. This code was run when the site was built; what it printed is below it. [How to install the library](/guides/first-run#to-run-it-yourself)
// and run it yourself takes two commands.

// %%
import { simulate } from 'adobest'

const collections = Array.from({ length: 20 }, (_, seed) =>
  simulate({
    truth: [0.3, 0.2, 0.15, 0.1, 0.08, 0.05, 0.04, 0.03, 0.02, 0.01, 0.01, 0.01], // the shares of twelve categories
    users: 5000,
    epsilon: 1,
    strategies: ['auto', 'subset-selection', 'srr'],
    seed,
  }),
)
const means = collections[0].runs.map(({ strategy }, i) => {
  const errors = collections.map(({ runs }) => runs[i].totalVariation)
  return { strategy, 'mean error': errors.reduce((sum, error) => sum + error) / errors.length }
})
console.table(means)

// %% [markdown]
// The error is the total variation distance: the share of the people whom the estimate puts into a wrong category. Asking for sets
// (`subset-selection`) is what beats plain randomized response (`srr`); `auto` chooses such a channel by itself.
