import { expect, test } from 'vitest'
import { srr } from '../../../src/mechanism/srr.ts'
import type { Sampler } from '../../../src/posterior/kind/sampler.ts'
import { createGibbsSweep } from '../../../src/posterior/moves/gibbs-sweep.ts'
import { softmax } from '../../../src/posterior/moves/softmax-target.ts'
import type { Tally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'
import { errorsOf, expectLaw } from '../../support/chain-laws.ts'
import { tallyOf } from '../../support/tally.ts'

const K = 4

test('beside other moves it leaves θ alone where the whole parts are less than half of the counts', () => {
  const mechanism = srr({ categories: K, epsilon: 1 })
  const logTheta = [0.1, 0.2, 0.3, 0.4].map(Math.log)
  const swept = (counts: readonly number[], isAlone: boolean) => {
    const tally = tallyOf(counts.map((_, y) => [mechanism, y, 1] as const))
    const moved = Float64Array.from(logTheta)
    const fading = tally.withCounts(Float64Array.from(counts))
    const sweep = createGibbsSweep(fading, new Float64Array(K).fill(0.7), true, isAlone)
    const rng = stream('swept')
    let concentration: number | null = 0.7
    for (let i = 0; i < 20; i++) concentration = sweep(rng, moved, concentration)
    expect(concentration).not.toBe(0.7)
    return Array.from(moved)
  }
  expect(swept([0.3, 0.4, 0.2, 0.1], false)).toEqual(logTheta)
  expect(swept([0.3, 0.4, 0.2, 0.1], true)).not.toEqual(logTheta)
  expect(swept([9.3, 4.6, 0, 2.2], false)).not.toEqual(logTheta)
})

interface State {
  readonly logTheta: Float64Array
  concentration: number | null
}

/** A chain over two categories that makes these sweeps alone. */
function sweepsAlone(tally: Tally, prior: readonly number[] | 'learned'): Sampler<State> {
  const rho = Float64Array.from(prior === 'learned' ? [1, 1] : prior)
  const sweep = createGibbsSweep(tally, rho, prior === 'learned')
  return {
    init: () => ({
      logTheta: new Float64Array(2).fill(Math.log(0.5)),
      concentration: prior === 'learned' ? 1 : null,
    }),
    step(rng, state) {
      state.concentration = sweep(rng, state.logTheta, state.concentration)
      return { state, info: undefined }
    },
    theta({ logTheta }, out) {
      softmax(logTheta, out)
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
