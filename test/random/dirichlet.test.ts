import { expect, test } from 'vitest'
import type { Vector } from '../../src/check/check.ts'
import { drawDirichlet, drawLogDirichlet } from '../../src/random/dirichlet.ts'
import { drawGamma } from '../../src/random/gamma.ts'
import type { Rng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { betaI, logGamma } from '../support/special.ts'
import { chiSquarePValue, FALSE_ALARM, ksPValue } from '../support/statistics.ts'

// Each statistical check raises a false alarm with probability 1e-6 at most; its twin, wrong by design, must fail it.

const DRAWS = 50_000

type Draw = (rng: Rng, alpha: Vector, out: Float64Array) => Float64Array

/** Goodness of fit of each entry to its beta law, and of θ_0/(θ_0+θ_1) to its own: the smallest p-value, times their number. */
function goodness(draw: Draw, alpha: number[], name: string): number {
  const rng = stream(1, 'dirichlet', name)
  const columns = [...alpha, 0].map(() => new Float64Array(DRAWS))
  const theta = new Float64Array(alpha.length)
  for (let j = 0; j < DRAWS; j++) {
    draw(rng, alpha, theta)
    for (let i = 0; i < alpha.length; i++) columns[i][j] = theta[i]
    columns[alpha.length][j] = theta[0] / (theta[0] + theta[1])
  }
  const total = alpha.reduce((a, b) => a + b)
  const laws = [...alpha.map(a => [a, total - a]), [alpha[0], alpha[1]]]
  const p = laws.map(([a, b], i) => ksPValue(columns[i], x => betaI(a, b, Math.min(x, 1))))
  return Math.min(...p) * p.length
}

const exponentiated: Draw = (rng, alpha, out) => {
  drawLogDirichlet(rng, alpha, out)
  out.set(out.map(Math.exp))
  return out
}

test.each([[[0.5, 1.5, 3]], [[1, 1]], [[50, 20, 0.3, 7]], [[0.7, 0.9, 0.4]]])(
  'draws with concentrations %j have beta entries, from the plain and from the logarithmic draw',
  alpha => {
    expect(goodness(drawDirichlet, alpha, 'plain')).toBeGreaterThan(FALSE_ALARM)
    expect(goodness(exponentiated, alpha, 'logs')).toBeGreaterThan(FALSE_ALARM)
  },
)

test('the Dirichlet test rejects shares of gamma draws whose last shape is wrong by a tenth', () => {
  const wrong: Draw = (rng, alpha, out) =>
    drawDirichlet(
      rng,
      Array.from(alpha, (a, i) => (i === alpha.length - 1 ? a * 1.1 : a)),
      out,
    )
  expect(goodness(wrong, [0.5, 1.5, 3], 'twin')).toBeLessThan(FALSE_ALARM)
})

test('the Dirichlet test rejects entries of which each was normalised by a sum of its own', () => {
  const wrong: Draw = (rng, alpha, out) => {
    for (let i = 0; i < out.length; i++) {
      const own = drawGamma(rng, alpha[i])
      let total = own
      for (let j = 0; j < out.length; j++) if (j !== i) total += drawGamma(rng, alpha[j])
      out[i] = own / total
    }
    return out
  }
  expect(goodness(wrong, [0.5, 1.5, 3], 'twin')).toBeLessThan(FALSE_ALARM)
})

/** The chance that ln(θ_0/θ_1) is at most x, for two entries with concentrations a and b. */
function logOddsLaw(a: number, b: number, x: number): number {
  if (x > 0) return 1 - logOddsLaw(b, a, -x)
  if (x > -40) return betaI(a, b, 1 / (1 + Math.exp(-x)))
  return Math.exp(a * x - Math.log(a) + logGamma(a + b) - logGamma(a) - logGamma(b))
}

test.each([
  [0.01, 0.02],
  [1e-3, 1e-3],
  [1e-6, 3e-6],
])('logarithms of a draw with concentrations %f, %f and 0.01 have the log odds that the law says', (a, b) => {
  const fitLogs = (alpha: number[]) => {
    const rng = stream(1, 'log odds', a)
    const theta = new Float64Array(3)
    const logOdds = Float64Array.from({ length: DRAWS }, () => {
      drawLogDirichlet(rng, alpha, theta)
      return theta[0] - theta[1]
    })
    return ksPValue(logOdds, x => logOddsLaw(a, b, x))
  }
  expect(fitLogs([a, b, 0.01])).toBeGreaterThan(FALSE_ALARM)
  expect(fitLogs([a, b * 1.1, 0.01])).toBeLessThan(FALSE_ALARM)
})

test.each([0.01, 1e-3])('draws with concentrations %f, twice, have the log odds that the law says', a => {
  const edges = [-700, -500, -300, -100, -30, -10, -3, 0, 3, 10, 30, 100, 300, 500, 700, Infinity]
  const expected = edges.map((edge, i) => {
    const below = i === 0 ? 0 : logOddsLaw(a, a, edges[i - 1])
    return DRAWS * ((edge === Infinity ? 1 : logOddsLaw(a, a, edge)) - below)
  })
  const fitBins = (draw: Draw) => {
    const rng = stream(1, 'bins', a)
    const theta = new Float64Array(2)
    const counts = new Float64Array(edges.length)
    for (let i = 0; i < DRAWS; i++) {
      draw(rng, [a, a], theta)
      const logOdds = Math.log(theta[0]) - Math.log(theta[1])
      counts[edges.findIndex(edge => logOdds <= edge)]++
    }
    return chiSquarePValue(counts, expected)
  }
  expect(fitBins(drawDirichlet)).toBeGreaterThan(FALSE_ALARM)
  const uniform: Draw = (rng, _, out) => {
    out[0] = rng.uniform()
    out[1] = 1 - out[0]
    return out
  }
  expect(fitBins(uniform)).toBeLessThan(FALSE_ALARM)
})

test('that test rejects, at 0.001, gamma draws that are drawn again when all underflow', () => {
  const a = 1e-3
  const middle = logOddsLaw(a, a, 500) - logOddsLaw(a, a, -500)
  const fitMiddle = (draw: Draw) => {
    const rng = stream(1, 'again')
    const theta = new Float64Array(2)
    let inside = 0
    for (let i = 0; i < DRAWS; i++) {
      draw(rng, [a, a], theta)
      if (Math.abs(Math.log(theta[0]) - Math.log(theta[1])) < 500) inside++
    }
    return chiSquarePValue([inside, DRAWS - inside], [DRAWS * middle, DRAWS * (1 - middle)])
  }
  const again: Draw = (rng, alpha, out) => {
    let total = 0
    do {
      total = 0
      for (let i = 0; i < out.length; i++) total += out[i] = drawGamma(rng, alpha[i])
    } while (total === 0)
    for (let i = 0; i < out.length; i++) out[i] /= total
    return out
  }
  expect(fitMiddle(drawDirichlet)).toBeGreaterThan(FALSE_ALARM)
  expect(fitMiddle(again)).toBeLessThan(FALSE_ALARM)
})

test('for concentrations from 1e-300 to 1e6, entries sum to one, and logarithms are finite and at most 0', () => {
  const rng = stream(1, 'range')
  for (let i = 0; i < 5000; i++) {
    const alpha = Array.from(
      { length: 1 + (i % 7) },
      () => 10 ** (-300 + 306 * rng.uniform() ** (i % 3 ? 0.01 : 1)),
    )
    const theta = drawDirichlet(rng, alpha, new Float64Array(alpha.length))
    const logs = drawLogDirichlet(rng, alpha, new Float64Array(alpha.length))
    expect(Math.abs(theta.reduce((a, b) => a + b) - 1)).toBeLessThan(1e-14)
    expect(theta.every(x => x >= 0)).toBe(true)
    expect(logs.every(x => x <= 0 && x > -Infinity)).toBe(true)
    expect(Math.abs(logs.reduce((a, x) => a + Math.exp(x), 0) - 1)).toBeLessThan(1e-14)
  }
})

test('the array handed in is the one returned', () => {
  const out = new Float64Array(2)
  expect(drawDirichlet(stream(1), [1, 2], out)).toBe(out)
  expect(drawLogDirichlet(stream(1), [1, 2], out)).toBe(out)
})

test.each([
  [[1, 0], /^alpha\[1\] must be a number from 1e-300 to 1e300; got 0/],
  [[-1, 1], /^alpha\[0\] must be/],
  [[1, Number.NaN], /^alpha\[1\] must be/],
  [[1, Infinity], /^alpha\[1\] must be/],
  [[], /^alpha must be a vector of at least one number; got \[\]/],
  [[1, 1, 1], /^out must be as long as alpha, 3; got/],
])('concentrations %j for an array of two are refused', (alpha, message) => {
  const out = new Float64Array(2)
  expect(() => drawDirichlet(stream(1), alpha, out)).toThrow(message)
  expect(() => drawLogDirichlet(stream(1), alpha, out)).toThrow(message)
  expect([...out]).toEqual([0, 0])
})
