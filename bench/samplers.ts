import type { SamplerName } from '../src/index.ts'
import { createTally, samplePosterior, srr, stream } from '../src/index.ts'
import { createAlias } from '../src/random/categorical.ts'
import { drawDirichlet } from '../src/random/dirichlet.ts'

const CATEGORIES = 20
const PEOPLE = 10_000

/** One sampler on one posterior: its worst category's effective draws, in all and a second, warm-up included. */
export interface SamplerRow {
  readonly epsilon: number
  readonly prior: string
  readonly sampler: string
  readonly essBulk: number
  readonly essPerSecond: number
  readonly rhat: number
}

/** Effective draws a second of every sampler: SRR, K = 20, 10,000 people, truth Dirichlet(1), 4 chains of 1,000 draws. */
export function* samplerRows(): Generator<SamplerRow> {
  for (const epsilon of [0.5, 1, 2, 3, 5, 8]) {
    const tally = collect(epsilon)
    for (const prior of [1, 'learned'] as const) {
      for (const sampler of ['gibbs', 'hmc', 'sgld', 'sgrld'] as const) {
        if (prior === 1 || sampler === 'gibbs' || sampler === 'hmc')
          yield measure(tally, epsilon, prior, sampler)
      }
    }
  }
}

function collect(epsilon: number) {
  const rng = stream(1, 'bench', epsilon)
  const truth = drawDirichlet(rng, new Float64Array(CATEGORIES).fill(1), new Float64Array(CATEGORIES))
  const people = createAlias(truth)
  const tally = createTally(CATEGORIES)
  const mechanism = srr({ categories: CATEGORIES, epsilon })
  for (let i = 0; i < PEOPLE; i++) tally.add(mechanism, mechanism.respond(people.draw(rng), rng))
  return tally
}

function measure(
  tally: ReturnType<typeof createTally>,
  epsilon: number,
  prior: 1 | 'learned',
  sampler: SamplerName,
): SamplerRow {
  const begun = process.cpuUsage()
  const posterior = samplePosterior(tally, { sampler, prior, seed: 1 })
  const { user, system } = process.cpuUsage(begun)
  const essBulk = Math.min(...posterior.diagnostics.essBulk)
  return {
    epsilon,
    prior: String(prior),
    sampler,
    essBulk,
    essPerSecond: (essBulk / (user + system)) * 1e6,
    rhat: Math.max(...posterior.diagnostics.rhat),
  }
}
