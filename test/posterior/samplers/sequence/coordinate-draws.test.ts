import { expect, test } from 'vitest'
import { separableValue } from '../../../../src/posterior/likelihood/separable-likelihood.ts'
import { drawCoordinates } from '../../../../src/posterior/samplers/sequence/coordinate-draws.ts'
import { drawDirichlet } from '../../../../src/random/dirichlet.ts'
import { stream } from '../../../../src/random/stream.ts'
import { twoSamplePValue } from '../../../support/chain-laws.ts'
import { FALSE_ALARM } from '../../../support/statistics.ts'

const K = 3
const RHO = Float64Array.of(0.5, 1, 2)
const RUNS = 5000
const LIKELIHOOD = {
  anchor: Float64Array.of(0.5, 0.3, 0.2),
  slope: Float64Array.of(5, 0, -2),
  information: Float64Array.of(12, 4, 8),
}
/** At least the largest value, so that exact draws are made by rejection: 5t − 6t² is at most 25/24. */
const MOST = 1.1

/** The entries of exact draws, after some sweeps. */
function drawsAfter(sweeps: number, rho = RHO, order = [0, 1, 2]): number[][] {
  const rng = stream('coordinate draws', sweeps, rho[0])
  const theta = new Float64Array(K)
  const found: number[][] = [[], [], []]
  while (found[0].length < RUNS) {
    drawDirichlet(rng, rho, theta)
    if (rng.uniform() > Math.exp(separableValue(LIKELIHOOD, theta) - MOST)) continue
    for (let i = 0; i < sweeps; i++) drawCoordinates(rng, LIKELIHOOD, theta, RHO, order, i % 2 === 0)
    for (let x = 0; x < K; x++) found[x].push(theta[x])
  }
  return found
}

const EXACT = drawsAfter(0)
const pValue = (found: number[][]) => Math.min(...EXACT.map((values, x) => twoSamplePValue(values, found[x])))

// False alarms: 3e-6 for each test.
test.each([[[0, 1, 2]], [[0]], [[2, 1]]])('sweeps over the categories %j leave the law invariant', order => {
  expect(pValue(drawsAfter(6, RHO, order))).toBeGreaterThan(FALSE_ALARM)
})

test('draws under another prior are seen to have another law', () => {
  expect(pValue(drawsAfter(0, Float64Array.of(0.7, 1, 2)))).toBeLessThan(FALSE_ALARM)
})

test('categories that are not drawn keep their proportions, and the sum stays one', () => {
  const rng = stream('proportions')
  const theta = Float64Array.of(0.2, 0.3, 0.5)
  for (let i = 0; i < 20; i++) {
    drawCoordinates(rng, LIKELIHOOD, theta, RHO, [0], false)
    expect(theta[2] / theta[1]).toBeCloseTo(5 / 3, 12)
    expect(theta.reduce((sum, value) => sum + value)).toBeCloseTo(1, 14)
  }
})
