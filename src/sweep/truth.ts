import { createHash } from 'node:crypto'
import { sum } from '../arrays/sums.ts'
import { labelOf } from '../data/read-people.ts'
import type { Questions } from '../domain/domain.ts'
import type { By } from '../domain/groups.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { orderedQuestion } from '../domain/read-question.ts'
import { type FixedTruth, isMoving, type MovingTruth } from '../simulation/moving-truth.ts'
import type { SimulateOptions } from '../simulation/simulate.ts'
import type { LatentClassTruth, PeopleOptions } from '../simulation/simulated-people.ts'
import { askedViews, cellsOf } from './asked-views.ts'

/** The distribution from which the people of a run are drawn, or the people themselves. */
export type Truth =
  /** Each run draws a truth of its own. */
  | { readonly dirichlet: number }
  | { readonly vector: readonly number[] }
  /** The rows of a file: the number of rows in each category. The seed determines the order of people. */
  | {
      readonly file: string
      readonly column: string
      readonly counts: readonly number[]
      /** The names of the categories; older sweeps did not keep them. */
      readonly names?: readonly string[]
      /** The groups: the column of the file that names them, and the number of people of each group in each category. */
      readonly groups?: {
        readonly column: string
        readonly names: readonly string[]
        readonly counts: readonly (readonly number[])[]
      }
    }
  /** The law of each group of the plan. */
  | { readonly laws: readonly (readonly number[])[] }
  /** Classes of people within which the plan's questions are independent. */
  | LatentClassTruth
  | FileOfRecords
  | MovingTruth

/** The rows of a file with several questions. */
export interface FileOfRecords {
  readonly file: string
  /** The columns, which are the questions. */
  readonly columns: readonly string[]
  /** The names of the categories of each column. */
  readonly questions: { readonly [column: string]: readonly string[] }
  /** The distinct records, as category numbers in the order of the columns. */
  readonly records: readonly (readonly number[])[]
  /** Number of people with each record. */
  readonly counts: readonly number[]
}

/**
 * A short name of a truth: `dirichlet:0.1`, `swap:dirichlet:0.1@5000`, `walk:dirichlet:0.1:0.03`; or, with a digest of the numbers,
 * `jobs.csv:job:5feceb66ffc8`, `steps:2:5feceb66ffc8`.
 */
export function truthName(truth: Truth): string {
  if (isMoving(truth)) return movingName(truth)
  if ('dirichlet' in truth) return `dirichlet:${truth.dirichlet}`
  if ('vector' in truth) return `vector:${digest(truth.vector)}`
  if ('laws' in truth) return `laws:${digest(truth.laws)}`
  if ('classes' in truth) return `classes:${truth.classes.length}:${digest(truth.classes)}`
  if ('records' in truth) {
    return `${truth.file}:${truth.columns.join(',')}:${digest([truth.records, truth.counts])}`
  }
  const { file, column, counts, groups } = truth
  if (groups) return `${file}:${column}:${groups.column}:${digest(groups.counts)}`
  return `${file}:${column}:${digest(counts)}`
}

/** A short name of groups: their number, and a digest of their names. */
export function groupsName(by: readonly string[]): string {
  return `${by.length}:${digest(by)}`
}

/** The groups of a file, or else of the plan; undefined without groups. */
export function groupsOf(truth: Truth, { by }: { by?: readonly string[] }): readonly string[] | undefined {
  if ('records' in truth) return undefined
  return 'counts' in truth ? truth.groups?.names : by
}

/** A short name of questions: their number, and a digest of their names and categories. */
export function questionsName(questions: Questions): string {
  return `${Object.keys(questions).length}:${digest(Object.entries(questions))}`
}

/** The questions of a file, or else of the plan; undefined for a single question. */
export function questionsHeld(truth: Truth, { questions }: { questions?: Questions }): Questions | undefined {
  return 'records' in truth ? truth.questions : questions
}

/** A short name of a range: `0:120:120`, or a digest of its edges. */
export function rangeName(question: OrderedQuestion): string {
  const { outside } = question as { outside?: string }
  if ('bins' in question && outside === undefined) return `${question.from}:${question.to}:${question.bins}`
  if ('edges' in question && outside === undefined) return `edges:${digest(Array.from(question.edges))}`
  return digest(question)
}

/** A value inside of each cell of a range, to represent its people. */
export function insideCells(question: OrderedQuestion): number[] {
  const { values, first, from, to } = orderedQuestion(question)
  const inside = Array.from(values)
  if (first === 0) return inside
  const width = to - from
  return [from - width, ...inside.slice(1, -1), to + width]
}

