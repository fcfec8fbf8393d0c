// %% [markdown]
// # The idea in five minutes
//
// For people who have never heard of local differential privacy. Words are explained before they are used.
//
// ## A question that nobody wants to answer
//
// A survey asks which of five sorts of sick leave people took last year. The list of answers must not be able to hurt anybody: not
// if it leaks, not if a court asks for it, not if the people who run the survey are curious. So the truth is never collected. Each person
// throws dice _before_ answering, and the dice decide whether the true answer is sent or another.
//
// The oldest such rule is **standard randomized response (SRR)**: of $K$ possible answers, send the true one with probability
//
// $$\frac{e^{\varepsilon}}{e^{\varepsilon} + K - 1}$$
//
// and otherwise one of the others, all of them equally likely.

// %%
import * as Plot from '@observablehq/plot'
import { audit, channelMatrix, createEstimator, createRespondent, rrrr, simulate, srr, stream } from 'adobest'
import { display } from '../../notebooks/render/display.ts'

const channel = channelMatrix(srr({ categories: 5, epsilon: 1 }))
console.log(
  'the true answer:',
  channel[0][0].toFixed(3),
  ' each of the other four:',
  channel[0][1].toFixed(3),
)

// %% [markdown]
// ## ε: how much an answer gives away
//
// Any answer is at most $e^{\varepsilon}$ times as likely to come from a person with one truth as from a person with another.
// That is the whole promise, and it is called **ε-local differential privacy**, LDP for short. _Local_ means that the dice are thrown
// on the person's own side: nobody else has to be trusted.
//
// At ε = 0 an answer says nothing. At ε = 1 no answer is more than 2.7 times as likely from one person as from another; at ε = 5,
// 148 times. A rule that turns a truth into an answer is a **mechanism**, and its table of probabilities is a **channel**. The ε of
// a channel can be computed, and this library always computes it instead of trusting what is claimed:

// %%
console.log('ε of the channel above:', audit(srr({ categories: 5, epsilon: 1 })).epsilon)

// %% [markdown]
// ## From answers back to shares
//
// A single answer says little. Thousands of them say a lot: the odds of the dice are known, so their effect on average can be undone. The
// **estimate** here is Bayesian. It starts from a **prior** (what is likely before anybody has answered), and ends with a
// **posterior**: how likely each distribution of the five sorts is, given all answers. Its mean is the estimate, and the
// range that holds the middle 95 % of it is the **interval**. Because there is no formula for this posterior, it is drawn from by
// a **sampler**, step by step; one run of such steps is a _chain_.

// %%
const truth = [0.42, 0.27, 0.18, 0.09, 0.04]
const [answered] = simulate({
  truth,
  users: 3000,
  epsilon: 1,
  strategies: ['srr'],
  seed: 'five minutes',
}).runs
const [lower, upper] = answered.posterior.interval(0.95)
console.table(
  truth.map((share, x) => ({
    category: x,
    truth: share,
    estimate: answered.estimate[x],
    lower: lower[x],
    upper: upper[x],
  })),
)

// %% [markdown]
// The distance between estimate and truth is the **total variation distance**: the share of all people that the estimate puts into
// a wrong category.

// %%
console.log('total variation distance:', answered.totalVariation.toFixed(3))

// %% [markdown]
// ## Better questions, as answers come in
//
// Once a few hundred people have answered, it is roughly known which categories are common. The next people can then be asked so that
// their answers say more about what is still open, at the same ε. This is called **adaptive**: the answers so far decide the
// channel of the next person. What that is worth is measured below.
//
// One family of such channels is **RRRR**, _randomly restricted randomized response_. It takes a list $S$ of likely categories. A
// person who holds one of them answers by SRR over $S$ and one more category that is drawn at random. A person who does not, first
// passes the truth through an SRR over the rest, and then through the same SRR as the others. There are two steps, so there are two
// budgets: **ε₁** is the level of the last step and **ε₂** that of the first, and together they must not spend more than ε:

