import { describe, expect, test } from 'vitest'
import { expRoundedDown } from '../../src/mechanism/coin.ts'
import {
  drawEvenly,
  type EvenKernel,
  type ExactKernel,
  evenKernel,
  exactKernel,
} from '../../src/mechanism/public-prior-exact.ts'
import { publicPriorKernel } from '../../src/mechanism/public-prior-kernel.ts'
import type { CryptoRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import type { Thresholds } from '../../src/random/thresholds.ts'
import { randomLaw } from '../support/laws.ts'

type Fraction = readonly [numerator: bigint, denominator: bigint]

/** K_ij as a fraction, i and j ranks. */
function entry(kernel: ExactKernel, i: number, j: number): Fraction {
  const { unit, cost, suffix } = kernel
  const total = unit * suffix[0]
  if (i === j) return [reachOf(kernel, i) - cost[i] * suffix[i + 1], total]
  return [cost[Math.min(i, j)] * (suffix[j] - suffix[j + 1]), total]
}

/** What is left of the total at rank i, once the earlier ranks have been answered. */
function reachOf({ unit, cost, suffix }: ExactKernel, i: number): bigint {
  let left = unit * suffix[0]
  for (let j = 0; j < i; j++) left -= cost[j] * (suffix[j] - suffix[j + 1])
  return left
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

test('every rank is accepted with a probability of at most one, which falls with the rank, and reached by whoever answers it', () => {
  const rng = stream(6, 'sum')
  for (let round = 0; round < 300; round++) {
    const kernel = exactKernel(randomLaw(rng, 1 + rng.integer(9)).sort(), LEVELS[round % LEVELS.length])
    const { suffix, cost, unit } = kernel
    expect(cost.every((value, i) => 0n < value && value <= (i === 0 ? unit : cost[i - 1]))).toBe(true)
    expect(cost.every((value, i) => reachOf(kernel, i) >= value * suffix[i])).toBe(true)
  }
})

test('a twin whose costs are rounded down goes above the odds', () => {
  const rng = stream(6, 'twin')
  let above = 0
  for (let round = 0; round < 300; round++) {
    const epsilon = LEVELS[1 + (round % (LEVELS.length - 1))]
    const kernel = exactKernel(randomLaw(rng, 2 + rng.integer(9)).sort(), epsilon)
    const { cost, suffix } = kernel
    const { numerator, denominator } = expRoundedDown(epsilon)
    above += Number(
      cost.some((value, i) => {
        const q = suffix[i] - suffix[i + 1]
        const lower = value - 1n
        return (reachOf(kernel, i) - lower * suffix[i + 1]) * denominator > numerator * lower * q
      }),
    )
  }
  expect(above).toBeGreaterThan(250)
})

/** A source from which these values are drawn of the numbers below these counts, one after another. */
function drawing(...draws: readonly (readonly [value: bigint, count: bigint])[]): CryptoRng {
  const words = draws.flatMap(([value, count]) => {
    const bits = (count - 1n).toString(2).length
    const length = Math.ceil(bits / 32)
    const padded = value << BigInt(32 * length - bits)
    // The bits that a draw does not use are in front.
    return Array.from({ length }, (_, i) => {
      const word = Number((value >> BigInt(32 * (length - 1 - i))) & 0xffffffffn)
      return i === 0 ? Number(padded >> BigInt(32 * (length - 1))) : word
    })
  })
  return { kind: 'crypto', uint32: () => words.shift()! } as CryptoRng
}

test('of the numbers that are drawn from, each answer is given for exactly as many as its probability says', () => {
  const rng = stream(6, 'draws')
  for (let round = 0; round < 100; round++) {
    const n = 1 + rng.integer(7)
    const exact = exactKernel(randomLaw(rng, n).sort(), LEVELS[round % LEVELS.length])
    const { suffix, cost, unit } = exact
    const kernel = evenKernel(exact)
    for (let own = 0; own < n; own++) {
      const answer = (first: bigint, second: bigint) =>
        drawEvenly(kernel, own, drawing([first, suffix[0]], [second, unit]))
      for (let rank = 0; rank < n; rank++) {
        if (suffix[rank] === suffix[rank + 1]) continue
        // The numbers of this proposal, and of its acceptance: their product is the numerator of the entry.
        const accepted = cost[Math.min(own, rank)]
        for (const first of [suffix[rank + 1], suffix[rank] - 1n]) {
          expect(answer(first, 0n)).toBe(rank)
          expect(answer(first, accepted - 1n)).toBe(rank)
          if (accepted < unit) {
            expect(answer(first, accepted)).toBe(own)
            expect(answer(first, unit - 1n)).toBe(own)
          }
        }
      }
    }
  }
})

describe('whoever holds whatever rank makes the same draws and the same comparisons', () => {
  const uneven = evenKernel(exactKernel(Float64Array.of(1e-300, 1e-5, 0.3, 0.69999), 5))

  /** What is done to find an answer, beside whatever depends on the proposal alone. */
  function workOf(kernel: EvenKernel, own: number, draws: readonly (readonly [bigint, bigint])[]) {
    const work: string[] = []
    const watched = (name: string, { draw, isBelow }: Thresholds): Thresholds => ({
      draw: rng => {
        const drawn = draw(rng)
        work.push(`draw ${drawn.length} digits of ${name}`)
        return drawn
      },
      isBelow: (drawn, index) => {
        work.push(`compare ${drawn.length} digits of ${name}${name === 'proposals' ? ` at ${index}` : ''}`)
        return isBelow(drawn, index)
      },
    })
    const { ranks, proposals, acceptances } = kernel
    drawEvenly(
      { ranks, proposals: watched('proposals', proposals), acceptances: watched('acceptances', acceptances) },
      own,
      drawing(...draws),
    )
    return work.join('\n')
  }

  test('for every proposal and acceptance', () => {
    const { suffix, unit } = exactKernel(Float64Array.of(1e-300, 1e-5, 0.3, 0.69999), 5)
    for (const proposal of suffix.slice(1)) {
      const draws = [0n, 1n, unit / 2n, unit - 1n].map(
        accepted =>
          [
            [proposal, suffix[0]],
            [accepted, unit],
          ] as const,
      )
      const seen = new Set([0, 1, 2, 3].flatMap(own => draws.map(pair => workOf(uneven, own, pair))))
      expect(seen.size).toBe(1)
      expect([...seen][0]).toMatch(
        /^draw 66 digits of proposals\n(compare .*\n){2}draw \d+ digits of acceptances\ncompare/,
      )
    }
  })
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
