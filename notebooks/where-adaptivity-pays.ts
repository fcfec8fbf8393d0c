// %% [markdown]
// # Where adaptivity pays
//
// For the frequencies of _all_ categories there is little left to adapt: `auto` is within a few per cent of what any private channel
// could reach. For a **question** there is: how frequent is _this_ category? Is it above a threshold? Which of two is more
// frequent? Which one is the most frequent? A collection that knows its question asks only about that, and stops when it is
// settled. This page counts the people that it takes.

// %%
import * as Plot from '@observablehq/plot'
import { createEstimator, createRespondent, simulate, stream } from 'adobest'
import { display } from './render/display.ts'

const CATEGORIES = 12
const EPSILON = 1
const RUNS = 4
const MOST_PEOPLE = 40_000
/** Four likely categories, and eight others that share what is left. */
const TRUTH = [0.24, 0.15, 0.11, 0.1, ...new Array<number>(CATEGORIES - 4).fill(0.4 / (CATEGORIES - 4))]

// %% [markdown]
// ## Why one category needs fewer people
//
// An estimate of one small frequency from n answers has the variance V/n. If people are asked "is it this one?" and answer with an
// ε-private yes or no, V = exp(ε)/(exp(ε) − 1)². With subset selection, the best fixed channel for all categories together at small ε, V is
// almost four times as large, because its answers say as much about each of the other categories.

// %%
const variances = [0.25, 0.5, 1, 2].map(epsilon => {
  const question = Math.exp(epsilon) / Math.expm1(epsilon) ** 2
  // For sets of s among K categories, and a frequency near zero: the chance that the set contains one's own category, and any other.
  const size = Math.max(1, Math.round(CATEGORIES / (1 + Math.exp(epsilon))))
  const own = (size * Math.exp(epsilon)) / (size * Math.exp(epsilon) + CATEGORIES - size)
  const other = (own * (size - 1) + (1 - own) * size) / (CATEGORIES - 1)
  const sets = (other * (1 - other)) / (own - other) ** 2
  return { epsilon, question, sets, ratio: sets / question }
})
console.table(variances)

// %% [markdown]
// ## People until a question is settled
//
// `auto` with the goal and `subset-selection` meet the same people, and stop by the same rule: the posterior odds of the answer are 19
// times what the prior said, and its probability is 95 % or more.

// %%
const GOALS: Record<string, string> = {
  'category 0 to ±0.03': 'share(0) ± .03',
  'category 0 above 0.18?': 'share(0) > .18',
  '1 or 2, up to 0.01?': 'share(1) > share(2) by .01',
  'most frequent, up to 0.01': 'top(1) by .01',
}

const played = Object.entries(GOALS).flatMap(([question, goal]) =>
  Array.from({ length: RUNS }, (_, run) => {
    const { runs } = simulate({
      truth: TRUTH,
      users: MOST_PEOPLE,
      groupSize: 200,
      strategies: ['auto', 'subset-selection'],
      epsilon: EPSILON,
      goal,
      draws: 4,
      seed: `question ${run}`,
    })
    return runs.map(({ strategy, answers, decision, correct }) => ({
      question,
      run,
      strategy,
      people: answers,
      settled: decision?.settled ?? false,
      correct: correct ?? false,
    }))
  }).flat(),
)

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const people = (question: string, strategy: string) =>
  mean(played.filter(row => row.question === question && row.strategy === strategy).map(row => row.people))

// %%
console.table(
  Object.keys(GOALS).map(question => ({
    question,
    auto: people(question, 'auto'),
    'subset-selection': people(question, 'subset-selection'),
    ratio: people(question, 'auto') / people(question, 'subset-selection'),
  })),
)

// %%
display({
  caption: `People until each question is settled, by auto (in colour) and subset selection (grey): a dot for each run, a line at the mean of ${RUNS}; ε = ${EPSILON}, ${CATEGORIES} categories.`,
  height: 330,
  marginLeft: 160,
  x: { type: 'log', label: 'people (log scale)', grid: true },
  y: { label: null },
  fy: { label: null },
  color: { domain: ['auto', 'subset-selection'], range: ['var(--accent)', 'var(--grey)'] },
  marks: [
    Plot.dot(played, { x: 'people', y: 'question', stroke: 'strategy', r: 4 }),
    Plot.tickX(
      Object.keys(GOALS).flatMap(question =>
        ['auto', 'subset-selection'].map(strategy => ({
          question,
          strategy,
          people: people(question, strategy),
        })),
      ),
      { x: 'people', y: 'question', stroke: 'strategy', strokeWidth: 3 },
    ),
  ],
})

// %%
const wrong = played.filter(({ settled, correct }) => settled && !correct).length
const open = played.filter(({ settled }) => !settled).length
console.log(
  `${played.length} runs: ${wrong} were settled with a wrong answer, ${open} were not settled after ${MOST_PEOPLE} people.`,
)

// %% [markdown]
// The numbers of people vary a lot from run to run, so a few runs say little about their mean;
// `experiments/results/README.md` has more runs. Where nearly all categories contend, a question is about all of them, and
// little can be saved.
//
// ## What "settled" promises
//
// Over truths drawn from the prior, at most one settled answer in twenty is wrong. For a single truth that is hard to tell, such as
// two categories that are almost equally frequent, the posterior rule may be wrong more often. `guarantee: 'anytime'` settles by
// intervals that hold at every look, for every truth, and takes more people.

// %%
const hard = [0.26, 0.25, 0.2, 0.15, 0.14]
const rules = (['posterior', 'anytime'] as const).map(guarantee => {
  const ends = Array.from({ length: 40 }, (_, run) => {
    const [end] = simulate({
      truth: hard,
      users: 4000,
      groupSize: 50,
      strategies: ['auto'],
      epsilon: 2,
      prior: 1,
      goal: 'share(0) > share(1)',
      guarantee,
      draws: 4,
      seed: `hard ${run}`,
    }).runs
    return end
  })
  const settled = ends.filter(end => end.decision?.settled)
  return {
    rule: guarantee,
    runs: ends.length,
    settled: settled.length,
    wrong: settled.filter(end => !end.correct).length,
    people: mean(ends.map(end => end.answers)),
  }
})
console.table(rules)

// %% [markdown]
// ## In a real collection
//
// The server's estimator has the goal, and `decision()` tells how far it has got. Respondents see a request like any other, and
// audit it before they answer.

// %%
const estimator = createEstimator({
  categories: 4,
  epsilon: 2,
  goal: 'share(2) > .3',
  seed: 1,
})
const draws = stream(1, 'people')
let asked = 0
while (asked < 1000 && (asked % 50 > 0 || !estimator.decision().settled)) {
  const respondent = createRespondent({ epsilon: 2, categories: 4, rng: stream(2, asked) })
  const secret = draws.uniform() < 0.5 ? 2 : draws.integer(4)
  estimator.observe(respondent.respond(estimator.request(), secret))
  asked++
}
const { settled, answer, probability } = estimator.decision()
console.log(
  `after ${asked} people: settled ${settled}, above: ${answer}, probability ${probability.toFixed(3)}`,
)
