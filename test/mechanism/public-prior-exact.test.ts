import { expect, test } from 'vitest'
import { expRoundedDown } from '../../src/mechanism/coin.ts'
import { drawExactly, type ExactKernel, exactKernel } from '../../src/mechanism/public-prior-exact.ts'
import { publicPriorKernel } from '../../src/mechanism/public-prior-kernel.ts'
import type { CryptoRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { randomLaw } from '../support/laws.ts'

type Fraction = readonly [numerator: bigint, denominator: bigint]

/** K_ij as a fraction, i and j ranks. */
function entry({ reach, cost, suffix }: ExactKernel, i: number, j: number): Fraction {
  if (i === j) return [reach[i] - cost[i] * suffix[i + 1], reach[0]]
  return [cost[Math.min(i, j)] * (suffix[j] - suffix[j + 1]), reach[0]]
}

function decimal([numerator, denominator]: Fraction): number {
  return Number((numerator << 200n) / denominator) / 2 ** 200
}

const LEVELS = [0, 1e-9, 0.1, 1, 5, 40]

test('no two users differ by more than e^ε in any answer, as a comparison of whole numbers, for 1500 random priors', () => {
  const rng = stream(6, 'exact')
  for (let round = 0; round < 1500; round++) {
    const n = 2 + rng.integer(9)
    const epsilon = LEVELS[round % LEVELS.length]
    const walk = exactKernel(randomLaw(rng, n).sort(), epsilon)
    const odds = expRoundedDown(epsilon)
    let kept = true
    for (let j = 0; j < n; j++) {
      const column = Array.from({ length: n }, (_, i) => entry(walk, i, j))
      const above = ([a, b]: Fraction, [c, d]: Fraction) => a * d > c * b
      const [a, b] = column.reduce((top, value) => (above(value, top) ? value : top))
      const [c, d] = column.reduce((bottom, value) => (above(bottom, value) ? value : bottom))
      kept &&= a * d * odds.denominator <= c * b * odds.numerator
    }
    expect(kept).toBe(true)
  }
})

test('its probabilities are those of the kernel, to 1e-12', () => {
  const rng = stream(6, 'same')
  for (let round = 0; round < 500; round++) {
    const n = 1 + rng.integer(9)
    const prior = randomLaw(rng, n).sort()
    const epsilon = LEVELS[round % LEVELS.length]
    const walk = exactKernel(prior, epsilon)
    const kernel = publicPriorKernel(prior, epsilon)
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const exact = decimal(entry(walk, i, j))
        expect(Math.abs(kernel.entry(i, j) - exact)).toBeLessThanOrEqual(1e-12 * exact)
      }
    }
  }
})

test('every row sums to one exactly: who reaches a rank and goes on reaches the next', () => {
  const rng = stream(6, 'sum')
  for (let round = 0; round < 300; round++) {
    const { reach, cost, suffix } = exactKernel(
      randomLaw(rng, 1 + rng.integer(9)).sort(),
      LEVELS[round % LEVELS.length],
    )
    for (let i = 0; i + 1 < cost.length; i++) {
      expect(reach[i] - cost[i] * (suffix[i] - suffix[i + 1])).toBe(reach[i + 1])
    }
    expect(cost.every((value, i) => reach[i] >= value * suffix[i])).toBe(true)
  }
})

test('a twin whose costs are rounded down goes above the odds', () => {
  const rng = stream(6, 'twin')
  let above = 0
  for (let round = 0; round < 300; round++) {
    const epsilon = LEVELS[1 + (round % (LEVELS.length - 1))]
    const { reach, cost, suffix } = exactKernel(randomLaw(rng, 2 + rng.integer(9)).sort(), epsilon)
    const { numerator, denominator } = expRoundedDown(epsilon)
    above += Number(
      cost.some((value, i) => {
        const q = suffix[i] - suffix[i + 1]
        const lower = value - 1n
        return (reach[i] - lower * suffix[i + 1]) * denominator > numerator * lower * q
      }),
    )
  }
  expect(above).toBeGreaterThan(250)
})

/** A source from which `value` is drawn of the numbers below `count`. */
function drawing(value: bigint, count: bigint): CryptoRng {
  const bits = (count - 1n).toString(2).length
  let word = Math.ceil(bits / 32)
  const padded = value << BigInt(32 * word - bits)
  return { kind: 'crypto', uint32: () => Number((padded >> BigInt(32 * --word)) & 0xffffffffn) } as CryptoRng
}

test('of the N numbers that are drawn from, each answer is given for exactly as many as its probability says', () => {
  const rng = stream(6, 'draws')
  for (let round = 0; round < 100; round++) {
    const n = 1 + rng.integer(7)
    const walk = exactKernel(randomLaw(rng, n).sort(), LEVELS[round % LEVELS.length])
    const [count] = walk.reach
    for (let own = 0; own < n; own++) {
      // The later ranks come first, the last of them at 0.
      let from = 0n
      for (let rank = n - 1; rank >= 0; rank--) {
        const [numbers] = entry(walk, own, rank)
        const to = from + numbers
        if (numbers > 0n) {
          expect(drawExactly(walk, own, drawing(from, count))).toBe(rank)
          expect(drawExactly(walk, own, drawing(to - 1n, count))).toBe(rank)
        }
        from = to
      }
      expect(from).toBe(count)
    }
  }
})

test('at ε = 720 and at Infinity the odds stay at e^700, and no answer of positive prior is impossible', () => {
  for (const epsilon of [720, Infinity]) {
    const walk = exactKernel(Float64Array.of(1e-300, 0.1, 0.9), epsilon)
    const [early] = entry(walk, 1, 0)
    expect(early > 0n).toBe(true)
    const [[own], [other]] = [entry(walk, 1, 1), entry(walk, 2, 1)]
    const odds = expRoundedDown(700)
    expect(own * odds.denominator <= odds.numerator * other).toBe(true)
  }
})
