import { describe, expect, test } from 'vitest'
import {
  chainDrawer,
  DRAWS,
  type Drawer,
  drawsOf,
  rankCalibration,
  type Setting,
} from '../../../experiments/support/rank-calibration.ts'
import type { Sampler } from '../../../src/posterior/kind/sampler.ts'
import { type LangevinState, langevin } from '../../../src/posterior/langevin/langevin.ts'
import { sgld } from '../../../src/posterior/langevin/sgld.ts'
import { softmax } from '../../../src/posterior/moves/softmax-target.ts'
import { delayedAcceptanceKind } from '../../../src/posterior/samplers/delayed-acceptance.ts'
import { gibbs } from '../../../src/posterior/samplers/gibbs.ts'
import { hmcKind } from '../../../src/posterior/samplers/hmc/hmc.ts'
import { sliceKind } from '../../../src/posterior/samplers/slice.ts'
import type { Tally } from '../../../src/posterior/tally/tally.ts'
import { findings, worstOf } from '../../support/calibration.ts'
import { type Move, nutsMove, plainTarget, textbookMove } from '../../support/softmax-twins.ts'
import { FALSE_ALARM } from '../../support/statistics.ts'

/** At least the number of tests that should pass; the chance of a false alarm is divided among them. */
const TESTS = 33
const ALARM = FALSE_ALARM / TESTS

const UNEVEN = (categories: number) => Array.from({ length: categories }, (_, x) => [0.5, 1, 2][x % 3])

function settingOf(categories: number, epsilon: number, prior: 'fixed' | 'learned'): Setting {
  // Many subsets give many distinct columns.
  const subsets = categories === 3 ? 1 : 40
  return {
    categories,
    epsilon,
    people: 300,
    subsets,
    prior: prior === 'fixed' ? UNEVEN(categories) : 'learned',
  }
}

/**
 * Sweeps of data augmentation, from the truth forwards and backwards. The sweeps are reversible, so that the truth is equally likely
 * at any place in the chain. Its ranks are therefore exact, however slowly the chain moves (Gandy, Scott 2020).
 */
function gibbsBothWays(prior: Setting['prior'], thin: number): Drawer {
  return function* (rng, tally, truth) {
    const sampler = gibbs({ tally, prior })
    const before = rng.integer(DRAWS + 1)
    for (const length of [before, DRAWS - before]) {
      const state = { logTheta: Array.from(truth.logTheta), concentration: truth.rho ?? null }
      for (let draw = 0; draw < length; draw++) {
        for (let i = 0; i < thin; i++) sampler.step(rng, state)
        const theta = sampler.theta(state, new Float64Array(tally.categories))
        yield { theta, rho: state.concentration ?? undefined }
      }
    }
  }
}

function check(name: string, setting: Setting, replicates: number, drawer: Drawer) {
  const worst = worstOf(findings(rankCalibration(name, setting, replicates, drawer)))
  console.log(name, setting, worst)
  return worst
}

const CASES = [3, 10].flatMap(categories =>
  [0.5, 3].flatMap(epsilon => (['fixed', 'learned'] as const).map(prior => ({ categories, epsilon, prior }))),
)

/**
 * Half of the cases, in which every pair of categories, ε and prior comes once: for what is dear and has the same code in all of them.
 */
const isInHalf = (one: (typeof CASES)[number]) =>
  ((one.categories === 10) === (one.epsilon === 3)) === (one.prior === 'learned')

describe.each(CASES)('over $categories categories at ε = $epsilon, the concentration $prior', one => {
  const setting = settingOf(one.categories, one.epsilon, one.prior)
  const replicates = one.categories === 3 ? 200 : 120

  // With a learnt concentration, no default estimate comes from it.
  test.runIf(one.prior === 'fixed' || (one.categories === 10 && one.epsilon === 3))(
    'the truth has a uniform rank among the draws of hmc, and their intervals cover',
    () => {
      const drawer = chainDrawer(hmcKind, setting.prior, {
        warmup: 200,
        thin: one.prior === 'fixed' ? 4 : 8,
      })
      expect(check('hmc', setting, replicates, drawer).pValue).toBeGreaterThan(ALARM)
    },
  )

  test.runIf(isInHalf(one))(
    'the truth has a uniform rank among the draws of slice, and their intervals cover',
    () => {
      const thin = one.prior === 'fixed' ? 2 : 8
      const drawer = chainDrawer(sliceKind, setting.prior, { warmup: 100, thin })
      expect(check('slice', setting, replicates, drawer).pValue).toBeGreaterThan(ALARM)
    },
  )

  // With a small ε and few people, the sampler is nearly `slice`.
  test.runIf(one.prior === 'fixed' || (one.categories === 10 && one.epsilon === 3))(
    'the truth has a uniform rank among the draws of delayed acceptance, and their intervals cover',
    () => {
      const drawer = chainDrawer(delayedAcceptanceKind, setting.prior, { warmup: 100, thin: 6 })
      expect(check('delayed acceptance', setting, replicates, drawer).pValue).toBeGreaterThan(ALARM)
    },
  )

  test.runIf(isInHalf(one))(
    'the truth has a uniform rank among the draws of gibbs, and their intervals cover',
    () => {
      const drawer = gibbsBothWays(setting.prior, 20)
      expect(check('gibbs', setting, replicates, drawer).pValue).toBeGreaterThan(ALARM)
    },
  )
})

