// %% [markdown]
// # Questions
//
// Often a collection has one question: how frequent is this category, is it above a threshold, which of two is more frequent, which are
// the most frequent? A **goal** states it. The strategy `auto` then asks for what settles the question soonest, and the
// collection can stop when it is settled. [Where adaptivity pays](where-adaptivity-pays.md) shows how many people this saves.
//
// | goal | settled when |
// |---|---|
// | `{ category: 2, within: 0.03 }` | its interval is no wider than ±0.03, by the posterior and by the answers alone |
// | `{ above: { category: 2, threshold: 0.3 } }` | it is certain enough on which side the frequency is |
// | `{ compare: [0, 1], margin: 0.01 }` | it is certain enough which is larger, or that they differ by less than the margin |
// | `{ top: 3, margin: 0.01 }` | it is certain enough which are the three largest, up to ties within the margin |
//
// ## In a simulation
//
// A run ends when its goal is settled. It reports how many people that took, what the answer is, and whether it is right.

// %%
import { createEstimator, type Goal, mechanismFromRequest, simulate, stream } from 'adobest'

const truth = [0.42, 0.28, 0.18, 0.08, 0.04]
const goals: Goal[] = [
  { category: 1, within: 0.05 },
  { above: { category: 0, threshold: 0.35 } },
  { compare: [1, 2] },
  { top: 2, margin: 0.02 },
]
const results = goals.flatMap(goal =>
  simulate({
    truth,
    users: 20_000,
    groupSize: 50,
    strategies: ['auto', 'subset-selection'],
    epsilon: 1,
    goal,
    draws: 4,
    seed: 1,
  }).runs.map(({ strategy, answers, decision, correct }) => ({
    goal: JSON.stringify(goal).replaceAll('"', ''),
    strategy,
    people: answers,
    settled: String(decision?.settled),
    answer: JSON.stringify(decision?.answer),
    right: String(correct),
  })),
)
console.table(results)

// %% [markdown]
// ## In a live collection
//
// The estimator is created with the goal. Respondents audit its requests like any others: binary randomized response for one
// category, a channel over a few groups of categories for the other goals. `decision()` can be called at any time.

// %%
const estimator = createEstimator({ categories: 5, epsilon: 1, goal: { top: 1, margin: 0.02 }, seed: 1 })
const random = stream('goals', 'people')
let people = 0
while (people < 5000 && (people % 100 > 0 || !estimator.decision().settled)) {
  const held = random.uniform() < 0.5 ? 0 : 1 + random.integer(4)
  estimator.observe(mechanismFromRequest(estimator.request()).respond(held, random))
  people++
}
console.log(`after ${people} people:`, JSON.stringify(estimator.decision()))

// %% [markdown]
// ## How sure is settled?
//
// An answer is settled when its posterior odds are at least `confidence/(1 − confidence)`, **and** at least that many times its odds
// under the prior: the prior alone settles nothing. With `confidence: 0.95`, the default, at most one settled answer in twenty is wrong,
// over truths that are drawn from the prior. The posterior of comparisons and of the top k is an approximation; in tests over drawn truths
// the share stays below that, too. If more than a few hundred draws of it are needed to show such odds, because of a high confidence or
// of a prior that is sure beforehand, the answers have to be sure enough without the prior. A frequency is settled when the posterior's interval and that of the answers alone, which owes
// nothing to the prior, lie together within the width that was asked for. So it is right just as often if the prior is wrong.
//
// For a fixed truth that is hard to tell, this is not a promise: two categories that differ by 0.003 are put in the wrong order in a third
// of the settled cases or more. `guarantee: 'anytime'` holds for every truth, by a confidence sequence, and takes about three times as many people.

// %%
const rules = (['posterior', 'anytime'] as const).map(guarantee => {
  const [{ answers, decision }] = simulate({
    truth,
    users: 20_000,
    groupSize: 50,
    strategies: ['auto'],
    epsilon: 1,
    goal: { above: { category: 0, threshold: 0.35 } },
    guarantee,
    draws: 4,
    seed: 2,
  }).runs
  return { guarantee, people: answers, settled: String(decision?.settled) }
})
console.table(rules)

// %% [markdown]
// ## On the command line
//
// `estimate` and `compare` take `--goal`, and plans a list `goal`; [the command line](command-line.md) shows how goals are written.
//
// ## Where it does not pay
//
// If all categories contend, a question is about all of them, and no channel is much better than one for the whole
// distribution. At large ε every channel reveals nearly everything, and there is less to save. And a collection that asked about
// one category knows nothing about the others: a second question needs other people.
