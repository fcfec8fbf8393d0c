import { expect, test } from 'vitest'
import { hadamard } from '../../../src/mechanism/hadamard.ts'
import { localHashing } from '../../../src/mechanism/local-hashing.ts'
import type { Mechanism } from '../../../src/mechanism/mechanism.ts'
import { unaryEncoding } from '../../../src/mechanism/unary-encoding.ts'
import type { LangevinState } from '../../../src/posterior/langevin/langevin.ts'
import { sgld } from '../../../src/posterior/langevin/sgld.ts'
import { stream } from '../../../src/random/stream.ts'
import { rrrr } from '../../../src/rrrr/rrrr.ts'
import { denseColumns, denseStep, TWINS } from '../../support/sgld.ts'
import { type Moments, momentsOf, quadrature } from '../../support/stationary.ts'
import { type Entry, tallyOf } from '../../support/tally.ts'

// The chains below have effective sample sizes of 4,000 and more (batch means), so that the mean is known to 0.016 sd and
// the sd to 1.2 %. The step's own bias is 0.06 sd and 3 %; with the tolerances that leaves 5 standard errors and more, a
// false-alarm rate below 1e-6.
const MEAN_TOLERANCE = 0.15
const SD_TOLERANCE = 0.1
const HORIZON = 200

/** A tally with this many of each response, in order. */
const given = (mechanism: Mechanism, counts: number[]): Entry[] =>
  Array.from(mechanism.responses(), (response, i) => [mechanism, response, counts[i]])

const partitions = [
  [0, 1, 1],
  [1, 1, 1],
]
/** The kind itself goes through `samplerContract`, over two categories and three. */
const TWO = given(rrrr({ categories: 2, subset: [0], epsilon: 2 }), [9, 3])
const cases: { name: string; entries: Entry[] }[] = [
  {
    name: 'three, by bits, halves and buckets, answers that say nothing among them',
    entries: [
      ...given(unaryEncoding({ categories: 3, epsilon: 2 }), [1, 3, 1, 1, 0, 1, 0, 1]),
      ...given(hadamard({ categories: 3, epsilon: 2 }), [1, 0, 3, 1]),
      ...given(localHashing({ categories: 3, epsilon: 2, buckets: 2, partitions }), [3, 1, 1, 1]),
    ],
  },
]

test.each(cases)('the stationary law at a small step is the posterior by quadrature, for $name', one => {
  const tally = tallyOf(one.entries)
  const sampler = sgld({ tally, prior: 1, horizon: HORIZON, minibatch: 6 })
  const rng = stream(1, 'stationary', one.name)
  const state = sampler.init(rng)
  const theta = new Float64Array(tally.categories)
  const moments = momentsOf(4e6, () => {
    sampler.step(rng, state)
    return sampler.theta(state, theta)[0]
  })
  const exact = quadrature(
    tally,
    Array.from(theta, () => 1),
  )
  expect(isNear(moments, exact), JSON.stringify({ moments, exact })).toBe(true)
})

test.each(['without the ½', 'without n/m', 'with noise γ'])(
  'the stationary law of an update %s is another one',
  twin => {
    const tally = tallyOf(TWO)
    const dense = denseColumns(TWO)
    const rng = stream(1, 'stationary', twin)
    const settings = { rho: [1, 1], gamma: 0.5 / HORIZON, minibatch: 6 }
    let state: LangevinState = { phi: [0.5, 0.5], observations: { sealed: [], recent: [] } }
    const moments = momentsOf(2e5, () => {
      const phi = denseStep(state, rng, tally, dense, settings, TWINS[twin])
      state = { ...state, phi }
      return phi[0] / (phi[0] + phi[1])
    })
    expect(isNear(moments, quadrature(tally, [1, 1]))).toBe(false)
  },
)

function isNear(found: Moments, exact: Moments): boolean {
  return (
    Math.abs(found.mean - exact.mean) < MEAN_TOLERANCE * exact.sd &&
    Math.abs(found.sd / exact.sd - 1) < SD_TOLERANCE
  )
}
