import { expect, test } from 'vitest'
import { createChains } from '../../../src/posterior/chains/chains.ts'
import type { Sampler } from '../../../src/posterior/contract/sampler.ts'
import { stream } from '../../../src/random/stream.ts'

/** θ_0 is the number of the step. */
const counting: Sampler<{ step: number; concentration: number }> = {
  init: () => ({ step: -1, concentration: 0 }),
  step(_, state) {
    state.step++
    state.concentration = state.step
    return { state, info: undefined }
  },
  theta(state, out) {
    out[0] = state.step
    return out
  },
}

const finish = (work: Iterable<unknown>) => {
  for (const _ of work);
}

test.each([
  [[300], 150, 2],
  [[150, 150], 150, 2],
  [[100, 100, 700], 113, 8],
  [[200], 200, 1],
] as const)(
  'of very many categories, rounds of %j draws leave %d, evenly one of %d',
  (rounds, left, thin) => {
    const K = 40_000
    const chains = createChains(counting as Sampler<unknown>, K, 1, 0, () => stream(1, 'chains'))
    for (const length of rounds) finish(chains.keep(length))
    const { draws, concentration } = chains.drawn()
    expect(draws.length / K).toBe(left)
    const expected = Array.from({ length: left }, (_, i) => i * thin)
    expect(Array.from({ length: left }, (_, i) => draws[i * K])).toEqual(expected)
    expect(Array.from(concentration!)).toEqual(expected)
  },
)

test('draws that were asked for are all kept, and those before them are not', () => {
  const chains = createChains(counting as Sampler<unknown>, 20_000, 2, 250, () => stream(1, 'chains'))
  finish(chains.discard(5))
  finish(chains.keep(250))
  const { draws } = chains.drawn()
  expect(draws.length).toBe(2 * 250 * 20_000)
  expect([draws[0], draws.at(-20_000)]).toEqual([5, 254])
})
