import { describe, expect, test } from 'vitest'
import * as core from '../../src/index.ts'
import * as tensors from '../../src/tensors.ts'

const adobest = { ...core, ...tensors }

/** Public functions that take options, each with good ones. */
const GOOD: Record<string, { readonly call: (options: never) => unknown; readonly options: object }> = {}

function takes<T extends object>(name: string, call: (options: T) => unknown, options: T): void {
  GOOD[name] = { call: call as (options: never) => unknown, options }
}

const tally = adobest.createTally(2)
tally.add(adobest.srr({ categories: 2, epsilon: 1 }), 0, 10)
const uniform = [1, 1]
const around = { reference: uniform, gamma: 2 }
const range = [0, 10] as const
const groups = [{ values: [1, 2], epsilon: 1 }]
const design = { counts: [3], epsilons: [1], variance: 1, sensitivity: 1, rule: 'min' } as const

takes('srr', adobest.srr, { categories: 2, epsilon: 1 })
takes('rrrr', adobest.rrrr, { categories: 2, epsilon: 1, subset: [0] })
takes('subsetSelection', adobest.subsetSelection, { categories: 2, epsilon: 1 })
takes('unaryEncoding', adobest.unaryEncoding, { categories: 2, epsilon: 1 })
takes('hadamard', adobest.hadamard, { categories: 2, epsilon: 1 })
takes('staircase', adobest.staircase, {
  categories: 2,
  epsilon: 1,
  groups: [[0]],
  sets: [[0], [1]],
  weights: [1, 1],
})
takes('localHashing', adobest.localHashing, { categories: 2, epsilon: 1, buckets: 2, partitions: [[0, 1]] })
takes('blockDesign', adobest.blockDesign, { categories: 2, epsilon: 1 })
takes('publicPrior', adobest.publicPrior, { prior: uniform, epsilon: 1 })
takes('createRespondent', options => adobest.createRespondent(options), { epsilon: 1, categories: 2 })
takes('createEstimator', adobest.createEstimator, { categories: 2, epsilon: 1, seed: 1 })
takes('simulate', adobest.simulate, {
  truth: [0.5, 0.5],
  users: 4,
  strategies: ['srr'],
  epsilon: 1,
  seed: 1,
})
takes('samplePosterior', options => adobest.samplePosterior(tally, options), { draws: 4, seed: 1 })
takes('maximumLikelihood', options => adobest.maximumLikelihood(tally, options), { prior: 1 })
takes('sgld', adobest.sgld, { tally })
takes('sgrld', adobest.sgrld, { tally })
takes('scanSubsets', adobest.scanSubsets, { theta: [0.5, 0.5], utility: 'honesty', epsilon: 1 })
takes('publicPriorSampler', adobest.publicPriorSampler, { prior: uniform, epsilon: 1 })
takes('relativeMollifier', adobest.relativeMollifier, { reference: uniform, epsilon: 1 })
takes('minimaxSampler', adobest.minimaxSampler, { form: 'linear', categories: 2, epsilon: 1 })
takes('localMinimaxSampler', adobest.localMinimaxSampler, { form: 'linear', ...around, epsilon: 1 })
takes('optimalMixing', adobest.optimalMixing, { c1: 0, c2: 2, epsilon: 1 })
takes('laplaceMixture', adobest.laplaceMixture, { locations: [0, 1], weights: uniform })
takes('continuousSampler', adobest.continuousSampler, {
  form: 'linear',
  reference: adobest.laplace(),
  c1: 0.5,
  c2: 2,
  epsilon: 1,
})
takes('pooledMean', adobest.pooledMean, {
  groups: [{ count: 1, sum: 1, epsilon: 1 }],
  variance: 1,
  sensitivity: 1,
})
takes('personalizedThreshold', adobest.personalizedThreshold, design)
takes('sumSensitivity', adobest.sumSensitivity, { range, adjacency: 'replace-one' })
takes('personalizedMean', adobest.personalizedMean, {
  groups,
  variance: 1,
  range,
  adjacency: 'replace-one',
  rule: 'min',
})
takes('pooledQuantile', adobest.pooledQuantile, {
  groups,
  probability: 0.5,
  range,
  adjacency: 'replace-one',
  variance: 1,
})
takes('personalizedQuantile', adobest.personalizedQuantile, {
  groups,
  probability: 0.5,
  range,
  adjacency: 'replace-one',
})

