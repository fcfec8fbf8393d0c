import { expect, test } from 'vitest'
import { samplePosterior } from '../../../src/catalogue/sample-posterior.ts'
import { SAMPLERS } from '../../../src/catalogue/samplers.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { DenseLikelihood } from '../../../src/posterior/likelihood/dense-likelihood.ts'
import { Augmentation } from '../../../src/posterior/moves/augmentation.ts'
import { createPairMoves } from '../../../src/posterior/moves/pair-moves.ts'
import type { Tally } from '../../../src/posterior/tally/tally.ts'
import { drawLogDirichlet } from '../../../src/random/dirichlet.ts'
import { stream } from '../../../src/random/stream.ts'
import { polynomialPosterior } from '../../support/polynomial-posterior.ts'
import { type Entry, tallyOf } from '../../support/tally.ts'

/**
 * This many Monte Carlo errors are allowed for each of fewer than 200 moments: a false alarm once in 2.5 million times, if the errors
 * were normal. The errors are computed from the posterior's own moments, not from what a chain reports about itself.
 */
const ERRORS = 6
const CHAINS = 4
const DRAWS = 250

interface Case {
  readonly name: string
  readonly counts: readonly number[]
  readonly epsilon: number
  readonly prior: readonly number[]
}

const tiny = (
  name: string,
  counts: readonly number[],
  prior: number | readonly number[],
  epsilon = 1,
): Case => ({
  name: `${name}, prior ${prior}`,
  counts,
  epsilon,
  prior: typeof prior === 'number' ? counts.map(() => prior) : prior,
})

const CASES = [
  tiny('50 against 50', [50, 50], 1e-5),
  tiny('60 against 40', [60, 40], 1e-3),
  tiny('3 against none', [3, 0], 0.01),
  tiny('50 against 50', [50, 50], [1e-5, 1]),
  tiny('520 against 480', [520, 480], 1e-3),
  tiny('300 against 700 at ε = 0.2', [300, 700], 1e-5, 0.2),
  tiny('10, 9 and 8', [10, 9, 8], 1e-3),
  tiny('16, 8 and none', [16, 8, 0], 1e-5),
  tiny('12, 12 and 1', [12, 12, 1], [1e-3, 1e-3, 1]),
]

const entriesOf = ({ counts, epsilon }: Case): Entry[] =>
  counts.flatMap((count, y) => {
    const mechanism = srr({ categories: counts.length, epsilon })
    return count > 0 ? [[mechanism, y, count] as const] : []
  })

/** Mean of θ_x and of θ_x², for each x, and the standard deviations of both. */
interface Moments {
  readonly first: readonly number[]
  readonly second: readonly number[]
  readonly spread: readonly number[]
  readonly spreadOfSquares: readonly number[]
}

const known = new Map<Case, Moments>()

/** The moments of a case, computed once. */
function exactMoments(one: Case): Moments {
  const moments = known.get(one) ?? computed(one)
  known.set(one, moments)
  return moments
}

function computed(one: Case): Moments {
  if (one.counts.length === 2) return byQuadrature(one)
  const { mean, sd } = polynomialPosterior(entriesOf(one), one.prior)
  const second = Array.from(mean, (value, x) => value * value + sd[x] * sd[x])
  // θ⁴ is θ² at most.
  const spreadOfSquares = second.map(value => Math.sqrt(value - value * value))
  return { first: Array.from(mean), second, spread: Array.from(sd), spreadOfSquares }
}

