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
import { changeDetector, confidenceSequence, simulate, srr, stream, totalVariation } from 'adobest'

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
// began. `runLength` is how many answers it takes on average until a false alarm, if nothing changes.

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
const results = (['all', { halfLife: 1000 }, 'learned'] as const).map(memory => {
  const { runs } = simulate({
    truth: { swap: { truth: [0.6, 0.2, 0.1, 0.1], at: 4000 } },
    users: 8000,
    groupSize: 50,
    strategies: ['srr'],
    epsilon: 2,
    memory,
    draws: 100,
    seed: 'streams',
  })
  return {
    memory: JSON.stringify(memory).replaceAll('"', ''),
    'distance to the truth of the last people': totalVariation(runs[0].estimate, [0.2, 0.6, 0.1, 0.1]),
  }
})
console.table(results)
