import { requireInteger } from '../check/check.ts'
import { stream } from '../random/stream.ts'
import { createSampler, type SamplerKind } from './contract/kind.ts'
import type { Prior } from './contract/prior.ts'
import type { StepInfo } from './contract/sampler.ts'
import { diagnose } from './draws/diagnostics.ts'
import { type PosteriorSummary, summarize } from './draws/summary.ts'
import type { Tally } from './tally/tally.ts'

export interface PosteriorOptions {
  /** Default `'learned'`; 1 for a sampler that cannot learn it, as `sgld` and `sgrld`. */
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
  readonly sampler: string
  /** Of each category's probability, length K. */
  readonly diagnostics: {
    readonly rhat: Float64Array
    readonly essBulk: Float64Array
    readonly essTail: Float64Array
    readonly mcse: Float64Array
    /** Transitions of `hmc`, one for a draw or two, and how many of them diverged; 0 elsewhere. */
    readonly transitions: number
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
 * Draws from the posterior of θ given a tally, by several independent chains of one kind of sampler, with their diagnostics.
 *
 * @throws RangeError on a bad option
 */
export function drawPosterior(tally: Tally, kind: SamplerKind, options: PosteriorOptions): Posterior {
  const { seed } = options
  const draws = requireInteger('draws', options.draws ?? 1000, 4, 1e7)
  const warmup = requireInteger('warmup', options.warmup ?? Math.ceil(draws / 2), 0, 1e7)
  const chains = requireInteger('chains', options.chains ?? 4, 1, 1000)
  const K = tally.categories
  const made = createSampler(kind, { tally, prior: options.prior, warmup })
  const kept = new Float64Array(chains * draws * K)
  const concentration = new Float64Array(chains * draws)
  let learned = false
  const steps = noSteps()
  for (let chain = 0; chain < chains; chain++) {
    const rng = stream(seed, 'chain', chain)
    const state = made.init(rng) as { concentration?: number | null }
    for (let draw = -warmup; draw < draws; draw++) {
      const { info } = made.step(rng, state)
      if (draw < 0) continue
      countStep(steps, info)
      const at = chain * draws + draw
      made.theta(state, kept.subarray(at * K, (at + 1) * K))
      if (typeof state.concentration === 'number') {
        learned = true
        concentration[at] = state.concentration
      }
    }
  }
  return withDiagnostics(kept, K, chains, kind.name, steps, learned ? concentration : undefined)
}

/** Sums over the steps that gave the draws. */
export function noSteps() {
  return { transitions: 0, divergences: 0 }
}

/** Adds what a step tells of itself. */
export function countStep(steps: ReturnType<typeof noSteps>, info: unknown): void {
  const { transitions = 0, divergences = 0 } = (info ?? {}) as Partial<StepInfo>
  steps.transitions += transitions
  steps.divergences += divergences
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
  sampler: string,
  steps: StepInfo = noSteps(),
  concentration?: Float64Array,
): Posterior {
  if (!draws.every(Number.isFinite)) throw new Error(`${sampler} drew what is not a finite number`)
  let diagnostics: Posterior['diagnostics'] | undefined
  const diagnosed = () => {
    diagnostics ??= diagnoseAll(draws, categories, chains, steps)
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
      return warningsOf(diagnosed())
    },
  }
}

/** The diagnostics of each category's probability. */
function diagnoseAll(
  draws: Float64Array,
  categories: number,
  chains: number,
  { transitions, divergences }: StepInfo,
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
    transitions,
    divergences,
  }
}

/** What is wrong with draws of these diagnostics, in words. */
export function warningsOf({ rhat, essBulk, essTail, transitions, divergences }: Posterior['diagnostics']) {
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
    warnings.push(
      `${divergences} of ${transitions} transitions diverged: parts of the posterior may be missing.`,
    )
  }
  return warnings
}
