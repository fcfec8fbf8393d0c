import { describe, expect, test } from 'vitest'
import { logGamma } from '../../../src/elementary/log-gamma.ts'
import { HYPERPRIOR, hyperprior } from '../../../src/posterior/contract/prior.ts'
import { createQuantileMove, type Moving } from '../../../src/posterior/exact/quantile-move.ts'
import { sliceUpdate } from '../../../src/posterior/exact/slice-update.ts'
import { drawLogDirichlet } from '../../../src/random/dirichlet.ts'
import { drawNormal } from '../../../src/random/normal.ts'
import type { Rng } from '../../../src/random/rng.ts'
import { stream } from '../../../src/random/stream.ts'
import { betaI, normalCdf } from '../../support/special.ts'
import { FALSE_ALARM, ksPValue } from '../../support/statistics.ts'

const NO_ANSWERS = { gain: () => 0 }
const standardized = (rho: number) => (Math.log(rho) - Math.log(HYPERPRIOR.median)) / HYPERPRIOR.sd

/** ρ from its law, and θ given ρ, whose entries are not all so small that they are lost. */
function drawPrior(rng: Rng, categories: number, shift = 0): Moving {
  const concentration = HYPERPRIOR.median * Math.exp(HYPERPRIOR.sd * drawNormal(rng))
  const rho = new Float64Array(categories).fill(concentration + shift)
  const logPhi = drawLogDirichlet(rng, rho, new Float64Array(categories))
  const top = Math.max(...logPhi)
  for (let x = 0; x < categories; x++) logPhi[x] -= top
  return { concentration, logPhi, phi: logPhi.map(Math.exp) }
}

/** P-values of ln ρ, and of the share of the first category given ρ, after a move from such places. */
function afterMoves(categories: number, runs: number, shift: number) {
  const move = createQuantileMove(categories, NO_ANSWERS)
  const rng = stream('quantile move', categories)
  const logs: number[] = []
  const ranks: number[] = []
  for (let run = 0; run < runs; run++) {
    const at = drawPrior(rng, categories, shift)
    for (let i = 0; i < 3; i++) move(rng, at)
    logs.push(standardized(at.concentration))
    // Where ρ is smaller, shares are below the smallest double.
    const total = at.phi.reduce((sum, value) => sum + value, 0)
    if (at.concentration > 0.05) {
      const { concentration: rho } = at
      ranks.push(betaI(rho, (categories - 1) * rho, at.phi[0] / total))
    }
  }
  return [ksPValue(logs, normalCdf), ksPValue(ranks, x => x)]
}

describe('a move along the quantiles, with no answers,', () => {
  test.each([2, 5, 40])(
    'leaves the prior of ρ and of θ given ρ: %i categories (Kolmogorov–Smirnov, false alarm 1e-6)',
    K => {
      for (const p of afterMoves(K, 1500, 0)) expect(p).toBeGreaterThan(FALSE_ALARM)
      // The twin starts with ρ + 1 for ρ.
      expect(Math.min(...afterMoves(K, 1500, 1))).toBeLessThan(FALSE_ALARM)
    },
  )

  test('forgets ρ at once, even with a thousand categories; the twin that keeps θ as it is hardly moves it', () => {
    const K = 1000
    const move = createQuantileMove(K, NO_ANSWERS)
    const rng = stream('quantile move', 'far')
    const keepTheta = (at: Moving) => {
      const total = at.phi.reduce((sum, value) => sum + value, 0)
      const logs = at.logPhi.reduce((sum, value) => sum + value, 0) - K * Math.log(total)
      const density = (logRho: number) => {
        const rho = Math.exp(logRho)
        return logGamma(K * rho) - K * logGamma(rho) + rho * logs + hyperprior(logRho)
      }
      at.concentration = Math.exp(sliceUpdate(rng, Math.log(at.concentration), 0.5, density))
    }
    const meanSquare = (step: (at: Moving) => void) => {
      let total = 0
      for (let run = 0; run < 60; run++) {
        const at = drawPrior(rng, K)
        const before = standardized(at.concentration)
        step(at)
        total += (standardized(at.concentration) - before) ** 2 / 60
      }
      return total
    }
    // Of independent draws 2 ± 0.37.
    expect(meanSquare(at => move(rng, at))).toBeGreaterThan(0.5)
    expect(meanSquare(keepTheta)).toBeLessThan(0.05)
  })
})
