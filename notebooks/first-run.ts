// %% [markdown]
// # First run
//
// A city wants to know how its people get to work, and promises each of them that nobody will learn how _they_ do.
// Everybody keeps the true answer and sends a **randomized** one. This page makes one such collection, from the first
// answer to the estimate.
//
// The privacy level **ε** (epsilon) limits how much an answer gives away: whatever is sent, it is at most exp(ε) times as likely
// from a person of one category as from a person of any other. A small ε means strong privacy, and that each answer says little.

// ## To run it yourself
//
// With Node 20 or newer, install the library into a folder of your own. From a checkout of the repository, after `npm ci`:
//
// ```sh
// npm pack --ignore-scripts --silent --pack-destination out
// mkdir -p out/my-study && cd out/my-study && npm install --prefix . --omit=optional ../adobest-*.tgz
// ```
//
// Once it is published, `npm install adobest` does the same. Save the pieces of code below in that folder, one after another, as `first-run.mjs`, without
// the code of the picture, which draws into this page. `node first-run.mjs` prints what stands below them, with all digits.

// %%
import { audit, createEstimator, createRespondent, mechanismFromRequest, simulate, stream } from 'adobest'

const MODES = ['bus', 'car', 'bicycle', 'train', 'on foot', 'ferry']
const TRUTH = [0.34, 0.27, 0.18, 0.12, 0.07, 0.02]
const EPSILON = 1

// %% [markdown]
// ## One person
//
// The **estimator** is the side that asks. It says how the answer is to be randomized, and sends that _request_; it never
// sees more than the answers. The **respondent** is a person's side. It works out for itself how much the requested
// randomization gives away, refuses what is above its own limit, and only then answers.
//
// This respondent is a _simulated_ one, with a seed, so that the page comes out the same each time. A real one takes no
// seed: `createRespondent({ epsilon, categories })` uses the operating system's randomness.

// %%
const estimator = createEstimator({
  categories: MODES.length,
  epsilon: EPSILON,
  strategy: 'subset-selection',
  seed: 1,
})
const respondent = createRespondent({
  epsilon: EPSILON,
  categories: MODES.length,
  rng: stream('first run', 'answers'),
})

const request = estimator.request()
console.log('request:   ', JSON.stringify(request))
console.log('exact ε:   ', audit(mechanismFromRequest(request)).epsilon)

const answer = respondent.respond(request, MODES.indexOf('bicycle'))
console.log(
  'answer:    ',
  [answer]
    .flat()
    .map(x => MODES[x])
    .join(' or '),
)

// %% [markdown]
// The answer of this mechanism, _subset selection_, is a set of categories, here of two. It contains the truth more often than
// a set that is drawn blindly would. A request that would give more away is refused before anything is sent:

// %%
try {
  respondent.respond({ mechanism: 'srr', categories: MODES.length, epsilon: 3 }, 0)
} catch (error) {
  console.log(String(error))
}

// %% [markdown]
// ## Three thousand people
//
// `observe` takes an answer to the outstanding request. The counts of what was _said_ are not an estimate: the randomization
// blurs them towards each other.

// %%
const PEOPLE = 3000
const people = stream('first run', 'people')
const said = MODES.map(() => 0)
for (let person = 0; person < PEOPLE; person++) {
  const uniform = people.uniform()
  let below = 0
  const mode = TRUTH.findIndex(share => uniform < (below += share))
  const response = respondent.respond(estimator.request(), mode)
  for (const x of [response].flat()) said[x]++
  estimator.observe(response)
}

// %% [markdown]
// The **estimate** undoes the blur. It is the mean of the posterior distribution: what the answers, together with what the
// request says about how they were made, leave as likely. Each share comes with an interval that contains it with
// a probability of 95 %. The posterior is sampled by Monte Carlo, and warns in words if the draws should not be trusted.

// %%
const { mean, interval, warnings } = estimator.estimate()
const [lower, upper] = interval(0.95)
const total = said.reduce((sum, count) => sum + count, 0)
const rows = MODES.map((mode, x) => ({
  mode,
  truth: TRUTH[x],
  said: said[x] / total,
  estimate: mean[x],
  lower: lower[x],
  upper: upper[x],
}))
console.table(rows)
const covered = rows.filter(row => row.lower <= row.truth && row.truth <= row.upper)
console.log(`${covered.length} of ${rows.length} intervals contain the truth.`)
console.log('Warnings about the posterior’s quality:', warnings.length === 0 ? 'none' : warnings.join(' '))

// %%
import * as Plot from '@observablehq/plot'
import { display } from './render/display.ts'

display({
  width: 640,
  height: 260,
  marginLeft: 70,
  x: {
    label: 'Share of the people',
    domain: [0, 0.5],
    tickFormat: '%',
    grid: true,
    labelAnchor: 'center',
    labelArrow: 'none',
  },
  y: { label: null, domain: MODES },
  caption:
    'Bars: the answers as they came. Dots with bands: the estimate and its 95 % interval. Upright ticks: the truth.',
  marks: [
    Plot.barX(rows, { x: 'said', y: 'mode', fill: 'var(--noise)', insetTop: 17, insetBottom: 2 }),
    Plot.barX(rows, {
      x1: 'lower',
      x2: 'upper',
      y: 'mode',
      fill: 'var(--band)',
      insetTop: 5,
      insetBottom: 8,
    }),
    Plot.dot(rows, { x: 'estimate', y: 'mode', fill: 'var(--accent)', r: 5, dy: -1.5 }),
    Plot.tickX(rows, { x: 'truth', y: 'mode', stroke: 'var(--warm)', strokeWidth: 2 }),
    Plot.ruleX([0]),
  ],
})

// %% [markdown]
// ## A million people
//
// `simulate` plays both sides at once. People who answer the same request cost no more together than a single one, so a million
// are no trouble. The error is the **total variation distance**: the share of the people that the estimate puts into a
// wrong category.

// %%
const sizes = [1000, 10_000, 100_000, 1_000_000].map(users => {
  const [run] = simulate({
    truth: TRUTH,
    users,
    groupSize: users,
    strategies: ['subset-selection'],
    epsilon: EPSILON,
    seed: 'first run',
  }).runs
  const [low, high] = run.posterior.interval(0.95)
  const width = high.reduce((sum, value, x) => sum + value - low[x], 0) / MODES.length
  return { people: users, error: run.totalVariation, 'mean width of the intervals': width }
})
console.table(sizes)

// %% [markdown]
// The widths shrink with the square root of the number of people: a hundred times the people, a tenth of the width. How to
// weigh people against ε is the subject of _Choosing ε_; whether it pays to change the request as answers come in, that of
// _Adaptive against SRR_.
