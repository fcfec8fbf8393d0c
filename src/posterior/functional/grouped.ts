import { sum } from '../../arrays/sums.ts'
import { isList, refuse, requireInteger, requireNumber, type Vector } from '../../check/check.ts'
import { exp } from '../../elementary/exp.ts'
import { type Laws, scalarOfQuery } from '../../query/of-query.ts'
import { type Scalar, scalarOf } from '../../query/scalar.ts'
import {
  columnOf,
  type Drawn,
  diagnoseOnce,
  type Posterior,
  partOfDrawn,
  TARGET,
  warningsOf,
  withDiagnostics,
} from '../chains/posterior.ts'
import { summarize } from '../draws/summary.ts'
import { beliefJSON } from './belief-json.ts'
import { type ByGroup, type Grouped, MOST_NAMED, placeOf } from './by-group.ts'
import { drawsOf, type LawsAsked, type OfPeople, vocabularyOfLaws } from './law-beliefs.ts'
import { cellsOf, estimateOf, type NumericEstimate, rangeWarnings } from './numeric-estimate.ts'
import type { Tables } from './tables-estimate.ts'

/** Number of answers below which a warning says that a group's estimate depends on the others. */
const FEW_ANSWERS = 50
/** The question of the groups. */
type AskedOfGroups = LawsAsked & { readonly by: readonly string[] }

/** The estimate of one question: the posterior of its categories, or of a number. */
type OfOne = Posterior | NumericEstimate

/** The parts of a belief about groups that are common to pooled and separate draws. */
interface GroupedParts {
  readonly asked: AskedOfGroups
  readonly sizes: readonly number[]
  readonly beliefs: (index: number) => OfOne
  readonly pooling: Scalar | undefined
  readonly warnings: () => readonly string[]
}

/** The belief about groups with joint draws. A draw has `G·K + 1` numbers; the last is the logarithm of the strength of pooling. */
export function pooledBelief(
  drawn: Drawn,
  asked: AskedOfGroups,
  sizes: readonly number[],
): Grouped | Grouped<NumericEstimate> {
  const { by: names, domain } = asked
  const [K] = domain.sizes
  const { draws: rows, categories: width } = drawn
  const pooling = columnOf(rows, width, width - 1, new Float64Array(rows.length / width)).map(exp)
  const cache = new Map<number, OfOne>()
  const beliefs = (g: number) => {
    const known = cache.get(g)
    if (known) return known
    const belief = estimateOf(domain.kinds[0], withDiagnostics(partOfDrawn(drawn, g * K, K)))
    cache.set(g, belief)
    return belief
  }
  const all = diagnoseOnce(drawn)
  const warnings = () => [
    ...warningsOf(all(), drawn.stopped ?? 'draws', drawn.target ?? TARGET),
    ...fewAnswers(names, sizes),
    ...names.flatMap((name, g) =>
      rangeWarnings(domain.kinds[0], cellsOf(beliefs(g))).map(warning => `${name}: ${warning}`),
    ),
  ]
  return beliefOfGroups({ asked, sizes, beliefs, pooling: scalarOf(pooling), warnings })
}

/** The belief about groups with separate draws. */
export function separateBelief(
  beliefs: readonly OfOne[],
  asked: AskedOfGroups,
  sizes: readonly number[],
): Grouped | Grouped<NumericEstimate> {
  const warnings = () => warningsByGroup(asked.by, beliefs)
  return beliefOfGroups({ asked, sizes, beliefs: g => beliefs[g], pooling: undefined, warnings })
}

function warningsByGroup(
  names: readonly string[],
  beliefs: readonly { readonly warnings: readonly string[] }[],
): string[] {
  return names.flatMap((name, g) => beliefs[g].warnings.map(warning => `${name}: ${warning}`))
}

