import { expect, test } from 'vitest'
import { scanSubsets } from '../../../src/catalogue/scan-subsets.ts'
import type { LoopState } from '../../../src/catalogue/strategy-kind.ts'
import { UTILITY_NAMES } from '../../../src/catalogue/utilities.ts'
import type { Vector } from '../../../src/check/check.ts'
import { builtIn } from '../../../src/loop/strategy/built-in.ts'
import { createStrategy, readStrategy, STRATEGY_NAMES } from '../../../src/loop/strategy/strategy-names.ts'
import { auditedMechanism } from '../../../src/mechanism/audited-mechanism.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'
import type { Rrrr } from '../../../src/rrrr/rrrr.ts'
import { descendingOrder } from '../../../src/simplex/order.ts'
import { normalised, randomTheta } from '../../support/tally.ts'

/** A loop that has no answers yet. */
const atStart = ({ length }: Float64Array): LoopState => ({
  tally: createTally(length),
  size: 0,
  answers: 0,
  rng: stream(1, 'design'),
})

const at = (...theta: number[]) => [Float64Array.from(theta), atStart(Float64Array.from(theta))] as const

const NAMES = [
  'srr',
  'subset-selection',
  'oue',
  'olh',
  'hadamard',
  'information',
  'auto',
  'semi:0.2',
  'semi:.95',
  'semi:1',
  ...UTILITY_NAMES,
  'fisher@0.9',
  'honesty@1',
]

/** A strategy, whose channels are mechanisms. */
function strategyOf(name: string, categories: number, epsilon: number, publicPrior?: Vector) {
  const strategy = createStrategy(name, { categories, epsilon, publicPrior })
  const choose = (theta: Float64Array, state: LoopState) => auditedMechanism(strategy.choose(theta, state))
  return { adaptive: strategy.adaptive, choose }
}

const subsetSize = ({ subset }: { readonly subset?: readonly number[] }) => subset?.length ?? 0

test.each([
  ['srr', 'srr', undefined],
  ['subset-selection', 'subset-selection', undefined],
  ['auto', 'auto', undefined],
  ['public-prior:adaptive', 'public-prior:adaptive', undefined],
  ['information', 'information', undefined],
  ['information@0.9', 'information', 0.9],
  ['semi:0.8', 'semi', 0.8],
  ['semi:1', 'semi', 1],
  ['fisher', 'fisher', undefined],
  ['marginal-tv@0.9', 'marginal-tv', 0.9],
])('%s is read as %s with the share %s', (name, kind, share) => {
  const read = readStrategy(name, builtIn)
  expect([read.kind.name, read.share]).toEqual([kind, share])
})

test('every name in the list is one of a strategy', () => {
  for (const name of STRATEGY_NAMES) expect(readStrategy(name, builtIn).kind.name).toBe(name)
  expect(STRATEGY_NAMES).toEqual(expect.arrayContaining(['srr', 'subset-selection', ...UTILITY_NAMES]))
})

test.each([
  ...['', 'SRR', ' fisher', 'fisher ', 'Fisher', 'constructor', 'information:0.8', 'auto@0.8'],
  ...[
    'fisher@',
    'fisher@0',
    'fisher@1.1',
    'fisher@x',
    'fisher@0.8@0.9',
    'fisher@-0.5',
    'fisher:0.8',
    'fisher@.',
  ],
  ...['semi', 'semi:', 'semi:0', 'semi:1.5', 'semi:-1', 'semi:NaN', 'semi: 0.8', 'semi:0x1', 'semi@0.8'],
  ...['semi:0.8@0.9', 'srr@0.5', 'srr:1', 'subset-selection@0.8', '@0.9', ':0.8'],
  ...[undefined, null, 5, Number.NaN, ['fisher'], ['srr'], {}],
])('%j is refused, with the names that are not', name => {
  expect(() => readStrategy(name, builtIn)).toThrow(RangeError)
  expect(() => readStrategy(name, builtIn)).toThrow(/^strategy must be one of srr, .*fisher.*semi:ALPHA/)
  expect(() => strategyOf(name as string, 4, 1)).toThrow(RangeError)
})

test.each(NAMES)('%s chooses the same at the same θ, whatever it chose in between', name => {
  const rng = stream(1, 'memory')
  const strategy = strategyOf(name, 9, 1)
  const thetas = Array.from({ length: 50 }, () => normalised(randomTheta(rng, 9)))
  const requests = thetas.map(theta => strategy.choose(theta, atStart(theta)).toRequest())
  expect(thetas.map(theta => strategy.choose(theta, atStart(theta)).toRequest())).toEqual(requests)
  const fresh = thetas.map(theta => strategyOf(name, 9, 1).choose(theta, atStart(theta)).toRequest())
  expect(fresh).toEqual(requests)
  if (!strategy.adaptive) expect(new Set(requests.map(request => JSON.stringify(request))).size).toBe(1)
})

test('the strategies that do not look at θ say so', () => {
  const fixed = NAMES.filter(name => !strategyOf(name, 5, 1).adaptive)
  expect(fixed).toEqual(['srr', 'subset-selection', 'oue', 'olh', 'hadamard'])
})

