import { expect, test } from 'vitest'
import { levelColumn } from '../../../../src/mechanism/column.ts'
import { createSettle } from '../../../../src/posterior/samplers/sequence/settle.ts'
import { createTally } from '../../../../src/posterior/tally/tally.ts'
import { stream } from '../../../../src/random/stream.ts'

const FLAT = { anchor: new Float64Array(2), slope: new Float64Array(2), information: new Float64Array(2) }

/** An answer that rules out the second category, as its probability has underflowed. */
function ruledOut() {
  const tally = createTally(2)
  tally.addColumn(levelColumn({ categories: 2, logScale: 0, logBase: -800, point: 0, logPeak: 0 }), 1)
  return tally
}

function settled(before: readonly number[], proposed: readonly number[]) {
  const [theta, old] = [Float64Array.from(proposed), Float64Array.from(before)]
  const rho = Float64Array.of(7, 7)
  const state = { theta: [...before], concentration: 3 as number | null }
  const { settle } = createSettle(ruledOut(), theta, old, rho)
  const acceptance = settle(stream('settle'), state as never, FLAT, 5)
  return { acceptance, theta: [...theta], before: [...old], state, rho: [...rho] }
}

test('an impossible proposal is not taken, and all is as before', () => {
  expect(settled([0.5, 0.5], [0, 1])).toEqual({
    acceptance: 0,
    theta: [0.5, 0.5],
    before: [0.5, 0.5],
    state: { theta: [0.5, 0.5], concentration: 3 },
    rho: [3, 3],
  })
})

test('from an impossible place any possible proposal is taken', () => {
  expect(settled([0, 1], [0.1, 0.9])).toEqual({
    acceptance: 1,
    theta: [0.1, 0.9],
    before: [0.1, 0.9],
    state: { theta: [0.1, 0.9], concentration: 5 },
    rho: [7, 7],
  })
})

test('a proposal is taken with the ratio of the likelihoods where the expansion says nothing', () => {
  expect(settled([0.5, 0.5], [0.2, 0.8]).acceptance).toBeCloseTo(0.4, 12)
})
