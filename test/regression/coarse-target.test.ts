import { expect, test } from 'vitest'
import { exp } from '../../src/elementary/exp.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { drawNormal } from '../../src/random/normal.ts'
import { stream } from '../../src/random/stream.ts'
import { coarseTarget } from '../../src/regression/coarse-target.ts'
import { modelOf } from '../../src/regression/model.ts'
import { modeOf } from '../../src/regression/regression-mode.ts'

const mechanism = srr({ categories: 2, epsilon: 2 })

/** Everybody has covariates of their own, and few hold category 1. */
function fewHoldOne(people: number) {
  const rng = stream('coarse patterns')
  const answers = Array.from({ length: people }, () => {
    const [a, b] = [drawNormal(rng), drawNormal(rng)]
    const isOne = rng.uniform() < 1 / (1 + exp(2.5 - 0.8 * a + 0.4 * b))
    return { a, b, response: mechanism.respond(Number(isOne), rng) }
  })
  const { target } = modelOf({ formula: 'y ~ a + b', answers, mechanism })
  const { z } = modeOf(target)
  return { target, mode: z, coarse: coarseTarget(target, z, new Float64Array(3).fill(0.1)) }
}

test('the coarse density has the slope and curvature of the density itself at the mode, and is near it around', () => {
  const { target, mode, coarse } = fewHoldOne(10_000)
  const [exact, rough] = [new Float64Array(3), new Float64Array(3)]
  const gradients = (z: Float64Array) => {
    const off = target.evaluate(z, exact) - coarse!.evaluate(z, rough)
    return { off, most: Math.max(...exact.map((value, j) => Math.abs(value - rough[j]))) }
  }
  const { off: atMode, most } = gradients(mode)
  expect(most).toBeLessThan(1e-8)
  for (const step of [-0.1, 0.1]) {
    const { off, most } = gradients(mode.map(value => value + step))
    const size = Math.max(...exact.map(Math.abs))
    // What is left is of third order; the patterns' means alone miss the curvature.
    expect(most).toBeLessThan(0.01 * size)
    expect(Math.abs(off - atMode)).toBeLessThan(0.05)
  }
})

test('its gradient is the derivative of its value', () => {
  const { mode, coarse } = fewHoldOne(10_000)
  const z = mode.map((value, j) => value + 0.2 * (j - 1))
  const gradient = new Float64Array(3)
  const none = new Float64Array(3)
  coarse!.evaluate(z, gradient)
  gradient.forEach((slope, j) => {
    const at = (step: number) =>
      coarse!.evaluate(
        z.map((value, i) => (i === j ? value + step : value)),
        none,
      )
    expect((at(1e-4) - at(-1e-4)) / 2e-4 / slope).toBeCloseTo(1, 5)
  })
})

test('few patterns are not made coarse', () => {
  expect(fewHoldOne(9000).coarse).toBeUndefined()
})