function movingName(truth: MovingTruth): string {
  if ('swap' in truth) return `swap:${fixedName(truth.swap.truth)}@${truth.swap.at}`
  if ('walk' in truth) return `walk:${fixedName(truth.walk.start)}:${truth.walk.step}`
  return `steps:${truth.steps.length}:${digest(truth.steps)}`
}

function fixedName(truth: FixedTruth): string {
  return 'dirichlet' in truth ? truthName(truth) : truthName({ vector: Array.from(truth) })
}

/**
 * The numbers of categories with which a truth is played: its own, or the plan's. For several questions, it is the number of cells of all
 * requested views.
 */
export function categoriesOf(
  truth: Truth,
  plan: { categories: readonly number[]; questions?: Questions; ask?: 'pairs' | 'singles' },
): readonly number[] {
  const questions = questionsHeld(truth, plan)
  if (questions) return [cellsOf(askedViews(questions, plan.ask ?? 'pairs'))]
  const own = ownCategories(truth)
  return own === undefined ? plan.categories : [own]
}

/** The number of categories that a truth determines; undefined if the plan sets it. */
export function ownCategories(truth: Truth): number | undefined {
  if (isMoving(truth)) return movingLengths(truth)[0]
  if ('dirichlet' in truth || 'classes' in truth || 'records' in truth) return undefined
  if ('laws' in truth) return truth.laws[0].length
  return 'vector' in truth ? truth.vector.length : truth.counts.length
}

/** The lengths of the vectors in a truth that moves. */
export function movingLengths(truth: MovingTruth): number[] {
  const parts =
    'swap' in truth
      ? [truth.swap.truth]
      : 'walk' in truth
        ? [truth.walk.start]
        : truth.steps.map(step => step.truth)
  return parts.flatMap(part => ('dirichlet' in part ? [] : [part.length]))
}

/** The number of people that a truth determines; undefined if the plan sets it. */
export function ownUsers(truth: Truth): number | undefined {
  return 'counts' in truth ? sum(truth.counts) : undefined
}

/** Population options for `simulate`. For numbers, each row of a file becomes a value inside its cell. */
export function population(
  truth: Truth,
  { categories, users, question }: { categories: number; users: number; question?: OrderedQuestion },
): Partial<SimulateOptions> {
  if ('vector' in truth) return { truth: Array.from(truth.vector), users }
  if (!('counts' in truth) || 'records' in truth) {
    return { truth: truth as FixedTruth | MovingTruth, categories, users }
  }
  const insideTruth = question && insideCells(question)
  const data = new Float64Array(users)
  let from = 0
  truth.counts.forEach((count, category) => {
    data.fill(insideTruth ? insideTruth[category] : category, from, (from += count))
  })
  return {
    data,
    categories: (question ? undefined : labelsOf(truth)) ?? categories,
  } as Partial<SimulateOptions>
}

/** Population options for people in groups. */
export function populationOfGroups(
  truth: Truth,
  { categories, users, by }: { categories: number; users: number; by: readonly string[] },
): Omit<PeopleOptions, 'seed'> & { categories: number; by: By } {
  if ('laws' in truth) return { categories, by, truth: truth.laws.map(law => Array.from(law)), users }
  if ('dirichlet' in truth) return { categories, by, truth: by.map(() => truth), users }
  const { names, counts } = (truth as Extract<Truth, { column: string }>).groups!
  const data = names.flatMap((group, g) =>
    counts[g].flatMap((count, category) => Array.from({ length: count }, () => ({ group, category }))),
  )
  const own = (labelsOf(truth) ?? categories) as number
  return { categories: own, by: { [variableOf(truth)]: by }, data }
}

/** Population options for people with several questions. */
export function populationOfRecords(
  truth: Truth,
  { questions, users }: { questions: Questions; users: number },
): Omit<PeopleOptions, 'seed'> & { questions: Questions } {
  if (!('records' in truth)) {
    return { questions, truth: ('vector' in truth ? truth.vector : truth) as FixedTruth, users }
  }
  const { columns, records, counts } = truth
  const data = records.flatMap((codes, i) => {
    const record = Object.fromEntries(columns.map((name, j) => [name, codes[j]]))
    return Array.from({ length: counts[i] }, () => record)
  })
  return { questions, data }
}

function digest(numbers: unknown): string {
  return createHash('sha256').update(JSON.stringify(numbers)).digest('hex').slice(0, 12)
}

/** The labels of the categories of a file's column; undefined in older sweeps. */
export function labelsOf(truth: Truth): readonly string[] | undefined {
  return 'column' in truth ? truth.names?.map(labelOf) : undefined
}

/** Name of the public variable. */
export function variableOf(truth: Truth): string {
  return ('column' in truth && truth.groups?.column) || 'group'
}
