import { expect, test } from 'vitest'
import { plugInVariance } from '../../src/pooling/inclusion.ts'
import type { Design } from '../../src/pooling/mixing.ts'
import { optimalThreshold } from '../../src/pooling/optimal-threshold.ts'
import { stream } from '../../src/random/stream.ts'

/** A design with a few levels, over orders of magnitude. */
function randomDesign(rng: ReturnType<typeof stream>): Design {
  const groups = 1 + rng.integer(4)
  const levels = Array.from({ length: groups }, () => 10 ** (3 * rng.uniform() - 2))
  return {
    counts: levels.map(() => 1 + Math.floor(10 ** (3 * rng.uniform()))),
    epsilons: levels,
    variance: 10 ** (4 * rng.uniform() - 3),
    sensitivity: 10 ** (2 * rng.uniform() - 1),
  }
}

test('no threshold of a fine grid has a smaller variance', () => {
  const rng = stream('optimal threshold')
  let between = 0
  for (let trial = 0; trial < 300; trial++) {
    const design = randomDesign(rng)
    const best = optimalThreshold(design)
    const least = plugInVariance(design, best)
    const levels = Array.from(design.epsilons)
    const [low, high] = [Math.min(...levels), Math.max(...levels)]
    const grid = Array.from({ length: 401 }, (_, i) => low * (high / low) ** (i / 400))
    const found = Math.min(...grid.map(threshold => plugInVariance(design, threshold)))
    expect(found).toBeGreaterThanOrEqual(least * (1 - 1e-12))
    if (!levels.includes(best)) between++
  }
  // The best is a level in most designs, but not in all.
  expect(between).toBeGreaterThan(5)
})

test('a narrow valley between two levels is found', () => {
  // Just below the level 2.79 the variance has a minimum, less than a part in 10⁸ below that at the level.
  const design = {
    counts: [81, 4255, 50, 5],
    epsilons: [8.0097, 29.2641, 2.7933, 0.2728],
    variance: 1.6778018102714138,
    sensitivity: 1,
  }
  const best = optimalThreshold(design)
  expect(best).toBeCloseTo(2.45121, 5)
  expect(plugInVariance(design, best)).toBeLessThan(plugInVariance(design, 2.7933) * (1 - 5e-9))
})
