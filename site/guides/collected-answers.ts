// %% [markdown]
// # Answers that were collected elsewhere
//
// This guide is for answers that people have already given. Each answer comes with its [request](glossary.md#request), which says how it was
// randomized. The answers may come from different [mechanisms](glossary.md#mechanism), at different privacy levels ε. The library turns each answer into a _likelihood column_: for each
// category, the probability of this answer. Columns from different mechanisms can be combined into one estimate.
//
// The example draws 4,000 people. Half of them answer by SRR at ε = 2, and half by subset selection at ε = 0.5. A _tally_ counts their likelihood columns.

// %%
import { maximumLikelihood, samplePosterior, srr, stream, subsetSelection, tallyResponses } from 'adobest'

const truth = [0.5, 0.3, 0.15, 0.05]
const random = stream('collected', 'people')
const holds = () => {
  let u = random.uniform()
  return truth.findIndex(share => (u -= share) < 0)
}
const mechanisms = [srr({ categories: 4, epsilon: 2 }), subsetSelection({ categories: 4, epsilon: 0.5 })]
const answers = Array.from({ length: 4000 }, (_, person) => {
  const mechanism = mechanisms[person % 2]
  return { request: mechanism.toRequest(), response: mechanism.respond(Math.max(0, holds()), random) }
})
console.log('one of them:', JSON.stringify(answers[1]))

const { tally, epsilon } = tallyResponses({ answers })
const { mean, interval } = samplePosterior(tally, { seed: 1, draws: 300 })
const [lower, upper] = interval(0.95)
const { theta } = maximumLikelihood(tally)
console.log('the largest ε that anybody spent:', epsilon)
console.table(
  truth.map((share, x) => ({
    truth: share,
    posterior: mean[x],
    lower: lower[x],
    upper: upper[x],
    'maximum likelihood': theta[x],
  })),
)

// %% [markdown]
// `tallyResponses` rebuilds the mechanism of each distinct request, and [audits](glossary.md#audit) it: it computes the exact ε. If you give `epsilon`, a request with a larger ε is refused before anything is
// counted. On the command line, `adobest decode answers.ndjson` does the same with a file.
