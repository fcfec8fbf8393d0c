import { refuse, requireOneOf } from '../check/check.ts'
import type { CategoriesKind, OrderedKind } from '../domain/kind.ts'
import type { Question } from '../domain/question.ts'
import { isOrdered, labelsOf, readQuestion } from '../domain/read-question.ts'
import { NOT_WITH_QUESTION, refuseListed, refuseWithOrder } from '../loop/refused.ts'
import { type Covariate, describeCovariates, type Factor } from './covariates.ts'
import { Design } from './design.ts'
import { covariatesOf, type Formula, isGroup, parseFormula } from './formula.ts'
import { countRecords, type RecordOptions, type Records } from './regression-records.ts'
import type { RandomTerm } from './regression-target.ts'

/** Options for the model of a regression, and its answers. */
export interface ModelOptions extends RecordOptions {
  /**
   * The formula, as in R: `'y ~ a + b + a:b + (1 | g) + (a | h)'`. The left side is a label. Covariates with other characters than those of
   * a word are put in backticks.
   */
  readonly formula: string
  /** The question that people answered: categories, a scale, a whole number or a number. `categories` is its short form for categories. */
  readonly question?: Question
  /** The label of the category that odds are relative to; default the first. */
  readonly reference?: string
  /**
   * The prior of the coefficients. `'default'` for categories: slopes N(0, 2.5²) on columns with mean 0 and standard deviation ½, and
   * intercept N(0, 5²). `'default'` for scales and numbers: see `regress`. `'flat'`, for categories only: uniform from −20 to 20 on columns
   * with standard deviation 1; refused if the likelihood has no maximum within these bounds.
   */
  readonly prior?: 'default' | 'flat'
}

/** The parts of a regression that do not depend on the family: the design, and the counted answers. */
export interface Model {
  readonly formula: Formula
  readonly records: Records
  readonly covariates: readonly Covariate[]
  readonly design: Design
  /** Columns of the design that vary from group to group. */
  readonly varying: readonly Varying[]
  /** The kind of the question. */
  readonly kind: CategoriesKind | OrderedKind
  /** The names of the question's cells. */
  readonly labels: readonly string[]
  readonly reference: string | undefined
  readonly prior: 'default' | 'flat'
}

/** Reads the formula, and counts the answers. */
export function modelOf(options: ModelOptions): Model {
  const { answers, mechanism, weight, categories, question, epsilon, catalogue, reference } = options
  const formula = parseFormula(options.formula)
  const prior = requireOneOf('prior', options.prior ?? 'default', ['default', 'flat'])
  const names = covariatesOf(formula)
  if (question !== undefined) refuseListed(options, NOT_WITH_QUESTION)
  const givenQuestion = question ?? categories
  const given =
    givenQuestion === undefined
      ? undefined
      : readQuestion(givenQuestion, question === undefined ? 'categories' : undefined)
  if (given && isOrdered(given)) refuseWithOrder({ reference, prior: prior === 'flat' ? prior : undefined })
  const records = countRecords(
    {
      answers,
      mechanism,
      weight: weight === undefined ? undefined : requireField(weight),
      categories: given?.cells,
      epsilon,
      catalogue,
    },
    names,
  )
  const kind = given ?? readQuestion(records.categories)
  const covariates = describeCovariates(records, names, name => !isGroup(formula, name))
  const design = new Design(formula, covariates, records)
  const varying = varyingOf(formula, covariates, design, records)
  return { formula, records, covariates, design, varying, kind, labels: labelsOf(kind), reference, prior }
}

function requireField(weight: unknown): string {
  return typeof weight === 'string' ? weight : refuse('weight', weight, 'the name of a field of the answers')
}

/** A column of the design that varies from group to group, and its name. */
export interface Varying {
  readonly term: RandomTerm
  /** The covariate whose levels are the groups. */
  readonly group: string
  readonly levels: readonly string[]
  /** The name of the column; undefined for the intercept. */
  readonly slope: string | undefined
}

/** Name of the effect of a group. */
export function effectName(group: string, level: string, slope: string | undefined): string {
  return `${group}[${level}]${slope === undefined ? '' : `:${slope}`}`
}

/** Name of the standard deviation of a random term. */
export function sdName({
  group,
  slope,
}: {
  readonly group: string
  readonly slope?: string | undefined
}): string {
  return slope === undefined ? `sd(${group})` : `sd(${group}:${slope})`
}

function varyingOf(
  { random }: Formula,
  covariates: readonly Covariate[],
  design: Design,
  { patterns }: Records,
): Varying[] {
  return random.flatMap(({ group, slopes }, grouping) => {
    const place = covariates.findIndex(({ name }) => name === group)
    const { levels } = covariates[place] as Factor
    const numberOf = new Map(levels.map((level, g) => [level, g]))
    const numbers = Int32Array.from(patterns, pattern => numberOf.get(String(pattern[place]))!)
    const columns = [0, ...slopes.flatMap(name => design.columnsOf(name))]
    return columns.map(column => ({
      term: { group: numbers, levels: levels.length, grouping, column },
      group,
      levels,
      slope: column === 0 ? undefined : design.names[column],
    }))
  })
}
