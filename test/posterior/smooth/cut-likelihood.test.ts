import { expect, test } from 'vitest'
import { localHashing } from '../../../src/mechanism/local-hashing.ts'
import { publicPrior } from '../../../src/mechanism/public-prior.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { arcPartitions } from '../../../src/numeric/arcs.ts'
import { ExactLogLikelihood } from '../../../src/posterior/likelihood/log-likelihood.ts'
import { CutLikelihood } from '../../../src/posterior/smooth/cut-likelihood.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { drawDirichlet } from '../../../src/random/dirichlet.ts'
import { stream } from '../../../src/random/stream.ts'

const K = 30
const rng = stream(1, 'cuts')
const arcs = (epsilon: number) =>
  localHashing({ categories: K, epsilon, buckets: 4, partitions: arcPartitions(K, 4) })
const prior = Float64Array.from({ length: K }, (_, x) => x + 1)

test.each([
  ['arcs', [arcs(1)]],
  ['arcs at a level where differences would lose digits', [arcs(30)]],
  ['other channels', [srr({ categories: K, epsilon: 2 }), publicPrior({ prior, epsilon: 1 })]],
  ['all of them together', [arcs(1), arcs(20), srr({ categories: K, epsilon: 0.5 })]],
])('answers to %s have the value and the gradient of the plain likelihood, to 1e-9', (_, mechanisms) => {
  const tally = createTally(K)
  for (let i = 0; i < 500; i++) {
    const mechanism = mechanisms[i % mechanisms.length]
    tally.add(mechanism, mechanism.respond(rng.integer(K), rng))
  }
  const plain = new ExactLogLikelihood(tally)
  const cut = new CutLikelihood(tally)
  for (const concentration of [1, 0.1]) {
    const theta = drawDirichlet(rng, new Float64Array(K).fill(concentration), new Float64Array(K))
    const [one, other] = [new Float64Array(K), new Float64Array(K)]
    const value = plain.evaluate(theta, one)
    expect(Math.abs(cut.evaluate(theta, other) - value)).toBeLessThan(1e-9 * Math.abs(value))
    expect(cut.value(theta)).toBe(cut.evaluate(theta, other))
    const scale = Math.max(...one.map(Math.abs))
    one.forEach((score, x) => {
      expect(Math.abs(other[x] - score)).toBeLessThan(1e-9 * scale)
    })
  }
  // The tally may grow.
  tally.add(arcs(1), 3, 7)
  const theta = new Float64Array(K).fill(1 / K)
  expect(cut.value(theta)).toBeCloseTo(plain.value(theta), 8)
})
