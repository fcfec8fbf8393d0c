import { expect, test } from 'vitest'
import { subsetSelection } from '../../../src/mechanism/subset-selection.ts'
import { LatentClassLaw } from '../../../src/posterior/hierarchical/latent-class-law.ts'
import { LatentClassTarget } from '../../../src/posterior/hierarchical/latent-class-target.ts'
import { ExactLogLikelihood } from '../../../src/posterior/likelihood/log-likelihood.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { drawNormal } from '../../../src/random/normal.ts'
import { stream } from '../../../src/random/stream.ts'

const SIZES = [2, 3, 4]

function setUp() {
  const rng = stream('latent-class-law')
  const law = new LatentClassLaw(SIZES)
  const answers = [
    [0, 1],
    [0, 2],
    [1, 2],
  ].map(([a, b]) => {
    const categories = SIZES[a] * SIZES[b]
    const tally = createTally(categories)
    const mechanism = subsetSelection({ categories, epsilon: 2 })
    for (let i = 0; i < 40; i++) tally.add(mechanism, mechanism.respond(rng.integer(categories), rng))
    return { a, b, likelihood: new ExactLogLikelihood(tally) }
  })
  const likelihoods = answers.map(({ likelihood }) => likelihood)
  const z = Float64Array.from({ length: law.dimension }, () => drawNormal(rng))
  return { law, z, target: new LatentClassTarget(law, answers, likelihoods) }
}

test('the gradient of the posterior is that of its density', () => {
  const { z, target } = setUp()
  const gradient = new Float64Array(z.length)
  const scratch = new Float64Array(z.length)
  target.evaluate(z, gradient)
  const step = 1e-5
  for (let i = 0; i < z.length; i++) {
    const at = (off: number) => {
      const moved = z.slice()
      moved[i] += off
      return target.evaluate(moved, scratch)
    }
    const slope = (at(step) - at(-step)) / (2 * step)
    expect(Math.abs(slope - gradient[i]), `parameter ${i}`).toBeLessThan(1e-5 * (1 + Math.abs(slope)))
  }
})

test('tables of the same law have the same margins', () => {
  const { law, z } = setUp()
  law.read(z)
  const ab = tableOf(law, 0, 1)
  const ac = tableOf(law, 0, 2)
  for (let u = 0; u < 2; u++) {
    const left = [0, 1, 2].reduce((total, v) => total + ab[u + 2 * v], 0)
    const right = [0, 1, 2, 3].reduce((total, v) => total + ac[u + 2 * v], 0)
    expect(left).toBeCloseTo(right, 14)
  }
  expect(ab.reduce((total, value) => total + value, 0)).toBeCloseTo(1, 14)
})

function tableOf(law: LatentClassLaw, a: number, b: number): Float64Array {
  const out = new Float64Array(SIZES[a] * SIZES[b])
  law.table(a, b, out)
  return out
}
