import { describe, expect, test } from 'vitest'
import { type Privacy, worstCases } from '../../experiments/sampling/minimax.ts'
import type { DivergenceName } from '../../src/simplex/divergence.ts'

type Pair = readonly [global: number, local: number]

/** Global and local, recomputed by another program; six decimals but for CHI2, which has four. */
const TABLE: readonly (readonly [
  Privacy,
  number,
  number,
  Partial<Record<DivergenceName | 'lambda', Pair>>,
])[] = [
  [
    'pure',
    20,
    0.1,
    {
      kl: [2.900977, 1.678242],
      tv: [0.945031, 0.790633],
      hellinger2: [0.765544, 0.387829],
      chi2: [17.1919, 6.4175],
    },
  ],
  [
    'pure',
    20,
    0.5,
    {
      kl: [2.527653, 1.370634],
      tv: [0.920154, 0.745172],
      hellinger2: [0.717429, 0.335992],
      chi2: [11.5241, 4.2434],
    },
  ],
  [
    'pure',
    20,
    1,
    {
      kl: [2.078154, 1.016345],
      tv: [0.874839, 0.668031],
      hellinger2: [0.646219, 0.26595],
      chi2: [6.9897, 2.5049],
    },
  ],
  [
    'pure',
    20,
    2,
    {
      kl: [1.272949, 0.451808],
      tv: [0.719995, 0.449147],
      hellinger2: [0.470845, 0.128662],
      chi2: [2.5714, 0.8148],
    },
  ],
  ['pure', 10, 0.1, { kl: [2.213047, 0.772593] }],
  ['pure', 10, 0.5, { kl: [1.86544, 0.553768] }],
  ['pure', 10, 1, { kl: [1.46115, 0.327171] }],
  ['pure', 10, 2, { kl: [0.796614, 0.054992] }],
  ['pure', 100, 0.1, { kl: [4.506221, 3.640249] }],
  ['pure', 100, 0.5, { kl: [4.111636, 3.259038] }],
  ['pure', 100, 1, { kl: [3.622207, 2.789936] }],
  ['pure', 100, 2, { kl: [2.667103, 1.8964] }],
  [
    'Gaussian',
    20,
    0.1,
    {
      lambda: [0.011094743, 0.020755065],
      kl: [2.804451, 1.621389],
      tv: [0.93946, 0.783396],
      hellinger2: [0.753951, 0.37883],
    },
  ],
  [
    'Gaussian',
    20,
    0.5,
    {
      lambda: [0.072417468, 0.123241168],
      kl: [2.130343, 1.151904],
      tv: [0.881203, 0.701407],
      hellinger2: [0.655331, 0.29414],
    },
  ],
  [
    'Gaussian',
    20,
    1,
    {
      lambda: [0.187919174, 0.286249237],
      kl: [1.476117, 0.715345],
      tv: [0.771477, 0.571001],
      hellinger2: [0.521959, 0.196813],
    },
  ],
  [
    'Gaussian',
    20,
    2,
    {
      lambda: [0.492992831, 0.639932381],
      kl: [0.657118, 0.211578],
      tv: [0.481657, 0.288054],
      hellinger2: [0.280039, 0.060883],
    },
  ],
]

/** Half a unit of the last decimal. */
const HALF_UNIT = { kl: 5e-7, tv: 5e-7, hellinger2: 5e-7, chi2: 5e-5, lambda: 5e-10 }

describe.each(TABLE)('worst cases, %s, %d categories, level %d', (privacy, categories, level, expected) => {
  test('are those of the table, to its last decimal', () => {
    const [global, local] = worstCases(privacy, categories, level)
    for (const [name, pair] of Object.entries(expected) as [keyof typeof HALF_UNIT, Pair][]) {
      expect(Math.abs(global[name] - pair[0])).toBeLessThanOrEqual(HALF_UNIT[name] * 1.001)
      expect(Math.abs(local[name] - pair[1])).toBeLessThanOrEqual(HALF_UNIT[name] * 1.001)
    }
  })
})

test('the gain of the local class grows with ε, in every divergence', () => {
  const gains = [0.1, 0.5, 1, 2].map(level => {
    const [global, local] = worstCases('pure', 20, level)
    return (['kl', 'tv', 'hellinger2', 'chi2'] as const).map(name => global[name] / local[name])
  })
  for (let i = 1; i < gains.length; i++) {
    gains[i].forEach((gain, d) => {
      expect(gain).toBeGreaterThan(gains[i - 1][d])
    })
  }
  expect(gains[0][0]).toBeCloseTo(1.7, 1)
  expect(gains[3][0]).toBeCloseTo(2.8, 1)
})
