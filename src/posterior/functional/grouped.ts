import { sum } from '../../arrays/sums.ts'
import { isList, refuse, requireInteger, requireNumber, type Vector } from '../../check/check.ts'
import { exp } from '../../elementary/exp.ts'
import { type Laws, scalarOfQuery } from '../../query/of-query.ts'
import { type Scalar, scalarOf } from '../../query/scalar.ts'
import {
  type Drawn,
  diagnoseOnce,
  drawsOfPart,
  type Posterior,
  TARGET,
  warningsOf,
  withDiagnostics,
} from '../chains/posterior.ts'
import { summarize } from '../draws/summary.ts'
import { beliefJSON } from './belief-json.ts'
import { type ByGroup, type Grouped, MOST_NAMED, placeOf } from './by-group.ts'
import { drawsOf, type LawsAsked, type OfPeople, vocabularyOfLaws } from './law-beliefs.ts'
import { estimateOf } from './numeric-estimate.ts'

/** Below this many answers, a group is said to rest on the others. */
const FEW_ANSWERS = 50
/** What groups were asked. */
type AskedOfGroups = LawsAsked & { readonly by: readonly string[] }

/** The parts of a belief about groups, which pooled and separate draws share. */
interface GroupedParts {
  readonly asked: AskedOfGroups
  readonly sizes: readonly number[]
  readonly posteriors: (index: number) => Posterior
  readonly pooling: Scalar | undefined
  readonly drawWarnings: () => readonly string[]
}

/** The belief about groups whose draws were made together: each has `G·K + 1` numbers, the last of which is ln α. */
export function pooledBelief(drawn: Drawn, asked: AskedOfGroups, sizes: readonly number[]): Grouped {
  const { by: names } = asked
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
    const cells = withDiagnostics({ ...drawn, draws, categories: K, diagnosed })
    const posterior = estimateOf(asked.domain.kinds[0], cells) as Posterior
    kept.set(g, posterior)
    return posterior
  }
  const all = diagnoseOnce(drawn)
  const drawWarnings = () => warningsOf(all(), drawn.stopped ?? 'draws', drawn.target ?? TARGET)
  return beliefOfGroups({ asked, sizes, posteriors, pooling: scalarOf(alphas), drawWarnings })
}

/** The belief about groups whose draws were made separately. */
export function separateBelief(
  posteriors: readonly Posterior[],
  asked: AskedOfGroups,
  sizes: readonly number[],
): Grouped {
  const { by: names } = asked
  const drawWarnings = () =>
    names.flatMap((name, g) => posteriors[g].warnings.map(warning => `${name}: ${warning}`))
  return beliefOfGroups({ asked, sizes, posteriors: g => posteriors[g], pooling: undefined, drawWarnings })
}

function beliefOfGroups({ asked, sizes, posteriors, pooling, drawWarnings }: GroupedParts): Grouped {
  const { by: names } = asked
  const indexOf = (argument: string, name: string) => placeOf(names, argument, name)
  return {
    names,
    pooling,
    isPooled: pooling !== undefined,
    group: name => posteriors(indexOf('group', name)),
    of: queriesOfGroups(asked, sizes, g => posteriors(g).draws),
    total(shares) {
      const weights = shares === undefined ? observedShares(sizes) : requireShares(shares, names)
      const parts = names.map((_, g) => posteriors(g))
      const count = Math.min(...parts.map(({ draws }) => draws.length))
      const draws = mixed(
        parts.map(part => part.draws),
        weights,
      )
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
      return beliefJSON(this, asked)
    },
  }
}

/** Beliefs about groups, each drawn from the answers of the group alone. */
export function byGroup<Belief extends OfPeople>(
  asked: AskedOfGroups,
  beliefs: readonly Belief[],
  sizes: readonly number[],
): ByGroup<Belief> {
  const { by: names } = asked
  return {
    names,
    isPooled: false,
    group: name => beliefs[placeOf(names, 'group', name)],
    of: queriesOfGroups(asked, sizes, (g, questions) => drawsOf(beliefs[g], questions)),
    get warnings() {
      return names.flatMap((name, g) => beliefs[g].warnings.map(warning => `${name}: ${warning}`))
    },
    toJSON() {
      return beliefJSON(this as never, asked)
    },
  }
}

/** Queries about groups; about all people, those of each group weigh as many as they are, or as `shares` says. */
function queriesOfGroups(
  asked: AskedOfGroups,
  sizes: readonly number[],
  drawsOfGroup: (g: number, questions: readonly number[]) => Float64Array,
): ByGroup<unknown>['of'] {
  const { by: names } = asked
  return (query, shares) => {
    const weights = shares === undefined ? observedShares(sizes) : requireShares(shares, names)
    return scalarOfQuery(query, vocabularyOfLaws(asked), lawsOfGroups(names, weights, drawsOfGroup))
  }
}

/** The laws of groups: that of several is the mixture of theirs by these weights, or by equal ones where all are 0. */
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

/** The mixture of laws, draw by draw: as many as the shortest has. */
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
