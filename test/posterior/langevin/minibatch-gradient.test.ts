import { expect, test } from 'vitest'
import { MinibatchGradient } from '../../../src/posterior/langevin/minibatch-gradient.ts'
import type { Tally } from '../../../src/posterior/tally/tally.ts'
import type { SeededRng } from '../../../src/random/rng.ts'
import { stream } from '../../../src/random/stream.ts'
import { randomEntries, tallyOf } from '../../support/tally.ts'

interface Case {
  tally: Tally
  phi: Float64Array
  s: number
}

function randomCase(rng: SeededRng): Case {
  const K = 2 + rng.integer(9)
  const tally = tallyOf(randomEntries(rng, K, 1 + rng.integer(12)))
  const phi = Float64Array.from({ length: K }, () => 0.05 + 3 * rng.uniform())
  return { tally, phi, s: phi.reduce((total, value) => total + value, 0) }
}

/** The mean of the estimate over all n^m minibatches of m observations. */
function overAllMinibatches(estimator: MinibatchGradient, { tally, phi }: Case, m: number): Float64Array {
  const mean = new Float64Array(tally.categories)
  const out = new Float64Array(tally.categories)
  const batch = new Uint32Array(m)
  for (let code = 0; code < tally.distinct ** m; code++) {
    let probability = 1
    for (let j = 0, rest = code; j < m; j++, rest = Math.floor(rest / tally.distinct)) {
      batch[j] = rest % tally.distinct
      probability *= tally.counts[batch[j]] / tally.size
    }
    estimator.estimate(batch, m, phi, out)
    out.forEach((value, i) => {
      mean[i] += probability * value
    })
  }
  return mean
}

/** The full gradient is a difference of large sums; errors are shares of these. */
const size = ({ tally, s }: Case) => tally.size / s

test('over all minibatches of one or two the estimate’s mean is the full gradient', () => {
  const rng = stream(1, 'unbiased')
  for (let trial = 0; trial < 500; trial++) {
    const one = randomCase(rng)
    const estimator = new MinibatchGradient(one.tally)
    const full = one.tally.gradientPhi(one.phi)
    for (const m of [1, 2]) {
      overAllMinibatches(estimator, one, m).forEach((value, i) => {
        expect(Math.abs(value - full[i])).toBeLessThan(1e-10 * size(one))
      })
    }
  }
})
