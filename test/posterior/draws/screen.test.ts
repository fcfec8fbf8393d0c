import { expect, test } from 'vitest'
import { diagnose } from '../../../src/posterior/draws/diagnostics.ts'
import { screen } from '../../../src/posterior/draws/screen.ts'
import { drawNormal } from '../../../src/random/normal.ts'
import { stream } from '../../../src/random/stream.ts'

const CHAINS = 4
const LENGTH = 1000

function autoregression(seed: number, r: number, shift = 0): Float64Array {
  const rng = stream(seed, 'screen', r)
  const draws = new Float64Array(CHAINS * LENGTH)
  for (let i = 0, last = 0; i < draws.length; i++) {
    last = i % LENGTH === 0 ? drawNormal(rng) : r * last + Math.sqrt(1 - r * r) * drawNormal(rng)
    draws[i] = last + shift * Math.floor(i / LENGTH)
  }
  return draws
}

const screenOf = (draws: Float64Array) => screen((chain, i) => draws[chain * LENGTH + i], CHAINS, LENGTH)

test.each([0, 0.5, 0.9])('it is near the diagnostics of an autoregression of %d', r => {
  for (let seed = 0; seed < 10; seed++) {
    const draws = autoregression(seed, r)
    const { rhat, ess } = screenOf(draws)
    const exact = diagnose(draws, CHAINS)
    expect(Math.abs(rhat - exact.rhat)).toBeLessThan(0.02)
    expect(ess / exact.essBulk).toBeGreaterThan(0.4)
    expect(ess / exact.essBulk).toBeLessThan(2.5)
  }
})

test('it tells chains that are apart, and chains that hardly move', () => {
  expect(screenOf(autoregression(1, 0.5, 0.5)).rhat).toBeGreaterThan(1.05)
  expect(screenOf(autoregression(1, 0.99)).ess).toBeLessThan(400)
})

test('draws that are all the same have nothing to disagree on', () => {
  expect(screenOf(new Float64Array(CHAINS * LENGTH).fill(0.3))).toEqual({ rhat: 1, ess: CHAINS * LENGTH })
})
