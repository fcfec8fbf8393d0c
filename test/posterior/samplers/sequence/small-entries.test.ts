import { describe, expect, test } from 'vitest'
import { HYPERPRIOR } from '../../../../src/posterior/kind/prior.ts'
import {
  type SeparableLikelihood,
  separableValue,
} from '../../../../src/posterior/likelihood/separable-likelihood.ts'
import { createSmallEntries } from '../../../../src/posterior/samplers/sequence/small-entries.ts'
import { drawLogDirichlet } from '../../../../src/random/dirichlet.ts'
import { drawNormal } from '../../../../src/random/normal.ts'
import { stream } from '../../../../src/random/stream.ts'
import { twoSamplePValue } from '../../../support/chain-laws.ts'
import { FALSE_ALARM } from '../../../support/statistics.ts'

const RUNS = 4000

interface Case {
  readonly likelihood: SeparableLikelihood
  /** The likelihood is nowhere above this, so that exact draws are made by rejection. */
  readonly most: number
}

const FEW: Case = {
  likelihood: {
    anchor: Float64Array.of(0.5, 0.1, 0.1, 0.1, 0.1, 0.1),
    slope: Float64Array.of(4, 1, 0, -1, 0, 1),
    information: Float64Array.of(2, 4, 2, 2, 1, 2),
  },
  most: 4,
}
/** Nearly all entries are small, and together they are most of θ. */
const MANY: Case = {
  likelihood: {
    anchor: Float64Array.from({ length: 60 }, (_, x) => (x === 0 ? 0.2 : 0.8 / 59)),
    slope: Float64Array.from({ length: 60 }, (_, x) => (x % 2 === 0 ? 4 : -2)),
    information: new Float64Array(60).fill(1),
  },
  most: 4,
}

/** Draws of ln ρ and θ from their law under the hyperprior and the likelihood, after some moves. */
function drawsAfter({ likelihood, most }: Case, moves: number, shift = 0) {
  const K = likelihood.anchor.length
  const rng = stream('small entries', moves, shift)
  const move = createSmallEntries(likelihood, K)
  const logs: number[] = []
  const first: number[] = []
  const second: number[] = []
  const even: number[] = []
  while (logs.length < RUNS) {
    let rho = HYPERPRIOR.median * Math.exp(HYPERPRIOR.sd * drawNormal(rng))
    // Entries below the smallest double would all be zeros.
    if (rho < 0.02) continue
    const logPhi = drawLogDirichlet(rng, new Float64Array(K).fill(rho + shift), new Float64Array(K))
    const theta = logPhi.map(Math.exp)
    if (rng.uniform() > Math.exp(separableValue(likelihood, theta) - most)) continue
    for (let i = 0; i < moves; i++) {
      const before = theta.slice()
      const next = move(rng, theta, rho)
      // A move below the bound is taken back, which leaves the law above it invariant.
      if (next < 0.02) theta.set(before)
      else rho = next
    }
    logs.push(Math.log(rho))
    first.push(theta[0])
    second.push(Math.min(...theta))
    even.push(theta.reduce((sum, value, x) => (x % 2 === 0 ? sum + value : sum), 0))
  }
  return [logs, first, second, even]
}

// False alarms: 1e-6 for each of the four.
describe.each([
  ['few', FEW],
  ['many', MANY],
])('the move of the small entries, of %s', (_, one) => {
  const exact = drawsAfter(one, 0)

  test('leaves the law of the concentration and of large and small entries invariant', () => {
    const moved = drawsAfter(one, 10)
    exact.forEach((values, i) => {
      expect(twoSamplePValue(values, moved[i])).toBeGreaterThan(FALSE_ALARM)
    })
  })

  test('would be seen not to, if the entries had a larger parameter', () => {
    const twin = drawsAfter(one, 0, 0.05)
    expect(Math.min(...exact.map((values, i) => twoSamplePValue(values, twin[i])))).toBeLessThan(FALSE_ALARM)
  })
})

test('it moves', () => {
  const rng = stream('small entries', 'moves')
  const move = createSmallEntries(FEW.likelihood, 6)
  const theta = Float64Array.of(0.9, 0.02, 0.02, 0.02, 0.02, 0.02)
  const seen = new Set<number>()
  let rho = 0.2
  for (let i = 0; i < 100; i++) seen.add((rho = move(rng, theta, rho)))
  expect(seen.size).toBeGreaterThan(30)
  expect(theta.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12)
})
