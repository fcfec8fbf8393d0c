import { describe, expect, test, vi } from 'vitest'
import { stream } from '../../src/random/stream.ts'
import { drawPower, drawTiltedPower } from '../../src/random/tilted-power.ts'
import { FALSE_ALARM, ksPValue } from '../support/statistics.ts'

/** The distribution function of `∝ u^(ρ−1) e^(βu − u²/2)` in w = u^min(ρ, 1), where its density has no pole, by Simpson's rule. */
function lawOf(rho: number, beta: number): (u: number) => number {
  const power = Math.min(rho, 1)
  const most = Math.max(0, beta) + Math.sqrt(rho) + 9
  const logDensity = (u: number) =>
    (u > 0 ? (rho - power) * Math.log(u) : rho > 1 ? -Infinity : 0) + beta * u - (u * u) / 2
  const mode = Math.max(0, (beta + Math.sqrt(Math.max(0, beta * beta + 4 * (rho - power)))) / 2)
  const top = logDensity(mode)
  const density = (w: number) => Math.exp(logDensity(w ** (1 / power)) - top)
  const end = most ** power
  const cells = 40_000
  const sums = new Float64Array(cells + 1)
  for (let i = 0; i < cells; i++) {
    const [a, b] = [(end * i) / cells, (end * (i + 1)) / cells]
    sums[i + 1] = sums[i] + (density(a) + 4 * density((a + b) / 2) + density(b)) / 6
  }
  return u => {
    const at = Math.min(cells, (cells * u ** power) / end)
    const low = Math.floor(at)
    const high = Math.min(cells, low + 1)
    return (sums[low] + (at - low) * (sums[high] - sums[low])) / sums[cells]
  }
}

describe('draws of u^(ρ−1) e^(βu − u²/2) have its distribution function, and not that of another β or ρ', () => {
  // Kolmogorov–Smirnov, false alarm 1e-6 each.
  const CASES = [0.2, 0.9, 1, 1.5, 20].flatMap(rho =>
    [-30, -2, 0, 0.7, 1.5, 3.9, 4.1, 9, 40].map(beta => [rho, beta] as const),
  )
  test.each(CASES)('ρ = %d, β = %d', (rho, beta) => {
    const rng = stream('tilted', rho, beta)
    const draws = Float64Array.from({ length: 3000 }, () => drawTiltedPower(rng, rho, beta))
    expect(ksPValue(draws, lawOf(rho, beta))).toBeGreaterThan(FALSE_ALARM)
    expect(ksPValue(draws, lawOf(rho, beta + (beta < -5 ? 20 : beta < 0 ? 1.5 : 0.5)))).toBeLessThan(
      FALSE_ALARM,
    )
    if (beta < 1) expect(ksPValue(draws, lawOf(rho * 1.6, beta))).toBeLessThan(FALSE_ALARM)
  })
})

test('a draw takes a few tries however steeply the density falls', () => {
  const rng = stream('steep')
  const uniform = vi.spyOn(rng, 'uniform')
  for (const beta of [-100, -3e4, -3e6]) {
    for (const rho of [0.3, 0.7, 0.99]) for (let i = 0; i < 20; i++) drawTiltedPower(rng, rho, beta)
  }
  expect(uniform.mock.calls.length).toBeLessThan(180 * 20)
})

test('with a tiny ρ a draw is 0, or one of the hill, as often as the density has it', () => {
  // The hill's odds are ρ √(2π) e^(β²/2)/β or so; at ρ = 0.001 and β = 3.5 both are there. Five standard errors.
  const [rho, beta, n] = [0.001, 3.5, 40_000]
  const rng = stream('tiny')
  let hill = 0
  for (let i = 0; i < n; i++) if (drawTiltedPower(rng, rho, beta) > 0.5) hill++
  const law = lawOf(rho, beta)
  let above = 0
  let below = 1
  // By quadrature in u itself above ½, and below by 1/ρ and the little that the slope adds.
  for (let u = 0.5; u < 14; u += 0.001) above += 0.001 * u ** (rho - 1) * Math.exp(beta * u - (u * u) / 2)
  for (let u = 0.0005; u < 0.5; u += 0.001)
    below += 0.001 * rho * u ** (rho - 1) * Math.expm1(beta * u - (u * u) / 2)
  const share = (rho * above) / (rho * above + 0.5 ** rho + below - 1)
  expect(law(14)).toBeCloseTo(1, 6)
  expect(Math.abs(hill / n - share)).toBeLessThan(5 * Math.sqrt((share * (1 - share)) / n))
  expect(Math.abs(hill / n - share / 1.2)).toBeGreaterThan(5 * Math.sqrt((share * (1 - share)) / n))
})

test('powers of a uniform number are drawn by their law, and 0 below e^−100 of the scale', () => {
  const rng = stream('power')
  const draws = Float64Array.from({ length: 3000 }, () => drawPower(rng, 0.3, 2))
  expect(ksPValue(draws, u => (u / 2) ** 0.3)).toBeGreaterThan(FALSE_ALARM)
  expect(ksPValue(draws, u => (u / 2) ** 0.4)).toBeLessThan(FALSE_ALARM)
  const zeros = Array.from({ length: 1000 }, () => drawPower(rng, 1e-6, 1)).filter(value => value === 0)
  expect(zeros.length).toBeGreaterThan(990)
})
