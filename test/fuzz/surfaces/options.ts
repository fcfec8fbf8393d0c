import fc from 'fast-check'
import * as adobest from '../../../src/index.ts'
import { asIs, grow, type Mutant, mutants } from '../generators/mutation.ts'
import { expectThat, refusalOf, type Surface } from '../harness/surface.ts'

interface OptionsCase {
  readonly name: keyof typeof CALLS
  readonly options: Mutant<unknown>
}

/** A tally with few answers, to be asked for its posterior. */
const tally = adobest.createTally(3)
const channel = adobest.srr({ categories: 3, epsilon: 1 })
for (const answer of [0, 1, 2, 0]) tally.add(channel, answer)

/** Public functions, and good options of each: as somebody calls them in plain JavaScript, where no compiler looks on. */
const CALLS = {
  createEstimator: [
    { categories: 3, epsilon: 1, seed: 1 },
    {
      categories: 3,
      epsilon: 1,
      strategy: 'semi:0.8',
      prior: [1, 2, 1],
      sampler: 'sgld',
      horizon: 9,
      seed: 'a',
    },
  ],
  createRespondent: [{ categories: 3, epsilon: 1 }],
  samplePosterior: [
    { sampler: 'gibbs', draws: 4, warmup: 4, chains: 1, seed: 1 },
    { sampler: 'hmc', draws: 4, warmup: 4, chains: 2, prior: 1, seed: 'a' },
  ],
  simulate: [
    {
      categories: 3,
      truth: { dirichlet: 1 },
      users: 5,
      strategies: ['srr'],
      epsilon: 1,
      sampler: 'gibbs',
      draws: 4,
      seed: 1,
    },
    { truth: [0.5, 0.5], users: 5, strategies: ['fisher'], epsilon: 1, sampler: 'gibbs', draws: 4, seed: 1 },
    { data: [0, 1, 0], strategies: ['srr'], epsilon: 1, groupSize: 2, draws: 4, sampler: 'gibbs', seed: 1 },
  ],
  srr: [{ categories: 3, epsilon: 1 }],
  rrrr: [{ categories: 4, subset: [0, 2], epsilon: 1, epsilon1: 0.8 }],
  subsetSelection: [{ categories: 4, epsilon: 1, size: 2 }],
  unaryEncoding: [{ categories: 4, epsilon: 1 }],
  hadamard: [{ categories: 4, epsilon: 1 }],
  staircase: [
    {
      categories: 4,
      epsilon: 1,
      groups: [[1], [0, 3]],
      sets: [
        [0, 1],
        [0, 2],
        [1, 2],
      ],
      weights: [2, 2, 2],
    },
  ],
  publicPrior: [{ prior: [1, 2, 3], epsilon: 1 }],
  blockDesign: [{ categories: 4, epsilon: 1, seed: 1 }],
  localHashing: [
    {
      categories: 4,
      epsilon: 1,
      buckets: 2,
      size: 1,
      partitions: [
        [0, 0, 1, 1],
        [0, 1, 0, 1],
      ],
    },
  ],
  minimaxSampler: [
    { form: 'linear', categories: 3, epsilon: 1 },
    { form: 'nonlinear', reference: [1, 2, 3], c1: 0.5, c2: 2, epsilon: 1 },
  ],
  createTally: [3],
  stream: ['a'],
} as const

/** As plain JavaScript sees them. */
const FUNCTIONS: Readonly<Record<string, unknown>> = {
  ...adobest,
  samplePosterior: (options: never) => adobest.samplePosterior(tally, options),
  minimaxSampler(options: never) {
    const { categories, epsilon, distribution } = adobest.minimaxSampler(options)
    const law = distribution(Array.from({ length: categories }, (_, x) => Number(x === 0)))
    const total = law.reduce((sum, mass) => sum + mass, 0)
    expectThat(Math.abs(total - 1) < 1e-9 && epsilon >= 0, () => `masses ${law} at level ${epsilon}`)
  },
}

/** How much work somebody asks for is their own affair, and their own time. */
const WORK = ['categories', 'users', 'draws', 'warmup', 'chains', 'checkpoints', 'horizon', 'size', 'buckets']
const MOST_WORK = 20

function isSmall(options: unknown): boolean {
  const isLarge = (value: unknown) => typeof value === 'number' && value > MOST_WORK
  if (typeof options !== 'object' || options === null) return !isLarge(options)
  return WORK.every(name => !isLarge((options as Record<string, unknown>)[name]))
}

const names = Object.keys(CALLS) as (keyof typeof CALLS)[]

const cases = fc
  .constantFrom(...names)
  .chain(name =>
    fc.record<OptionsCase>({
      name: fc.constant(name),
      options: mutants(fc.constantFrom<unknown>(...CALLS[name]), 2),
    }),
  )
  .filter(({ options }) => {
    const grown = grow(options)
    return !isLive(grown) && isSmall(grown)
  })

/** Options are read where they are; an object that is another at each look is its owner's own fault. */
function isLive(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Number((value as { length?: unknown }).length) > 1e6)
    return false
  return Object.values(Object.getOwnPropertyDescriptors(value)).some(
    each => each.get !== undefined || isLive(each.value),
  )
}

/** Options of public functions, without a compiler. */
export const options: Surface<OptionsCase> = {
  name: 'options',
  cases,
  known: [
    known('createEstimator', undefined),
    known('createEstimator', { categories: 3, epsilon: 1, sead: 3 }),
    known('createRespondent', undefined),
    known('simulate', undefined),
    known('srr', undefined),
    known('publicPrior', { prior: null, epsilon: 1 }),
    known('samplePosterior', { sead: 1 }),
    known('samplePosterior', { prior: [1e300, 1e-300, 1], draws: 4, warmup: 4 }),
    known('minimaxSampler', { form: 'nonlinear', reference: [1, 2, 3], c1: 0, c2: 1e308, epsilon: 1 }),
    known('minimaxSampler', {
      form: 'linear',
      reference: [1, 2, 3],
      c1: 1 / (1 + 1e-12),
      c2: 1 + 1e-12,
      epsilon: 1e-12,
    }),
  ],
  // Some of these functions play a whole collection.
  limitMs: 1000,
  check({ name, options }) {
    try {
      ;(FUNCTIONS[name] as (options: unknown) => unknown)(grow(options))
      return 'valid'
    } catch (error) {
      return refusalOf(error)
    }
  },
  show: ({ name, options }) => `${name}(${fc.stringify(grow(options))})`,
}

function known(name: keyof typeof CALLS, value: unknown): OptionsCase {
  return { name, options: asIs(value) }
}
