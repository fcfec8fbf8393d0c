import { expect, test } from 'vitest'
import type { Geometry, HmcState } from '../../../../src/posterior/samplers/hmc/hmc-state.ts'
import { startTuning, tune } from '../../../../src/posterior/samplers/hmc/tuning.ts'

const THETA = Float64Array.of(0.5, 0.3, 0.2)

/**
 * Whether a chain of 200 steps of tuning, of which one in `oneIn` is taken, is allowed an expansion at each renewal of its geometry.
 *
 * @param expanded whether it has one to begin with
 */
function renewals(oneIn: number, expanded: boolean) {
  const found: [made: number, expandable: boolean][] = []
  const geometry: Geometry = { anchor: [0.4, 0.4, 0.2], metric: [], size: 9, expanded }
  const state: HmcState = {
    z: [0, 0, 0],
    concentration: null,
    geometry,
    stepSize: 0.5,
    tuning: startTuning(0.5, 200, 3, 0),
  }
  const info = { acceptance: 0.8, gradients: 1, divergent: false }
  for (let step = 1; step <= 200; step++) {
    tune(state, { info, taken: step % oneIn === 0 }, THETA, (anchor, expandable) => {
      found.push([step, expandable])
      anchor.forEach((value, x) => {
        expect(value).toBeCloseTo(THETA[x], 12)
      })
      return { ...geometry, anchor, expanded: expandable }
    })
  }
  expect(state.tuning).toBeNull()
  return found
}

test('an expansion is kept while its proposals are taken', () => {
  expect(renewals(2, true)).toEqual([
    [20, true],
    [60, true],
    [150, true],
  ])
})

test('one whose proposals are seldom taken gets a second try, and is then given up', () => {
  expect(renewals(5, true)).toEqual([
    [20, true],
    [60, false],
    [150, false],
  ])
})

test('a chain without one is not given one', () => {
  expect(renewals(1, false).map(([, expandable]) => expandable)).toEqual([false, false, false])
})
