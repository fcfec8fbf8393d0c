import { sum } from '../../arrays/sums.ts'
import { isList, refuse, requireInteger, requireNumber, type Vector } from '../../check/check.ts'
import { exp } from '../../elementary/exp.ts'
import {
  type Drawn,
  diagnoseOnce,
  drawsOfPart,
  type Posterior,
  TARGET,
  warningsOf,
  withDiagnostics,
} from '../chains/posterior.ts'
import { type PosteriorJSON, plain } from '../chains/posterior-json.ts'
import { summarize } from '../draws/summary.ts'
import { type ByGroup, MOST_NAMED, placeOf } from './by-group.ts'
import { scalarJSON } from './numeric-json.ts'
import { type Scalar, scalarOf } from './scalar.ts'

/** How a group's law differs from another's: vectors of length K. */
export interface Difference {
  /** Posterior mean of `θ_g − θ_h`. */
  readonly mean: Float64Array
  /** Posterior standard deviation. */
  readonly sd: Float64Array
  /** Central credible interval of each category's difference, level above 0 and below 1. */
  interval(level: number): [lower: Float64Array, upper: Float64Array]
}

/** What is believed about the laws of several groups. The i-th draws of all groups belong together. */
export interface Grouped extends ByGroup<Posterior> {
  /**
   * The posterior of `Σ_g w_g θ_g`, the law of all groups together.
   *
   * @param shares a weight of each group, by its name or in the order of `names`, at least 0, whose sum need not be 1; default the numbers
   * of answers, and equal ones while there are none
   * @throws RangeError unless each group has such a weight, and one is above 0
   */
  total(shares?: Vector | Readonly<Record<string, number>>): Posterior
  /**
   * The posterior of `θ_g − θ_h`.
   *
   * @throws RangeError unless these are two different groups
   */
  difference(g: string, h: string): Difference
  /** How much groups borrow from each other: α, in people whose category is known. Undefined where they are not pooled. */
  readonly pooling: Scalar | undefined
  /** The belief as plain data, without its draws: what `JSON.stringify` writes. */
  toJSON(): GroupedJSON
}

/** The belief about groups as plain data, with 95 % intervals. */
export interface GroupedJSON {
  /** The posterior of each group's law, by its name and in the order of the groups. */
  readonly groups: readonly (PosteriorJSON & { readonly name: string })[]
  /** That of all groups together. */
  readonly total: PosteriorJSON
  /** How much groups borrow from each other; absent where they are not pooled. */
  readonly pooling?: {
    readonly mean: number
    readonly sd: number
    readonly lower: number
    readonly upper: number
  }
  /** What is wrong, in words. */
  readonly warnings: readonly string[]
}

/** Below this many answers, a group is said to rest on the others. */
const FEW_ANSWERS = 50
/** The parts of a belief about groups, which pooled and separate draws share. */
interface GroupedParts {
  readonly names: readonly string[]
  readonly sizes: readonly number[]
  readonly posteriors: (index: number) => Posterior
  readonly pooling: Scalar | undefined
  readonly drawWarnings: () => readonly string[]
}

/** The belief about groups whose draws were made together: each has `G·K + 1` numbers, the last of which is ln α. */
export function pooledBelief(drawn: Drawn, names: readonly string[], sizes: readonly number[]): Grouped {
  const width = drawn.categories
  const K = (width - 1) / names.length
  const count = drawn.draws.length / width
  const alphas = new Float64Array(count)
  for (let i = 0; i < count; i++) alphas[i] = exp(drawn.draws[(i + 1) * width - 1])
  const kept = new Map<number, Posterior>()
  const posteriors = (g: number) => {
    const known = kept.get(g)
    if (known) return known
    const draws = drawsOfPart(drawn, g * K, K)
    const diagnosed = drawn.diagnosed?.slice(g * K, (g + 1) * K)
    const posterior = withDiagnostics({ ...drawn, draws, categories: K, diagnosed })
    kept.set(g, posterior)
    return posterior
  }
  const all = diagnoseOnce(drawn)
  const drawWarnings = () => warningsOf(all(), drawn.stopped ?? 'draws', drawn.target ?? TARGET)
  return beliefOfGroups({ names, sizes, posteriors, pooling: scalarOf(alphas), drawWarnings })
}

