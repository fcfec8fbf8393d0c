// %% [markdown]
// # Truths that move
//
// What people hold changes: a new product, an election, an epidemic. An estimate that counts last year's answers as much as
// today's is then wrong and sure of itself. Three tools help against that.
//
// ## Watching without an end
//
// An interval of 95 % is meant for one look. Somebody who looks after every answer, and stops when something seems to have changed, is
// fooled sooner or later. A **confidence sequence** holds at _every_ look at once.

// %%
import * as Plot from '@observablehq/plot'
import { changeDetector, confidenceSequence, simulate, srr, stream, totalVariation } from 'adobest'
import { display } from '../../notebooks/render/display.ts'

const mechanism = srr({ categories: 3, epsilon: 2 })
const sequence = confidenceSequence({ categories: 3 })
const random = stream('streams', 'people')
for (let person = 0; person < 3000; person++) {
  const held = random.uniform() < 0.6 ? 0 : 1 + random.integer(2)
  sequence.observe(mechanism, mechanism.respond(held, random))
}
console.log(
  'at every look:',
  Array.from(sequence.lower, (low, x) => `${low.toFixed(3)}–${sequence.upper[x].toFixed(3)}`).join('  '),
)

// %% [markdown]
// ## Has something changed?
//
// A **change detector** is given each answer, and says when the frequencies have moved, which categories did, and roughly when that
// began. `runLength` is a bound: if nothing changes, a false alarm takes
// at least so many answers on average. In truth it takes far longer; in constant streams it was some 800 times as long.

// %%
const detector = changeDetector({ categories: 3, runLength: 100_000 })
for (let person = 0; person < 6000; person++) {
  const share = person < 3000 ? 0.6 : 0.3
  const held = random.uniform() < share ? 0 : 1 + random.integer(2)
  const change = detector.observe(mechanism, mechanism.respond(held, random))
  if (change)
    console.log(
      `answer ${change.at}: categories ${change.categories} have moved since about answer ${change.since}`,
    )
}

// %% [markdown]
// ## Forgetting
//
// An estimator with a **memory** lets old answers count less: a window of the last answers, a half-life, or `'learned'`, a mixture of
// half-lives, each weighted by how well it has predicted the answers. Here the two likeliest categories change places halfway.

// %%
const runs = (['all', { halfLife: 1000 }, 'learned'] as const).map(memory => {
  const [run] = simulate({
    truth: { swap: { truth: [0.6, 0.2, 0.1, 0.1], at: 4000 } },
    users: 8000,
    groupSize: 50,
    strategies: ['srr'],
    epsilon: 2,
    memory,
    draws: 100,
    checkpoints: 60,
    seed: 'streams',
  }).runs
  return { memory: typeof memory === 'string' ? memory : `half-life of ${memory.halfLife}`, run }
})
console.table(
  runs.map(({ memory, run }) => ({
    memory,
    'distance to the truth of the last people': totalVariation(run.estimate, [0.2, 0.6, 0.1, 0.1]),
  })),
)

// %%
const points = runs.flatMap(({ memory, run }) =>
  run.trajectory.map(({ answers, mean, truthNow }) => ({
    memory,
    answers,
    estimate: mean[0],
    truth: truthNow[0],
  })),
)

// %%
display({
  width: 680,
  height: 280,
  marginRight: 130,
  x: { label: 'Answers', tickFormat: ',d', ticks: 4 },
  y: { label: 'Share of the first category', domain: [0, 0.8], tickFormat: '%', grid: true },
  caption: 'Warm: the truth, which swaps halfway. The others: estimates, each with its memory.',
  color: { domain: runs.map(({ memory }) => memory), range: ['var(--grey)', 'var(--grey)', 'var(--accent)'] },
  marks: [
    Plot.line(points.slice(0, points.length / runs.length), {
      x: 'answers',
      y: 'truth',
      stroke: 'var(--warm)',
      strokeWidth: 2,
      curve: 'step-after',
    }),
    Plot.line(points, { x: 'answers', y: 'estimate', stroke: 'memory', strokeWidth: 2 }),
    ...runs.map(({ memory }, i) =>
      Plot.text(
        points.filter(point => point.memory === memory),
        Plot.selectLast({
          x: 'answers',
          y: 'estimate',
          text: 'memory',
          fill: 'memory',
          textAnchor: 'start',
          dx: 6,
          dy: [0, -7, 7][i],
        }),
      ),
    ),
  ],
})
