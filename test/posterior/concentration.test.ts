import { expect, test } from 'vitest'
import { drawConcentration, HYPERPRIOR, logConcentrationDensity } from '../../src/posterior/concentration.ts'
import { stream } from '../../src/random/stream.ts'
import { logGamma } from '../support/special.ts'
import { FALSE_ALARM, ksPValue } from '../support/statistics.ts'

const TOTALS: Record<string, number[]> = {
  'nobody at all': [0, 0, 0],
  'one person': [0, 1, 0, 0],
  'everybody at one category': [0, 500, 0, 0, 0],
  'a few, spread': [3, 1, 0, 2, 0, 9],
  'many, spread unevenly': [900, 20, 3, 0, 75, 1, 0, 310],
  'all totals equal': new Array(30).fill(40),
  'a thousand million people, all totals equal': new Array(5).fill(2e8),
}

/** The law of the data given ρ, a Dirichlet-multinomial, by Γ functions, and what the twins forget. */
interface Formula {
  readonly hyperprior: boolean
  /** Powers of ρ by which a density of ρ differs from one of ln ρ. */
  readonly jacobian: number
}

function logDensity(logRho: number, totals: readonly number[], { hyperprior, jacobian }: Formula): number {
  const rho = Math.exp(logRho)
  const K = totals.length
  let n = 0
  let value = 0
  for (const total of totals) {
    n += total
    value += logGamma(rho + total) - logGamma(rho)
  }
  value -= logGamma(K * rho + n) - logGamma(K * rho)
  if (hyperprior) value -= (logRho - Math.log(0.2)) ** 2 / 8
  return value + jacobian * logRho
}

/** The distribution function of ln ρ by Simpson's rule, over 12 standard deviations of the hyperprior either way. */
function distribution(totals: readonly number[], formula: Formula): (logRho: number) => number {
  const [low, high, cells] = [-25, 22, 4000]
  const width = (high - low) / cells
  const at = (t: number) => logDensity(low + t * width, totals, formula)
  const values = Array.from({ length: 2 * cells + 1 }, (_, i) => at(i / 2))
  const top = Math.max(...values)
  const density = values.map(value => Math.exp(value - top))
  const reached = new Float64Array(cells + 1)
  for (let i = 0; i < cells; i++) {
    reached[i + 1] = reached[i] + density[2 * i] + 4 * density[2 * i + 1] + density[2 * i + 2]
  }
  return logRho => {
    const place = Math.min(cells, Math.max(0, (logRho - low) / width))
    const cell = Math.min(cells - 1, Math.floor(place))
    return (reached[cell] + (place - cell) * (reached[cell + 1] - reached[cell])) / reached[cells]
  }
}

/** Every tenth update: hardly correlated, whatever the target's width. */
const SAMPLES = new Map(
  Object.entries(TOTALS).map(([name, totals]) => {
    const rng = stream(1, 'concentration', name)
    let rho: number = HYPERPRIOR.median
    const sample = Float64Array.from({ length: 2500 }, () => {
      for (let i = 0; i < 10; i++) rho = drawConcentration(rng, rho, Float64Array.from(totals))
      return Math.log(rho)
    })
    return [name, sample]
  }),
)

test('the density is that of a Dirichlet-multinomial times the hyperprior of ln ρ, up to a constant', () => {
  const formula = { hyperprior: true, jacobian: 0 }
  for (const totals of Object.values(TOTALS)) {
    const all = Float64Array.from(totals)
    const n = all.reduce((sum, total) => sum + total, 0)
    const offset = logConcentrationDensity(0, all) - logDensity(0, totals, formula)
    for (let logRho = -12; logRho <= 6; logRho++) {
      const difference = logConcentrationDensity(logRho, all) - logDensity(logRho, totals, formula)
      // Of Γ functions of n the plain formula loses what n·ln n has of rounding.
      expect(Math.abs(difference - offset)).toBeLessThan(1e-10 + 1e-13 * n)
    }
  }
})

test.each(Object.keys(TOTALS))(
  'with %s the slice update leaves its target invariant (false alarm 1e-6)',
  name => {
    const cdf = distribution(TOTALS[name], { hyperprior: true, jacobian: 0 })
    expect(ksPValue(SAMPLES.get(name)!, cdf)).toBeGreaterThan(FALSE_ALARM)
  },
)

test.each([
  ['nobody at all', { hyperprior: true, jacobian: 1 }],
  ['a few, spread', { hyperprior: false, jacobian: 0 }],
  ['a few, spread', { hyperprior: true, jacobian: 1 }],
  ['a few, spread', { hyperprior: true, jacobian: -1 }],
  ['everybody at one category', { hyperprior: false, jacobian: 0 }],
  ['all totals equal', { hyperprior: false, jacobian: 0 }],
  ['all totals equal', { hyperprior: true, jacobian: 1 }],
] as const)('with %s it is another law that has %j', (name, twin) => {
  expect(ksPValue(SAMPLES.get(name)!, distribution(TOTALS[name], twin))).toBeLessThan(FALSE_ALARM)
})

test('where all totals are equal, which any large ρ explains as well, ρ stays within reach of its hyperprior', () => {
  for (const name of ['all totals equal', 'a thousand million people, all totals equal']) {
    // 8 standard deviations: less than 1e-15 a draw, even if the answers ruled out every ρ below 11.
    for (const logRho of SAMPLES.get(name)!) expect(logRho).toBeLessThan(Math.log(0.2) + 8 * 2)
  }
})

test('wherever it starts, it finds back within a hundred updates', () => {
  const rng = stream(1, 'far')
  for (const start of [1e-250, 1e-30, 1e30, 1e250]) {
    let rho = start
    for (let i = 0; i < 100; i++) rho = drawConcentration(rng, rho, Float64Array.of(5, 0, 2))
    expect(Math.abs(Math.log(rho / HYPERPRIOR.median))).toBeLessThan(10 * HYPERPRIOR.sd)
  }
})
