import { expect, test } from 'vitest'
import { srr } from '../../../src/mechanism/srr.ts'
import type { LangevinState } from '../../../src/posterior/langevin/langevin.ts'
import { sgld } from '../../../src/posterior/langevin/sgld.ts'
import { sgrld } from '../../../src/posterior/langevin/sgrld.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { resumeStream, stream } from '../../../src/random/stream.ts'
import { randomEntries, tallyOf } from '../../support/tally.ts'

// The behaviour that both samplers on Gamma surrogates share.

const samplers = [
  { name: 'sgld', create: sgld, prior: 2 },
  { name: 'sgrld', create: sgrld, prior: 0.4 },
]

const copyOf = (state: LangevinState): LangevinState => JSON.parse(JSON.stringify(state))

test.each(samplers)('$name: a state is plain JSON and continues the same chain', ({ create, prior }) => {
  const rng = stream(1, 'continue')
  const tally = tallyOf(randomEntries(rng, 5, 40))
  const options = { tally, prior, horizon: 1000 }
  const sampler = create(options)
  const state = sampler.init(rng)
  for (let i = 0; i < 20; i++) sampler.step(rng, state)
  const saved = copyOf(state)
  expect(saved).toEqual(state)
  const [other, source] = [create(options), resumeStream(rng.state())]
  for (let i = 0; i < 60; i++) {
    sampler.step(rng, state)
    other.step(source, saved)
    // The tally grows by a little, and then by more than half.
    if (i % 20 === 0) tally.add(srr({ categories: 5, epsilon: 1 }), 3, i === 20 ? tally.size : 10)
  }
  expect(saved).toEqual(state)
})

test.each(samplers)(
  '$name: the step size is step/T, or step/max(n, 100) without a horizon',
  ({ create, prior }) => {
    const moved = (count: number, options: { horizon?: number; step?: number }) => {
      const tally = createTally(3)
      tally.add(srr({ categories: 3, epsilon: 1 }), 0, count)
      const sampler = create({ tally, prior, ...options })
      const rng = stream(1, 'step')
      const state = sampler.init(rng)
      sampler.step(rng, state)
      return state.phi
    }
    expect(moved(50, { step: 5, horizon: 1000 })).toEqual(moved(50, { horizon: 100 }))
    expect(moved(50, { step: 2 })).toEqual(moved(50, { horizon: 25 }))
    expect(moved(400, { step: 2 })).toEqual(moved(400, { horizon: 100 }))
    expect(moved(400, { horizon: 400 })).toEqual(moved(400, {}))
    expect(moved(400, { horizon: 400 })).not.toEqual(moved(400, { horizon: 100 }))
  },
)

test.each(samplers)('$name refuses a step that is no positive number', ({ create, prior }) => {
  for (const step of [0, -1, Number.NaN, Infinity]) {
    expect(() => create({ tally: createTally(3), prior, step })).toThrow(
      /^step must be a (finite )?number above 0/,
    )
  }
})
