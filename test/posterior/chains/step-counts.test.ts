import { expect, test } from 'vitest'
import { countStep, ebfmiOf, noSteps } from '../../../src/posterior/chains/step-counts.ts'
import { drawNormal } from '../../../src/random/normal.ts'
import { stream } from '../../../src/random/stream.ts'

test('counts are sums over all chains, and steps that report nothing count nothing', () => {
  const counts = noSteps()
  countStep(counts, undefined, 0)
  countStep(counts, { transitions: 2, divergences: 1, saturated: 1 }, 0)
  countStep(counts, { transitions: 1, divergences: 0 }, 1)
  expect(counts).toMatchObject({ transitions: 3, divergences: 1, saturated: 1 })
  expect(ebfmiOf(counts)).toHaveLength(0)
})

test('E-BFMI is the sum of squared changes of a chain’s energy over that of its squared deviations', () => {
  const counts = noSteps()
  const rng = stream('energies')
  const chains = [0, 1].map(chain =>
    Array.from({ length: 50 }, (_, t) => 1e6 * chain + drawNormal(rng) + chain * 0.2 * t),
  )
  for (let t = 0; t < 50; t++) for (const c of [0, 1]) countStep(counts, { energy: chains[c][t] }, c)
  const ebfmi = ebfmiOf(counts)
  chains.forEach((energies, c) => {
    const mean = energies.reduce((sum, energy) => sum + energy, 0) / 50
    const deviations = energies.reduce((sum, energy) => sum + (energy - mean) ** 2, 0)
    const changes = energies.slice(1).reduce((sum, energy, t) => sum + (energy - energies[t]) ** 2, 0)
    expect(ebfmi[c]).toBeCloseTo(changes / deviations, 6)
  })
  // Independent energies have 2, and a trend takes it down.
  expect(ebfmi[0]).toBeGreaterThan(1.2)
  expect(ebfmi[1]).toBeLessThan(0.5)
})

test('of a few draws it is not known', () => {
  const counts = noSteps()
  for (let t = 0; t < 19; t++) countStep(counts, { energy: t }, 0)
  expect(ebfmiOf(counts)).toEqual(Float64Array.of(Number.NaN))
  countStep(counts, { energy: 19 }, 0)
  expect(ebfmiOf(counts)[0]).toBeCloseTo(19 / 665, 12)
})
