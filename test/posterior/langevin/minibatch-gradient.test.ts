import { expect, test } from 'vitest'
import { MinibatchGradient } from '../../../src/posterior/langevin/minibatch-gradient.ts'
import type { Tally } from '../../../src/posterior/tally/tally.ts'
import type { SeededRng } from '../../../src/random/rng.ts'
import { stream } from '../../../src/random/stream.ts'
import { deviation, normalised, randomEntries, randomTheta, tallyOf } from '../../support/tally.ts'

interface Case {
  tally: Tally
  phi: Float64Array
  theta: Float64Array
  s: number
}

function randomCase(rng: SeededRng): Case {
  const K = 2 + rng.integer(9)
  const tally = tallyOf(randomEntries(rng, K, 1 + rng.integer(12)))
  const phi = Float64Array.from({ length: K }, () => 0.05 + 3 * rng.uniform())
  return { tally, phi, theta: normalised(phi), s: phi.reduce((total, value) => total + value, 0) }
}

/** Mean and variance, summed over categories, of the estimate over all n^m minibatches of m observations. */
function overAllMinibatches(estimator: MinibatchGradient, { tally, phi }: Case, m: number) {
  const K = tally.categories
  const mean = new Float64Array(K)
  const out = new Float64Array(K)
  const batch = new Uint32Array(m)
  const estimates: { probability: number; out: Float64Array }[] = []
  for (let code = 0; code < tally.distinct ** m; code++) {
    let probability = 1
    for (let j = 0, rest = code; j < m; j++, rest = Math.floor(rest / tally.distinct)) {
      batch[j] = rest % tally.distinct
      probability *= tally.counts[batch[j]] / tally.size
    }
    estimator.estimate(batch, m, phi, out)
    estimates.push({ probability, out: out.slice() })
    for (let i = 0; i < K; i++) mean[i] += probability * out[i]
  }
  const variance = estimates.reduce(
    (total, one) =>
      total + one.probability * one.out.reduce((sum, value, i) => sum + (value - mean[i]) ** 2, 0),
    0,
  )
  return { mean, variance }
}

/** The full gradient is a difference of large sums; errors are shares of these. */
const size = ({ tally, s }: Case) => tally.size / s

test.each([
  ['without an anchor', () => undefined],
  ['with an anchor', (rng: SeededRng, { tally }: Case) => randomTheta(rng, tally.categories, 5)],
])('over all minibatches of one or two the estimate’s mean is the full gradient, %s', (name, anchorOf) => {
  const rng = stream(1, 'unbiased', name)
  for (let trial = 0; trial < 500; trial++) {
    const one = randomCase(rng)
    const estimator = new MinibatchGradient(one.tally)
    const anchor = anchorOf(rng, one)
    if (anchor) estimator.anchor(anchor)
    const full = one.tally.gradientPhi(one.phi)
    for (const m of [1, 2]) {
      const { mean } = overAllMinibatches(estimator, one, m)
      mean.forEach((value, i) => {
        expect(Math.abs(value - full[i])).toBeLessThan(1e-10 * size(one))
      })
    }
  }
})

test('an anchor that does not follow a growing tally gives another mean', () => {
  const rng = stream(1, 'stale')
  for (let trial = 0; trial < 20; trial++) {
    const one = randomCase(rng)
    const estimator = new MinibatchGradient(one.tally)
    estimator.anchor(randomTheta(rng, one.tally.categories, 5))
    one.tally.merge(tallyOf(randomEntries(rng, one.tally.categories, 5)))
    const { mean } = overAllMinibatches(estimator, one, 1)
    expect(deviation(mean, one.tally.gradientPhi(one.phi))).toBeGreaterThan(1e-3)
  }
})

test('at the anchor the estimate has no variance', () => {
  const rng = stream(1, 'at the anchor')
  for (let trial = 0; trial < 500; trial++) {
    const one = randomCase(rng)
    const estimator = new MinibatchGradient(one.tally)
    estimator.anchor(one.theta)
    const { variance } = overAllMinibatches(estimator, one, 1)
    expect(Math.sqrt(variance)).toBeLessThan(1e-12 * size(one))
  }
})

test('the variance falls with the square of the distance to the anchor', () => {
  const rng = stream(1, 'near the anchor')
  for (let trial = 0; trial < 200; trial++) {
    const one = randomCase(rng)
    const away = randomTheta(rng, one.tally.categories, 5)
    const spread = [1e-2, 1e-3].map(share => {
      const estimator = new MinibatchGradient(one.tally)
      estimator.anchor(one.theta.map((value, x) => (1 - share) * value + share * away[x]))
      return Math.sqrt(overAllMinibatches(estimator, one, 1).variance)
    })
    const plain = Math.sqrt(overAllMinibatches(new MinibatchGradient(one.tally), one, 1).variance)
    // A single distinct column has no variance to begin with.
    if (plain < 1e-9 * size(one)) continue
    expect(spread[0] / spread[1]).toBeGreaterThan(8)
    expect(spread[0] / spread[1]).toBeLessThan(12)
  }
})