// Few answers at a small ε: the posterior is wide, and a wrong one shows.
describe('among its twins, wrong by design', () => {
  const prior = [1.5, 3, 2]
  const setting: Setting = { categories: 3, epsilon: 0.5, people: 60, subsets: 4, prior }

  /** A chain in softmax coordinates, every eighth state. */
  const moved = (make: (tally: Tally) => Move): Drawer =>
    function* (rng, tally) {
      const move = make(tally)
      const z = new Float64Array(3)
      for (let i = -20; i < 8 * DRAWS; i++) {
        move(rng, z)
        if (i < 0 || i % 8 !== 0) continue
        const theta = new Float64Array(3)
        softmax(z, theta)
        yield { theta, rho: undefined }
      }
    }

  test('a softmax target under the no-U-turn sampler passes; without its Jacobian, with ρ − 1 for ρ, it fails', () => {
    const [right, twin] = [0, 1].map(less =>
      moved(tally =>
        nutsMove(
          plainTarget(
            tally,
            prior.map(rho => rho - less),
          ),
          0.5,
        ),
      ),
    )
    expect(check('softmax', setting, 800, right).pValue).toBeGreaterThan(ALARM)
    expect(check('softmax without Jacobian', setting, 800, twin).pValue).toBeLessThan(ALARM)
  })

  test('textbook Hamiltonian Monte Carlo passes with a kinetic energy of ½ p², and fails with p²', () => {
    const [half, whole] = [0.5, 1].map(factor =>
      moved(tally => textbookMove(plainTarget(tally, prior), 0.3, factor)),
    )
    expect(check('with ½', setting, 800, half).pValue).toBeGreaterThan(ALARM)
    expect(check('without ½', setting, 800, whole).pValue).toBeLessThan(ALARM)
  })

  test('delayed acceptance passes, and fails with ρ − 1 for ρ', () => {
    const thinning = { warmup: 100, thin: 4 }
    const right = chainDrawer(delayedAcceptanceKind, prior, thinning)
    expect(check('delayed acceptance', setting, 800, right).pValue).toBeGreaterThan(ALARM)
    const less = prior.map(rho => rho - 1)
    const twin = chainDrawer(delayedAcceptanceKind, less, thinning)
    expect(check('delayed acceptance with ρ − 1', setting, 800, twin).pValue).toBeLessThan(ALARM)
  })

  test('gibbs passes, and fails with ρ − 1 for ρ', () => {
    expect(check('gibbs', setting, 800, gibbsBothWays(prior, 20)).pValue).toBeGreaterThan(ALARM)
    const twin = gibbsBothWays(
      prior.map(rho => rho - 1),
      20,
    )
    expect(check('gibbs with ρ − 1', setting, 800, twin).pValue).toBeLessThan(ALARM)
  })

  test('sgld of small steps, far apart, passes; without n/m it fails', () => {
    const options = { horizon: 400, minibatch: 10 }
    const far =
      (make: (tally: Tally) => Sampler<LangevinState>): Drawer =>
      (rng, tally) =>
        drawsOf(make(tally), rng, 3, { warmup: 2000, thin: 1000 })
    const right = far(tally => sgld({ tally, prior, ...options }))
    const twin = far(tally =>
      langevin('sgld', { tally, ...options }, Float64Array.from(prior), {
        take(phi, gamma, { gradient, noise, next }) {
          for (let i = 0; i < next.length; i++) {
            const drift = (prior[i] - 1) / phi[i] - 1 + (options.minibatch / tally.size) * gradient[i]
            next[i] = Math.abs(phi[i] + (gamma / 2) * drift + Math.sqrt(gamma) * noise[i])
          }
        },
      }),
    )
    const answered = { ...setting, epsilon: 2 }
    expect(check('sgld', answered, 250, right).pValue).toBeGreaterThan(ALARM)
    expect(check('sgld without n/m', answered, 250, twin).pValue).toBeLessThan(ALARM)
  })
})
