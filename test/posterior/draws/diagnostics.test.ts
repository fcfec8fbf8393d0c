import { describe, expect, test } from 'vitest'
import { diagnose, essBulk, essTail, mcse, rhat } from '../../../src/posterior/draws/diagnostics.ts'
import { drawNormal } from '../../../src/random/normal.ts'
import type { Rng } from '../../../src/random/rng.ts'
import { stream } from '../../../src/random/stream.ts'
import { type Chains, plainDiagnostics, rhat as plainRhat } from '../../support/diagnostics.ts'

const diagnoseChains = (chains: Chains) => diagnose(Float64Array.from(chains.flat()), chains.length)

function chainsOf(count: number, length: number, next: (chain: number, i: number, last: number) => number) {
  return Array.from({ length: count }, (_, chain) => {
    const draws: number[] = []
    for (let i = 0; i < length; i++) draws.push(next(chain, i, draws.at(-1) ?? 0))
    return draws
  })
}

/** A stationary autoregression of standard deviation one. */
function autoregression(rng: Rng, count: number, length: number, r: number): number[][] {
  const kick = Math.sqrt(1 - r * r)
  return chainsOf(count, length, (_, i, last) =>
    i === 0 ? drawNormal(rng) : r * last + kick * drawNormal(rng),
  )
}

const KINDS: Record<string, (rng: Rng, count: number, length: number) => number[][]> = {
  'independent normal draws': (rng, count, length) => chainsOf(count, length, () => drawNormal(rng)),
  'a slow autoregression': (rng, count, length) => autoregression(rng, count, length, 0.9),
  'an antithetic autoregression': (rng, count, length) => autoregression(rng, count, length, -0.6),
  'shifted chains': (rng, count, length) => chainsOf(count, length, c => drawNormal(rng) + c),
  'chains of different scales': (rng, count, length) =>
    chainsOf(count, length, c => drawNormal(rng) * 3 ** c),
  'heavy tails': (rng, count, length) =>
    chainsOf(count, length, () => Math.tan(Math.PI * (rng.uniform() - 0.5))),
  'a drift': (rng, count, length) => chainsOf(count, length, (_, i) => drawNormal(rng) + (3 * i) / length),
  'many ties': (rng, count, length) => chainsOf(count, length, () => rng.integer(4)),
  'probabilities near zero': (rng, count, length) =>
    chainsOf(count, length, () => Math.exp(-40 * rng.uniform())),
}

describe.each(Object.keys(KINDS))('%s', kind => {
  test.each([
    [1, 100],
    [2, 37],
    [4, 250],
    [3, 8],
  ])('have the diagnostics of the definitions, to 1e-9: %d chains of %d draws', (count, length) => {
    const chains = KINDS[kind](stream(1, kind, count, length), count, length)
    const found = diagnoseChains(chains)
    const exact = plainDiagnostics(chains)
    for (const name of ['rhat', 'essBulk', 'essTail', 'mcse'] as const) {
      expect(found[name] / exact[name], name).toBeCloseTo(1, 9)
    }
  })
})

// Computed once with the formulas of the R package posterior in Python, for draws of a generator that is easily written again. For the
// first three, ArviZ 0.23.4 gives the same to all digits.
test.each([
  [4, 200, 0.5, 279.0339640884867],
  [4, 60, -0.4, 571.2506980107854],
  [2, 30, 0.8, 10.483940631856814],
  [3, 10, 0.2, 15],
])(
  '%d chains of %d draws, an autoregression of %d, have the effective draws of the reference',
  (count, length, r, expected) => {
    let state = 1
    const next = () => {
      state = (16807 * state) % 2147483647
      return state / 2147483647
    }
    expect(essBulk(chainsOf(count, length, (_, i, last) => (i === 0 ? 0 : r * last) + next()))).toBeCloseTo(
      expected,
      8,
    )
  },
)

test('an autoregression has (1 − r)/(1 + r) effective draws a draw, within 10 %', () => {
  for (const r of [-0.5, 0, 0.5, 0.9]) {
    const { essBulk, rhat, mcse } = diagnoseChains(autoregression(stream(1, 'ar', r), 4, 50_000, r))
    const exact = (200_000 * (1 - r)) / (1 + r)
    // The rank transform of a Gaussian chain is the chain itself, nearly.
    expect(Math.abs(essBulk / exact - 1)).toBeLessThan(0.1)
    expect(Math.abs(mcse * Math.sqrt(exact) - 1)).toBeLessThan(0.1)
    expect(rhat).toBeLessThan(1.002)
  }
})

