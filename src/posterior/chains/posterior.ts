import { requireNumber } from '../../check/check.ts'
import { LEVEL_RANGE } from '../../check/ranges.ts'
import { Domain } from '../../domain/domain.ts'
import { type Askable, scalarOfQuery } from '../../query/of-query.ts'
import { type Diagnostics, diagnose } from '../draws/diagnostics.ts'
import { type PosteriorSummary, summarize } from '../draws/summary.ts'
import { LEVEL, type PosteriorJSON, posteriorJSON } from './posterior-json.ts'
import { ebfmiOf, noSteps, type StepCounts } from './step-counts.ts'

/** A posterior summary, with diagnostics of its quality. */
export interface Posterior extends PosteriorSummary, Askable {
  /** The sampler that was used. */
  readonly sampler: string
  /** Number of chains, whose draws follow one another; 1 for a mixture of posteriors, whose chains are not separated. */
  readonly chains: number
  /** Reason for the end of the chains: the draws were good, the budget was used up, or the requested number of draws was made. */
  readonly stopped: 'good' | 'budget' | 'draws'
  /** Convergence diagnostics of each category's probability, vectors of length K; and counts of transitions. */
  readonly diagnostics: {
    readonly rhat: Float64Array
    readonly essBulk: Float64Array
    readonly essTail: Float64Array
    readonly mcse: Float64Array
    /** The sampler's transitions (`hmc` makes one or two for each draw), and how many of them diverged; 0 if the sampler counts none. */
    readonly transitions: number
    readonly divergences: number
    /** Number of transitions that were cut at the largest tree. */
    readonly saturated: number
    /** E-BFMI of each chain, small where its energy moves slowly; empty if the sampler has none, NaN below 20 draws. */
    readonly ebfmi: Float64Array
  }
  /** Draws of the learnt concentration, one for each draw of θ; undefined with a fixed prior. */
  readonly concentration: Float64Array | undefined
  /** Warnings about these draws and their 95 % intervals, in words. */
  readonly warnings: readonly string[]
  /**
   * Warnings for intervals of another level, above 0 and below 1. The default number of draws is too small for 99.9 %.
   *
   * @throws RangeError if the level is no such number
   */
  warningsFor(level: number): readonly string[]
  /** The estimate as plain data, without draws, for `JSON.stringify`. */
  toJSON(): PosteriorJSON
}

/** The criterion for good draws. */
export interface Target {
  /** The largest R̂ of a category, default 1.01. Above it, the chains have not mixed. */
  readonly rhat: number
  /** The smallest effective number of draws of a category, in centre and tails, default 400. Below it, means are rough. */
  readonly ess: number
}

export const TARGET: Target = { rhat: 1.01, ess: 400 }

/** Draws of several chains, with their origin. */
export interface Drawn {
  /** `[chains × draws × K]`, row-major. */
  readonly draws: Float64Array
  readonly categories: number
  readonly chains: number
  readonly sampler: string
  /** Number of discarded steps of each chain. */
  readonly warmup?: number
  readonly stopped?: Posterior['stopped']
  readonly steps?: StepCounts
  readonly concentration?: Float64Array | undefined
  readonly target?: Target
  /** The diagnostics of each category, if they have been computed already. */
  readonly diagnosed?: readonly Diagnostics[] | undefined
}

/**
 * Summarizes draws of several chains. Diagnostics and warnings are computed on first use, so that a simulation that needs only the mean is
 * spared the time.
 *
 * @throws Error if a draw is not finite, or no distribution: for samplers of one's own
 */
export function withDiagnostics(drawn: Drawn): Posterior {
  const { draws, categories, chains, sampler, concentration, stopped = 'draws', target = TARGET } = drawn
  requireOnSimplex(draws, categories, sampler)
  const summary = summarize(draws, categories)
  return describeOnce({ ...summary, sampler, chains, stopped, concentration }, target, () =>
    diagnoseAll(drawn, categories),
  )
}

