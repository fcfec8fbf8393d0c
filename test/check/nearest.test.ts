import { describe, expect, test } from 'vitest'
import { nearest } from '../../src/check/nearest.ts'
import {
  createEstimator,
  evaluateUtility,
  mechanismFromRequest,
  Refusal,
  samplePosterior,
  simulate,
  srr,
  tallyResponses,
} from '../../src/index.ts'

const two = srr({ categories: 2, epsilon: 1 })
const { tally } = tallyResponses({ answers: [{ request: two.toRequest(), response: 0 }] })
const estimate = (options: object) =>
  createEstimator({ categories: 3, epsilon: 1, seed: 1, ...options } as never)

describe('a misspelt name', () => {
  test.each([
    ['fihser', ['srr', 'fisher'], 'fisher'],
    ['subset_selection', ['srr', 'subset-selection'], 'subset-selection'],
    ['KL', ['tv', 'kl'], 'kl'],
    ['grr', ['srr', 'hadamard'], 'srr'],
    ['eror', ['users', 'error'], 'error'],
    // The nearest of two, and the first of equals.
    ['sexx', ['text', 'sex', 'sext'], 'sex'],
  ])('%s is taken for the nearest of %j', (word, names, meant) => {
    expect(nearest(word, names)).toBe(meant)
  })

  test.each([
    ['nuts', ['gibbs', 'hmc', 'slice']],
    ['x', ['y']],
    ['', ['a', 'b']],
    [3, ['3']],
    ['a'.repeat(100_000), ['a'.repeat(100_000)]],
  ])('is taken for nothing that it is not near to: %#', (word, names) => {
    expect(nearest(word, names)).toBeUndefined()
  })

  test.each<[string, () => unknown, string]>([
    ['a strategy', () => estimate({ strategy: 'fihser' }), 'fisher'],
    ['a strategy of a simulation', () => simulate({ truth: [1, 1], users: 9, strategies: ['subsetselection'], epsilon: 1, seed: 1 }), 'subset-selection'], // biome-ignore format: one line a case
    ['a sampler', () => samplePosterior(tally, { sampler: 'gibs' as never, seed: 1 }), 'gibbs'],
    ['a utility', () => evaluateUtility('entropie' as never, [1, 1], two), 'entropy'],
    ['a mechanism', () => mechanismFromRequest({ mechanism: 'ssr', categories: 3, epsilon: 1 }), 'srr'],
    ["a goal's part", () => estimate({ goal: { query: 'share(1)', wihtin: 0.1 } }), 'within'],
    ['a memory', () => estimate({ memory: { windw: 3 } }), 'window'],
    ['an option', () => estimate({ stategy: 'srr' }), 'strategy'],
  ])('of %s is answered with the one that was probably meant', (_, call, meant) => {
    let thrown: unknown
    try {
      call()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(Refusal)
    expect(thrown).toMatchObject({ meant })
    expect((thrown as Refusal).message.endsWith(`. Did you mean "${meant}"?`)).toBe(true)
  })

  test('that is near to nothing has no suggestion', () => {
    expect(() => estimate({ strategy: 'thompson' })).toThrow(/; got "thompson"$/)
  })
})
