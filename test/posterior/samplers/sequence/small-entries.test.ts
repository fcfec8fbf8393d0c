import { describe, expect, test } from 'vitest'
import { HYPERPRIOR } from '../../../../src/posterior/kind/prior.ts'
import { separableValue } from '../../../../src/posterior/likelihood/separable-likelihood.ts'
import { createSmallEntries } from '../../../../src/posterior/samplers/sequence/small-entries.ts'
import { drawLogDirichlet } from '../../../../src/random/dirichlet.ts'
import { drawNormal } from '../../../../src/random/normal.ts'
import { stream } from '../../../../src/random/stream.ts'
import { twoSamplePValue } from '../../../support/chain-laws.ts'
import { FALSE_ALARM } from '../../../support/statistics.ts'

const K = 6
const RUNS = 4000
/** A likelihood whose value lies between −2 and 4, so that exact draws are made by rejection. */
const LIKELIHOOD = {
  anchor: Float64Array.of(0.5, 0.1, 0.1, 0.1, 0.1, 0.1),
  slope: Float64Array.of(4, 1, 0, -1, 0, 1),
  information: Float64Array.of(2, 4, 2, 2, 1, 2),
}
const MOST = 4

/** Draws of ln ρ and θ from their law under the hyperprior and the likelihood, after some moves. */
function drawsAfter(moves: number, shift = 0) {
  const rng = stream('small entries', moves, shift)
  const move = createSmallEntries(LIKELIHOOD, K)
  const logs: number[] = []
  const first: number[] = []
  const second: number[] = []
  while (logs.length < RUNS) {
    let rho = HYPERPRIOR.median * Math.exp(HYPERPRIOR.sd * drawNormal(rng))
    // Entries below the smallest double would all be zeros.
    if (rho < 0.02) continue
    const logPhi = drawLogDirichlet(rng, new Float64Array(K).fill(rho + shift), new Float64Array(K))
    const theta = logPhi.map(Math.exp)
    if (rng.uniform() > Math.exp(separableValue(LIKELIHOOD, theta) - MOST)) continue
    for (let i = 0; i < moves; i++) {
      const before = theta.slice()
      const next = move(rng, theta, rho)
      // A move below the bound is taken back, which leaves the law above it invariant.
      if (next < 0.02) theta.set(before)
      else rho = next
    }
    logs.push(Math.log(rho))
    first.push(theta[0])
    second.push(Math.min(...theta))
  }
  return [logs, first, second]
}

// False alarms: 1e-6 for each of the three.
describe('the move of the small entries', () => {
  const exact = drawsAfter(0)

  test('leaves the law of the concentration and of large and small entries invariant', () => {
    const moved = drawsAfter(5)
    exact.forEach((values, i) => {
      expect(twoSamplePValue(values, moved[i])).toBeGreaterThan(FALSE_ALARM)
    })
  })

  test('would be seen not to, if the entries had a larger parameter', () => {
    const twin = drawsAfter(0, 0.05)
    expect(Math.min(...exact.map((values, i) => twoSamplePValue(values, twin[i])))).toBeLessThan(FALSE_ALARM)
  })

  test('moves', () => {
    const rng = stream('small entries', 'moves')
    const move = createSmallEntries(LIKELIHOOD, K)
    const theta = Float64Array.of(0.9, 0.02, 0.02, 0.02, 0.02, 0.02)
    const seen = new Set<number>()
    let rho = 0.2
    for (let i = 0; i < 100; i++) seen.add((rho = move(rng, theta, rho)))
    expect(seen.size).toBeGreaterThan(30)
    expect(theta.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12)
  })
})
