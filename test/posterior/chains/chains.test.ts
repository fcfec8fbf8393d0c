import { expect, test } from 'vitest'
import { ChainSteps } from '../../../src/posterior/chains/chain-steps.ts'
import { Chains } from '../../../src/posterior/chains/chains.ts'
import { TARGET, type Target } from '../../../src/posterior/chains/posterior.ts'
import { diagnose } from '../../../src/posterior/draws/diagnostics.ts'
import type { Sampler } from '../../../src/posterior/kind/sampler.ts'
import { drawNormal } from '../../../src/random/normal.ts'
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

/** Chains of a sampler on this thread. */
const chainsOf = <State>(sampler: Sampler<State>, width: number, count: number, expected = 0) => {
  const numbers = Array.from({ length: count }, (_, chain) => chain)
  const steps = new ChainSteps(sampler as unknown as Sampler<unknown>, width, numbers, chain =>
    stream(1, 'chains', chain),
  )
  return new Chains(steps, width, count, expected)
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
    const chains = chainsOf(counting, K, 1)
    for (const length of rounds) finish(chains.keep(length))
    const { draws, concentration } = chains.drawn()
    expect(draws.length / K).toBe(left)
    const expected = Array.from({ length: left }, (_, i) => i * thin)
    expect(Array.from({ length: left }, (_, i) => draws[i * K])).toEqual(expected)
    expect(Array.from(concentration!)).toEqual(expected)
  },
)

test('draws that were asked for are all kept, and those before them are not', () => {
  const chains = chainsOf(counting, 20_000, 2, 250)
  finish(chains.discard(5, () => Infinity))
  finish(chains.keep(250))
  const { draws } = chains.drawn()
  expect(draws.length).toBe(2 * 250 * 20_000)
  expect([draws[0], draws.at(-20_000)]).toEqual([5, 254])
})

/** Four independent entries: the second moves slowly, and the last one hardly at all. */
const SLOWNESS = [0, 0.9, 0.3, 0.999] as const
const slow: Sampler<{ x: number[] }> = {
  init: rng => ({ x: SLOWNESS.map(() => drawNormal(rng)) }),
  step(rng, state) {
    state.x = state.x.map((x, i) => SLOWNESS[i] * x + Math.sqrt(1 - SLOWNESS[i] ** 2) * drawNormal(rng))
    return { state, info: undefined }
  },
  theta(state, out) {
    out.set(state.x)
    return out
  },
}
const slowChains = (length: number) => {
  const chains = chainsOf(slow, 4, 4)
  finish(chains.keep(length))
  const { draws } = chains.drawn()
  const diagnosed = SLOWNESS.map((_, x) =>
    diagnose(
      draws.filter((_, i) => i % 4 === x),
      4,
    ),
  )
  const check = (target: Target) => {
    const work = chains.check(target)
    let found = work.next()
    while (!found.done) found = work.next()
    return found.value
  }
  return { check, diagnosed }
}

test('draws are good when those of every category are, and are then diagnosed category by category', () => {
  const { check, diagnosed } = slowChains(400)
  const ess = Math.min(...diagnosed.flatMap(({ essBulk, essTail }) => [essBulk, essTail]))
  const rhat = Math.max(...diagnosed.map(found => found.rhat))
  expect(check({ rhat, ess }).diagnosed).toEqual(diagnosed)
  expect(check({ rhat, ess: 1.001 * ess }).diagnosed).toBeUndefined()
  expect(check({ rhat: 0.999 * rhat, ess }).diagnosed).toBeUndefined()
})

test('of draws that are not good, the slowest category says how many more there have to be', () => {
  const { check, diagnosed } = slowChains(400)
  const { rhat, essBulk, essTail } = diagnosed[3]
  const lack = Math.max((rhat - 1) / (TARGET.rhat - 1), TARGET.ess / Math.min(essBulk, essTail))
  expect(lack).toBeGreaterThan(10)
  expect(check(TARGET)).toEqual({ lack })
})
