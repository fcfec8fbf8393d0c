import { expect, test } from 'vitest'
import { HYPERPRIOR } from '../../../src/posterior/kind/prior.ts'
import { drawConcentration, logConcentrationDensity } from '../../../src/posterior/moves/concentration.ts'
import { stream } from '../../../src/random/stream.ts'
import { logGamma } from '../../support/special.ts'
import { FALSE_ALARM, ksPValue } from '../../support/statistics.ts'

const TOTALS: Record<string, number[]> = {
  'nobody at all': [0, 0, 0],
  'one person': [0, 1, 0, 0],
  'everybody at one category': [0, 500, 0, 0, 0],
  'a few, spread': [3, 1, 0, 2, 0, 9],
  'many, spread unevenly': [900, 20, 3, 0, 75, 1, 0, 310],
  'all totals equal': new Array(30).fill(40),
  'a thousand million people, all totals equal': new Array(5).fill(2e8),
}

/** Up to all people that a tally counts. */
const HUGE: Record<string, number[]> = {
  'ten million million people': [6e12, 3e12, 1e12],
  'a hundred million million people, one category empty and one nearly': [1e14 - 4, 1, 0, 3],
  'a hundred million million people, all totals equal': new Array(2).fill(5e13),
  'as many people as can be counted, nearly all at one category': [2 ** 53 - 9, 5, 3],
  'as many people as can be counted': [2 ** 52, 2 ** 51, 2 ** 50, 2 ** 50 - 1],
}

const ALL = { ...TOTALS, ...HUGE }

/** The parts that twins forget of the density by Γ functions, where the law of the data given ρ is a Dirichlet-multinomial. */
interface Formula {
  readonly hyperprior: boolean
  /** The power of ρ by which the density differs from that of ln ρ. */
  readonly jacobian: number
}

/** From here on Γ(ρ + n)/Γ(n) is n^ρ, to ρ²/n: the limit of many people. */
const MANY = 1e12

function logDensity(logRho: number, totals: readonly number[], { hyperprior, jacobian }: Formula): number {
  const rho = Math.exp(logRho)
  const K = totals.length
  /** `ln Γ(a + n)`, less what does not depend on ρ. */
  const logGammaAbove = (n: number, a: number) => (n < MANY ? logGamma(a + n) : a * Math.log(n))
  let n = 0
  let value = 0
  for (const total of totals) {
    n += total
    value += logGammaAbove(total, rho) - logGamma(rho)
  }
  value -= logGammaAbove(n, K * rho) - logGamma(K * rho)
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
  Object.entries(ALL).map(([name, totals]) => {
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
      // With Γ functions of n, the plain formula has the rounding error of n·ln n.
      expect(Math.abs(difference - offset)).toBeLessThan(1e-10 + 1e-13 * n)
    }
  }
})

test.each([
  [[5e13, 5e13], -300, -11428.599009386882],
  [[5e13, 5e13], -3, -2.289991705224264],
  [[5e13, 5e13], 6, -3.7936844749626903],
  [[5e13, 5e13], 33, -133.61526100660512],
  [[5e13, 5e13], 500, -31435.28743475595],
  [[1e14, 1, 0, 3], -300, -11636.860248780707],
  [[1e14, 1, 0, 3], -3, 81.71394551354837],
  [[1e14, 1, 0, 3], 6, -30616.982125753773],
  [[1e14, 1, 0, 3], 33, -123900166842583.12],
  [[1e14, 1, 0, 3], 500, -138629436143223.72],
  [[2 ** 53 - 9, 5, 3], -300, -11660.31836509842],
  [[2 ** 53 - 9, 5, 3], -3, 59.530683747143335],
  [[2 ** 53 - 9, 5, 3], 6, -24170.673117057988],
  [[2 ** 53 - 9, 5, 3], 33, -1345967825256654.2],
  [[2 ** 53 - 9, 5, 3], 500, -9895419787771784.0],
  [new Array(30).fill(3e14 + 1), -300, -19801.914471466407],
  [new Array(30).fill(3e14 + 1), -3, -63.537693780667354],
  [new Array(30).fill(3e14 + 1), 6, 82.50871946650967],
  [new Array(30).fill(3e14 + 1), 33, 323.7006679806313],
  [new Array(30).fill(3e14 + 1), 500, -30965.396020661854],
  [[5, 0, 2], -300, -11427.163924861594],
  [[5, 0, 2], 500, -31452.24198369876],
])(
  'of totals %j it is right to 1e-12 at ln ρ = %d, beside that at ln ρ = 0 (mpmath, 900 digits)',
  (totals, logRho, exact) => {
    const all = Float64Array.from(totals)
    const difference = logConcentrationDensity(logRho, all) - logConcentrationDensity(0, all)
    expect(Math.abs(difference - exact) / Math.max(1, Math.abs(exact))).toBeLessThan(1e-12)
  },
)

test.each(Object.keys(ALL))(
  'with %s the slice update leaves its target invariant (false alarm 1e-6)',
  name => {
    const cdf = distribution(ALL[name], { hyperprior: true, jacobian: 0 })
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
  ['ten million million people', { hyperprior: true, jacobian: 1 }],
  ['as many people as can be counted', { hyperprior: true, jacobian: -1 }],
] as const)('with %s it is another law that has %j', (name, twin) => {
  expect(ksPValue(SAMPLES.get(name)!, distribution(ALL[name], twin))).toBeLessThan(FALSE_ALARM)
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