test('the Monte Carlo error is the spread of the means of many chains, within 5 standard errors', () => {
  const rng = stream(1, 'spread')
  const errors: number[] = []
  const means: number[] = []
  for (let trial = 0; trial < 400; trial++) {
    const chains = autoregression(rng, 2, 500, 0.7)
    errors.push(diagnoseChains(chains).mcse)
    means.push(chains.flat().reduce((sum, value) => sum + value, 0) / 1000)
  }
  const spread = Math.sqrt(means.reduce((sum, value) => sum + value * value, 0) / 400)
  const claimed = Math.sqrt(errors.reduce((sum, value) => sum + value * value, 0) / 400)
  expect(Math.abs(claimed / spread - 1)).toBeLessThan(5 / Math.sqrt(2 * 400))
})

test('shifted chains have a large R̂, and few effective draws', () => {
  const { rhat, essBulk } = diagnoseChains(KINDS['shifted chains'](stream(1, 'shifted'), 4, 1000))
  expect(rhat).toBeGreaterThan(1.5)
  expect(essBulk).toBeLessThan(10)
})

test('chains that differ in scale alone have a large R̂, which that of their means does not show', () => {
  const chains = KINDS['chains of different scales'](stream(1, 'scales'), 4, 1000)
  expect(diagnoseChains(chains).rhat).toBeGreaterThan(1.1)
  expect(plainRhat(chains)).toBeLessThan(1.01)
})

test('a drift that all chains share is seen, since they are split', () => {
  const chains = KINDS['a drift'](stream(1, 'drift'), 4, 1000)
  expect(diagnoseChains(chains).rhat).toBeGreaterThan(1.2)
  expect(plainRhat(chains)).toBeLessThan(1.01)
})

test('heavy tails: a quantity without a mean has its ranks diagnosed', () => {
  const { rhat, essBulk, essTail } = diagnoseChains(KINDS['heavy tails'](stream(1, 'cauchy'), 4, 1000))
  expect(rhat).toBeLessThan(1.01)
  expect(Math.min(essBulk, essTail)).toBeGreaterThan(2500)
})

test('ranks do not change with an increasing function, so that R̂ and the effective draws do not', () => {
  const chains = KINDS['a slow autoregression'](stream(1, 'monotone'), 4, 500)
  const other = chains.map(chain => chain.map(value => Math.exp(3 * value)))
  const [a, b] = [diagnoseChains(chains), diagnoseChains(other)]
  expect(b.essBulk).toBe(a.essBulk)
  expect(b.essTail / a.essTail).toBeCloseTo(1, 9)
})

test('draws that are all the same have nothing to disagree on', () => {
  expect(diagnose(new Float64Array(40).fill(0.25), 4)).toEqual({ rhat: 1, essBulk: 40, essTail: 40, mcse: 0 })
})

test('chains that are constant, but not the same constant, have an infinite R̂', () => {
  const { rhat, essBulk, essTail, mcse } = diagnoseChains(chainsOf(2, 40, chain => chain))
  expect(rhat).toBe(Infinity)
  expect(Math.max(essBulk, essTail)).toBeLessThan(2.6)
  expect(mcse).toBeGreaterThan(0.3)
})

test('one chain that is constant does not hide the others', () => {
  const rng = stream(1, 'one constant')
  const result = diagnoseChains(chainsOf(4, 200, chain => (chain === 0 ? 0 : drawNormal(rng))))
  expect(Object.values(result).every(Number.isFinite)).toBe(true)
  expect(result.rhat).toBeGreaterThan(1.05)
})

test.each([1e-300, 1e-170, 1e150, 1e290])(
  'the scale of the draws does not matter, even if it is %d',
  scale => {
    const chains = KINDS['a slow autoregression'](stream(1, 'scale'), 4, 100)
    const { mcse, ...ranked } = diagnoseChains(chains.map(chain => chain.map(value => scale * value)))
    const { mcse: plain, ...expected } = diagnoseChains(chains)
    expect(mcse / scale / plain).toBeCloseTo(1, 9)
    expect(ranked.essBulk).toBeCloseTo(expected.essBulk, 6)
    expect(ranked.rhat).toBeCloseTo(expected.rhat, 9)
  },
)