/** The diagnostics of the first `count` of a draw's numbers, computed on first use. */
export function diagnoseOnce(drawn: Drawn, count = drawn.categories): () => Posterior['diagnostics'] {
  return once(() => diagnoseAll(drawn, count))
}

/** Computes a value on first use. */
export function once<T extends object>(compute: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= compute()
    return value
  }
}

/** A posterior of these draws. Diagnostics and warnings are computed on first use. */
export function describeOnce(
  summary: PosteriorSummary & Pick<Posterior, 'sampler' | 'chains' | 'stopped' | 'concentration'>,
  target: Target,
  diagnose: () => Posterior['diagnostics'],
): Posterior {
  const diagnosed = once(diagnose)
  const warningsFor = (level: number) => {
    const tail = (1 - requireNumber('level', level, LEVEL_RANGE)) / 2
    const found = diagnosed()
    return [...warningsOf(found, summary.stopped, target), ...tailWarning(found, tail, target)]
  }
  return {
    ...summary,
    get diagnostics() {
      return diagnosed()
    },
    get warnings() {
      return warningsFor(LEVEL)
    },
    warningsFor,
    of: query => scalarOfQuery(query, { domain: Domain.one(summary.mean.length) }, () => summary.draws),
    toJSON() {
      return posteriorJSON(this)
    },
  }
}

/** Tolerance for the sum of a draw, with room for draws in single precision. */
const SUM_TOLERANCE = 1e-4

function requireOnSimplex(draws: Float64Array, categories: number, sampler: string): void {
  for (let start = 0; start < draws.length; start += categories) {
    let sum = 0
    let least = 0
    for (let x = start; x < start + categories; x++) {
      sum += draws[x]
      least = Math.min(least, draws[x])
    }
    if (!Number.isFinite(sum)) throw new Error(`${sampler} drew a value that is not a finite number`)
    if (least < 0 || Math.abs(sum - 1) > SUM_TOLERANCE) {
      throw new Error(
        `${sampler} drew a vector that is no distribution: its sum is ${sum}, its least entry ${least}`,
      )
    }
  }
}

/** Copies category x's draws into `column`. */
export function columnOf(
  draws: Float64Array,
  categories: number,
  x: number,
  column: Float64Array,
): Float64Array {
  for (let i = 0; i < column.length; i++) column[i] = draws[i * categories + x]
  return column
}

/** The draws of some of a draw's numbers, row by row: `count` of them, from `first` on. */
export function drawsOfPart({ draws, categories }: Drawn, first: number, count: number): Float64Array {
  const rows = draws.length / categories
  const part = new Float64Array(rows * count)
  for (let i = 0; i < rows; i++) {
    const start = i * categories + first
    part.set(draws.subarray(start, start + count), i * count)
  }
  return part
}

/** The draws of these numbers alone, with their diagnostics, if known. */
export function partOfDrawn(drawn: Drawn, first: number, count: number): Drawn {
  const draws = drawsOfPart(drawn, first, count)
  return { ...drawn, draws, categories: count, diagnosed: drawn.diagnosed?.slice(first, first + count) }
}

/** The diagnostics of each category's probability, or of the first `count` of a draw's numbers. */
function diagnoseAll(
  { draws, categories, chains, steps = noSteps(), diagnosed }: Drawn,
  count: number,
): Posterior['diagnostics'] {
  const column = new Float64Array(draws.length / categories)
  const byCategory =
    diagnosed ??
    Array.from({ length: count }, (_, x) => diagnose(columnOf(draws, categories, x, column), chains))
  const vector = (name: keyof Diagnostics) => Float64Array.from(byCategory, diagnostics => diagnostics[name])
  return {
    rhat: vector('rhat'),
    essBulk: vector('essBulk'),
    essTail: vector('essTail'),
    mcse: vector('mcse'),
    transitions: steps.transitions,
    divergences: steps.divergences,
    saturated: steps.saturated,
    ebfmi: ebfmiOf(steps),
  }
}