function beliefOfGroups({
  asked,
  sizes,
  beliefs,
  pooling,
  warnings,
}: GroupedParts): Grouped | Grouped<NumericEstimate> {
  const { by: names, domain } = asked
  const indexOf = (argument: string, name: string) => placeOf(names, argument, name)
  const cells = (g: number) => cellsOf(beliefs(g))
  const belief: Grouped<OfOne> = {
    names,
    pooling,
    isPooled: pooling !== undefined,
    group: name => beliefs(indexOf('group', name)),
    of: queriesOfGroups(asked, sizes, g => cells(g).draws),
    total(shares) {
      const weights =
        shares === undefined ? observedShares(asked.shares ?? sizes) : requireShares(shares, names)
      const parts = names.map((_, g) => cells(g))
      const count = Math.min(...parts.map(({ draws }) => draws.length))
      const draws = mixed(
        parts.map(part => part.draws),
        weights,
      )
      const { sampler, stopped, mean } = parts[0]
      // Separate chains may have different lengths; their draws then have no common chains.
      const chains = parts.every(one => one.draws.length === count) ? parts[0].chains : 1
      const all = withDiagnostics({ draws, categories: mean.length, chains, sampler, stopped })
      return estimateOf(domain.kinds[0], all)
    },
    difference(one, other) {
      const [g, h] = [indexOf('g', one), indexOf('h', other)]
      if (g === h) refuse('h', other, 'another group than g')
      const [a, b] = [cells(g), cells(h)]
      const draws = new Float64Array(Math.min(a.draws.length, b.draws.length))
      for (let i = 0; i < draws.length; i++) draws[i] = a.draws[i] - b.draws[i]
      const { mean, sd, interval } = summarize(draws, a.mean.length)
      return { mean, sd, interval }
    },
    get warnings() {
      return warnings()
    },
    toJSON() {
      return beliefJSON(this, asked)
    },
  }
  return belief as Grouped | Grouped<NumericEstimate>
}

/**
 * Whether a belief is shown beside separate estimates of the groups: for pooled categories. Numbers and scales are not drawn a second time
 * for that.
 */
export function isBesideSeparate(belief: object): belief is Grouped {
  if (!('pooling' in belief)) return false
  const { isPooled, names, group } = belief as Grouped | Grouped<NumericEstimate>
  return isPooled && !('cells' in group(names[0]))
}

/**
 * Beliefs about groups, each drawn from the answers of the group alone, or of all groups together.
 *
 * @param pooledWarnings warnings about joint draws
 */
export function byGroup(
  asked: AskedOfGroups,
  beliefs: readonly Tables[],
  sizes: readonly number[],
  pooledWarnings?: () => readonly string[],
): ByGroup<Tables> {
  const { by: names } = asked
  return {
    names,
    isPooled: pooledWarnings !== undefined,
    group: name => beliefs[placeOf(names, 'group', name)],
    of: queriesOfGroups(asked, sizes, (g, questions) => drawsOf(beliefs[g], questions)),
    get warnings() {
      return pooledWarnings
        ? [...pooledWarnings(), ...fewAnswers(names, sizes)]
        : warningsByGroup(names, beliefs)
    },
    toJSON() {
      return beliefJSON(this as never, asked)
    },
  }
}

/** Answers queries about groups. For all people, groups are weighted by their numbers of people, or by `shares`. */
function queriesOfGroups(
  asked: AskedOfGroups,
  sizes: readonly number[],
  drawsOfGroup: (g: number, questions: readonly number[]) => Float64Array,
): ByGroup<unknown>['of'] {
  const { by: names } = asked
  return (query, shares) => {
    const weights =
      shares === undefined ? observedShares(asked.shares ?? sizes) : requireShares(shares, names)
    return scalarOfQuery(query, vocabularyOfLaws(asked), lawsOfGroups(names, weights, drawsOfGroup))
  }
}

/** The laws of groups. The law of several groups is their mixture by these weights, or by equal weights if all are 0. */
export function lawsOfGroups(
  names: readonly string[],
  weights: readonly number[],
  lawOfGroup: (g: number, questions: readonly number[]) => Float64Array,
): Laws {
  return (questions, groups = names) => {
    const places = groups.map(name => names.indexOf(name))
    if (places.length === 1) return lawOfGroup(places[0], questions)
    const total = sum(places.map(g => weights[g]))
    return mixed(
      places.map(g => lawOfGroup(g, questions)),
      places.map(g => (total > 0 ? weights[g] / total : 1 / places.length)),
    )
  }
}

/** The laws of a belief: of all people or, with groups, of `lawsOfGroups`. */
export function lawsOfBelief(
  belief: OfPeople | ByGroup<OfPeople>,
  groups: readonly string[] | undefined,
  weights: readonly number[] = [],
): Laws {
  if (groups === undefined) return questions => drawsOf(belief as OfPeople, questions)
  return lawsOfGroups(groups, weights, (g, questions) =>
    drawsOf((belief as ByGroup<OfPeople>).group(groups[g]), questions),
  )
}

/** The mixture of laws, draw by draw, with as many draws as the shortest. */
function mixed(parts: readonly Float64Array[], weights: readonly number[]): Float64Array {
  const draws = new Float64Array(Math.min(...parts.map(({ length }) => length)))
  weights.forEach((weight, g) => {
    for (let i = 0; i < draws.length; i++) draws[i] += weight * parts[g][i]
  })
  return draws
}

export function observedShares(sizes: readonly number[]): number[] {
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
