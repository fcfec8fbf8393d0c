import { type Scalar, scalarOf } from '../query/scalar.ts'
import type { Covariate } from './covariates.ts'
import { peopleByPattern } from './design.ts'
import type { Model } from './model.ts'
import { writeLaw } from './pattern-likelihood.ts'
import { fromFront } from './reference.ts'

/** How the probability of a category changes with a covariate, on average over the people. */
export interface MarginalEffect extends Scalar {
  /** `a` for a numeric covariate that grows by one, `colour[red]` for a level against the first. */
  readonly name: string
  /** The name of the category. */
  readonly category: string
}

/** The most laws that are computed, in patterns times draws: beyond it fewer draws are looked at. */
const MOST_LAWS = 4e6
const LEAST_DRAWS = 100

/**
 * The average over the people of `Pr(k | x′) − Pr(k | x)`, where x′ has the covariate one larger or, for a factor, where x′ has the level and x the
 * first one.
 */
export function marginalEffects(model: Model, draws: Float64Array): MarginalEffect[] {
  const { covariates, formula, labels } = model
  const chosen = chosenDraws(model, draws)
  return covariates.flatMap((covariate, place) => {
    if (covariate.name === formula.group) return []
    const averageWith = (change: Change) =>
      averageLaws(model, draws, chosen, values => withValue(values, place, change(values[place])))
    const { from, to } = changesOf(covariate)
    const before = averageWith(from)
    return to.flatMap(({ name, change }) => {
      const after = averageWith(change)
      return labels.map((category, k) => ({
        name,
        category,
        ...scalarOf(after.map((law, i) => law[k] - before[i][k])),
      }))
    })
  })
}

/** The law of the category, averaged over the people as they are, at as many draws as are looked at, row by row. */
export function averageLaw(model: Model, draws: Float64Array): Float64Array {
  const laws = averageLaws(model, draws, chosenDraws(model, draws), values => values)
  return Float64Array.from(laws.flatMap(law => Array.from(law)))
}

function chosenDraws({ target, records }: Model, draws: Float64Array): number[] {
  const count = draws.length / target.dimension
  const used = Math.min(count, Math.max(LEAST_DRAWS, Math.floor(MOST_LAWS / records.patterns.length)))
  return Array.from({ length: used }, (_, i) => Math.floor((i * count) / used))
}

type Value = number | string
type Change = (value: Value) => Value

/** What a covariate is changed from, and to. */
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

/** The law of the category, averaged over the people with their covariates changed, at each of the chosen draws. */
function averageLaws(
  model: Model,
  draws: Float64Array,
  chosen: readonly number[],
  change: (values: readonly Value[]) => readonly Value[],
): Float64Array[] {
  const { records, reference, target } = model
  const P = target.dimension
  const { columns: D } = target.law
  const { rows, groups, weights } = changedPatterns(model, change)
  const eta = new Float64Array(records.categories - 1)
  const law = new Float64Array(records.categories)
  return chosen.map(draw => {
    const total = new Float64Array(records.categories)
    const z = draws.subarray(draw * P, (draw + 1) * P)
    for (let p = 0; p < weights.length; p++) {
      target.writePredictors(z, rows, p * D, groups[p], eta)
      writeLaw(eta, 0, law)
      for (let k = 0; k < total.length; k++) total[k] += weights[p] * law[k]
    }
    fromFront(total, reference)
    return total
  })
}

/**
 * The distinct patterns after a change, their groups (−1 where there is none) and shares of the people. Where everybody has the same level of
 * a factor, patterns that differed in it alone are one.
 */
function changedPatterns(
  { records, design, target }: Model,
  change: (values: readonly Value[]) => readonly Value[],
) {
  const { columns: D, group } = target.law
  const people = peopleByPattern(records)
  const weights: number[] = []
  const groups: number[] = []
  const changed: (readonly Value[])[] = []
  const places = new Map<string, number>()
  records.patterns.forEach((old, p) => {
    const values = change(old)
    const key = JSON.stringify(values)
    const place = places.get(key) ?? changed.length
    if (place === changed.length) {
      places.set(key, place)
      changed.push(values)
      groups.push(group?.[p] ?? -1)
      weights.push(0)
    }
    weights[place] += people[p] / records.people
  })
  const rows = new Float64Array(D * changed.length)
  changed.forEach((values, p) => {
    design.writeRawRow(values, rows.subarray(p * D, (p + 1) * D))
  })
  return { rows, groups, weights }
}

function withValue(values: readonly Value[], place: number, value: Value): Value[] {
  return values.map((old, i) => (i === place ? value : old))
}
