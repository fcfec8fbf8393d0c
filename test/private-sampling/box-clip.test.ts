import { describe, expect, test } from 'vitest'
import { solve } from '../../experiments/support/linear-program.ts'
import { boxClip } from '../../src/private-sampling/box-clip.ts'
import { boxAround, boxLevel, smallestPeak } from '../../src/private-sampling/ratio-box.ts'
import type { Rng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { DIVERGENCES, divergence } from '../../src/simplex/divergence.ts'
import { totalVariation } from '../../src/simplex/total-variation.ts'
import { dirac, randomLaw, total, without } from '../support/laws.ts'

function randomCase(rng: Rng, most = 12) {
  const n = 1 + rng.integer(most)
  const lower = rng.integer(5) === 0 ? 0 : rng.uniform()
  const upper = rng.integer(5) === 0 ? 1 : 1 + 6 * rng.uniform() ** 2
  return { p: randomLaw(rng, n), box: boxAround(randomLaw(rng, n), lower, upper) }
}

describe('on 6000 random cases, sparse ones among them', () => {
  const rng = stream(7, 'clip')
  const all = Array.from({ length: 6000 }, () => randomCase(rng))

  test('the result sums to one, to 1e-14, and is within the box exactly', () => {
    for (const { p, box } of all) {
      const q = boxClip(p, box)
      expect(Math.abs(total(q) - 1)).toBeLessThan(1e-14)
      expect(q.every((mass, i) => mass >= box.lower[i] && mass <= box.upper[i])).toBe(true)
    }
  })

  test('the categories strictly inside share one ratio to p, the others are on the right side of it, to 1e-12', () => {
    let sparse = 0
    for (const { p, box } of all) {
      const q = boxClip(p, box)
      const support = Array.from(p.keys()).filter(i => p[i] > 0)
      const low = Math.max(...support.filter(i => q[i] > box.lower[i]).map(i => q[i] / p[i]))
      const high = Math.min(...support.filter(i => q[i] < box.upper[i]).map(i => q[i] / p[i]))
      if (support.every(i => q[i] === box.upper[i])) sparse++
      else expect(low).toBeLessThanOrEqual(high * (1 + 1e-12))
    }
    expect(sparse).toBeGreaterThan(200)
  })

  test('the distance in total variation is the least possible, max(Σ(l−p)₊, Σ(p−u)₊), to 1e-14', () => {
    for (const { p, box } of all) {
      const below = total(p.map((mass, i) => Math.max(0, box.lower[i] - mass)))
      const above = total(p.map((mass, i) => Math.max(0, mass - box.upper[i])))
      expect(Math.abs(totalVariation(p, boxClip(p, box)) - Math.max(below, above))).toBeLessThan(1e-14)
    }
  })

  test('no random law in the box, and no small exchange, is nearer in any divergence', () => {
    for (const { p, box } of all.slice(0, 2000)) {
      const q = boxClip(p, box)
      const share = rng.uniform() ** 4
      const other = boxClip(randomLaw(rng, p.length), box)
      const exchanged = q.map((mass, i) => mass + share * (other[i] - mass))
      for (const name of DIVERGENCES) {
        expect(divergence(name, p, q)).toBeLessThanOrEqual(
          divergence(name, p, exchanged) * (1 + 1e-12) + 1e-14,
        )
      }
    }
  })

  test('a law in the box comes back unchanged, to 1e-15', () => {
    for (const { p, box } of all.slice(0, 2000)) {
      const inside = boxClip(p, box)
      expect(Math.max(...boxClip(inside, box).map((mass, i) => Math.abs(mass - inside[i])))).toBeLessThan(
        1e-15,
      )
    }
  })

  test('a sparse p is the limit of p + η h, to 1e-6 at η = 1e-12', () => {
    for (const { p, box } of all) {
      const nearby = boxClip(
        p.map((mass, i) => mass + 1e-12 * box.reference[i]),
        box,
      )
      expect(totalVariation(nearby, boxClip(p, box))).toBeLessThan(1e-6)
    }
  })

  test('the level of the box is attained by laws of one category and of all but one, and never exceeded', () => {
    for (const { box } of all.slice(0, 3000)) {
      const n = box.reference.length
      const inputs = Array.from({ length: n }, (_, i) => [dirac(n, i), without(box.reference, i)]).flat()
      const outputs = [...inputs, ...Array.from({ length: 10 }, () => randomLaw(rng, n))]
        .filter(input => input !== undefined)
        .map(input => boxClip(input, box))
      const spread = Array.from(box.reference.keys())
        .filter(i => box.reference[i] > 0)
        .map(i => Math.log(Math.max(...outputs.map(q => q[i])) / Math.min(...outputs.map(q => q[i]))))
      const largest = Math.max(...spread)
      const stated = boxLevel(box)
      if (stated === Infinity) expect(largest).toBe(Infinity)
      else expect(Math.abs(largest - stated)).toBeLessThan(1e-9 + 1e-9 * stated)
      const peaks = Array.from({ length: n }, (_, i) => Math.max(...outputs.map(q => q[i])))
      expect(Math.abs(Math.min(...peaks) - smallestPeak(box))).toBeLessThan(1e-14)
    }
  })
})

test('a linear program finds nothing nearer in total variation', () => {
  const rng = stream(7, 'program')
  for (let round = 0; round < 60; round++) {
    const { p, box } = randomCase(rng, 6)
    const all = Array.from(p.keys())
    const { value } = solve({
      sense: 'Minimize',
      objective: all.map(i => [1, `d${i}`]),
      rows: [
        { terms: all.map(i => [1, `q${i}`]), relation: '=', value: 1 },
        ...all.flatMap(i => [
          { terms: [[1, `q${i}`]], relation: '>=', value: box.lower[i] } as const,
          { terms: [[1, `q${i}`]], relation: '<=', value: box.upper[i] } as const,
          {
            terms: [
              [1, `d${i}`],
              [1, `q${i}`],
            ],
            relation: '>=',
            value: p[i],
          } as const,
        ]),
      ],
    })
    expect(Math.abs(totalVariation(p, boxClip(p, box)) - value)).toBeLessThan(1e-8)
  }
})

test('a category without reference mass gets none, whatever p says', () => {
  expect(Array.from(boxClip([0.9, 0.05, 0.05], boxAround(Float64Array.of(0, 0.5, 0.5), 0.5, 2)))).toEqual([
    0, 0.5, 0.5,
  ])
})

test('one category keeps everything', () => {
  expect(Array.from(boxClip([1], boxAround(Float64Array.of(1), 0.2, 3)))).toEqual([1])
})

test('an upper side of Infinity is no bound, and masses too small for their ratio count as zero', () => {
  const box = boxAround(Float64Array.of(0.5, 0, 0.5), 0, Infinity)
  expect(Array.from(boxClip([1, 0, 0], box))).toEqual([1, 0, 0])
  const q = boxClip([1, 1e-320, 0], boxAround(Float64Array.of(0.2, 0.4, 0.4), 0.5, 1.5))
  expect(q[1]).toBeCloseTo(0.35, 14)
  expect(q[2]).toBeCloseTo(0.35, 14)
})

test('a lower side that would underflow keeps its ratio: ε = 720 is not Infinity', () => {
  const box = boxAround(Float64Array.of(0.5, 0.5), Math.exp(-720), 2)
  expect(boxLevel(box)).toBeCloseTo(720 + Math.LN2, 8)
  const [rare] = boxClip([0, 1], box)
  expect(rare).toBe(2 ** -1022)
})

test('bad arguments are refused by name', () => {
  const box = boxAround(Float64Array.of(0.5, 0.5), 0.5, 2)
  expect(() => boxClip([1], box)).toThrow(/^p /)
  expect(() => boxClip([0.5, Number.NaN], box)).toThrow(/^p\[1\]/)
})
