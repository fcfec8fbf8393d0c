import { requireInteger, requireOneOf } from '../check/check.ts'
import { columnSpread } from '../mechanism/column.ts'
import { stream } from '../random/stream.ts'
import { diagnose } from './diagnostics.ts'
import { gibbs } from './gibbs.ts'
import { hmc } from './hmc.ts'
import type { Prior } from './prior.ts'
import type { Sampler } from './sampler.ts'
import { sgld } from './sgld.ts'
import { sgrld } from './sgrld.ts'
import { type PosteriorSummary, summarize } from './summary.ts'
import type { Tally } from './tally.ts'

export const SAMPLER_NAMES = ['auto', 'gibbs', 'hmc', 'sgld', 'sgrld'] as const
export type SamplerName = (typeof SAMPLER_NAMES)[number]

export interface PosteriorOptions {
  /** Default `'auto'`: `gibbs` or `hmc`, whichever gives more effective draws a second. */
  readonly sampler?: SamplerName
  /** Default `'learned'` for exact samplers, 1 for `sgld` and `sgrld`, which cannot learn it. */
  readonly prior?: Prior
  /** Draws to keep of each chain, default 1000. */
  readonly draws?: number
  /** Draws to throw away before, default half of `draws`. */
  readonly warmup?: number
  /** Independent chains, default 4. */
  readonly chains?: number
  readonly seed: string | number
}

/** A posterior summary with what is known of its quality. */
export interface Posterior extends PosteriorSummary {
  /** The sampler that was used. */
  readonly sampler: Exclude<SamplerName, 'auto'>
  /** Of each category's probability, length K. */
  readonly diagnostics: {
    readonly rhat: Float64Array
    readonly essBulk: Float64Array
    readonly essTail: Float64Array
    readonly mcse: Float64Array
    /** Transitions of `hmc` that diverged; 0 elsewhere. */
    readonly divergences: number
  }
  /** Draws of the learnt concentration, one for each draw of θ; undefined with a fixed prior. */
  readonly concentration: Float64Array | undefined
  /** What is wrong with these draws, in words; empty if nothing is. */
  readonly warnings: readonly string[]
}

/** Above this R̂ chains have not mixed; below this many effective draws, means are rough. */
const RHAT_LIMIT = 1.01
const ESS_LIMIT = 400

/**
 * Draws from the posterior of θ given a tally, by several independent chains, with their diagnostics.
 *
 * @throws RangeError on a bad option
 * @example
 * const tally = createTally(2)
 * tally.add(srr({ categories: 2, epsilon: Math.log(3) }), 0, 60)
 * tally.add(srr({ categories: 2, epsilon: Math.log(3) }), 1, 40)
 * samplePosterior(tally, { seed: 1, prior: 1 }).mean // about [0.70, 0.30]
 */
export function samplePosterior(tally: Tally, options: PosteriorOptions): Posterior {
  const { seed } = options
  const name = requireOneOf('sampler', options.sampler ?? 'auto', SAMPLER_NAMES)
  const sampler = resolveSampler(name, tally.categories, levelOf(tally))
  const draws = requireInteger('draws', options.draws ?? 1000, 4, 1e7)
  const warmup = requireInteger('warmup', options.warmup ?? Math.ceil(draws / 2), 0, 1e7)
  const chains = requireInteger('chains', options.chains ?? 4, 1, 1000)
  const K = tally.categories
  const made = createSampler(sampler, tally, options.prior, warmup)
  const kept = new Float64Array(chains * draws * K)
  const concentration = new Float64Array(chains * draws)
  let learned = false
  let divergences = 0
  for (let chain = 0; chain < chains; chain++) {
    const rng = stream(seed, 'chain', chain)
    const state = made.init(rng) as { concentration?: number | null }
    for (let draw = -warmup; draw < draws; draw++) {
      const { info } = made.step(rng, state) as { info?: { divergent?: boolean } }
      if (draw < 0) continue
      const at = chain * draws + draw
      made.theta(state, kept.subarray(at * K, (at + 1) * K))
      if (info?.divergent) divergences++
      if (typeof state.concentration === 'number') {
        learned = true
        concentration[at] = state.concentration
      }
    }
  }
  return withDiagnostics(kept, K, chains, sampler, divergences, learned ? concentration : undefined)
}