/** Largest share of cut trajectories without a warning. */
const FEW_SATURATED = 0.01
/** Largest share of divergent transitions without a warning. */
const FEW_DIVERGED = 0.01
/** Smallest E-BFMI without a warning: Stan's threshold. */
const LEAST_EBFMI = 0.3

/** Warnings about draws with these diagnostics, in words. */
export function warningsOf(
  { rhat, essBulk, essTail, transitions, divergences, saturated, ebfmi }: Posterior['diagnostics'],
  stopped: Posterior['stopped'],
  target: Target = TARGET,
) {
  const warnings: string[] = []
  const remedy = stopped === 'budget' ? 'the budget of draws was used up; a larger one may do' : 'draw more'
  const worst = rhat.reduce((largest, value) => Math.max(largest, value), 0)
  if (!(worst <= target.rhat)) {
    warnings.push(
      `The chains have not mixed: R-hat is ${digitsBeyond(worst, target.rhat)}, above ${target.rhat}; ${remedy}.`,
    )
  }
  const ess = Math.min(least(essBulk), least(essTail))
  if (ess < target.ess) {
    warnings.push(
      `Only ${Math.floor(ess)} effective draws, below ${target.ess}: means and intervals are rough; ${remedy}.`,
    )
  }
  // Only with other warnings: if the draws are good, trajectories were long enough.
  if (warnings.length > 0 && saturated > FEW_SATURATED * transitions) {
    warnings.push(
      `${saturated} of ${transitions} trajectories were cut at the largest tree: chains that went farther would mix faster.`,
    )
  }
  const slowest = least(ebfmi.filter(value => value >= 0))
  if (slowest < LEAST_EBFMI) {
    warnings.push(
      `The energy moves slowly: E-BFMI is ${digitsBeyond(slowest, LEAST_EBFMI)} in the worst of ${ebfmi.length} chains, below ${LEAST_EBFMI}; tails of the posterior may be missing.`,
    )
  }
  // A few say nothing by themselves: of 150 tables whose draws were otherwise good, of which nine in ten had divergences, as many intervals
  // held as should (`experiments/joint-calibration.ts`).
  if (divergences > (warnings.length > 0 ? 0 : FEW_DIVERGED * transitions)) {
    warnings.push(
      `${divergences} of ${transitions} transitions diverged: parts of the posterior may be missing.`,
    )
  }
  return warnings
}

/** Smallest number of effective draws in a tail that determine where it begins. */
const FEW_IN_TAIL = 2

/**
 * Warns of too few effective draws in the tails of an interval. With S independent draws, an interval of level 1 − 2p misses with
 * probability 2p + 2/S. There is no separate warning if reaching `target` would be enough, because another warning asks for that.
 */
function tailWarning({ essTail }: Posterior['diagnostics'], tail: number, target: Target): string[] {
  const inTail = tail * least(essTail)
  if (inTail >= FEW_IN_TAIL || tail * target.ess >= FEW_IN_TAIL) return []
  // 1 − 0.999 and the like are not exact.
  const needed = Math.ceil(Number((FEW_IN_TAIL / tail).toPrecision(9)))
  return [
    `A tail of probability ${Number(tail.toPrecision(3))} has only ${inTail.toPrecision(2)} effective draws: intervals that end there miss` +
      ` more often than they say; ask for a target of ${needed} effective draws.`,
  ]
}

function least(values: Float64Array): number {
  return values.reduce((smallest, value) => Math.min(smallest, value), Infinity)
}

/** A number beyond a limit, to three digits or as many as show that it is beyond. */
function digitsBeyond(value: number, limit: number): string {
  for (let digits = 3; digits < 16; digits++) {
    const text = value.toFixed(digits)
    if (Math.sign(Number(text) - limit) === Math.sign(value - limit)) return text
  }
  return String(value)
}
