import { describe, expect, test } from 'vitest'
import * as adobest from '../../src/index.ts'
import { requireRng } from '../../src/random/require-rng.ts'

const { cryptoRng, stream } = adobest
const { uniform, uint32, fill } = cryptoRng()

const BAD = [
  5,
  'crypto',
  {},
  Math.random,
  { kind: 'seeded' },
  { kind: 'none', uniform, uint32, fill, integer: () => 0 },
  { kind: 'crypto', uniform, uint32, fill },
]

const SIZE = { categories: 3, epsilon: 1 }
const mechanisms = [
  adobest.srr(SIZE),
  adobest.rrrr({ ...SIZE, subset: [0] }),
  adobest.subsetSelection(SIZE),
  adobest.unaryEncoding(SIZE),
  adobest.hadamard(SIZE),
  adobest.staircase({ ...SIZE, groups: [[0], [1], [2]], sets: [[0], [1], [2]], weights: [1, 1, 1] }),
  adobest.localHashing({ ...SIZE, buckets: 2, partitions: [[0, 1, 0]] }),
  adobest.blockDesign(SIZE),
  adobest.publicPrior({ prior: [1, 1, 1], epsilon: 1 }),
]

const uniformLaw = [1, 1, 1]
const samplers = [
  adobest.minimaxSampler({ form: 'nonlinear', ...SIZE }),
  adobest.minimaxSampler({ form: 'linear', ...SIZE }),
  adobest.relativeMollifier({ reference: uniformLaw, epsilon: 1 }),
  adobest.publicPriorSampler({ prior: uniformLaw, epsilon: 1 }),
]

const line = { reference: adobest.laplace(), c1: 0.5, c2: 2, epsilon: 1 }
const clipped = adobest.continuousSampler({ form: 'nonlinear', ...line })
const mixed = adobest.continuousSampler({ form: 'linear', ...line })

const groups = [{ values: [1, 2], epsilon: 1 }]
const people = { groups, range: [0, 10], adjacency: 'replace-one' } as const
const sums = [{ count: 2, sum: 3, epsilon: 1 }]

/** Every public function that takes a source of randomness. */
const DOORS: Record<string, (rng: never) => unknown> = {
  ...Object.fromEntries(mechanisms.map(each => [each.name, (rng: never) => each.respond(1, rng)])),
  ...Object.fromEntries(
    samplers.map((each, i) => [`sampler ${i}`, (rng: never) => each.sample(uniformLaw, rng)]),
  ),
  'draw from a sampler': rng => adobest.minimaxSampler({ form: 'linear', ...SIZE }).sampleFrom(() => 1, rng),
  'draw from the public-prior sampler': rng =>
    adobest.publicPriorSampler({ prior: uniformLaw, epsilon: 1 }).sampleFrom(() => 1, rng),
  'nonlinear density': rng => clipped.sample(adobest.laplace(), rng),
  'linear density': rng => mixed.sample(adobest.laplace(), rng),
  'draw from a density': rng => mixed.sampleFrom(() => 0.3, rng),
  pooledMean: rng => adobest.pooledMean({ groups: sums, variance: 1, sensitivity: 1, rng }),
  pooledQuantile: rng => adobest.pooledQuantile({ ...people, probability: 0.5, variance: 1, rng }),
  personalizedMean: rng => adobest.personalizedMean({ ...people, variance: 1, rule: 'min', rng }),
  personalizedQuantile: rng => adobest.personalizedQuantile({ ...people, probability: 0.5, rng }),
  createRespondent: rng => adobest.createRespondent({ ...SIZE, rng }),
  memoized: rng => adobest.memoized({ kind: 'grr', categories: 3, permanent: 2, first: 1, rng }),
}

describe.each(Object.entries(DOORS))('%s', (_, call) => {
  test('takes both sources, and refuses what is none in one sentence', () => {
    for (const good of [cryptoRng(), stream(1, 'doors')]) expect(() => call(good as never)).not.toThrow()
    for (const bad of BAD) {
      expect(() => call(bad as never)).toThrow(
        /^rng must be a source of randomness, as cryptoRng\(\) and stream\(1\) give; got /,
      )
    }
  })
})

test('what was given is shown', () => {
  expect(() => requireRng(undefined as never)).toThrow(/; got undefined$/)
  expect(() => requireRng(null as never)).toThrow(/; got null$/)
  expect(() => requireRng(Math.random as never)).toThrow(/; got a function$/)
  expect(() => requireRng({ kind: 'seeded' } as never)).toThrow(/; got {"kind":"seeded"}$/)
})
