import type { Drawn } from '../posterior/chains/posterior.ts'
import { termsOf, valuesOf } from '../query/of-query.ts'
import { readQuery } from '../query/parse-query.ts'
import type { Query } from '../query/query.ts'
import { scalarOf } from '../query/scalar.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import type { Covariate } from './covariates.ts'
import type { Family } from './family.ts'
import { isGroup } from './formula.ts'
import type { Model } from './model.ts'
import type { AverageEffect } from './regression.ts'

/** Least number of draws of each chain. */
const LEAST_DRAWS = 25

type Value = number | string
type Change = (value: Value) => Value

/** Covariates that some people share, and the weight of these people. */
export interface Pattern {
  readonly values: readonly Value[]
  readonly weight: number
}

/** The average distribution before and after a covariate changes for everybody, `[draws × cells]` each. */
export interface Changed {
  readonly name: string
  readonly before: Float64Array
  readonly after: Float64Array
}

/**
 * The average distributions before and after the change of a covariate. A numeric covariate is larger by one for everybody afterwards. For
 * a factor, everybody has its first level before, and another level afterwards.
 */
export function changedLaws(model: Model, family: Family, drawn: Drawn): Changed[] {
  const { covariates, formula } = model
  const people = observedPatterns(model)
  return covariates.flatMap((covariate, place) => {
    if (isGroup(formula, covariate.name)) return []
    const averageWith = (change: Change) =>
      averageLaws(
        model,
        family,
        drawn,
        people.map(({ values, weight }) => ({ values: withValue(values, place, change), weight })),
      )
    const { from, to } = changesOf(covariate)
    const before = averageWith(from)
    return to.map(({ name, change }) => ({ name, before, after: averageWith(change) }))
  })
}

/** The change of a query. */
export function effectOn(
  query: string | Query,
  { name, before, after }: Changed,
  vocabulary: Vocabulary,
): AverageEffect {
  const read = readQuery(query, vocabulary)
  const terms = termsOf(read, vocabulary)
  const [old, values] = [before, after].map(laws => valuesOf(terms, vocabulary.domain, () => laws))
  return {
    name,
    on: String(read),
    ...scalarOf(values.map((value, i) => value - old[i])),
  }
}

/** The covariate patterns of the people who answered. */
export function observedPatterns({ records }: Model): Pattern[] {
  return records.patterns.map((values, p) => ({ values, weight: records.weights[p] }))
}

/** The two values between which a covariate changes. */
function changesOf(covariate: Covariate): {
  readonly from: Change
  readonly to: readonly { readonly name: string; readonly change: Change }[]
} {
  const { name } = covariate
  if (covariate.kind === 'number') {
    return { from: value => value, to: [{ name, change: value => (value as number) + 1 }] }
  }
  const [first, ...others] = covariate.levels
  return {
    from: () => first,
    to: others.map(level => ({ name: `${name}[${level}]`, change: () => level })),
  }
}

/** The distribution over the cells, averaged over people with these patterns, `[draws × cells]`. With many patterns, fewer draws are used. */
export function averageLaws(
  model: Model,
  { parameters, cells: K, mostLaws, writeLaw }: Family,
  { draws, chains }: Drawn,
  people: readonly Pattern[],
): Float64Array {
  const P = parameters.length
  const { patterns, weights } = distinct(people)
  const rows = patterns.map(values => model.design.rawRow(values))
  const groups = patterns.map(values => groupsOf(model, values))
  const perChain = draws.length / P / chains
  const most = Math.max(LEAST_DRAWS, Math.floor(mostLaws / patterns.length / chains))
  /** Number of draws of each chain in use. */
  const used = Math.min(perChain, most)
  const law = new Float64Array(K)
  const laws = new Float64Array(chains * used * K)
  for (let i = 0; i < chains * used; i++) {
    const chain = Math.floor(i / used)
    const at = (chain * perChain + Math.floor(((i % used) * perChain) / used)) * P
    const draw = draws.subarray(at, at + P)
    const total = laws.subarray(i * K, (i + 1) * K)
    for (let p = 0; p < patterns.length; p++) {
      writeLaw(draw, rows[p], groups[p], law)
      for (let k = 0; k < K; k++) total[k] += weights[p] * law[k]
    }
  }
  return laws
}

/** Index of a person's group in each random term. */
function groupsOf({ varying, covariates }: Model, values: readonly Value[]): number[] {
  return varying.map(({ group, levels }) =>
    levels.indexOf(String(values[covariates.findIndex(({ name }) => name === group)])),
  )
}

/** The distinct patterns and their shares. Patterns that became equal, because everybody has the same level of a factor, are merged. */
function distinct(people: readonly Pattern[]) {
  const all = people.reduce((total, { weight }) => total + weight, 0)
  const places = new Map<string, number>()
  const patterns: (readonly Value[])[] = []
  const weights: number[] = []
  for (const { values, weight } of people) {
    const key = JSON.stringify(values)
    const place = places.get(key) ?? patterns.push(values) - 1
    places.set(key, place)
    weights[place] = (weights[place] ?? 0) + weight / all
  }
  return { patterns, weights }
}

function withValue(values: readonly Value[], place: number, change: Change): Value[] {
  return values.map((old, i) => (i === place ? change(old) : old))
}