test('srr asks for standard randomized response, and subset-selection for a set of the usual size', () => {
  const theta = Float64Array.of(0.7, 0.1, 0.1, 0.1)
  expect(strategyOf('srr', 4, 2).choose(theta, atStart(theta)).toRequest()).toEqual({
    mechanism: 'srr',
    categories: 4,
    epsilon: 2,
  })
  // 20 / (e + 1) = 5.4.
  expect(
    strategyOf('subset-selection', 20, 1)
      .choose(new Float64Array(20), atStart(new Float64Array(20)))
      .toRequest(),
  ).toEqual({
    mechanism: 'subset-selection',
    categories: 20,
    epsilon: 1,
    size: 5,
  })
})

test.each(UTILITY_NAMES)('%s restricts to the best prefix by its scan, at the split in its name', utility => {
  const rng = stream(1, 'scan', utility)
  for (let trial = 0; trial < 200; trial++) {
    const K = 2 + rng.integer(15)
    const epsilon = 0.2 + 6 * rng.uniform()
    const theta = normalised(randomTheta(rng, K))
    for (const [name, split] of [
      [utility, 0.8],
      [`${utility}@0.9`, 0.9],
      [`${utility}@0.35`, 0.35],
    ] as const) {
      const epsilon1 = split * epsilon
      const { subset } = scanSubsets({ theta, utility, epsilon, epsilon1 })
      const mechanism = strategyOf(name, K, epsilon).choose(theta, atStart(theta))
      expect(subsetSize(mechanism)).toBe(subset.length)
      expect(mechanism.toRequest()).toEqual(
        subset.length === 0
          ? { mechanism: 'srr', categories: K, epsilon }
          : { mechanism: 'rrrr', categories: K, subset, epsilon, epsilon1 },
      )
    }
  }
})

test('semi:α restricts to the shortest prefix of mass α or more with the whole budget; all of it is SRR', () => {
  const rng = stream(1, 'semi')
  const sizes = new Set<number>()
  for (let trial = 0; trial < 3000; trial++) {
    const K = 2 + rng.integer(8)
    // Ties and zeros included: multiples of an eighth, whose sums are exact.
    const theta = new Float64Array(K)
    for (let i = 0; i < 8; i++) theta[rng.integer(K)] += 1 / 8
    const alpha = (1 + rng.integer(16)) / 16
    const order = descendingOrder(theta)
    let below = 0
    let mass = 0
    for (const x of order) if ((mass += theta[x]) < alpha) below++
    const size = Math.min(K, below + 1)
    const mechanism = strategyOf(`semi:${alpha}`, K, 1.5).choose(theta, atStart(theta))
    sizes.add(K - size)
    if (size === K) {
      expect(mechanism.toRequest()).toEqual({ mechanism: 'srr', categories: K, epsilon: 1.5 })
      expect(subsetSize(mechanism)).toBe(0)
    } else {
      const { subset, epsilon1, epsilon2 } = mechanism as Rrrr
      expect(subset).toEqual(Array.from(order.subarray(0, size)).sort((i, j) => i - j))
      expect(subsetSize(mechanism)).toBe(size)
      expect(epsilon1).toBe(1.5)
      if (size < K - 1) expect(epsilon2).toBeCloseTo(0, 15)
    }
  }
  expect(sizes.has(0) && sizes.has(1) && sizes.has(6)).toBe(true)
})

test('the mass of a prefix counts to its last digit', () => {
  const theta = Float64Array.of(0.25, 0.5, 0.25)
  expect(strategyOf('semi:0.75', 3, 1).choose(theta, atStart(theta)).toRequest()).toMatchObject({
    subset: [0, 1],
  })
  expect(strategyOf('semi:0.7500000001', 3, 1).choose(theta, atStart(theta)).toRequest().mechanism).toBe(
    'srr',
  )
  expect(strategyOf('semi:0.5', 3, 1).choose(theta, atStart(theta)).toRequest()).toMatchObject({
    subset: [1],
  })
})

test('public-prior needs its prior, of one weight a category', () => {
  expect(() => strategyOf('public-prior', 4, 1)).toThrow(/^publicPrior must be given/)
  expect(() => strategyOf('public-prior', 4, 1, [1, 1])).toThrow(/^publicPrior must be a vector of 4/)
  expect(
    strategyOf('public-prior', 2, 1, [1, 3])
      .choose(...at(0.5, 0.5))
      .toRequest(),
  ).toEqual({
    mechanism: 'public-prior',
    prior: [0.25, 0.75],
    epsilon: 1,
  })
})

test('public-prior:adaptive follows the draw, and keeps every category at a fifth of its uniform share', () => {
  const strategy = strategyOf('public-prior:adaptive', 4, 1)
  const request = strategy.choose(...at(1, 0, 0, 0)).toRequest()
  expect(request).toMatchObject({ mechanism: 'public-prior' })
  expect((request.prior as number[])[3]).toBeCloseTo(0.05, 12)
  expect((request.prior as number[])[0]).toBeCloseTo(0.85, 12)
})
