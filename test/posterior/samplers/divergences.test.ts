import { afterEach, expect, test, vi } from 'vitest'
import { samplePosterior } from '../../../src/catalogue/sample-posterior.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import type { StepInfo } from '../../../src/posterior/kind/sampler.ts'
import { Nuts } from '../../../src/posterior/moves/nuts.ts'
import { hmc } from '../../../src/posterior/samplers/hmc/hmc.ts'
import { stream } from '../../../src/random/stream.ts'
import { tallyOf } from '../../support/tally.ts'

/** No trajectory survives a step of this size. */
const FATAL = 1e9
const PRIORS = ['learned', 1] as const

const answers = (people: number) => {
  const mechanism = srr({ categories: 3, epsilon: 1 })
  return tallyOf([5, 3, 2].map((share, y) => [mechanism, y, share * people] as const))
}

afterEach(() => {
  vi.restoreAllMocks()
})

/** Gives all trajectories this step size, if there is one, and lists what they did. */
function watch(stepSize?: number): StepInfo[] {
  const { transition } = Nuts.prototype
  const seen: StepInfo[] = []
  vi.spyOn(Nuts.prototype, 'transition').mockImplementation(function (this: Nuts, rng, z, course, own) {
    const info = transition.call(this, rng, z, course, stepSize ?? own)
    seen.push(info)
    return info
  })
  return seen
}

test.each(PRIORS)('with the prior %s a step says of all its transitions whether they diverged', prior => {
  const sampler = hmc({ tally: answers(10), prior, warmup: 0 })
  const rng = stream(1, 'forced')
  const state = sampler.init(rng)
  const each = prior === 'learned' ? 2 : 1
  const calm = watch()
  expect(sampler.step(rng, state).info).toMatchObject({ transitions: each, divergences: 0 })
  expect(calm).toHaveLength(each)
  vi.restoreAllMocks()
  const forced = watch(FATAL)
  const { info } = sampler.step(rng, state)
  expect(info).toMatchObject({ transitions: each, divergences: each })
  expect(info.gradients).toBe(forced.reduce((sum, { gradients }) => sum + gradients, 0))
})

test.each(PRIORS)('with the prior %s the first of two that diverges is counted like the last', prior => {
  const sampler = hmc({ tally: answers(10), prior, warmup: 0 })
  const rng = stream(1, 'one of two')
  const state = sampler.init(rng)
  const { transition } = Nuts.prototype
  for (const fatal of [0, 1]) {
    let count = 0
    vi.spyOn(Nuts.prototype, 'transition').mockImplementation(function (this: Nuts, rng, z, course, own) {
      return transition.call(this, rng, z, course, count++ === fatal ? FATAL : own)
    })
    expect(sampler.step(rng, state).info.divergences).toBe(fatal < count ? 1 : 0)
    vi.restoreAllMocks()
  }
})

test.each(PRIORS)(
  'a posterior with the prior %s reports those that were forced, each once, and warns',
  prior => {
    const seen = watch(FATAL)
    const { diagnostics, warnings } = samplePosterior(answers(10), {
      sampler: 'hmc',
      prior,
      warmup: 0,
      draws: 50,
      chains: 2,
      seed: 1,
    })
    const forced = prior === 'learned' ? 200 : 100
    expect(seen.filter(({ divergences }) => divergences === 1)).toHaveLength(forced)
    expect(diagnostics).toMatchObject({ transitions: forced, divergences: forced })
    expect(warnings).toContainEqual(
      `${forced} of ${forced} transitions diverged: parts of the posterior may be missing.`,
    )
  },
)

test('those of the warm-up are not reported', () => {
  const warmup = 30
  let count = 0
  const { transition } = Nuts.prototype
  vi.spyOn(Nuts.prototype, 'transition').mockImplementation(function (this: Nuts, rng, z, course, own) {
    return transition.call(this, rng, z, course, count++ < warmup ? FATAL : own)
  })
  const { diagnostics, warnings } = samplePosterior(answers(10), {
    sampler: 'hmc',
    prior: 1,
    warmup,
    draws: 20,
    chains: 1,
    seed: 1,
  })
  expect(count).toBe(50)
  expect(diagnostics).toMatchObject({ transitions: 20, divergences: 0 })
  expect(warnings.filter(line => line.includes('diverged'))).toEqual([])
})

test('the other samplers report none', () => {
  const { diagnostics } = samplePosterior(answers(10), { sampler: 'gibbs', draws: 20, seed: 1 })
  expect(diagnostics).toMatchObject({ transitions: 0, divergences: 0, saturated: 0 })
  expect(diagnostics.ebfmi).toHaveLength(0)
})

test('a posterior reports the trajectories that were cut, and the E-BFMI of each chain', () => {
  const seen = watch(1e-3)
  const options = { sampler: 'hmc', prior: 1, warmup: 0, draws: 40, chains: 2, seed: 1 } as const
  const { diagnostics, warnings } = samplePosterior(answers(10), options)
  // Steps as short as these never turn back within 2⁷.
  expect(seen.every(({ saturated }) => saturated === 1)).toBe(true)
  expect(diagnostics).toMatchObject({ transitions: 80, saturated: 80, divergences: 0 })
  expect(warnings).toContainEqual(
    '80 of 80 trajectories were cut at the largest tree: chains that went farther would mix faster.',
  )
  expect(diagnostics.ebfmi).toHaveLength(2)
  for (const value of diagnostics.ebfmi) expect(value).toBeGreaterThan(0.3)
})
