import { factorize } from '../arrays/cholesky.ts'
import { refuse } from '../check/check.ts'
import { square } from '../elementary/square.ts'
import type { Covariate } from './covariates.ts'
import type { Formula } from './formula.ts'
import type { Records } from './regression-records.ts'

/** A column of the design matrix. */
interface DesignColumn {
  /** `Intercept`, `a`, `colour[red]`, `a:colour[red]`. */
  readonly name: string
  /** Its value for a person with these covariates. */
  value(covariates: readonly (number | string)[]): number
}

/** The most columns, of which those that are the same for everybody are left out only once they were computed. */
const MOST_COLUMNS = 4000

/** A column whose part beyond the columns before it has less than this share of its variance depends on them. */
const DEPENDENT = 1e-9

/**
 * The design matrix, by treatment coding: a column of ones, each numeric covariate as it is, and for a factor an indicator of each level
 * but the first. All columns but the first are standardised, `(value − mean) / sd` over the people.
 */
export class Design {
  /** The names of the columns. */
  readonly names: readonly string[]
  /** The standardised columns at each pattern, `[patterns × columns]`. */
  readonly rows: Float64Array
  /** The columns that were left out, as they are the same for everybody. */
  readonly constant: readonly string[]
  /** The columns that are linear combinations of those before them. */
  readonly dependent: readonly string[]
  private readonly columns: readonly DesignColumn[]
  private readonly means: Float64Array
  private readonly sds: Float64Array

  constructor(formula: Formula, covariates: readonly Covariate[], records: Records) {
    const all = columnsOf(formula, covariates)
    const weights = peopleByPattern(records)
    const moments = all.map(({ value }) => momentsOf(records.patterns.map(value), weights))
    const isKept = (_: unknown, j: number) => j === 0 || moments[j].sd > 1e-12 * Math.abs(moments[j].mean)
    this.columns = all.filter(isKept)
    this.constant = all.filter((column, j) => !isKept(column, j)).map(({ name }) => name)
    this.names = this.columns.map(({ name }) => name)
    const kept = moments.filter(isKept)
    this.means = Float64Array.from(kept, ({ mean }, j) => (j === 0 ? 0 : mean))
    this.sds = Float64Array.from(kept, ({ sd }, j) => (j === 0 ? 1 : sd))
    this.rows = new Float64Array(records.patterns.length * this.names.length)
    records.patterns.forEach((pattern, p) => {
      this.writeRow(pattern, this.rows.subarray(p * this.names.length, (p + 1) * this.names.length))
    })
    this.dependent = this.dependentColumns(weights, records.people)
  }

  /** Writes the standardised columns of a person. */
  writeRow(covariates: readonly (number | string)[], out: Float64Array): Float64Array {
    for (let j = 0; j < out.length; j++) {
      out[j] = (this.columns[j].value(covariates) - this.means[j]) / this.sds[j]
    }
    return out
  }

  /** Writes the columns of a person as they are. */
  writeRawRow(covariates: readonly (number | string)[], out: Float64Array): Float64Array {
    for (let j = 0; j < out.length; j++) out[j] = this.columns[j].value(covariates)
    return out
  }

  /** Turns coefficients of standardised columns into those per unit of each column, in place; they begin at `start`. */
  unstandardise(coefficients: Float64Array, start: number): void {
    for (let j = 1; j < this.names.length; j++) {
      coefficients[start + j] /= this.sds[j]
      coefficients[start] -= coefficients[start + j] * this.means[j]
    }
  }

  /** Does the reverse. */
  standardise(coefficients: Float64Array, start: number): void {
    for (let j = 1; j < this.names.length; j++) {
      coefficients[start] += coefficients[start + j] * this.means[j]
      coefficients[start + j] *= this.sds[j]
    }
  }

  /** The standard deviation of column j over the people. */
  sdOf(j: number): number {
    return this.sds[j]
  }

  /** By the pivots of the correlation matrix, which are the shares of variance that the columns before leave unexplained. */
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

/** How many people have each pattern. */
export function peopleByPattern({ patterns, starts, count }: Records): Float64Array {
  const weights = new Float64Array(patterns.length)
  for (let p = 0; p < weights.length; p++) {
    for (let cell = starts[p]; cell < starts[p + 1]; cell++) weights[p] += count[cell]
  }
  return weights
}

function momentsOf(values: readonly number[], weights: Float64Array): { mean: number; sd: number } {
  let people = 0
  let mean = 0
  // A running mean stays within the range of the values, so that nothing overflows.
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

/** The columns of a main effect: the covariate, or a factor's levels but the first. */
function partsOf(covariate: Covariate, i: number): DesignColumn[] {
  const { name } = covariate
  if (covariate.kind === 'number') return [{ name, value: covariates => covariates[i] as number }]
  return covariate.levels
    .slice(1)
    .map(level => ({ name: `${name}[${level}]`, value: covariates => Number(covariates[i] === level) }))
}

/** The columns of an interaction: all products, the first factor's levels running fastest, as in R. */
function productsOf(left: DesignColumn[], right: DesignColumn[]): DesignColumn[] {
  return right.flatMap(b =>
    left.map(a => ({
      name: `${a.name}:${b.name}`,
      value: (covariates: readonly (number | string)[]) => a.value(covariates) * b.value(covariates),
    })),
  )
}
