import { expect, test } from 'vitest'
import { srr } from '../../../../src/mechanism/srr.ts'
import type { Sampler } from '../../../../src/posterior/kind/sampler.ts'
import { softmax } from '../../../../src/posterior/moves/softmax-target.ts'
import { createCoordinateAugmentation } from '../../../../src/posterior/samplers/hmc/coordinate-augmentation.ts'
import type { Tally } from '../../../../src/posterior/tally/tally.ts'
import { stream } from '../../../../src/random/stream.ts'
import { errorsOf, expectLaw } from '../../../support/chain-laws.ts'
import { tallyOf } from '../../../support/tally.ts'

const K = 4
const mechanism = srr({ categories: K, epsilon: 1 })
const Z = [0.3, -1.2, 2.5, -4]

/** What a sweep makes of these coordinates and the concentration 0.7, where as many people as these gave the answers. */
function swept(counts: readonly number[], z: readonly number[], seed: number) {
  const tally = tallyOf(counts.map((_, y) => [mechanism, y, 1] as const)).withCounts(
    Float64Array.from(counts),
  )
  const moved = Float64Array.from(z)
  const sweep = createCoordinateAugmentation(tally, new Float64Array(K).fill(0.7))
  return { concentration: sweep(stream('swept', seed), moved, 0.7)!, z: moved }
}

test.each([
  ['whole', [9, 4, 0, 2]],
  ['with fractions', [9.3, 4.6, 0, 2.2]],
  ['fractions alone', [0.3, 0.4, 0.2, 0.1]],
])(
  'coordinates that are shifted by one number are the same θ, and give the same concentration: counts %s',
  (_, counts) => {
    for (let seed = 0; seed < 20; seed++) {
      const one = swept(counts, Z, seed)
      const other = swept(
        counts,
        Z.map(value => value + 3),
        seed,
      )
      expect(other.concentration / one.concentration).toBeCloseTo(1, 9)
      const shift = other.z[0] - one.z[0]
      other.z.forEach((value, x) => {
        expect(value - one.z[x]).toBeCloseTo(shift, 9)
      })
    }
  },
)

test('where the whole parts of the counts are less than half of them, only the concentration moves', () => {
  const { concentration, z } = swept([0.3, 0.4, 0.2, 0.1], Z, 1)
  expect(Array.from(z)).toEqual(Z)
  expect(concentration).not.toBe(0.7)
})

interface State {
  readonly z: Float64Array
  concentration: number | null
}

/** A chain over two categories that makes these sweeps alone. */
function sweepsAlone(tally: Tally, prior: readonly number[] | 'learned'): Sampler<State> {
  const sweep = createCoordinateAugmentation(tally, Float64Array.from(prior === 'learned' ? [1, 1] : prior))
  return {
    init: () => ({ z: new Float64Array(2), concentration: prior === 'learned' ? 1 : null }),
    step(rng, state) {
      state.concentration = sweep(rng, state.z, state.concentration)
      return { state, info: undefined }
    },
    theta({ z }, out) {
      softmax(z, out)
      return out
    },
  }
}

// False alarms: 1e-8 for each law. The whole parts are one person alone, and the rest is left to the Metropolis step.
test.each([
  ['fixed', [1, 2]],
  ['learnt', 'learned'],
] as const)(
  'sweeps alone have the law of the posterior of fractional counts, with a %s prior',
  (_, prior) => {
    const channel = srr({ categories: 2, epsilon: 3 })
    const people = tallyOf([0, 1].map(y => [channel, y, 1] as const))
    const fading = people.withCounts(Float64Array.of(1.95, 0.05))
    const begin = (state: State) => state
    const short = { steps: 1500 }
    expectLaw(sweepsAlone(fading, prior), fading, prior, begin as never, short)
    // The twin draws from the posterior of the whole parts.
    const whole = people.withCounts(Float64Array.of(1, 0))
    expect(errorsOf(sweepsAlone(whole, prior), fading, prior, begin, short)).toBeGreaterThan(6)
  },
)
