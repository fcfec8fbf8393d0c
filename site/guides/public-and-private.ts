// %% [markdown]
// # Public and private data together
//
// Some people publish their values, some give them at ε = 1, some at ε = 0.1. How can one mean be computed from all of them, so that everybody has
// the privacy that they asked for? This is the _central_ model: one trusted computer sees the values and adds noise to what it
// releases.
//
// ## A mixture of group means
//
// Group $i$ has $n_i$ values of variance $\sigma^2$; its sum, made noisy by a Laplace variable of scale $S/\varepsilon_i$, has a mean of variance
//
// $$v_i = \frac{n_i\sigma^2 + 2S^2/\varepsilon_i^2}{n_i^2}, \qquad w_i \propto 1/v_i ,$$
//
// and the mixture with these weights has the least variance. Public groups get no noise.

// %%
import { personalizedMean, pooledMean, pooledQuantile, stream, sumSensitivity } from 'adobest'

const draws = stream('pay', 'values')
const people = (count: number, centre: number) =>
  Array.from({ length: count }, () => Math.min(100, Math.max(0, centre + 20 * (draws.uniform() - 0.5))))
const published = people(100, 40)
const guarded = people(2000, 42)
const shy = people(5000, 42)

const range = [0, 100] as const
const sensitivity = sumSensitivity({ range, adjacency: 'replace-one' })
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const groups = [
  { values: published, epsilon: Infinity },
  { values: guarded, epsilon: 1 },
  { values: shy, epsilon: 0.05 },
]
const pooled = pooledMean({
  groups: groups.map(({ values, epsilon }) => ({ count: values.length, sum: sum(values), epsilon })),
  variance: 35,
  sensitivity,
  rng: stream('pay', 'noise'),
})
console.log(
  'mean',
  pooled.estimate.toFixed(2),
  ' weights',
  Array.from(pooled.weights, w => w.toFixed(3)),
)

// %% [markdown]
// The `sensitivity` says how far one person can move a sum. It depends on what a neighbour is: with `replace-one` it is the width of the range,
// with `add-remove` the larger of its ends in absolute value. That is why it is an argument without a default.
//
// ## The alternative: sampling
//
// _Personalized_ privacy keeps each person with a probability that is smaller for a smaller ε, and adds noise for one threshold. Here
// the number of people kept divides the sum, which tells a little about who was kept. So under `replace-one` people are kept less often than the
// literature says, just enough for everybody to have the ε that they asked for. Under `add-remove` that number has to be public, or nothing is promised. No
// threshold beats the mixture when there is one public and one private group; with several private groups one often does.

// %%
const kept = personalizedMean({
  groups,
  variance: 35,
  range,
  adjacency: 'replace-one',
  rule: 'optimal',
  rng: stream('pay', 'kept'),
})
console.log('mean', kept.estimate.toFixed(2), ' threshold', kept.threshold, ' people kept', kept.kept)

// %% [markdown]
// ## A median

// %%
const median = pooledQuantile({
  groups,
  probability: 0.5,
  range,
  adjacency: 'replace-one',
  variance: 35,
  rng: stream('pay', 'median'),
})
console.log('median', median.estimate.toFixed(2))

// %% [markdown]
// On the command line: `adobest pool mean`, `adobest pool quantile`; see [the command line](command-line.md).
