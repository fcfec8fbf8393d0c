import { describe, expect, test } from 'vitest'
import {
  chainDrawer,
  type Drawer,
  rankCalibration,
  type Setting,
} from '../../../experiments/support/rank-calibration.ts'
import { sliceKind } from '../../../src/posterior/samplers/slice.ts'
import { drawDirichlet } from '../../../src/random/dirichlet.ts'
import { findings, worstOf } from '../../support/calibration.ts'
import { FALSE_ALARM } from '../../support/statistics.ts'

/** Number of tests that should pass; the chance of a false alarm is divided among them. */
const TESTS = 2
const ALARM = FALSE_ALARM / TESTS

const GROUPS = [0, 1, 1, 1, 1, 1, 2, 2]

function check(name: string, setting: Setting, drawer: Drawer) {
  const worst = worstOf(findings(rankCalibration(name, setting, 400, drawer)))
  console.log(name, setting, worst)
  return worst.pValue
}

describe.each(['fixed', 'learned'] as const)('of groups of categories, the concentration %s', prior => {
  const setting: Setting = {
    categories: GROUPS.length,
    epsilon: 1,
    people: 300,
    subsets: 0,
    prior: prior === 'fixed' ? GROUPS.map((_, x) => [0.5, 1, 2][x % 3]) : 'learned',
    groups: GROUPS,
  }
  const drawer = chainDrawer(sliceKind, setting.prior, { warmup: 100, thin: 12 })

  test('the truth has a uniform rank among the draws of slice, and their intervals cover', () => {
    expect(check('cells', setting, drawer)).toBeGreaterThan(ALARM)
  })

  test('draws whose shares of a group are by a flat prior do not', () => {
    const twin: Drawer = function* (rng, tally, truth) {
      for (const { theta, rho } of drawer(rng, tally, truth)) {
        const mass = theta.slice(1, 6).reduce((sum, share) => sum + share)
        const shares = drawDirichlet(rng, new Float64Array(5).fill(1), new Float64Array(5))
        theta.set(
          shares.map(share => share * mass),
          1,
        )
        yield { theta, rho }
      }
    }
    expect(check('cells of flat shares', setting, twin)).toBeLessThan(ALARM)
  })
})
