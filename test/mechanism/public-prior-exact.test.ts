import { expect, test } from 'vitest'
import { expRoundedDown } from '../../src/mechanism/coin.ts'
import { type ExactWalk, exactWalk } from '../../src/mechanism/public-prior-exact.ts'
import { publicPriorKernel } from '../../src/mechanism/public-prior-kernel.ts'
import { stream } from '../../src/random/stream.ts'
import { randomLaw } from '../support/laws.ts'

type Fraction = readonly [numerator: bigint, denominator: bigint]

/** K_ij of the walk as a fraction, i and j ranks. */
function entry({ reach, tell, suffix }: ExactWalk, i: number, j: number): Fraction {
  if (i === j) return [tell[i], reach[0]]
  if (j < i) return [reach[j] - reach[j + 1], reach[0]]
  return [(reach[i] - tell[i]) * (suffix[j] - suffix[j + 1]), reach[0] * suffix[i + 1]]
}

function decimal([numerator, denominator]: Fraction): number {
  return Number((numerator << 200n) / denominator) / 2 ** 200
}

const LEVELS = [0, 1e-9, 0.1, 1, 5, 40]

test('no two users differ by more than e^ε in any answer, as a comparison of whole numbers, in 1500 random walks', () => {
  const rng = stream(6, 'exact')
  for (let round = 0; round < 1500; round++) {
    const n = 2 + rng.integer(9)
    const epsilon = LEVELS[round % LEVELS.length]
    const walk = exactWalk(randomLaw(rng, n).sort(), epsilon)
    const odds = expRoundedDown(epsilon)
    let kept = true
    for (let j = 0; j < n; j++) {
      const column = Array.from({ length: n }, (_, i) => entry(walk, i, j))
      const above = ([a, b]: Fraction, [c, d]: Fraction) => a * d > c * b
      const [a, b] = column.reduce((top, value) => (above(value, top) ? value : top))
      const [c, d] = column.reduce((bottom, value) => (above(bottom, value) ? value : bottom))
      // Of the odds, expRoundedDown leaves 2⁻⁵¹ free; at ε = 0 it leaves nothing, and the rounding is below 2⁻²⁰⁰.
      const slack = epsilon === 0 ? 200n : 60n
      kept &&= (a * d * odds.denominator) << slack <= c * b * odds.numerator * ((1n << slack) + 1n)
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
    const walk = exactWalk(prior, epsilon)
    const kernel = publicPriorKernel(prior, epsilon)
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const exact = decimal(entry(walk, i, j))
        expect(Math.abs(kernel.entry(i, j) - exact)).toBeLessThanOrEqual(1e-12 * exact)
      }
    }
  }
})

test('every row sums to one exactly: the walk ends at the last rank', () => {
  const rng = stream(6, 'sum')
  for (let round = 0; round < 300; round++) {
    const walk = exactWalk(randomLaw(rng, 1 + rng.integer(9)).sort(), LEVELS[round % LEVELS.length])
    expect(walk.tell.at(-1)).toBe(walk.reach.at(-1))
  }
})

test('at ε = 720 and at Infinity the odds stay at e^700, and no answer of positive prior is impossible', () => {
  for (const epsilon of [720, Infinity]) {
    const walk = exactWalk(Float64Array.of(1e-300, 0.1, 0.9), epsilon)
    const [stop] = entry(walk, 1, 0)
    expect(stop > 0n).toBe(true)
    const ratio = (walk.tell[1] * 2n ** 200n) / (walk.reach[1] - walk.reach[2])
    const odds = expRoundedDown(700)
    expect(ratio <= (odds.numerator * 2n ** 200n) / odds.denominator).toBe(true)
  }
})
