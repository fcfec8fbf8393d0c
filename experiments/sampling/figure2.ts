import { localMinimaxSampler } from '../../src/private-sampling/local-minimax-sampler.ts'
import type { PrivateSampler } from '../../src/private-sampling/private-sampler.ts'
import { publicPriorSampler } from '../../src/private-sampling/public-prior-sampler.ts'
import { relativeMollifier } from '../../src/private-sampling/relative-mollifier.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { divergence } from '../../src/simplex/divergence.ts'
import { type Measured, meanWithError } from '../support/moments.ts'

const CATEGORIES = 100

/** The samplers with a reference law at level ε, by name. γ is fixed beforehand, independent of p. */
export const SAMPLERS: Readonly<
  Record<string, (reference: Float64Array, epsilon: number) => PrivateSampler>
> = {
  'public prior': (prior, epsilon) => publicPriorSampler({ prior, epsilon }),
  mollifier: (reference, epsilon) => relativeMollifier({ reference, epsilon }),
  'local, γ = 100': (reference, epsilon) =>
    localMinimaxSampler({ form: 'nonlinear', reference, gamma: 100, epsilon }),
  'local, γ = 1000': (reference, epsilon) =>
    localMinimaxSampler({ form: 'nonlinear', reference, gamma: 1000, epsilon }),
}

/** The distances of one sampler at one p, over the runs. */
export interface Figure2Point {
  readonly first: number
  readonly sampler: string
  readonly tv: Measured
  readonly kl: Measured
}

/**
 * Zamanlooy, Diaz and Asoodeh, figure 2: distances of `p = (p₁, (1−p₁)/99, …)` from the sampled law. The weights of the public reference
 * are uniform and drawn anew in each run.
 *
 * @param options.firsts the p₁
 */
export function figure2(options: {
  runs: number
  firsts: readonly number[]
  epsilon: number
  seed: string | number
}): Figure2Point[] {
  const { runs, firsts, epsilon, seed } = options
  const rng = stream(seed, 'figure2')
  const cells = firsts.flatMap(first =>
    Object.keys(SAMPLERS).map(sampler => ({ first, sampler, tv: [] as number[], kl: [] as number[] })),
  )
  for (let run = 0; run < runs; run++) {
    const reference = drawReference(rng)
    const samplers = Object.fromEntries(
      Object.entries(SAMPLERS).map(([name, make]) => [name, make(reference, epsilon)]),
    )
    for (const { first, sampler, tv, kl } of cells) {
      const p = new Float64Array(CATEGORIES).fill((1 - first) / (CATEGORIES - 1))
      p[0] = first
      const law = samplers[sampler].distribution(p)
      tv.push(divergence('tv', p, law))
      kl.push(divergence('kl', p, law))
    }
  }
  return cells.map(({ tv, kl, ...cell }) => ({ ...cell, tv: meanWithError(tv), kl: meanWithError(kl) }))
}

/**
 * The total variation of the worst p, which has all mass on the least likely category of the reference, over runs as in `figure2`. This is
 * the samplers' guarantee; the figure shows their distances at other p.
 */
export function worstCases(options: { runs: number; epsilon: number; seed: string | number }) {
  const { runs, epsilon, seed } = options
  const rng = stream(seed, 'figure2')
  const worst = Object.keys(SAMPLERS).map(sampler => ({ sampler, tv: [] as number[] }))
  for (let run = 0; run < runs; run++) {
    const reference = drawReference(rng)
    const p = new Float64Array(CATEGORIES)
    p[reference.indexOf(Math.min(...reference))] = 1
    for (const { sampler, tv } of worst) {
      tv.push(divergence('tv', p, SAMPLERS[sampler](reference, epsilon).distribution(p)))
    }
  }
  return worst.map(({ sampler, tv }) => ({
    sampler,
    mean: meanWithError(tv).value,
    least: Math.min(...tv),
    most: Math.max(...tv),
  }))
}

function drawReference(rng: SeededRng): Float64Array {
  return Float64Array.from({ length: CATEGORIES }, () => rng.uniform())
}

/** The p₁ at which one line of the figure rises above another one, interpolated between neighbours; undefined if it never does. */
export function crossing(
  points: readonly Figure2Point[],
  measure: 'tv' | 'kl',
  above: string,
  below: string,
): number | undefined {
  const line = (sampler: string) => points.filter(point => point.sampler === sampler)
  const under = line(below)
  const gaps = line(above).map((point, i) => point[measure].value - under[i][measure].value)
  const at = gaps.findIndex((gap, i) => i > 0 && gap > 0 && gaps[i - 1] <= 0)
  if (at < 0) return undefined
  const share = gaps[at - 1] / (gaps[at - 1] - gaps[at])
  return under[at - 1].first + share * (under[at].first - under[at - 1].first)
}