// %%
const restricted = rrrr({ categories: 5, subset: [0, 1], epsilon: 1, epsilon1: 0.8 })
console.log(
  'ε1',
  restricted.epsilon1,
  ' ε2',
  restricted.epsilon2.toFixed(4),
  ' both together',
  audit(restricted).epsilon,
)

// %% [markdown]
// Which list $S$ is best? A **utility** gives every list a number, and the list with the largest is used. The simplest utility is
// **honesty**: the probability that the answer is the truth. Others measure how much an answer says about the shares
// (`fisher`), or how far it moves what is believed about the person (`posterior-tv`). The default strategy, `auto`, weighs several
// families of channels against each other by the error that is to be expected.
//
// ## What is each part worth?
//
// People differ, so one comparison proves nothing. Here, twenty different truths over twenty categories are each played three times, always at
// the same ε = 1: with `srr`; with **subset selection**, a fixed channel whose answers are _sets_ of categories; and with `auto`, which chooses.

// %%
const comparisons = Array.from({ length: 20 }, (_, seed) => {
  const { runs } = simulate({
    categories: 20,
    truth: { dirichlet: 0.3 },
    users: 2000,
    groupSize: 100,
    epsilon: 1,
    strategies: ['srr', 'subset-selection', 'auto'],
    draws: 100,
    seed,
  })
  return runs.map(({ strategy, totalVariation }) => ({ seed, strategy, error: totalVariation }))
})
const mean = (errors: readonly number[]) => errors.reduce((sum, error) => sum + error, 0) / errors.length
console.table(
  ['srr', 'subset-selection', 'auto'].map((strategy, i) => ({
    strategy,
    'mean error': mean(comparisons.map(runs => runs[i].error)),
    'nearer than srr': `${comparisons.filter(runs => runs[i].error < runs[0].error).length} of ${comparisons.length}`,
  })),
)

// %%
display({
  width: 640,
  height: 220,
  marginLeft: 112,
  x: { label: 'Total variation distance', domain: [0, 0.6], ticks: 5, grid: true },
  y: { label: null },
  caption:
    'A dot is one collection of 2,000 answers; the upright line is the mean of twenty. Nearer to the left is better.',
  marks: [
    Plot.dot(comparisons.flat(), { x: 'error', y: 'strategy', stroke: 'var(--grey)', strokeOpacity: 0.7 }),
    Plot.tickX(
      comparisons.flat(),
      Plot.groupY({ x: 'mean' }, { x: 'error', y: 'strategy', stroke: 'var(--accent)', strokeWidth: 3 }),
    ),
  ],
})

// %% [markdown]
// Nearly all of the gain comes from the fixed channel: at the same ε, sets say more than single categories. Adapting the channel adds little;
// `auto` saves you the choice of a channel. Three things matter, in this order: an exact [posterior](../findings/posterior.md) with a
// learnt prior; the right [channel](../findings/channel.md); and, if you have one question instead of all shares,
// [asking only about that](../findings/questions.md). There adapting pays: it takes about a third of the people.
//
// ## Two sides that need not trust each other
//
// In a real collection there are two programs. The **estimator** sends a _request_: the name and the parameters of a mechanism.
// The **respondent** runs on the person's side. It computes the ε of the request by itself, refuses what is above the person's
// own limit, and answers with randomness from the operating system. Only the request and the answer cross the wire.

// %%
const estimator = createEstimator({ categories: 5, epsilon: 1, seed: 1 })
const respondent = createRespondent({ epsilon: 1, categories: 5, rng: stream('five minutes', 'answers') })
for (let person = 0; person < 200; person++) {
  estimator.observe(respondent.respond(estimator.request(), person % 5))
}
console.log('the next request:', JSON.stringify(estimator.request()))

// %% [markdown]
// ## A word you will meet
//
// A **grain** is the smallest unit in which something is counted. The private samplers of this library draw in whole numbers, on a
// _grid_ of equal parts, because floating-point numbers leak through their last digits. How exactly a law is kept is stated as an
// allowance: a number of grains in $2^{53}$.
//
// From here: [a first collection, step by step](first-run.md), [whether adaptive methods pay](adaptive-against-srr.md),
// [which method fits your problem](which-method.md), or the [playground](/play/index.html), where all of this moves.
