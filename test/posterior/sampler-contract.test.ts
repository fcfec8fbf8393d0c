import { describe, expect, test } from 'vitest'
import { samplePosterior } from '../../src/catalogue/sample-posterior.ts'
import { SAMPLERS } from '../../src/catalogue/samplers.ts'
import { denseColumn } from '../../src/mechanism/column.ts'
import { publicPrior } from '../../src/mechanism/public-prior.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import type { Prior } from '../../src/posterior/kind/prior.ts'
import type { Sampler } from '../../src/posterior/kind/sampler.ts'
import { createSampler } from '../../src/posterior/kind/sampler-kind.ts'
import { delayedAcceptanceKind } from '../../src/posterior/samplers/delayed-acceptance.ts'
import { gibbsKind } from '../../src/posterior/samplers/gibbs.ts'
import { hmcKind } from '../../src/posterior/samplers/hmc/hmc.ts'
import { sliceKind } from '../../src/posterior/samplers/slice.ts'
import { createTally, type Tally } from '../../src/posterior/tally/tally.ts'
import type { Rng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { mechanismOf, randomEntries, tallyOf } from '../support/tally.ts'

const WARMUP = 25

const PRIORS: Record<string, (categories: number) => Prior> = {
  flat: () => 1,
  sparse: () => 0.01,
  uneven: K => Float64Array.from({ length: K }, (_, x) => 1 + (x % 3)),
  learned: () => 'learned',
}
/** For each sampler, the priors that it refuses because it cannot honour them. */
const REFUSED: Record<string, readonly string[]> = { sgld: ['sparse', 'learned'], sgrld: ['learned'] }

/** A column without zeros, and one that rules out all but the first two categories. */
const RULING_OUT = mechanismOf([
  denseColumn(Float64Array.of(0, -1, -2, -3, -1)),
  denseColumn(Float64Array.of(-1, 0, -Infinity, -Infinity, -Infinity)),
  denseColumn(Float64Array.of(-Infinity, -Infinity, -Infinity, -Infinity, 0)),
])
const answersOf = (options: { categories: number; epsilon: number }, counts: readonly number[]) =>
  tallyOf(counts.flatMap((count, y) => (count > 0 ? [[srr(options), y, count] as const] : [])))

const COLLECTIONS: Record<string, () => Tally> = {
  'nothing at all': () => createTally(4),
  'a single answer': () => answersOf({ categories: 4, epsilon: 1 }, [0, 0, 1, 0]),
  'answers of every kind': () => tallyOf(randomEntries(stream(1, 'kinds'), 6, 60)),
  'answers at ε = 0.001': () => answersOf({ categories: 3, epsilon: 0.001 }, [50, 30, 40]),
  'answers at ε = 30': () => answersOf({ categories: 3, epsilon: 30 }, [50, 0, 3]),
  'answers at ε = 700': () => answersOf({ categories: 3, epsilon: 700 }, [50, 0, 3]),
  'two categories, one of them never named': () => answersOf({ categories: 2, epsilon: 1 }, [0, 200]),
  'a hundred categories': () => tallyOf(randomEntries(stream(1, 'hundred'), 100, 40)),
  'a thousand million people': () =>
    answersOf({ categories: 5, epsilon: 1 }, [4e8, 1e8, 2e8, 1e8, 2e8 + 12_345]),
  'columns with zeros': () => tallyOf([0, 1, 2].map(y => [RULING_OUT, y, [3, 20, 1][y]] as const)),
  'subset selection and a public prior': () =>
    tallyOf([
      [subsetSelection({ categories: 4, epsilon: 2, size: 2 }), [0, 3], 12],
      [publicPrior({ prior: [0.7, 0.1, 0.1, 0.1], epsilon: 1 }), 2, 9],
    ]),
}

describe.each(SAMPLERS)('the sampler $name', kind => {
  const { name } = kind
  const priors = Object.keys(PRIORS).filter(prior => !REFUSED[name]?.includes(prior))
  const create = (tally: Tally, prior: string): Sampler<unknown> =>
    createSampler(kind, { tally, prior: PRIORS[prior](tally.categories), warmup: WARMUP })

  test.each(Object.keys(COLLECTIONS))('stays on the simplex, with %s and any prior', collection => {
    for (const prior of priors) {
      const tally = COLLECTIONS[collection]()
      const sampler = create(tally, prior)
      const rng = stream(1, name, collection, prior)
      const state = sampler.init(rng)
      for (let i = 0; i < 60; i++) {
        expectOnSimplex(sampler, state, tally.categories)
        sampler.step(rng, state)
      }
    }
  })

  test.each(Object.keys(COLLECTIONS))('moves, with %s', collection => {
    const tally = COLLECTIONS[collection]()
    const sampler = create(tally, 'flat')
    const rng = stream(1, name, collection)
    const state = sampler.init(rng)
    const seen = new Set<number>()
    for (let i = 0; i < 60; i++) {
      sampler.step(rng, state)
      seen.add(sampler.theta(state, new Float64Array(tally.categories))[0])
    }
    expect(seen.size).toBeGreaterThan(30)
  })

  test('it follows a tally that grows, from nothing, whatever comes', () => {
    for (const prior of priors) {
      const rng = stream(1, name, 'growing', prior)
      const tally = createTally(5)
      const sampler = create(tally, prior)
      const state = sampler.init(rng)
      const arrivals = [
        ...randomEntries(rng, 5, 40),
        [srr({ categories: 5, epsilon: 700 }), 3, 1] as const,
        [RULING_OUT, 1, 1] as const,
        [RULING_OUT, 2, 1] as const,
        [rrrr({ categories: 5, subset: [1, 4], epsilon: 1 }), 0, 1e9] as const,
      ]
      for (const [mechanism, response, count] of arrivals) {
        tally.add(mechanism, response, count)
        for (let i = 0; i < 3; i++) {
          sampler.step(rng, state)
          expectOnSimplex(sampler, state, 5)
        }
      }
    }
  })

  test('the chain that it makes is that of samplePosterior', () => {
    const tally = COLLECTIONS['answers of every kind']()
    const { draws } = samplePosterior(tally, {
      sampler: name,
      prior: 1,
      draws: 5,
      warmup: 30,
      chains: 2,
      seed: 7,
    })
    const sampler = createSampler(kind, { tally, prior: 1, warmup: 30 })
    const rng = stream(7, 'chain', 1)
    const state = sampler.init(rng)
    advance(sampler, state, rng, 35)
    expect(sampler.theta(state, new Float64Array(6))).toEqual(draws.slice(-6))
  })

  test('it refuses a prior that it cannot honour, naming it', () => {
    for (const prior of REFUSED[name] ?? []) {
      expect(() => create(createTally(4), prior)).toThrow(RangeError)
      expect(() => create(createTally(4), prior)).toThrow(/^prior must be/)
    }
    for (const bad of [0, -1, Number.NaN, Infinity, [1, 1], [1, 1, 1, Number.NaN], 'flat' as 'learned']) {
      expect(() => createSampler(kind, { tally: createTally(4), prior: bad, warmup: 0 })).toThrow(/^prior/)
    }
  })
})

// At ρ = 0.001 every second θ_4 of the prior is below the smallest double. `sequence` is not for such priors, as it says.
test.each([gibbsKind, hmcKind, sliceKind, delayedAcceptanceKind])(
  '$name follows an answer that rules out all but a category whose probability has underflowed',
  kind => {
    for (let seed = 0; seed < 20; seed++) {
      const rng = stream(seed, 'underflow')
      const tally = answersOf({ categories: 5, epsilon: 700 }, [30, 0, 0, 0, 0])
      const sampler = createSampler(kind, { tally, prior: 0.001, warmup: WARMUP })
      const state = sampler.init(rng)
      advance(sampler, state, rng, 40)
      tally.add(RULING_OUT, 2, 1)
      advance(sampler, state, rng, 40)
      expectOnSimplex(sampler, state, 5)
      expect(sampler.theta(state, new Float64Array(5))[4]).toBeGreaterThan(1e-6)
    }
  },
)

function advance(sampler: Sampler<unknown>, state: unknown, rng: Rng, steps: number): void {
  for (let i = 0; i < steps; i++) sampler.step(rng, state)
}

function expectOnSimplex(sampler: Sampler<unknown>, state: unknown, categories: number): void {
  const theta = sampler.theta(state, new Float64Array(categories).fill(Number.NaN))
  let total = 0
  for (const value of theta) {
    if (!(value >= 0)) throw new Error(`θ is ${theta.join(', ')}`)
    total += value
  }
  expect(Math.abs(total - 1)).toBeLessThan(1e-12)
}
