import { expect, test } from 'vitest'
import { srr } from '../../../../src/mechanism/srr.ts'
import { sequence } from '../../../../src/posterior/samplers/sequence/sequence.ts'
import { stream } from '../../../../src/random/stream.ts'
import { tallyOf } from '../../../support/tally.ts'

test.each([
  ['whole', 1],
  ['in parts', 0.95],
  ['in parts that are augmented', 0.4],
] as const)('a chain that moves %s goes on from its state alone', (_, fraction) => {
  const mechanism = srr({ categories: 4, epsilon: 3 })
  const tally = tallyOf([
    [mechanism, 0, 20],
    [mechanism, 1, 6],
    [mechanism, 2, 1],
  ])
  const sampler = sequence({ tally })
  const rng = stream('resumed')
  let state = Object.assign(sampler.init(rng), { fraction, tuning: null })
  for (let step = 0; step < 40; step++) {
    const written = structuredClone(state)
    const other = sequence({ tally })
    state = sampler.step(stream(step), state).state as typeof state
    expect(state).toEqual(other.step(stream(step), other.resume!(written)).state)
  }
})

test('two chains that take turns draw what each draws alone', () => {
  const tally = tallyOf([[srr({ categories: 4, epsilon: 3 }), 0, 20]])
  const alone = (chain: number) => {
    const sampler = sequence({ tally, warmup: 10 })
    const rng = stream('turns', chain)
    const state = sampler.init(rng)
    for (let step = 0; step < 30; step++) sampler.step(rng, state)
    return state
  }
  const sampler = sequence({ tally, warmup: 10 })
  const rngs = [0, 1].map(chain => stream('turns', chain))
  const states = rngs.map(rng => sampler.init(rng))
  for (let step = 0; step < 30; step++) for (const chain of [0, 1]) sampler.step(rngs[chain], states[chain])
  expect(states).toEqual([alone(0), alone(1)])
})
