// %% [markdown]
// # Goals
//
// A **goal** is a question with a stop: how large is this share, give or take .03? Is it above a third? Which of two is larger? The strategy
// `auto` then asks people so that the question is answered soonest, and the collection can stop when it is settled.
// [Where adaptivity pays](where-adaptivity-pays.md) shows how many people this saves.
//
// A goal is a text: a [query](queries.md), which has a value, and what you want to know of it.
//
// | goal | in words | its answer |
// |---|---|---|
// | `share(bus) ± .03` | how many go by bus, give or take .03? | a number |
// | `share({bus, train}) > .3` | do more than three in ten go by bus or train? | `true` or `false` |
// | `share(bus) > share(car)` | do more go by bus than by car? | `'bus'` or `'car'` |
// | `share(bus) > share(car) by .02` | do more go by bus than by car, if less than .02 counts as a tie? | `'bus'`, `'car'` or `'tie'` |
// | `top(3) by .01` | which are the three most frequent? | a list of three |
// | `share(bus) - share(car) ± .05` | how far apart are they? | a number |
//
// `share(…)` takes a label, or the number of a category without a label: `share(0) ± .03`. A label of several words is put in
// quotes: `share("on foot")`. On a keyboard without ± write `+-`.
//
// Of [numbers and scales](numbers.md) there are `mean ± 2`, `median ± 1`, `quantile(.9) ± 3` and `share(>= 40) > .3`; of
// [groups](groups.md) `share(ill | region = north) > share(ill | region = south) by .05`; of [several questions](several-questions.md)
// `share(smokes = yes) ± .03`, `share(ill = yes | smokes = yes) ± .05` and `association(smokes, age) > .1`.
//
// ## In a simulation
//
// A run ends when its goal is settled. It reports how many people that took, what the answer is, and whether it is right.

// %%
import { createEstimator, mechanismFromRequest, parseGoal, simulate, stream } from 'adobest'

const categories = ['car', 'bus', 'train', 'bicycle', 'on foot']
const truth = [0.42, 0.28, 0.18, 0.08, 0.04]
const common = { users: 20_000, groupSize: 50, epsilon: 1, draws: 4, seed: 1 }
const texts = ['share(bus) ± .05', 'share(car) > .35', 'share(bus) > share(train)', 'top(2) by .02']
const results = texts.flatMap(goal =>
  simulate({ categories, truth, strategies: ['auto', 'subset-selection'], goal, ...common }).runs.map(
    ({ strategy, answers, decision, correct }) => ({
      goal,
      strategy,
      people: answers,
      settled: String(decision?.settled),
      answer: String(decision?.answer),
      right: String(correct),
    }),
  ),
)
console.table(results)

// %% [markdown]
// A text that is no goal is refused with a sentence that shows where. `parseGoal` checks one by itself; as a text, it is the canonical one.

// %%
console.log(String(parseGoal('share( "bus" ) +- .050', { categories })))
try {
  parseGoal('share(tram) ± .05', { categories })
} catch (error) {
  console.log((error as Error).message)
}

// %% [markdown]
// ## In a live collection
//
// The estimator is created with the goal. Respondents audit its requests like any others: they are asked "is it this one?" for a share, and
// about a few groups of categories for other goals. `decision()` can be called at any time.

// %%
const estimator = createEstimator({ categories, epsilon: 1, goal: 'top(1) by .02', seed: 1 })
const random = stream('goals', 'people')
let people = 0
while (people < 5000 && (people % 100 > 0 || !estimator.decision().settled)) {
  const held = random.uniform() < 0.5 ? 0 : 1 + random.integer(4)
  estimator.observe(mechanismFromRequest(estimator.request()).respond(held, random))
  people++
}
console.log(`after ${people} people:`, JSON.stringify(estimator.decision()))

// %% [markdown]
// ## Many goals
//
// `goals` is a list. Each person is asked about one of the goals that are not settled yet, more often about goals that still need more
// people. `decisions()` has the decisions in the order of the list. Settled goals are judged again as answers come in, and are open
// again if the answers no longer suffice. A simulated run ends when all are settled; a live collection ends when you end it.

// %%
const several = createEstimator({
  categories,
  epsilon: 1,
  goals: ['share(car) > .3', 'share(bus) ± .06', 'share(bus) > share("on foot")'],
  seed: 1,
})
const isSettled = () => several.decisions().every(({ settled }) => settled)
let asked = 0
while (asked < 10_000 && (asked % 100 > 0 || !isSettled())) {
  const held = random.uniform()
  const category = [0.42, 0.7, 0.88, 0.96].filter(end => held >= end).length
  several.observe(mechanismFromRequest(several.request()).respond(category, random))
  asked++
}
console.log(`after ${asked} people:`)
console.table(
  several.decisions().map(({ goal, settled, answer, probability }) => ({
    goal,
    settled: String(settled),
    answer: String(answer),
    probability: probability.toFixed(3),
  })),
)

// %% [markdown]
// ## How sure is settled?
//
// The answer to ">" and to "which" is settled when its posterior odds are at least `confidence/(1 − confidence)`, **and** at least that many
// times its odds under the prior, so the prior alone settles nothing. An estimate without any prior has to agree, if the answers allow one.
// A value is settled when both intervals, that of the posterior and that without a prior, lie within the goal's width.
// Fewer than a hundred answers settle nothing.
//
// **What this promises.** With `confidence: 0.95`, the default, at most one settled answer in twenty is wrong, over truths that are drawn from
// the prior, however often you look. For comparisons and the top k the posterior is an approximation; in tests over drawn truths the share
// stays below that, too.
//
// **What it does not promise.** If the truth is close to the boundary, answers are wrong more often: two categories that differ by .003 are
// put in the wrong order in a third of the settled cases or more. `guarantee: 'anytime'` holds for every truth, by a confidence sequence; it is for shares of single
// categories, and takes about three times as many people.

// %%
const rules = (['posterior', 'anytime'] as const).map(guarantee => {
  const goal = 'share(car) > .35'
  const [run] = simulate({ categories, truth, strategies: ['auto'], goal, guarantee, ...common }).runs
  return { guarantee, people: run.answers, settled: String(run.decision?.settled) }
})
console.table(rules)

// %% [markdown]
// ## Ties
//
// Two shares that are exactly equal have no order, and a comparison without a margin looks for one until somebody stops it. So say which difference
// would not matter: `by .05` makes the question one of three. Either one leads by more than .05, or the other does, or neither; and
// whichever of these is sure enough settles it. An answer that names the larger one is right if it is larger at all, and `'tie'` is right if
// they differ by less than the margin. `top(3) by .01` accepts any three of which none is smaller, by more than .01, than one that was left out.
//
// A tie is a fixed truth, too. With a margin of .05 at ε = 1, and an exact tie, a winner was named in 20 of 400 collections of up to 20,000
// people, mostly after the first few hundred; where one led by .1, the larger one was named in 374 of 400, and the smaller one in one.
//
// ## On the command line
//
// `estimate` and `compare` take `--goal 'share(bus) ± .03'`, and plans a list `goal`; [the command line](command-line.md) has examples.
//
// ## Where it does not pay
//
// If all categories contend, a goal is about all of them, and no channel is much better than one for the whole
// distribution. At large ε every channel reveals nearly everything, and there is less to save. And a collection that asked about
// one category knows nothing about the others: a second goal that comes later needs other people.