/**
 * Summarizes draws of several chains. Diagnostics and warnings are computed when they are first asked for: a simulation
 * that only wants the mean does not pay for them.
 *
 * @throws Error if a draw is not finite
 */
export function withDiagnostics(
  draws: Float64Array,
  categories: number,
  chains: number,
  sampler: Posterior['sampler'],
  divergences = 0,
  concentration?: Float64Array,
): Posterior {
  if (!draws.every(Number.isFinite)) throw new Error(`${sampler} drew what is not a finite number`)
  let diagnostics: Posterior['diagnostics'] | undefined
  const diagnosed = () => {
    diagnostics ??= diagnoseAll(draws, categories, chains, divergences)
    return diagnostics
  }
  return {
    ...summarize(draws, categories),
    sampler,
    concentration,
    get diagnostics() {
      return diagnosed()
    },
    get warnings() {
      return warningsOf(diagnosed(), draws.length / categories)
    },
  }
}

/** The diagnostics of each category's probability. */
function diagnoseAll(
  draws: Float64Array,
  categories: number,
  chains: number,
  divergences: number,
): Posterior['diagnostics'] {
  const column = new Float64Array(draws.length / categories)
  const each = Array.from({ length: categories }, (_, x) => {
    for (let i = 0; i < column.length; i++) column[i] = draws[i * categories + x]
    return diagnose(column, chains)
  })
  const vector = (name: keyof (typeof each)[0]) => Float64Array.from(each, of => of[name])
  return {
    rhat: vector('rhat'),
    essBulk: vector('essBulk'),
    essTail: vector('essTail'),
    mcse: vector('mcse'),
    divergences,
  }
}

function warningsOf({ rhat, essBulk, essTail, divergences }: Posterior['diagnostics'], count: number) {
  const warnings: string[] = []
  const worst = rhat.reduce((most, value) => Math.max(most, value), 0)
  if (!(worst <= RHAT_LIMIT)) {
    warnings.push(`The chains have not mixed: R-hat is ${worst.toFixed(3)}, above ${RHAT_LIMIT}; draw more.`)
  }
  const least = (ess: Float64Array) => ess.reduce((few, value) => Math.min(few, value), Infinity)
  const ess = Math.min(least(essBulk), least(essTail))
  if (ess < ESS_LIMIT) {
    warnings.push(
      `Only ${Math.round(ess)} effective draws, below ${ESS_LIMIT}: means and intervals are rough.`,
    )
  }
  if (divergences > 0) {
    warnings.push(`${divergences} of ${count} transitions diverged: parts of the posterior may be missing.`)
  }
  return warnings
}

/** The sampler of this name; its state is the sampler's own business. */
export function createSampler(
  name: Posterior['sampler'],
  tally: Tally,
  prior: Prior | undefined,
  warmup: number,
): Sampler<unknown> {
  switch (name) {
    case 'gibbs':
      return gibbs({ tally, prior: prior ?? 'learned' }) as Sampler<unknown>
    case 'hmc':
      return hmc({ tally, prior: prior ?? 'learned', warmup }) as Sampler<unknown>
    case 'sgld':
      return sgld({ tally, prior: prior ?? 1 }) as Sampler<unknown>
    case 'sgrld':
      return sgrld({ tally, prior: prior ?? 1 }) as Sampler<unknown>
  }
}

/**
 * What `auto` stands for: `gibbs` where `e^ε ≥ 50 K`, else `hmc`. Where the answers say nearly all, Gibbs sweeps are almost
 * independent draws and cheaper; elsewhere they hardly move and trajectories win, by a factor of 75 in effective draws a
 * second at K = 20 and ε = 0.5 (`bench/RESULTS.md`).
 *
 * @param epsilon the level of the answers
 */
export function resolveSampler(name: SamplerName, categories: number, epsilon: number): Posterior['sampler'] {
  if (name !== 'auto') return name
  return epsilon >= Math.log(50 * categories) ? 'gibbs' : 'hmc'
}

/** The level that at least half of a tally's answers reach: a few public ones must not decide. */
function levelOf(tally: Tally): number {
  const levels = tally.table.columns.map((column, c) => ({
    level: columnSpread(column).logRatio,
    count: tally.counts[c],
  }))
  levels.sort((one, other) => other.level - one.level)
  let reached = 0
  for (const { level, count } of levels) {
    reached += count
    if (2 * reached >= tally.size) return level
  }
  return 0
}