/** The moments for two categories, by quadrature over t = ln(θ_0/θ_1). Beyond ±60 the log density is linear, with the prior's slopes. */
function byQuadrature({ counts, epsilon, prior }: Case): Moments {
  const truth = Math.exp(epsilon) / (Math.exp(epsilon) + 1)
  const share = (t: number) => (t >= 0 ? 1 / (1 + Math.exp(-t)) : Math.exp(t) / (1 + Math.exp(t)))
  const logShare = (t: number) => (t >= 0 ? -Math.log1p(Math.exp(-t)) : t - Math.log1p(Math.exp(t)))
  const logDensity = (t: number) => {
    const [one, other] = [share(t), share(-t)]
    const given = [truth * one + (1 - truth) * other, (1 - truth) * one + truth * other]
    const likelihood = counts[0] * Math.log(given[0]) + counts[1] * Math.log(given[1])
    return prior[0] * logShare(t) + prior[1] * logShare(-t) + likelihood
  }
  const reach = 60
  const points = 40_000
  const at = Array.from({ length: points + 1 }, (_, i) => reach * ((2 * i) / points - 1))
  const logs = at.map(logDensity)
  const top = logs.reduce((most, log) => Math.max(most, log), -Infinity)
  const weights = logs.map(log => (Math.exp(log - top) * 2 * reach) / points)
  const left = Math.exp(logs[0] - top) / prior[0]
  const right = Math.exp(logs[points] - top) / prior[1]
  const mass = weights.reduce((sum, weight) => sum + weight, left + right)
  const moment = (f: (theta: number) => number) =>
    weights.reduce((sum, weight, i) => sum + weight * f(share(at[i])), left * f(0) + right * f(1)) / mass
  const each = (f: (theta: number) => number) => [moment(f), moment(theta => f(1 - theta))]
  const first = each(theta => theta)
  const second = each(theta => theta ** 2)
  const fourth = each(theta => theta ** 4)
  return {
    first,
    second,
    spread: second.map((value, x) => Math.sqrt(value - first[x] ** 2)),
    spreadOfSquares: fourth.map((value, x) => Math.sqrt(value - second[x] ** 2)),
  }
}

/** How far draws are from the exact moments, in the Monte Carlo errors of `effective` independent draws. */
function distance(
  draws: Float64Array,
  effective: number,
  { first, second, spread, spreadOfSquares }: Moments,
) {
  const K = first.length
  const n = draws.length / K
  const found = first.flatMap((mean, x) => {
    let [sum, squares] = [0, 0]
    for (let i = 0; i < n; i++) {
      sum += draws[i * K + x]
      squares += draws[i * K + x] ** 2
    }
    const root = Math.sqrt(effective)
    return [((sum / n - mean) / spread[x]) * root, ((squares / n - second[x]) / spreadOfSquares[x]) * root]
  })
  return Math.max(...found.map(Math.abs))
}

/** All but `sequence`, which is for very many categories and has no moves from face to face. */
const EXACT = [
  'auto',
  ...SAMPLERS.filter(({ name, priors }) => priors === 'any' && name !== 'sequence').map(({ name }) => name),
]

test.each(CASES)('every exact sampler finds all of the posterior: $name', one => {
  const tally = tallyOf(entriesOf(one))
  const exact = exactMoments(one)
  for (const sampler of EXACT.filter(name => name !== 'auto' || one === CASES[0])) {
    const options = { sampler, prior: one.prior, draws: DRAWS, warmup: 60, chains: CHAINS, seed: one.name }
    const { draws, diagnostics } = samplePosterior(tally, options)
    const effective = diagnostics.essBulk.reduce((least, ess) => Math.min(least, ess), CHAINS * DRAWS)
    // Without this, a chain that hardly moves would be allowed anything.
    expect(effective, sampler).toBeGreaterThan(100)
    expect(distance(draws, effective, exact), sampler).toBeLessThan(ERRORS)
  }
})

/** The cases in which a chain of small steps stays in one part of the posterior; with counts of 520 and 480 there is only one part. */
const IN_PARTS = CASES.filter(({ prior, counts }) => Math.min(...prior) < 0.01 && counts[0] !== 520)

test.each(IN_PARTS)('the twin without the moves does not: $name', one => {
  const tally = tallyOf(entriesOf(one))
  const draws = plainGibbs(tally, one.prior, CHAINS * DRAWS)
  expect(distance(draws, CHAINS * DRAWS, exactMoments(one))).toBeGreaterThan(ERRORS)
})