test.each([Number.NaN, Infinity, -Infinity])('a draw of %d is refused', value => {
  expect(() => diagnose(Float64Array.of(1, 2, 3, value), 1)).toThrow(/^draws\[3\] must be a finite number/)
})

test.each([
  [6, 2],
  [9, 2],
  [0, 1],
])('%d draws are refused as those of %d chains', (count, chains) => {
  expect(() => diagnose(new Float64Array(count), chains)).toThrow(/^draws must be 4 or more for each of/)
})

test.each([
  { length: 1e9 },
  { length: 8 },
  'eight',
  8,
  null,
  undefined,
  [1, undefined, 3, 4],
  [1, '2', 3, 4],
])('what are no draws is refused at once: %j', draws => {
  expect(() => diagnose(draws as unknown as Float64Array, 1)).toThrow(/^draws(\[1\])? must be/)
})

test('draws may be a list of numbers', () => {
  const draws = [1, 4, 2, 5, 3, 6, 6, 3, 5, 2, 4, 1]
  expect(diagnose(draws, 2)).toEqual(diagnose(Float64Array.from(draws), 2))
})

test.each([0, 1.5, -1])('%d chains are refused', chains => {
  expect(() => diagnose(new Float64Array(40), chains)).toThrow(/^chains must be a whole number/)
})

const EACH = { rhat, essBulk, essTail, mcse }

describe('each diagnostic by itself', () => {
  test.each(Object.keys(KINDS))('is that of all four together: %s', kind => {
    for (const [count, length] of [
      [1, 7],
      [3, 50],
    ]) {
      const chains = KINDS[kind](stream(1, 'each', kind, count), count, length)
      const together = diagnoseChains(chains)
      for (const [name, one] of Object.entries(EACH)) {
        expect(one(chains), name).toBe(together[name as keyof typeof EACH])
        expect(one(chains.map(chain => Float64Array.from(chain))), name).toBe(
          together[name as keyof typeof EACH],
        )
      }
    }
  })

  test('tells one kind of trouble from another', () => {
    const rng = stream(1, 'trouble')
    const good = autoregression(rng, 4, 500, 0)
    const slow = autoregression(rng, 4, 500, 0.95)
    const apart = good.map((chain, c) => chain.map(value => value + c))
    expect(rhat(good)).toBeLessThan(1.01)
    expect(essBulk(good)).toBeGreaterThan(1500)
    expect(essBulk(slow)).toBeLessThan(200)
    expect(mcse(slow)).toBeGreaterThan(3 * mcse(good))
    expect(rhat(apart)).toBeGreaterThan(1.3)
  })

  test('of draws that are all the same: no disagreement, all draws, no error', () => {
    const same = [Array(10).fill(2), Array(10).fill(2)]
    expect([rhat(same), essBulk(same), essTail(same), mcse(same)]).toEqual([1, 20, 20, 0])
  })

  test('of chains that are each constant, but not the same: an infinite R̂, and finite others', () => {
    const apart = [Array(10).fill(1), Array(10).fill(2)]
    expect(rhat(apart)).toBe(Infinity)
    for (const one of [essBulk, essTail, mcse]) expect(one(apart)).toSatisfy(Number.isFinite)
  })

  test.each(Object.entries(EACH))(
    '%s refuses what is not finite, and chains that are no chains',
    (_, one) => {
      for (const bad of [Number.NaN, Infinity, -Infinity]) {
        expect(() =>
          one([
            [1, 2, 3, 4],
            [1, 2, bad, 4],
          ]),
        ).toThrow(`chains[1][2] must be a finite number; got ${bad}`)
      }
      for (const bad of [undefined, [], [[1, 2, 3]], [1, 2, 3, 4], Float64Array.of(1, 2, 3, 4)]) {
        expect(() => one(bad as Chains)).toThrow(/^chains must be one chain or more, of 4 draws or more; got/)
      }
      expect(() =>
        one([
          [1, 2, 3, 4],
          [1, 2, 3, 4, 5],
        ]),
      ).toThrow(/^chains\[1\] must be of 4 draws/)
    },
  )
})
