// %% [markdown]
// # Truths that move
//
// People's values change over time, with a new product, an election or an epidemic. An estimate that counts last year's answers as much as
// today's is then wrong, and its interval is too narrow. Three tools help: confidence sequences, change detectors and memories.
//
// ## Watching without an end
//
// A 95 % interval is made for one look. If you look after every answer, and stop when something seems to have changed, the intervals mislead
// you sooner or later. The intervals of a **confidence sequence** hold at _all_ looks together.

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
// A **change detector** takes each answer. If the frequencies have changed, it says so, and names the categories and roughly the answer at which the change
// began. `runLength` limits false alarms: if nothing changes, a false alarm comes after
// at least `runLength` answers on average. False alarms are much rarer than this bound; in constant streams they took some 800 times as long.

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
// In an estimator with a **memory**, old answers count less. The memory is a window of the last answers, a half-life, or `'learned'`. `'learned'` is a mixture of
// half-lives, each weighted by how well it has predicted the answers. In the example, the two most frequent categories change places halfway.

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
