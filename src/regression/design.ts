import { factorize } from '../arrays/cholesky.ts'
import { sum } from '../arrays/sums.ts'
import { refuse } from '../check/check.ts'
import { square } from '../elementary/square.ts'
import type { Covariate } from './covariates.ts'
import type { Formula } from './formula.ts'
import type { Records } from './regression-records.ts'
import type { Scaling } from './scaling.ts'

/** A column of the design matrix. */
interface DesignColumn {
  /** Name, such as `Intercept`, `a`, `colour[red]` or `a:colour[red]`. */
  readonly name: string
  /** The covariate of a main effect; undefined for an interaction. */
  readonly of?: string
  /** Its value for a person with these covariates. */
  value(covariates: readonly (number | string)[]): number
}

/** Largest number of columns. Columns that are the same for everybody count too: they are left out only after they were computed. */
const MOST_COLUMNS = 4000

/** A column is linearly dependent if less than this share of its variance is left after the columns before it. */
const DEPENDENT = 1e-9

/**
 * The design matrix, by treatment coding: a column of ones, each numeric covariate as it is, and an indicator of each level of a factor but
 * the first. All columns but the first are standardised, `(value − mean) / sd` over the people.
 */
export class Design {
  /** The names of the columns. */
  readonly names: readonly string[]
  /** The standardised columns at each pattern, `[patterns × columns]`. */
  readonly rows: Float64Array
  /** Names of the columns that were left out because they are the same for everybody. */
  readonly constant: readonly string[]
  /** Names of the columns that are linear combinations of those before them. */
  readonly dependent: readonly string[]
  /** Means and standard deviations of the columns. */
  readonly scaling: Scaling
  private readonly columns: readonly DesignColumn[]

  constructor(formula: Formula, covariates: readonly Covariate[], records: Records) {
    const all = columnsOf(formula, covariates)
    const weights = peopleByPattern(records)
    const moments = all.map(({ value }) => momentsOf(records.patterns.map(value), weights))
    const isKept = (_: unknown, j: number) => j === 0 || moments[j].sd > 1e-12 * Math.abs(moments[j].mean)
    this.columns = all.filter(isKept)
    this.constant = all.filter((column, j) => !isKept(column, j)).map(({ name }) => name)
    this.names = this.columns.map(({ name }) => name)
    const columns = moments.filter(isKept)
    this.scaling = {
      means: Float64Array.from(columns, ({ mean }, j) => (j === 0 ? 0 : mean)),
      sds: Float64Array.from(columns, ({ sd }, j) => (j === 0 ? 1 : sd)),
    }
    this.rows = new Float64Array(records.patterns.length * this.names.length)
    records.patterns.forEach((pattern, p) => {
      this.writeRow(pattern, this.rows.subarray(p * this.names.length, (p + 1) * this.names.length))
    })
    this.dependent = this.dependentColumns(weights, sum(weights))
  }

  /** Indices of the columns of a covariate's main effect. */
  columnsOf(covariate: string): number[] {
    return [...this.columns.keys()].filter(j => this.columns[j].of === covariate)
  }

  /** Writes the standardised columns of a person. */
  writeRow(covariates: readonly (number | string)[], out: Float64Array): Float64Array {
    const { means, sds } = this.scaling
    for (let j = 0; j < out.length; j++) out[j] = (this.columns[j].value(covariates) - means[j]) / sds[j]
    return out
  }

  /** The columns of a person before standardisation. */
  rawRow(covariates: readonly (number | string)[]): Float64Array {
    return Float64Array.from(this.columns, ({ value }) => value(covariates))
  }

  /**
   * Finds dependent columns by the pivots of the correlation matrix. A pivot is the share of a column's variance that the columns before it
   * leave unexplained.
   */
  private dependentColumns(weights: Float64Array, people: number): string[] {
    const D = this.names.length
    const n = D - 1
    const correlation = new Float64Array(n * n)
    for (let p = 0; p < weights.length; p++) {
      for (let i = 0; i < n; i++) {
        const scaled = (weights[p] / people) * this.rows[p * D + i + 1]
        for (let j = 0; j <= i; j++) correlation[i * n + j] += scaled * this.rows[p * D + j + 1]
      }
    }
    factorize(correlation, n)
    return this.names.slice(1).filter((_, i) => square(correlation[i * n + i]) < DEPENDENT)
  }
}

/** Number of people of each pattern, counted as people of equal weight. */
function peopleByPattern({ patterns, starts, count }: Records): Float64Array {
  return Float64Array.from(patterns, (_, p) => sum(count.subarray(starts[p], starts[p + 1])))
}

function momentsOf(values: readonly number[], weights: Float64Array): { mean: number; sd: number } {
  let people = 0
  let mean = 0
  // A running mean stays within the range of the values, so it cannot overflow.
  values.forEach((value, p) => {
    people += weights[p]
    mean += (value - mean) * (weights[p] / people)
  })
  const squares = values.reduce((total, value, p) => total + weights[p] * square(value - mean), 0)
  return { mean, sd: Math.sqrt(squares / people) }
}

function columnsOf({ terms }: Formula, covariates: readonly Covariate[]): DesignColumn[] {
  const byName = new Map(covariates.map((covariate, i) => [covariate.name, partsOf(covariate, i)]))
  const widthOf = (term: readonly string[]) =>
    term.reduce((width, name) => width * byName.get(name)!.length, 1)
  const width = terms.reduce((sum, term) => sum + widthOf(term), 1)
  if (width > MOST_COLUMNS) {
    refuse('the number of columns, one for each combination of levels', width, `at most ${MOST_COLUMNS}`)
  }
  const intercept = { name: 'Intercept', value: () => 1 }
  return [intercept, ...terms.flatMap(term => term.map(name => byName.get(name)!).reduce(productsOf))]
}

/** The columns of a main effect: the covariate itself, or indicators of a factor's levels but the first. */
function partsOf(covariate: Covariate, i: number): DesignColumn[] {
  const { name } = covariate
  if (covariate.kind === 'number') return [{ name, of: name, value: covariates => covariates[i] as number }]
  return covariate.levels.slice(1).map(level => ({
    name: `${name}[${level}]`,
    of: name,
    value: covariates => Number(covariates[i] === level),
  }))
}

/** The columns of an interaction: all products. The first factor's levels vary fastest, as in R. */
function productsOf(left: DesignColumn[], right: DesignColumn[]): DesignColumn[] {
  return right.flatMap(b =>
    left.map(a => ({
      name: `${a.name}:${b.name}`,
      value: (covariates: readonly (number | string)[]) => a.value(covariates) * b.value(covariates),
    })),
  )
}
