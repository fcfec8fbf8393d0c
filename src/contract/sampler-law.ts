import { srr } from '../mechanism/srr.ts'
import { essBulk, mcse } from '../posterior/draws/diagnostics.ts'
import { advance } from '../posterior/kind/sampler.ts'
import { createSampler, type SamplerKind } from '../posterior/kind/sampler-kind.ts'
import { createTally, type Tally } from '../posterior/tally/tally.ts'
import type { Rng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { rrrr } from '../rrrr/rrrr.ts'
import { type PosteriorMoments, posteriorMoments } from './posterior-moments.ts'

/** A collection over two or three categories, whose answers come in two parts, and a prior. */
export interface SmallPosterior {
  readonly categories: 2 | 3
  readonly prior: readonly number[] | 'learned'
  /** Adds the answers of the first or the second part. */
  collect(tally: Tally, part: 0 | 1): void
}

const CHAINS = 4
const DRAWS = 1000
/** Transitions from one draw that is kept to the next. They are increased until the draws are worth enough. */
const THINNING = [1, 4, 16, 64, 256, 1024, 4096]
/** Effective draws that a comparison needs. */
const LEAST_ESS = 1000
/** How many Monte Carlo errors an average may be off; the probability of more is 2e-9 for each. */
const ERRORS = 6
/** The bias that is allowed, in standard deviations, for a sampler that has to follow the tally, at the step for 200 people. */
const BIAS = 0.15
const HORIZON = 200
const LEAST_WARMUP = 500

/** Unequal answers, so that no symmetry hides an error. */
const SMALL_POSTERIORS: readonly SmallPosterior[] = [
  {
    categories: 2,
    prior: [1, 2],
    collect: (tally, part) => {
      tally.add(rrrr({ categories: 2, subset: [0], epsilon: 2 }), 0, [4, 5][part])
      tally.add(rrrr({ categories: 2, subset: [0], epsilon: 2 }), 1, [2, 1][part])
    },
  },
  {
    categories: 3,
    prior: [1, 1.5, 3],
    collect: (tally, part) => {
      const some = rrrr({ categories: 3, subset: [1], epsilon: 2 })
      ;[8, 3, 1].forEach((count, y) => {
        if (part === 0) tally.add(some, y, count)
      })
      if (part === 1) tally.add(srr({ categories: 3, epsilon: 1 }), 2, 2)
    },
  },
  {
    categories: 2,
    prior: 'learned',
    collect: (tally, part) => {
      tally.add(srr({ categories: 2, epsilon: 2 }), 0, [10, 12][part])
      tally.add(srr({ categories: 2, epsilon: 2 }), 1, [3, 2][part])
    },
  },
]

/**
 * The posteriors that a kind of sampler can be tested on. A kind with a `pace` gets the flat prior: with a parameter above 1, the
 * drift `(ρ − 1)/φ` of the published sampler throws φ far out when it is near 0, and it takes very long to come back.
 */
export function posteriorsFor({ priors, pace }: SamplerKind): SmallPosterior[] {
  return SMALL_POSTERIORS.flatMap(({ prior, ...rest }): SmallPosterior[] => {
    if (prior === 'learned') return priors === 'any' ? [{ ...rest, prior }] : []
    return [{ ...rest, prior: pace ? prior.map(() => 1) : prior }]
  })
}

/**
 * Says where the stationary law of a kind of sampler is not the posterior. Means and variances of each θ_x are compared with
 * those of quadrature. The chains begin when half of the answers have come.
 */
export function* strayLaw(kind: SamplerKind, seed: string | number, one: SmallPosterior): Iterable<string> {
  const tally = createTally(one.categories)
  for (const part of [0, 1] as const) one.collect(tally, part)
  const exact = posteriorMoments(tally, one.prior)
  const what = `prior ${one.prior === 'learned' ? 'learned' : `(${one.prior.join(', ')})`}`
  for (const thinning of THINNING) {
    const chains = drawChains(kind, one, thinning, stream(seed, 'law', one.categories, thinning))
    const off = chains.flat().find(theta => !isOnSimplex(theta))
    if (off !== undefined) {
      yield `with ${what} a draw of θ is ${Array.from(off).join(', ')}, no probability vector`
      return
    }
    const quantities = quantitiesOf(chains, exact)
    const least = Math.min(...quantities.map(({ values }) => essBulk(values)))
    if (least < LEAST_ESS && thinning < THINNING.at(-1)!) continue
    if (least < LEAST_ESS) {
      yield `with ${what} ${CHAINS * DRAWS} draws, each after ${thinning} steps, are worth ${Math.round(least)}, below ${LEAST_ESS}`
    }
    yield* strayMeans(quantities, kind.pace ? BIAS : 0, what)
    return
  }
}

interface Quantity {
  readonly name: string
  readonly values: readonly Float64Array[]
  readonly exact: number
  /** The spread that a bias is measured by. */
  readonly scale: number
}

/** Each θ_x, whose mean is compared, and each squared distance to the exact mean, whose mean is the variance. */
function quantitiesOf(chains: readonly Float64Array[][], { mean, variance }: PosteriorMoments): Quantity[] {
  const values = (of: (theta: Float64Array) => number) => chains.map(chain => Float64Array.from(chain, of))
  return Array.from(mean).flatMap((m, x) => {
    const square = (theta: Float64Array) => (theta[x] - m) * (theta[x] - m)
    return [
      {
        name: `the mean of θ_${x}`,
        values: values(theta => theta[x]),
        exact: m,
        scale: Math.sqrt(variance[x]),
      },
      { name: `the variance of θ_${x}`, values: values(square), exact: variance[x], scale: variance[x] },
    ]
  })
}

function* strayMeans(quantities: readonly Quantity[], bias: number, what: string): Iterable<string> {
  for (const { name, values, exact, scale } of quantities) {
    const total = values.reduce((sum, chain) => sum + chain.reduce((part, value) => part + value, 0), 0)
    const found = total / (CHAINS * DRAWS)
    const allowed = ERRORS * mcse(values) + bias * scale
    if (Math.abs(found - exact) <= allowed) continue
    yield `with ${what} ${name} is ${found.toPrecision(4)}, ${exact.toPrecision(4)} by quadrature, more than ${allowed.toPrecision(2)} apart`
  }
}

/** Draws of θ from several chains, one after the other. */
function drawChains(kind: SamplerKind, one: SmallPosterior, thinning: number, rng: Rng): Float64Array[][] {
  const warmup = Math.max(LEAST_WARMUP, (thinning * DRAWS) / 4)
  return Array.from({ length: CHAINS }, () => {
    const tally = createTally(one.categories)
    one.collect(tally, 0)
    const setting = { tally, prior: one.prior, warmup, horizon: HORIZON }
    const sampler = createSampler(kind, setting)
    const state = sampler.init(rng)
    advance(sampler, state, rng, LEAST_WARMUP / 10)
    one.collect(tally, 1)
    advance(sampler, state, rng, warmup)
    return Array.from({ length: DRAWS }, () => {
      advance(sampler, state, rng, thinning)
      return sampler.theta(state, new Float64Array(one.categories).fill(Number.NaN))
    })
  })
}

function isOnSimplex(theta: Float64Array): boolean {
  const total = theta.reduce((sum, value) => sum + value, 0)
  return theta.every(value => value >= 0) && Math.abs(total - 1) < 1e-9
}
