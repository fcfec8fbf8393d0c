import { expect, test } from 'vitest'
import { exp } from '../../src/elementary/exp.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { drawNormal } from '../../src/random/normal.ts'
import { stream } from '../../src/random/stream.ts'
import { categoricalTarget } from '../../src/regression/categorical-family.ts'
import { coarseRoute } from '../../src/regression/coarse-target.ts'
import { modelOf } from '../../src/regression/model.ts'
import { modeOf } from '../../src/regression/regression-mode.ts'

const mechanism = srr({ categories: 2, epsilon: 2 })

const WITHOUT_GROUPS = 'y ~ a + b'
const WITH_GROUPS = 'y ~ a + b + (1 | g)'

/** Everybody has covariates of their own, and few hold category 1. */
function fewHoldOne(people: number, formula: string) {
  const rng = stream('coarse patterns')
  const answers = Array.from({ length: people }, () => {
    const [a, b] = [drawNormal(rng), drawNormal(rng)]
    const g = rng.integer(3)
    const isOne = rng.uniform() < 1 / (1 + exp(2.5 - 0.8 * a + 0.4 * b - g))
    return { a, b, g: `g${g}`, response: mechanism.respond(Number(isOne), rng) }
  })
  const target = categoricalTarget(modelOf({ formula, answers, mechanism }))
  const start = modeOf(target).z
  const coarse = coarseRoute(target, start, new Float64Array(target.dimension).fill(0.1))
  return { target, start, coarse }
}

test.each([WITHOUT_GROUPS, WITH_GROUPS])(
  'the coarse density has the slope and curvature of the density itself at the mode, and is near it around: %s',
  formula => {
    const { target, start, coarse } = fewHoldOne(10_000, formula)
    const [exact, rough] = [new Float64Array(target.dimension), new Float64Array(target.dimension)]
    const gradients = (z: Float64Array) => {
      const off = target.evaluate(z, exact) - coarse!.target.evaluate(z, rough)
      return { off, most: Math.max(...exact.map((value, j) => Math.abs(value - rough[j]))) }
    }
    const { off: atMode, most } = gradients(start)
    expect(most).toBeLessThan(1e-8)
    for (const step of [-0.1, 0.1]) {
      const { off, most } = gradients(start.map(value => value + step))
      const size = Math.max(...exact.map(Math.abs))
      // What is left is of third order; the patterns' means alone miss the curvature.
      expect(most).toBeLessThan(0.01 * size)
      expect(Math.abs(off - atMode)).toBeLessThan(0.06)
    }
  },
)

test.each([WITHOUT_GROUPS, WITH_GROUPS])('its gradient is the derivative of its value: %s', formula => {
  const { start, coarse, target } = fewHoldOne(10_000, formula)
  const z = start.map((value, j) => value + 0.2 * (j - 1))
  const gradient = new Float64Array(target.dimension)
  const none = new Float64Array(target.dimension)
  coarse!.target.evaluate(z, gradient)
  gradient.forEach((slope, j) => {
    const at = (step: number) =>
      coarse!.target.evaluate(
        z.map((value, i) => (i === j ? value + step : value)),
        none,
      )
    expect((at(1e-4) - at(-1e-4)) / 2e-4 / slope).toBeCloseTo(1, 5)
  })
})

test('few patterns are not made coarse', () => {
  expect(fewHoldOne(9000, WITHOUT_GROUPS).coarse).toBeUndefined()
})
