import { isList, refuse, requireOneOf } from '../check/check.ts'
import { type Covariate, describeCovariates } from './covariates.ts'
import { centringOf } from './curvature.ts'
import { Design } from './design.ts'
import { covariatesOf, type Formula, parseFormula } from './formula.ts'
import { toFront } from './reference.ts'
import { modeOf } from './regression-mode.ts'
import { countRecords, type RecordOptions, type Records } from './regression-records.ts'
import { RegressionTarget } from './regression-target.ts'

/** The model of a regression, and the answers that it is fitted to. */
export interface ModelOptions extends RecordOptions {
  /** As in R: `'y ~ a + b + a:b + (1 | g)'`. The left side is a label; covariates that are no words stand in backticks. */
  readonly formula: string
  /** The names of the categories; default their numbers. */
  readonly labels?: readonly string[]
  /** The category, by its label, that the odds of the others are against; default the first. */
  readonly reference?: string
  /**
   * `'default'`: slopes N(0, 2.5²), on columns with mean 0 and standard deviation ½, and intercept N(0, 5²). `'flat'`: uniform from −20 to
   * 20 on columns with standard deviation 1; it is refused where the answers have no maximum of likelihood within.
   */
  readonly prior?: 'default' | 'flat'
}

/** Everything that is settled before the first draw. */
export interface Model {
  readonly formula: Formula
  readonly records: Records
  readonly covariates: readonly Covariate[]
  readonly design: Design
  readonly target: RegressionTarget
  readonly labels: readonly string[]
  /** The number of the reference. In `records` and `target` the reference comes first, and the others follow in their order. */
  readonly reference: number
  readonly prior: 'default' | 'flat'
}

/** Reads the formula, counts the answers, and sets up the posterior. */
export function modelOf(options: ModelOptions): Model {
  const { answers, mechanism, categories, epsilon, catalogue } = options
  const formula = parseFormula(options.formula)
  const prior = requireOneOf('prior', options.prior ?? 'default', ['default', 'flat'])
  const names = covariatesOf(formula)
  const counted = countRecords(
    {
      answers,
      ...(mechanism !== undefined && { mechanism }),
      ...(categories !== undefined && { categories }),
      ...(epsilon !== undefined && { epsilon }),
      ...(catalogue !== undefined && { catalogue }),
    },
    names,
  )
  const labels = requireLabels(options.labels, counted.categories)
  const reference = labels.indexOf(requireOneOf('reference', options.reference ?? labels[0], labels))
  const records = { ...counted, columns: counted.columns.slice() }
  for (let at = 0; at < records.columns.length; at += labels.length) {
    toFront(records.columns.subarray(at, at + labels.length), reference)
  }
  const covariates = describeCovariates(records, names, name => name !== formula.group)
  const design = new Design(formula, covariates, records)
  if (prior === 'flat' && design.dependent.length > 0) {
    refuse(
      'prior',
      prior,
      `'default' where a column is a combination of others, as ${design.dependent.join(', ')} is`,
    )
  }
  const columns = design.names.length
  const all = columns * (records.categories - 1)
  if (all > MOST_COEFFICIENTS) refuse('the number of coefficients', all, `at most ${MOST_COEFFICIENTS}`)
  const group = groupOf(formula, covariates, records)
  const rest = { records, rows: design.rows, columns, prior }
  const pooled = new RegressionTarget({
    ...rest,
    group: undefined,
    groups: 0,
    centring: new Float64Array(0),
  })
  const target = group === undefined ? pooled : groupedTarget(pooled, group)
  return { formula, records, covariates, design, target, labels, reference, prior }
}

/** The posterior with a random intercept, whose centring is by what the answers say without it. */
function groupedTarget(pooled: RegressionTarget, { numbers, levels }: Grouping): RegressionTarget {
  const centring = centringOf(pooled, modeOf(pooled).z, numbers, levels.length)
  return new RegressionTarget({ ...pooled.law, group: numbers, groups: levels.length, centring })
}

/** Beyond this number the mass matrix would cost more than it saves. */
const MOST_COEFFICIENTS = 400

function requireLabels(labels: readonly string[] | undefined, categories: number): readonly string[] {
  if (labels === undefined) return Array.from({ length: categories }, (_, x) => String(x))
  if (
    !isList(labels) ||
    labels.length !== categories ||
    !Array.from(labels).every(name => typeof name === 'string')
  ) {
    refuse('labels', labels, `a list of ${categories} names`)
  }
  return Array.from(labels)
}

interface Grouping {
  /** The levels of the random intercept. */
  readonly levels: readonly string[]
  /** The number of each pattern's level. */
  readonly numbers: Int32Array
}

function groupOf(
  { group }: Formula,
  covariates: readonly Covariate[],
  { patterns }: Records,
): Grouping | undefined {
  const place = covariates.findIndex(({ name }) => name === group)
  const covariate = covariates[place]
  if (covariate?.kind !== 'factor') return undefined
  const numberOf = new Map(covariate.levels.map((level, g) => [level, g]))
  return {
    levels: covariate.levels,
    numbers: Int32Array.from(patterns, pattern => numberOf.get(String(pattern[place]))!),
  }
}
