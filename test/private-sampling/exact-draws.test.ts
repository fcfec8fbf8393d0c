import { describe, expect, test } from 'vitest'
import { bitLength } from '../../src/elementary/quotient.ts'
import { expRoundedDown } from '../../src/mechanism/coin.ts'
import { boxClip } from '../../src/private-sampling/box-clip.ts'
import { boxSampler, clipBounds } from '../../src/private-sampling/clip-sampler.ts'
import { linearSampler } from '../../src/private-sampling/linear-sampler.ts'
import { minimaxSampler } from '../../src/private-sampling/minimax-sampler.ts'
import { mixingCoin } from '../../src/private-sampling/mixing-coin.ts'
import { type Guarantee, mixture } from '../../src/private-sampling/optimal-mixing.ts'
import { publicPriorSampler } from '../../src/private-sampling/public-prior-sampler.ts'
import { type Box, boxAround, boxLevel } from '../../src/private-sampling/ratio-box.ts'
import { wholeBox, wholeLaw } from '../../src/private-sampling/whole-box.ts'
import { cryptoRng } from '../../src/random/crypto.ts'
import type { CryptoRng, Rng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { lawsKeepEpsilon } from '../support/exact-exp.ts'
import { countDraws, dirac, normalise, randomLaw, total, without } from '../support/laws.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'

// Levels at which e^ε has no digits left in doubles, usual ones, and those that count as 700.
const LEVELS = [0, 1e-17, 1e-12, 1e-6, 0.1, 1, 5, 40, 300, 700, 800, Infinity]

const keepLevel = (epsilon: number, laws: readonly (readonly bigint[])[]) =>
  lawsKeepEpsilon(Math.min(epsilon, 700), laws)

/** A law with masses over many orders of magnitude, zeros among them. */
function sparseLaw(rng: Rng): Float64Array {
  const n = 2 + rng.integer(5)
  const decades = [2, 16, 290][rng.integer(3)]
  const law = Float64Array.from({ length: n }, () =>
    rng.integer(6) === 0 ? 0 : 10 ** (-decades * rng.uniform()),
  )
  law[rng.integer(n)] = 1
  return normalise(law)
}

/** Laws of one category, of all but one, and random ones. */
function inputs(reference: Float64Array, rng: Rng): Float64Array[] {
  const n = reference.length
  const extreme = Array.from({ length: n }, (_, i) => [dirac(n, i), without(reference, i)]).flat()
  return [...extreme, randomLaw(rng, n), sparseLaw(rng)].filter(law => law?.length === n) as Float64Array[]
}

const sum = (weights: readonly bigint[]) => weights.reduce((a, b) => a + b, 0n)

interface Setting {
  readonly box: Box
  readonly epsilon: number
  readonly laws: readonly Float64Array[]
}

/** Boxes as the clip samplers have them, and what the laws in doubles are there. */
function settings(name: string, rounds: number): Setting[] {
  const rng = stream(21, name)
  return Array.from({ length: rounds }, (_, round) => {
    const reference = sparseLaw(rng)
    const epsilon = LEVELS[round % LEVELS.length]
    const kappa = [1, 1 + rng.uniform(), 1 + 20 * rng.uniform(), 1e15][rng.integer(4)]
    const { lower, upper } = clipBounds(kappa, epsilon)
    const box = boxAround(reference, lower, upper)
    return { box, epsilon, laws: inputs(reference, rng).map(p => boxClip(p, box)) }
  })
}

describe('laws in a box, in 4000 sparse settings', () => {
  const all = settings('box', 4000)

  test('keep e^ε as a comparison of whole numbers, also the stated one; have one sum, and one set of answers', () => {
    let broken = 0
    for (const { box, epsilon, laws } of all) {
      const whole = wholeBox(box, expRoundedDown(epsilon))
      const weights = laws.map(law => wholeLaw(law, whole))
      const stated = box.least === 1 || box.most === 1 ? 0 : boxLevel(box, epsilon)
      if (!keepLevel(epsilon, weights) || !keepLevel(stated, weights)) broken++
      if (!weights.every(each => sum(each) === whole.total)) broken++
      if (!weights.every(each => each.every((weight, i) => weight > 0n === box.reference[i] > 0))) broken++
    }
    expect(broken).toBe(0)
  })

  test('are the laws in doubles, to a total variation of 1e-14', () => {
    let farthest = 0
    for (const { box, epsilon, laws } of all) {
      const whole = wholeBox(box, expRoundedDown(epsilon))
      for (const law of laws) {
        const distance = wholeLaw(law, whole).reduce((far, weight, i) => {
          return far + Math.abs(Number((weight << 128n) / whole.total) / 2 ** 128 - law[i])
        }, 0)
        farthest = Math.max(farthest, distance / 2)
      }
    }
    expect(farthest).toBeLessThan(1e-14)
  })

  // Two twins, by the same comparison: what draws by doubles realise, and rounding to the nearest 2⁻⁶⁴.
  test.each<[string, number]>([
    ['draws by doubles of 53 bits', 53],
    ['rounding to 64 bits', 64],
  ])('as %s, a twin, break it', (_, bits) => {
    const broken = all.filter(({ epsilon, laws }) => {
      const rounded = laws.map(law => cumulativeCounts(law, bits))
      return !keepLevel(epsilon, rounded)
    })
    expect(broken.length).toBeGreaterThan(all.length / 20)
  })

  test('at a reference mass of 1e-15 and ε = 0.1 draws by doubles, a twin, realise 0.105', () => {
    const reference = Float64Array.of(1e-15, 0.5, 0.5 - 1e-15)
    const { lower, upper } = clipBounds(3, 0.1)
    const box = boxAround(reference, lower, upper)
    const laws = [dirac(3, 0), dirac(3, 1)].map(p => boxClip(p, box))
    const counts = laws.map(law => Number(cumulativeCounts(law, 53)[0]))
    expect(Math.log(counts[0] / counts[1])).toBeGreaterThan(0.105)
    const whole = wholeBox(box, expRoundedDown(0.1))
    expect(
      lawsKeepEpsilon(
        0.1,
        laws.map(law => wholeLaw(law, whole)),
      ),
    ).toBe(true)
  })
})

/** How many multiples of 2^−bits in [0, 1) fall to each category, by their running sums. */
function cumulativeCounts(law: Float64Array, bits: number): bigint[] {
  let reached = 0
  let before = 0n
  return Array.from(law, mass => {
    reached += mass
    const upTo = BigInt(Math.ceil(Math.min(1, reached) * 2 ** bits))
    const count = upTo - before
    before = upTo
    return count
  })
}

describe('the linear sampler, in 3000 sparse settings', () => {
  const rng = stream(21, 'linear')
  const all = Array.from({ length: 3000 }, (_, round) => {
    const reference = sparseLaw(rng)
    const epsilon = LEVELS[round % LEVELS.length]
    const c1 = [0, rng.uniform(), 1 - 10 ** (-12 * rng.uniform())][rng.integer(3)]
    const c2 = 1 + [rng.uniform(), 20 * rng.uniform(), 10 ** (-12 * rng.uniform()), 1e12][rng.integer(4)]
    return { reference, epsilon, ratios: { c1, c2 }, inputs: inputs(reference, rng) }
  })

  /** `heads · t + tails · M w`, in proportion to the probabilities of the answers. */
  function outputs(reference: Float64Array, ratios: { c1: number; c2: number }, guarantee: Guarantee) {
    const box = boxAround(reference, ratios.c1, ratios.c2)
    const whole = wholeBox(box)
    const { heads, tails } = mixingCoin(whole, guarantee, mixture(ratios, guarantee))
    const law = (p: Float64Array) =>
      wholeLaw(boxClip(p, box), whole).map((t, i) => heads * t + tails * whole.unit * whole.reference[i])
    return { heads, tails, law, all: (heads + tails) * whole.total }
  }

  test('keeps e^ε as a comparison of whole numbers, also the stated one; its laws are those in doubles', () => {
    let broken = 0
    let farthest = 0
    for (const { reference, epsilon, ratios, inputs } of all) {
      const { law, all } = outputs(reference, ratios, { epsilon })
      const laws = inputs.map(law)
      const sampler = linearSampler(reference, ratios, { epsilon })
      if (!keepLevel(epsilon, laws) || !keepLevel(sampler.epsilon, laws)) broken++
      if (!laws.every(each => sum(each) === all)) broken++
      inputs.forEach((p, k) => {
        const inDoubles = sampler.distribution(p)
        const distance = laws[k].reduce((far, weight, i) => {
          return far + Math.abs(Number((weight << 128n) / all) / 2 ** 128 - inDoubles[i])
        }, 0)
        farthest = Math.max(farthest, distance / 2)
      })
    }
    expect(broken).toBe(0)
    expect(farthest).toBeLessThan(1e-14)
  })

  test('with the λ of doubles alone, 1 at ε = 40, a twin, releases the draw; in whole numbers it does not', () => {
    const uniform = new Float64Array(8).fill(1 / 8)
    const ratios = { c1: 0, c2: 8 }
    const { heads, tails, law } = outputs(uniform, ratios, { epsilon: 40 })
    const laws = [dirac(8, 0), dirac(8, 1)].map(law)
    expect(tails > 0n).toBe(true)
    expect(lawsKeepEpsilon(40, laws)).toBe(true)
    // 8 e^−40, the share of the answers that are not the draw.
    expect((Number((tails << 128n) / (heads + tails)) / 2 ** 128) * Math.exp(40)).toBeCloseTo(8, 10)
    expect(1 - 8 * Math.exp(-40)).toBe(1)
    const twin = [dirac(8, 0), dirac(8, 1)].map(p => Array.from(p, BigInt))
    expect(lawsKeepEpsilon(40, twin)).toBe(false)
  })

  test('takes a λ for (ε, δ) and for Gaussian levels that is below that of the doubles, by 1e-14 at most', () => {
    for (const { reference, epsilon, ratios } of all.slice(0, 500)) {
      for (const guarantee of [{ epsilon, delta: 0.01 }, { gaussian: epsilon }]) {
        const { heads, tails } = outputs(reference, ratios, guarantee)
        const share = Number((heads << 128n) / (heads + tails)) / 2 ** 128
        const { lambda } = mixture(ratios, guarantee)
        expect(share).toBeLessThanOrEqual(lambda)
        expect(share).toBeGreaterThan(lambda - 1e-14)
      }
    }
  })
})

/** A source that gives these whole numbers in turn, each below its total, and refuses all else. */
function scripted(...draws: readonly (readonly [value: bigint, total: bigint])[]): CryptoRng {
  const refuse = () => {
    throw new Error('only words may be drawn')
  }
  const words = draws.flatMap(([value, total]) => {
    const bits = bitLength(total - 1n)
    const count = Math.ceil(bits / 32)
    const shifted = value << BigInt(32 * count - bits)
    return Array.from({ length: count }, (_, i) =>
      Number((shifted >> BigInt(32 * (count - 1 - i))) & 0xffffffffn),
    )
  })
  return {
    kind: 'crypto',
    uint32: () => words.shift() ?? refuse(),
    uniform: refuse,
    integer: refuse,
    fill: refuse,
  }
}

describe('draws with the cryptographic source', () => {
  const rng = stream(21, 'scripted')

  test('of the box samplers change category exactly where the running sums of the weights do', () => {
    for (let round = 0; round < 200; round++) {
      const reference = sparseLaw(rng)
      const epsilon = LEVELS[round % LEVELS.length]
      const { lower, upper } = clipBounds(1 + 5 * rng.uniform(), epsilon)
      const box = boxAround(reference, lower, upper)
      const sampler = boxSampler(box, epsilon, boxClip)
      const whole = wholeBox(box, expRoundedDown(epsilon))
      const p = randomLaw(rng, reference.length)
      let reached = 0n
      wholeLaw(boxClip(p, box), whole).forEach((weight, i) => {
        if (weight === 0n) return
        expect(sampler.sample(p, scripted([reached, whole.total]))).toBe(i)
        reached += weight
        expect(sampler.sample(p, scripted([reached - 1n, whole.total]))).toBe(i)
      })
    }
  })

  test('of the linear sampler take its own draw for heads and the reference for tails, by the very coin', () => {
    for (let round = 0; round < 200; round++) {
      const reference = sparseLaw(rng)
      const epsilon = LEVELS[1 + (round % (LEVELS.length - 1))]
      const ratios = { c1: rng.integer(2) * rng.uniform(), c2: 2 + rng.uniform() }
      const sampler = linearSampler(reference, ratios, { epsilon })
      const whole = wholeBox(boxAround(reference, ratios.c1, ratios.c2))
      const { heads, tails } = mixingCoin(whole, { epsilon }, mixture(ratios, { epsilon }))
      const mass = sum(whole.reference)
      // The last category as the own draw, the first as the other.
      const [first, last] = [reference.findIndex(h => h > 0), reference.findLastIndex(h => h > 0)]
      const source = (coin: bigint, ...own: [bigint, bigint][]) =>
        scripted(...own, [0n, mass], [coin, heads + tails])
      for (const [coin, answer] of [
        [heads - 1n, last],
        [heads, first],
      ] as const) {
        if (coin < 0n || coin >= heads + tails) continue
        expect(sampler.sample(reference, source(coin, [whole.total - 1n, whole.total]))).toBe(answer)
        expect(sampler.sampleFrom(() => last, source(coin))).toBe(answer)
      }
    }
  })

  // A false-alarm rate of 1e-6 for each of the two forms.
  test.each(['linear', 'nonlinear'] as const)(
    'follow the law of the %s form; that of another ε, a twin, does not',
    form => {
      const p = [0.55, 0.05, 0, 0.3, 0.1]
      const make = (epsilon: number) => minimaxSampler({ form, categories: 5, epsilon })
      const size = 20_000
      const expected = make(1)
        .distribution(p)
        .map(mass => mass * size)
      const chance = (epsilon: number) => {
        const [sampler, source] = [make(epsilon), cryptoRng()]
        return chiSquarePValue(
          countDraws(5, size, () => sampler.sample(p, source)),
          expected,
        )
      }
      expect(chance(1)).toBeGreaterThan(FALSE_ALARM)
      expect(chance(1.4)).toBeLessThan(FALSE_ALARM)
    },
  )

  test('are made of thousands of categories too', () => {
    const sampler = minimaxSampler({ form: 'nonlinear', categories: 2000, epsilon: 2 })
    const draw = sampler.sample(dirac(2000, 7), cryptoRng())
    expect(draw >= 0 && draw < 2000).toBe(true)
    expect(total(sampler.distribution(dirac(2000, 7)))).toBeCloseTo(1, 12)
  })
})

test('a refused draw is not named, whatever the source and the coin', () => {
  const samplers = [
    minimaxSampler({ form: 'linear', categories: 3, epsilon: 1 }),
    publicPriorSampler({ prior: [0.2, 0.3, 0.5], epsilon: 1 }),
  ]
  for (const sampler of samplers) {
    const feed = (source: Rng) => () => {
      for (let i = 0; i < 100; i++) sampler.sampleFrom(() => 733, source)
    }
    for (const source of [stream(1, 'secret'), cryptoRng()]) {
      expect(feed(source)).toThrow(/^draw\(\) must be a category, a whole number from 0 to 2$/)
    }
  }
})