/** Sweeps of data augmentation alone, from the middle of the simplex. */
function plainGibbs(tally: Tally, prior: readonly number[], draws: number): Float64Array {
  const K = tally.categories
  const augmentation = new Augmentation(tally)
  const rng = stream(1, 'plain')
  const logTheta = new Float64Array(K).fill(-Math.log(K))
  const totals = new Float64Array(K)
  const kept = new Float64Array(draws * K)
  for (let draw = 0; draw < draws; draw++) {
    augmentation.draw(rng, logTheta.map(Math.exp), totals)
    for (let x = 0; x < K; x++) totals[x] += prior[x]
    drawLogDirichlet(rng, totals, logTheta)
    kept.set(logTheta.map(Math.exp), draw * K)
  }
  return kept
}

test.each(CASES)('the proposals are nearly the law itself, from wherever: $name', one => {
  const tally = tallyOf(entriesOf(one))
  const K = tally.categories
  const movePairs = createPairMoves(new DenseLikelihood(tally), Float64Array.from(one.prior))!
  const rng = stream(1, 'proposals')
  let moved = 0
  for (let draw = 0; draw < 400; draw++) {
    // Starts near a corner, near a face, or inside: the small entries are thousands of units of the logarithm away.
    const logTheta = new Float64Array(K).map(() => (rng.integer(2) === 0 ? 0 : -5000 * rng.uniform()))
    const before = logTheta.slice()
    movePairs(rng, logTheta)
    expect(logTheta.every(Number.isFinite)).toBe(true)
    moved += Number(logTheta.some((value, x) => value !== before[x]))
  }
  expect(moved).toBeGreaterThan(360)
})

test.each([
  tiny('60 against 40', [60, 40], 0.02),
  tiny('300 against 700', [300, 700], 0.02),
  tiny('3 against none', [3, 0], 0.02),
])('from the threshold on, a chain without the moves is right, or warns: $name', one => {
  const tally = tallyOf(entriesOf(one))
  const exact = exactMoments(one)
  for (const sampler of EXACT.filter(name => name !== 'auto')) {
    const { draws, warnings, diagnostics } = samplePosterior(tally, { sampler, prior: one.prior, seed: 1 })
    const effective = Math.min(...diagnostics.essBulk, ...diagnostics.essTail)
    if (warnings.length === 0) expect(distance(draws, effective, exact), sampler).toBeLessThan(ERRORS)
  }
})

test('a prior that is not tiny, and a learnt one, take no moves and no randomness for them', () => {
  const tally = tallyOf(entriesOf(CASES[0]))
  expect(createPairMoves(new DenseLikelihood(tally), Float64Array.of(0.02, 1))).toBeUndefined()
  expect(createPairMoves(new DenseLikelihood(tally), Float64Array.of(0.0199, 1))).toBeDefined()
})

test('extreme parameters give an answer, and beyond them one sentence', () => {
  const tally = tallyOf(entriesOf(tiny('four', [30, 20, 5, 1], 1)))
  for (const sampler of EXACT) {
    for (const prior of [
      [1e100, 1e-100, 1, 1],
      [1e-100, 1e-100, 1e-100, 1e-100],
    ]) {
      const { mean } = samplePosterior(tally, { sampler, prior, draws: 40, warmup: 20, chains: 1, seed: 1 })
      expect(mean[0]).toBeGreaterThan(0.99)
      expect(mean.every(value => value >= 0 && value <= 1 + 1e-12)).toBe(true)
    }
    expect(() => samplePosterior(tally, { sampler, prior: [1e300, 1e-300, 1, 1], seed: 1 })).toThrow(
      /^prior\[0\] must be a number from 1e-100 to 1e\+100; got 1e\+300/,
    )
  }
})