takes('confidenceSequence', adobest.confidenceSequence, { categories: 2 })
takes('changeDetector', adobest.changeDetector, { categories: 2, runLength: 1000 })
takes('memoized', options => adobest.memoized(options as never), {
  kind: 'grr',
  categories: 2,
  permanent: 2,
  first: 1,
})
takes('riskReport', adobest.riskReport, { mechanism: adobest.srr({ categories: 2, epsilon: 1 }) })

describe('an option that is null', () => {
  test.each(Object.entries(GOOD))('is refused, and not taken as left out: %s', (_, { call, options }) => {
    const names = messageOf(() => call({ ...options, sead: 3 } as never)).match(/one of ([\w, ]+);/)![1]
    for (const name of names.split(', ')) {
      const message = messageOf(() => call({ ...options, [name]: null } as never))
      expect(message).toBe(`${name} must be a value, or left out where it has a default; got null`)
    }
  })

  test('is refused within options, too', () => {
    const robust = () =>
      adobest.createEstimator({ categories: 2, epsilon: 1, seed: 1, robust: { share: null } as never })
    expect(robust).toThrow('robust.share must be a value')
  })
})

function messageOf(attempt: () => unknown): string {
  try {
    attempt()
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
  return 'nothing was refused'
}

describe('an option that does not exist', () => {
  test.each(Object.entries(GOOD))('is refused by name: %s', (_, { call, options }) => {
    expect(() => call(options as never)).not.toThrow()
    const misspelt = () => call({ ...options, sead: 3 } as never)
    expect(misspelt).toThrow(RangeError)
    expect(misspelt).toThrow(
      /^each name in options must be one of [\w, ]+; got "sead"(\. Did you mean "(seed|share)"\?)?$/,
    )
  })

  test.each([5, [], {}, { mechanisms: 1 }])('is not a catalogue: %j', catalogue => {
    const says = /^catalogue must be a catalogue, as builtIn is/
    const given = { categories: 2, epsilon: 1, seed: 1, catalogue } as never
    expect(() => adobest.createEstimator(given)).toThrow(says)
    expect(() => adobest.samplePosterior(tally, { catalogue } as never)).toThrow(says)
    expect(() => adobest.mechanismFromRequest({ mechanism: 'srr' }, { catalogue } as never)).toThrow(says)
    expect(() =>
      adobest.scanSubsets({ theta: [1, 1], utility: 'mse', epsilon: 1, catalogue } as never),
    ).toThrow(says)
  })

  test('is refused within options, too', async () => {
    const options = { users: 4, strategies: ['srr'], epsilon: 1, categories: 2, seed: 1 }
    const truth = { dirichlet: 1, rho: 2 }
    expect(() => adobest.simulate({ ...options, truth })).toThrow(
      'in truth must be one of dirichlet; got "rho"',
    )
    const publicPrior = { tempered: 1, power: 2 }
    expect(() => adobest.simulate({ ...options, truth: [0.5, 0.5], publicPrior })).toThrow(
      'each name in publicPrior must be one of tempered; got "power"',
    )
    const chains = { tally, sampler: 'sgld', chains: 1, gamma: 1, sead: 3 } as const
    await expect(adobest.createTensorChains(chains)).rejects.toThrow('got "sead"')
  })
})

/** The public functions; classes are not called. */
const FUNCTIONS = Object.entries(adobest).filter(
  ([, value]) => typeof value === 'function' && !String(value).startsWith('class'),
) as [string, (...args: unknown[]) => unknown][]

const JUNK = [undefined, null, 5, 'x', {}, [], true, () => 1, Number.NaN, [null], { a: 1 }, 1n, Symbol('s')]

test('whatever a public function is called with, it does its work or throws a RangeError', async () => {
  const surprises = new Set<string>()
  let refused = 0
  for (const [name, call] of FUNCTIONS) {
    for (const one of JUNK) {
      for (const other of JUNK) {
        try {
          await call(one, other)
        } catch (error) {
          if (error instanceof RangeError) refused++
          else surprises.add(`${name}(${String(one)}, ${String(other)}): ${error}`)
        }
      }
    }
  }
  expect([...surprises]).toEqual([])
  expect(refused).toBeGreaterThan(100 * FUNCTIONS.length)
})
