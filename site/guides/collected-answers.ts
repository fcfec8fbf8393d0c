// %% [markdown]
// # Answers that were collected elsewhere
//
// Perhaps you ask nobody, because the answers are already in a table, each with the request that it answers. They may come from
// different mechanisms, at different levels. Each answer becomes a _likelihood column_, which says how likely the answer was from each
// category, and columns can be combined, wherever they came from.

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
// Each distinct request is rebuilt and audited. With `epsilon` given, a request above it is refused before anything is
// counted. On the command line, `adobest decode answers.ndjson` does the same with a file.
