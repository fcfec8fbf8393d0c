// %% [markdown]
// # Planning a survey
//
// Before anybody is asked: a clinic wants to know how many of its patients smoke, how many used to, how many never did. It expects about
// 20, 30 and 50 %, and will ask in private. `power` says how many people that takes. This page plans the collection, looks at what another ε or
// another strategy would cost, and then plays it, to see whether the plan holds.

// %%
import * as Plot from '@observablehq/plot'
import { power, simulate } from 'adobest'
import { display } from './render/display.ts'

const NAMES = ['smokes', 'used to', 'never did']
const TRUTH = [0.2, 0.3, 0.5]
const question = { categories: NAMES, truth: TRUTH, goal: 'share(smokes) ± .04' }
const plan = power({ ...question, epsilon: 2 })
console.log(`${plan.people.median} people in half of all collections, ${plan.people.upper95} in 95 %`)
console.log(plan.statement)

// %% [markdown]
// ## What privacy costs
//
// The same share, to ±.04, at other levels ε; both axes are logarithmic. `auto` with a goal asks "do you smoke?" and nothing else;
// `srr` asks for all three categories and reports each of the others equally often.

// %%
const EPSILONS = [0.25, 0.5, 1, 2, 4]
const costs = ['auto', 'srr'].flatMap(strategy =>
  EPSILONS.map(epsilon => ({
    strategy,
    epsilon,
    people: power({ ...question, epsilon, strategy }).people.upper80,
  })),
)

// %%
display({
  caption:
    'People until the share of smokers is known to ±.04, against ε: for a strategy with the goal, and for standard randomized response.',
  x: { type: 'log', label: 'ε', ticks: EPSILONS, tickFormat: String },
  y: { type: 'log', label: 'people, in 80 % of collections', grid: true },
  color: { domain: ['auto', 'srr'], range: ['var(--accent)', 'var(--grey)'] },
  marks: [
    Plot.lineY(costs, { x: 'epsilon', y: 'people', stroke: 'strategy', strokeWidth: 2 }),
    Plot.dot(costs, { x: 'epsilon', y: 'people', fill: 'strategy', r: 4 }),
    // Each line is named on its free side.
    ...(['end', 'start'] as const).map((textAnchor, i) =>
      Plot.text(
        costs.filter(({ strategy, epsilon }) => strategy === ['auto', 'srr'][i] && epsilon === 0.5),
        { x: 'epsilon', y: 'people', text: 'strategy', textAnchor, dx: [-10, 10][i] },
      ),
    ),
  ],
})

// %% [markdown]
// ## Or: what do 2,000 people tell?
//
// What is left out is solved for. With the people given, that is how precise the share will be, or the ε at which they are enough.

// %%
const people = 2000
const { within } = power({ ...question, epsilon: 1, people, goal: 'share(smokes) ± ?' })
const { epsilon } = power({ ...question, people })
console.log(`at ε = 1, ${people} people tell the share to ±${within!.toFixed(3)}`)
console.log(`they tell it to ±.04 at ε = ${epsilon.toFixed(2)}`)

// %% [markdown]
// ## Does the plan hold?
//
// A different kind of question: do more people smoke than 15 %? How long that takes depends on luck, so the plan gives a median and what
// is enough in 80 and 95 % of collections. Twenty collections are played, each until it is settled.

// %%
const asked = { categories: NAMES, truth: TRUTH, epsilon: 2, goal: 'share(smokes) > .15' }
const settled = power(asked)
const played = Array.from({ length: 20 }, (_, run) => {
  const { runs } = simulate({
    ...asked,
    users: 2 * settled.people.upper95,
    strategies: ['auto'],
    seed: `plan ${run}`,
  })
  const [{ decision }] = runs
  return { people: decision!.settled ? decision!.answers : Infinity }
})
const share = (count: number) => played.filter(run => run.people <= count).length / played.length
console.table(
  Object.entries({
    '50 %': settled.people.median,
    '80 %': settled.people.upper80,
    '95 %': settled.people.upper95,
  }).map(([planned, count]) => ({
    planned,
    people: count,
    'settled of 20': `${Math.round(100 * share(count))} %`,
  })),
)

// %%
const marks = Object.entries(settled.people).map(([name, count]) => ({
  count,
  name: name.replace('upper', ''),
}))

// %%
display({
  caption:
    'People until twenty collections were settled (dots), and how many the plan says are enough in 50, 80 and 95 %.',
  height: 160,
  marginRight: 50,
  x: { label: 'people until it was settled', grid: true },
  marks: [
    Plot.dot(played, Plot.dodgeY({ x: 'people', r: 4, fill: 'var(--grey)' })),
    Plot.ruleX(marks, { x: 'count', stroke: 'var(--accent)', strokeWidth: 2 }),
    Plot.text(marks, {
      x: 'count',
      text: (mark: { name: string }) => (mark.name === 'median' ? '50 %' : `${mark.name} %`),
      frameAnchor: 'top',
      dx: 4,
      textAnchor: 'start',
    }),
  ],
})
