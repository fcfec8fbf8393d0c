import { describe, expect, test } from 'vitest'
import { HYPERPRIOR, hyperprior } from '../../../src/posterior/kind/prior.ts'
import { createQuantileMove, type Moving } from '../../../src/posterior/moves/quantile-move.ts'
import { sliceUpdate } from '../../../src/posterior/moves/slice-update.ts'
import { drawLogShares } from '../../../src/posterior/samplers/sequence/log-shares.ts'
import { drawLogDirichlet } from '../../../src/random/dirichlet.ts'
import { drawNormal } from '../../../src/random/normal.ts'
import type { Rng } from '../../../src/random/rng.ts'
import { stream } from '../../../src/random/stream.ts'
import { LEAST_DRAWN } from '../../../src/random/tilted-power.ts'
import { betaI, logGamma, normalCdf } from '../../support/special.ts'
import { FALSE_ALARM, ksPValue } from '../../support/statistics.ts'

const NO_ANSWERS = { gain: () => 0 }
/** Shares below e to this power are negligible beside 1. */
const TINY = -40
const standardized = (rho: number) => (Math.log(rho) - Math.log(HYPERPRIOR.median)) / HYPERPRIOR.sd

/** Draws ρ from its law, and θ given ρ, up to a factor that makes the largest entry 1, so that not all entries underflow. */
function drawPrior(rng: Rng, categories: number, shift = 0): Moving {
  return drawGiven(rng, categories, HYPERPRIOR.median * Math.exp(HYPERPRIOR.sd * drawNormal(rng)), shift)
}

function drawGiven(rng: Rng, categories: number, concentration: number, shift = 0): Moving {
  const rho = new Float64Array(categories).fill(concentration + shift)
  const logPhi = drawLogDirichlet(rng, rho, new Float64Array(categories))
  const top = Math.max(...logPhi)
  for (let x = 0; x < categories; x++) logPhi[x] -= top
  return { concentration, logPhi, phi: logPhi.map(Math.exp) }
}

/** P-values of ln ρ, and of the first category's share given ρ, after a move from such draws. */
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

/**
 * P-values of ln ρ, and of the first share given ρ, for sparse truths, after moves that start from θ as doubles store it: its logarithms
 * are first made from these. A move to a ρ above the bound is taken back, which leaves the prior below the bound invariant.
 */
function afterSparseMoves(makeLogs: (rng: Rng, theta: Float64Array, rho: number, out: Float64Array) => void) {
  const [K, most] = [5, 0.004]
  const share = normalCdf(standardized(most))
  const move = createQuantileMove(K, NO_ANSWERS)
  const rng = stream('quantile move', 'sparse')
  const quantiles: number[] = []
  const ranks: number[] = []
  while (quantiles.length < 1500) {
    const first = HYPERPRIOR.median * Math.exp(HYPERPRIOR.sd * drawNormal(rng))
    if (first > most) continue
    let at = drawGiven(rng, K, first)
    for (let i = 0; i < 3; i++) {
      const total = at.phi.reduce((sum, value) => sum + value, 0)
      const drawn = { ...at, phi: at.phi.map(value => value / total) }
      makeLogs(rng, drawn.phi, drawn.concentration, drawn.logPhi)
      const next = { ...drawn, phi: drawn.phi.slice(), logPhi: drawn.logPhi.slice() }
      move(rng, next)
      at = next.concentration <= most ? next : drawn
    }
    const rho = at.concentration
    quantiles.push(normalCdf(standardized(rho)) / share)
    const logShare = at.logPhi[0] - Math.log(at.phi.reduce((sum, value) => sum + value, 0))
    const logBeta = logGamma(rho) + logGamma((K - 1) * rho) - logGamma(K * rho)
    // For a tiny share the rest of the density is 1. Larger shares are not tested.
    const rankAt = (logValue: number) => Math.exp(rho * logValue - logBeta) / rho
    const least = rankAt(TINY)
    ranks.push(logShare < TINY ? rankAt(logShare) : least + (1 - least) * rng.uniform())
  }
  return [quantiles, ranks].map(values => ksPValue(values, x => x))
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

  test('leaves it too where small shares are lost and drawn anew; the twin that has them at the least double does not', () => {
    for (const p of afterSparseMoves(drawLogShares)) expect(p).toBeGreaterThan(FALSE_ALARM)
    const atTheLeast = (_: Rng, theta: Float64Array, __: number, out: Float64Array) => {
      for (let x = 0; x < out.length; x++) out[x] = Math.log(Math.max(LEAST_DRAWN, theta[x]))
    }
    expect(Math.min(...afterSparseMoves(atTheLeast))).toBeLessThan(FALSE_ALARM)
  })

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
    // Independent draws would give 2 ± 0.37.
    expect(meanSquare(at => move(rng, at))).toBeGreaterThan(0.5)
    expect(meanSquare(keepTheta)).toBeLessThan(0.05)
  })
})
