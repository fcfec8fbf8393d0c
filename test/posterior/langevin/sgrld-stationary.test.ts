import { expect, test } from 'vitest'
import type { LangevinState } from '../../../src/posterior/langevin/langevin.ts'
import { sgrld } from '../../../src/posterior/langevin/sgrld.ts'
import { stream } from '../../../src/random/stream.ts'
import { rrrr } from '../../../src/rrrr/rrrr.ts'
import { denseColumns } from '../../support/sgld.ts'
import { denseStep, TWINS } from '../../support/sgrld.ts'
import { type Moments, momentsOf, quadrature } from '../../support/stationary.ts'
import { type Entry, tallyOf } from '../../support/tally.ts'

const MINIBATCH = 6

/** Answers of people most or all of whom are in one category: with ρ < 1 the posterior piles up at θ_0 = 1. */
const entriesOf = (answers: readonly number[]): Entry[] => {
  const mechanism = rrrr({ categories: 2, subset: [0], epsilon: 2 })
  return answers.flatMap((count, y) => (count > 0 ? [[mechanism, y, count] as const] : []))
}

function chainMoments(answers: readonly number[], rho: number, horizon: number): Moments {
  const tally = tallyOf(entriesOf(answers))
  const sampler = sgrld({ tally, prior: rho, horizon, minibatch: MINIBATCH })
  const rng = stream(1, 'stationary', ...answers, rho, horizon)
  const state = sampler.init(rng)
  const theta = new Float64Array(2)
  return momentsOf(1e6, () => {
    sampler.step(rng, state)
    return sampler.theta(state, theta)[0]
  })
}

// By batch means the chain's mean is known to 0.012 sd, and its sd to 1.1 %. The step's own bias is 0.16 sd and 8 % at most;
// with the tolerances that leaves 6 standard errors and more, a false-alarm rate below 1e-6.
function isNear(found: Moments, exact: Moments): boolean {
  return Math.abs(found.mean - exact.mean) < 0.25 * exact.sd && Math.abs(found.sd / exact.sd - 1) < 0.15
}

test.each([[[9, 3]], [[12, 0]]])(
  'at a small step and ρ = ½ the stationary law is the posterior by quadrature up to ¼ sd, after answers %j',
  answers => {
    const exact = quadrature(tallyOf(entriesOf(answers)), [0.5, 0.5])
    const found = chainMoments(answers, 0.5, 100)
    expect(isNear(found, exact), JSON.stringify({ found, exact })).toBe(true)
  },
)

// The standard errors are 0.006, 0.01 and 0.019 sd. The biases are 0.62, 0.37 and 0.24 sd, six standard errors of a difference apart.
test('at the boundary the bias of the mean shrinks with the step, at ρ = 0.3', () => {
  const exact = quadrature(tallyOf(entriesOf([12, 0])), [0.3, 0.3])
  const biases = [25, 100, 400].map(
    horizon => Math.abs(chainMoments([12, 0], 0.3, horizon).mean - exact.mean) / exact.sd,
  )
  expect(biases[0]).toBeGreaterThan(biases[1])
  expect(biases[1]).toBeGreaterThan(biases[2])
})

test.each(['without the ½', 'without n/m', 'with ρ − 1 for ρ', 'with noise √γ'])(
  'the stationary law of an update %s is another one',
  twin => {
    const entries = entriesOf([9, 3])
    const tally = tallyOf(entries)
    const dense = denseColumns(entries)
    const rng = stream(1, 'stationary', twin)
    const settings = { rho: [0.5, 0.5], gamma: 0.5 / 100, minibatch: MINIBATCH }
    let state: LangevinState = { phi: [0.5, 0.5], observations: { sealed: [], recent: [] } }
    const found = momentsOf(2e5, () => {
      const phi = denseStep(state, rng, tally, dense, settings, TWINS[twin])
      state = { ...state, phi }
      return phi[0] / (phi[0] + phi[1])
    })
    expect(isNear(found, quadrature(tally, [0.5, 0.5]))).toBe(false)
  },
)