/** The belief about groups whose draws were made separately. */
export function separateBelief(
  posteriors: readonly Posterior[],
  names: readonly string[],
  sizes: readonly number[],
): Grouped {
  const drawWarnings = () =>
    names.flatMap((name, g) => posteriors[g].warnings.map(warning => `${name}: ${warning}`))
  return beliefOfGroups({ names, sizes, posteriors: g => posteriors[g], pooling: undefined, drawWarnings })
}

function beliefOfGroups({ names, sizes, posteriors, pooling, drawWarnings }: GroupedParts): Grouped {
  const indexOf = (argument: string, name: string) => placeOf(names, argument, name)
  return {
    names,
    pooling,
    isPooled: pooling !== undefined,
    group: name => posteriors(indexOf('group', name)),
    total(shares) {
      const weights = shares === undefined ? observedShares(sizes) : requireShares(shares, names)
      const parts = names.map((_, g) => posteriors(g))
      const count = Math.min(...parts.map(({ draws }) => draws.length))
      const draws = new Float64Array(count)
      weights.forEach((weight, g) => {
        for (let i = 0; i < count; i++) draws[i] += weight * parts[g].draws[i]
      })
      const { sampler, stopped, mean } = parts[0]
      // Separate chains may be of several lengths, and are no longer side by side.
      const chains = parts.every(one => one.draws.length === count) ? parts[0].chains : 1
      return withDiagnostics({ draws, categories: mean.length, chains, sampler, stopped })
    },
    difference(one, other) {
      const [g, h] = [indexOf('g', one), indexOf('h', other)]
      if (g === h) refuse('h', other, 'another group than g')
      const [a, b] = [posteriors(g), posteriors(h)]
      const draws = new Float64Array(Math.min(a.draws.length, b.draws.length))
      for (let i = 0; i < draws.length; i++) draws[i] = a.draws[i] - b.draws[i]
      const { mean, sd, interval } = summarize(draws, a.mean.length)
      return { mean, sd, interval }
    },
    get warnings() {
      return [...drawWarnings(), ...(pooling ? fewAnswers(names, sizes) : [])]
    },
    toJSON() {
      const { names: _, ...rest } = this
      const written = {
        groups: names.map(name => ({ name, ...this.group(name).toJSON() })),
        total: this.total().toJSON(),
        ...(pooling && { pooling: scalarJSON(pooling) }),
      }
      return plain({ ...rest, ...written }) as GroupedJSON
    },
  }
}

function observedShares(sizes: readonly number[]): number[] {
  const all = sum(sizes)
  return sizes.map(size => (all > 0 ? size / all : 1 / sizes.length))
}

function requireShares(
  shares: Vector | Readonly<Record<string, number>>,
  names: readonly string[],
): number[] {
  if (typeof shares !== 'object' || shares === null) refuse('shares', shares, 'a weight of each group')
  const { length } = isList(shares) ? shares : Object.keys(shares)
  requireInteger('the number of groups in shares', length, names.length, names.length)
  const weights = names.map((name, g) =>
    isList(shares)
      ? requireNumber(`shares[${g}]`, shares[g], { min: 0 })
      : requireNumber(`shares.${name}`, shares[name], { min: 0 }),
  )
  const total = sum(weights)
  requireNumber('the sum of shares', total, { above: 0 })
  return weights.map(weight => weight / total)
}

function fewAnswers(names: readonly string[], sizes: readonly number[]): string[] {
  const silent = names.filter((_, g) => sizes[g] === 0)
  const few = names.filter((_, g) => sizes[g] > 0 && sizes[g] <= FEW_ANSWERS)
  return [
    ...(silent.length > 0
      ? [`No answers from ${listed(silent)}: what is said of them comes from the other groups.`]
      : []),
    ...(few.length > 0
      ? [
          `At most ${FEW_ANSWERS} answers from ${listed(few)}: what is said of them comes mostly from the other groups, and their intervals are too narrow if they differ from these.`,
        ]
      : []),
  ]
}

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED
  return rest > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${rest} more` : names.join(', ')
}
