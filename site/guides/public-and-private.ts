// %% [markdown]
// # Public and private data together
//
// Some people publish their values, some give them at ε = 1, some at ε = 0.1. This guide computes one mean from all of them, and everybody has
// the privacy that they asked for. The privacy here is _central_, not local: one trusted computer sees all values, and adds noise to the result that it
// releases.
//
// ## A mixture of group means
//
// Group $i$ has $n_i$ values of variance $\sigma^2$. Laplace noise of scale $S/\varepsilon_i$ is added to the group's sum, where the _sensitivity_ $S$ says how far one person can move a sum. The group's noisy mean then has
// the variance $v_i$, and gets the weight $w_i$ in the mixture:
//
// $$v_i = \frac{n_i\sigma^2 + 2S^2/\varepsilon_i^2}{n_i^2}, \qquad w_i \propto 1/v_i .$$
//
// The mixture with these weights has the least variance. Public groups get no noise.

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
// The `sensitivity` depends on the definition of neighbouring data sets. Under `replace-one`, one person's value is replaced, and the sensitivity is the width of the range.
// Under `add-remove`, one person is added or removed, and the sensitivity is the larger of the range's ends in absolute value. The definition is your choice, so `sensitivity` has no default.
//
// ## The alternative: sampling
//
// `personalizedMean` keeps only a random sample of the people. A _threshold_ $t$ is an ε for which noise is added. People whose ε is at least $t$ are always kept. Others are kept with a probability that is smaller for a smaller ε.
//
// The noisy sum is divided by the number of people kept, which reveals a little about who was kept. Under `replace-one`, people are therefore kept less often than the
// literature says, so that everybody has exactly the ε that they asked for. Under `add-remove`, the number of people kept has to be public; otherwise nothing is promised.
//
// With one public and one private group, no threshold is better than the mixture. With several private groups, some threshold often is.

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
// On the command line, `adobest pool mean` and `adobest pool quantile` do the same with a file ([the command line](command-line.md)).
