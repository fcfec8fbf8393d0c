import { describe, expect, test } from 'vitest'
import { clipSampler } from '../../src/private-sampling/clip-sampler.ts'
import { localMinimaxSampler } from '../../src/private-sampling/local-minimax-sampler.ts'
import { minimaxSampler } from '../../src/private-sampling/minimax-sampler.ts'
import type { DrawSampler, PrivateSampler } from '../../src/private-sampling/private-sampler.ts'
import { publicPriorSampler } from '../../src/private-sampling/public-prior-sampler.ts'
import { relativeMollifier } from '../../src/private-sampling/relative-mollifier.ts'
import { cryptoRng } from '../../src/random/crypto.ts'
import type { Rng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { DIVERGENCES, divergence } from '../../src/simplex/divergence.ts'
import { countDraws, dirac, randomLaw, total, without } from '../support/laws.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'

type Maker = (reference: Float64Array, epsilon: number, rng: Rng) => PrivateSampler

// Every sampler of a finite space. `all`: its class is all laws; else the worst case is over the class alone.
const MAKERS: { name: string; all: boolean; make: Maker }[] = [
  { name: 'publicPriorSampler', all: true, make: (prior, epsilon) => publicPriorSampler({ prior, epsilon }) },
  {
    name: 'relativeMollifier kl',
    all: true,
    make: (reference, epsilon) => relativeMollifier({ reference, epsilon }),
  },
  {
    name: 'relativeMollifier tv',
    all: true,
    make: (reference, epsilon) => relativeMollifier({ reference, epsilon, norm: 'tv' }),
  },
  {
    name: 'clipSampler',
    all: true,
    make: (reference, epsilon, rng) => clipSampler({ reference, epsilon, kappa: 1 + 20 * rng.uniform() }),
  },
  ...(['linear', 'nonlinear'] as const).flatMap(form => [
    {
      name: `minimaxSampler of all laws, ${form}`,
      all: true,
      make: ({ length }: Float64Array, epsilon: number) =>
        minimaxSampler({ form, categories: length, epsilon }),
    },
    {
      name: `minimaxSampler of a class, ${form}`,
      all: false,
      make: (reference: Float64Array, epsilon: number, rng: Rng) =>
        minimaxSampler({ form, reference, c1: 0.9 * rng.uniform(), c2: 1.01 + 5 * rng.uniform(), epsilon }),
    },
    {
      name: `localMinimaxSampler, ${form}`,
      all: false,
      make: (reference: Float64Array, epsilon: number, rng: Rng) =>
        localMinimaxSampler({ form, reference, gamma: 1.01 + 10 * rng.uniform(), epsilon }),
    },
  ]),
]

const LEVELS = [0, 1e-6, 0.1, 0.7, 2, 9, 40, 800, Infinity]

function randomSampler(make: Maker, rng: Rng) {
  const reference = randomLaw(rng, 1 + rng.integer(9))
  const epsilon = LEVELS[rng.integer(LEVELS.length)]
  return { reference, epsilon, sampler: make(reference, epsilon, rng) }
}

/** Laws of one category, of all but one, and random ones. */
function inputs(reference: Float64Array, rng: Rng): Float64Array[] {
  const n = reference.length
  const extreme = Array.from({ length: n }, (_, i) => [dirac(n, i), without(reference, i)]).flat()
  return [...extreme, ...Array.from({ length: 12 }, () => randomLaw(rng, n))].filter(law => law !== undefined)
}

/** The largest ln Q(P)(x)/Q(P′)(x) over these inputs. */
function enumeratedLevel(
  sampler: Pick<PrivateSampler, 'distribution'>,
  laws: readonly Float64Array[],
): number {
  const outputs = laws.map(sampler.distribution)
  const spreads = Array.from(outputs[0].keys(), x => {
    const column = outputs.map(q => q[x])
    return Math.max(...column) === 0 ? 0 : Math.log(Math.max(...column) / Math.min(...column))
  })
  return Math.max(...spreads)
}

describe.each(MAKERS)('$name', ({ name, all, make }) => {
  test('gives laws that sum to one, to 1e-13, in 600 random settings', () => {
    const rng = stream(8, name, 'sum')
    for (let round = 0; round < 600; round++) {
      const { sampler } = randomSampler(make, rng)
      const q = sampler.distribution(randomLaw(rng, sampler.categories))
      expect(Math.abs(total(q) - 1)).toBeLessThan(1e-13)
      expect(q.every(mass => mass >= 0)).toBe(true)
    }
  })

  test('spends what it states, whatever P is: never more than asked for, attained by extreme laws', () => {
    const rng = stream(8, name, 'level')
    for (let round = 0; round < 600; round++) {
      const { reference, epsilon, sampler } = randomSampler(make, rng)
      const found = enumeratedLevel(sampler, inputs(reference, rng))
      expect(sampler.epsilon).toBeLessThanOrEqual(epsilon)
      // At ε = 800 the kernel's smallest probabilities are below all doubles; its logarithms are tested elsewhere.
      if (epsilon === 800 && name === 'publicPriorSampler') continue
      expect(found).toBeLessThanOrEqual(epsilon * (1 + 1e-12))
      if (epsilon < 700)
        expect(Math.abs(found - sampler.epsilon)).toBeLessThanOrEqual(1e-9 * (1 + sampler.epsilon))
    }
  })

  test('never exceeds its worst case, and attains it at a law of one category where its class is all laws', () => {
    const rng = stream(8, name, 'worst')
    for (let round = 0; round < 400; round++) {
      const { reference, sampler } = randomSampler(make, rng)
      for (const divergenceName of DIVERGENCES) {
        const worst = sampler.worstCase(divergenceName)
        if (!all) {
          expect(worst).toBeGreaterThanOrEqual(0)
          continue
        }
        const found = inputs(reference, rng).map(p => divergence(divergenceName, p, sampler.distribution(p)))
        const largest = Math.max(...found)
        if (worst < Infinity) expect(Math.abs(largest - worst)).toBeLessThanOrEqual(1e-12 + 1e-10 * worst)
        else expect(largest).toBe(Infinity)
      }
    }
  })

  // A false-alarm rate of 1e-6 for each sampler and source.
  test('draws what its distribution says, from both sources; a twin that draws from P itself fails', () => {
    const rng = stream(8, name, 'draws')
    const reference = Float64Array.of(0.1, 0.3, 0.25, 0.05, 0.3)
    const sampler = make(reference, 0.7, rng)
    const p = Float64Array.of(0.55, 0.05, 0, 0.3, 0.1)
    const size = 30_000
    const expected = sampler.distribution(p).map(mass => mass * size)
    for (const source of [rng, cryptoRng()]) {
      const counts = countDraws(5, size, () => sampler.sample(p, source))
      expect(chiSquarePValue(counts, expected)).toBeGreaterThan(FALSE_ALARM)
    }
    const identity = minimaxSampler({ form: 'linear', categories: 5, epsilon: Infinity })
    expect(
      chiSquarePValue(
        countDraws(5, size, () => identity.sample(p, rng)),
        expected,
      ),
    ).toBeLessThan(FALSE_ALARM)
  })

  test('refuses a reference, an ε, a P and a divergence that are none', () => {
    const rng = stream(8, name, 'refusals')
    const sampler = make(Float64Array.of(0.5, 0.5), 1, rng)
    expect(() => make(Float64Array.of(0.5, 0.5), -1, rng)).toThrow(/^epsilon .*got -1/)
    expect(() => make(Float64Array.of(0.5, 0.5), Number.NaN, rng)).toThrow(RangeError)
    expect(() => make(new Float64Array(0), 1, rng)).toThrow(RangeError)
    expect(() => sampler.distribution([1])).toThrow(/^p /)
    expect(() => sampler.distribution([1, -1])).toThrow(/^p\[1\]/)
    expect(() => sampler.sample([0, 0], rng)).toThrow(/^p /)
    expect(() => sampler.worstCase('js' as never)).toThrow(/^divergence/)
  })
})

// Those that need one draw from P alone. A false-alarm rate of 1e-6 each.
describe.each([
  {
    name: 'publicPriorSampler',
    sampler: publicPriorSampler({ prior: [0.1, 0.4, 0.5], epsilon: 1 }) as DrawSampler,
  },
  { name: 'minimaxSampler', sampler: minimaxSampler({ form: 'linear', categories: 3, epsilon: 1 }) },
  {
    name: 'localMinimaxSampler',
    sampler: localMinimaxSampler({ form: 'linear', reference: [0.3, 0.3, 0.4], gamma: 3, epsilon: 1 }),
  },
])('$name, fed with draws from P', ({ name, sampler }) => {
  const p = [0.5, 0.2, 0.3]
  const size = 30_000
  const run = (draw: (rng: Rng) => number) => {
    const rng = stream(9, name)
    return countDraws(3, size, () => sampler.sampleFrom(() => draw(rng), rng))
  }
  const fromP = (rng: Rng) => {
    const u = rng.uniform()
    return u < p[0] ? 0 : u < p[0] + p[1] ? 1 : 2
  }
  const expected = sampler.distribution(p).map(mass => mass * size)
  test('follows the distribution of P', () => {
    expect(chiSquarePValue(run(fromP), expected)).toBeGreaterThan(FALSE_ALARM)
  })
  test('fed with uniform draws instead, a twin, it does not', () => {
    expect(
      chiSquarePValue(
        run(rng => rng.integer(3)),
        expected,
      ),
    ).toBeLessThan(FALSE_ALARM)
  })
  test('refuses a draw that is not a category', () => {
    const rng = stream(9)
    const feed = () => {
      for (let i = 0; i < 100; i++) sampler.sampleFrom(() => 3, rng)
    }
    expect(feed).toThrow(/a category, a whole number from 0 to 2$/)
  })
})
