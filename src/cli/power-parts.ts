import { refuse } from '../check/check.ts'
import { decimal } from '../data/decimal.ts'
import { InputError } from '../data/input-error.ts'
import type { OrderedKind } from '../domain/kind.ts'
import type { PlannedGoal, PowerOptions } from '../planning/power-options.ts'
import { GROUP_GOAL_FORMS, readGroupGoal } from '../sweep/group-goal-text.ts'
import { NUMERIC_GOAL_FORMS, readNumericGoal } from '../sweep/numeric-goal-text.ts'
import { RECORDS_GOAL_FORMS, readOpenRecordsGoal } from '../sweep/records-goal-text.ts'
import { readGroupNames } from './group-names.ts'
import { groupMembers, type HeldOptions, peopleRecords, readHeld } from './held.ts'
import { type Io, warn } from './io.ts'
import { readJSONOption, readOption } from './json-option.ts'
import { type NumericOptions, readNumeric } from './numeric.ts'
import { readQuestions } from './questions-option.ts'
import { requireColumn } from './table-options.ts'
import { requireColumns } from './tables.ts'

/** The forms of goals about numbers, groups and tables. */
export const PART_GOAL_FORMS = `about numbers, ${NUMERIC_GOAL_FORMS}; with --by, ${GROUP_GOAL_FORMS}; with --questions or --columns, ${RECORDS_GOAL_FORMS}`

/** Options about numbers, groups and questions. */
export interface PartOptions extends NumericOptions, Omit<HeldOptions, 'by'> {
  readonly truth?: string
  readonly by?: readonly string[]
  readonly shares?: readonly number[]
  readonly questions?: string
  readonly goal?: string
  readonly categories?: number
  readonly dirichlet?: number
}

/** What the library is told about them, with the names of categories if there are any. */
export type ReadPart = Pick<
  PowerOptions,
  'question' | 'by' | 'shares' | 'questions' | 'truth' | 'goal' | 'categories'
>

/**
 * What people hold, if it is not one category of one population; undefined if it is.
 *
 * @throws InputError, one line, on options that do not go together
 */
export async function readPart(
  file: string | undefined,
  options: PartOptions,
  io: Io,
): Promise<ReadPart | undefined> {
  const range = readNumeric(options)
  const { by, questions, columns, shares, goal } = options
  if (shares !== undefined && (by === undefined || file !== undefined))
    throw new InputError('--shares: expected only with --by and --truth')
  const given = [
    range && '--bins or --edges',
    by && '--by',
    questions && '--questions',
    columns && '--columns',
  ].filter(Boolean)
  if (given.length === 0) return undefined
  if (given.length > 1) throw new InputError(`${given[1]}: expected without ${given[0]}`)
  for (const name of ['categories', 'dirichlet'] as const) {
    if (options[name] !== undefined) throw new InputError(`--${name}: expected without ${given[0]}`)
  }
  if (goal === undefined)
    throw new InputError(`--goal: expected with ${given[0]}, of which only goals are planned`)
  if (range) return numbers(file, range, { ...options, goal }, io)
  if (by !== undefined) return groups(file, { ...options, by, goal }, io)
  if (columns !== undefined) return records(file, { ...options, columns, goal }, io)
  if (file !== undefined)
    throw new InputError(
      '--questions: expected without a file, with --truth; --columns names those of a file',
    )
  const read = (await readQuestions({ questions: questions! }))!
  return {
    questions: read,
    truth: await readLaw(options.truth),
    goal: readOption('goal', () => readOpenRecordsGoal(goal, Object.keys(read))),
  }
}

type WithGoal = PartOptions & { readonly goal: string }

async function numbers(
  file: string | undefined,
  range: OrderedKind,
  options: WithGoal,
  io: Io,
): Promise<ReadPart> {
  const open = /^(?:quantile:([^:]+)|mean)$/.exec(options.goal)
  const goal = readOption('goal', (): PlannedGoal => {
    if (open === null) return readNumericGoal(options.goal, range)
    return open[1] === undefined ? { mean: true } : { quantile: decimal(open[1]) }
  })
  const question = range.toJSON()
  if (file === undefined) return { question, goal, truth: await readLaw(options.truth) }
  const column = requireColumn(file, options.column, { truth: options.truth })
  const { shares } = await readShares(file, { ...options, by: undefined, column }, io, range)
  return { question, goal, truth: shares }
}

/** The shares of the categories of a file's column, or of the cells of its numbers. */
export async function readShares(file: string, options: HeldOptions, io: Io, range?: OrderedKind) {
  const { columns, users } = await readPlanned(file, options, io, range)
  const [{ categories, data }] = columns
  const shares = new Float64Array(categories.length)
  for (let t = 0; t < users; t++) shares[range ? range.cell(data[t]) : data[t]] += 1 / users
  return { categories, shares }
}

/** The people of an earlier study. */
async function readPlanned(file: string, options: HeldOptions, io: Io, range?: OrderedKind) {
  const people = await readHeld(file, options, io, range)
  for (const warning of people.warnings) warn(io, warning)
  const { columns, dropped } = people
  if (dropped > 0 && columns.length === 1)
    warn(io, `${file}: ${dropped.toLocaleString('en')} people who miss a value are left out`)
  return people
}

async function groups(
  file: string | undefined,
  options: WithGoal & { readonly by: readonly string[] },
  io: Io,
): Promise<ReadPart> {
  const { shares } = options
  if (file === undefined) {
    const by = await readGroupNames(options.by)
    const truth = (await readLaw(options.truth)) as unknown as readonly number[][]
    const names = Array.from({ length: truth[0]?.length ?? 0 }, (_, x) => String(x))
    return { by, ...(shares && { shares }), truth, goal: groupGoal(options.goal, names, by) }
  }
  const column = requireColumn(file, options.column, { truth: options.truth })
  if (options.by.length > 1) throw new InputError('--by: expected one column of the file')
  const people = await readPlanned(file, { ...options, by: options.by[0], column }, io)
  const { by, data } = groupMembers(people)
  const [{ categories }] = people.columns
  const sizes = by.map(() => 0)
  const truth = by.map(() => new Float64Array(categories.length))
  data.forEach(({ category }, t) => {
    const g = people.groups!.data[t]
    sizes[g]++
    truth[g][category]++
  })
  return {
    by,
    categories,
    shares: sizes.map(size => size / data.length),
    truth: truth.map((counts, g) => counts.map(count => count / sizes[g])),
    goal: groupGoal(options.goal, categories, by),
  }
}

/** The law of the two columns that the goal is about. */
async function records(
  file: string | undefined,
  options: WithGoal & { readonly columns: readonly string[] },
  io: Io,
): Promise<ReadPart> {
  requireColumns({ columns: options.columns }, undefined)
  if (file === undefined) throw new InputError('--columns: expected with a file')
  for (const name of ['column', 'truth'] as const) {
    if (options[name] !== undefined) throw new InputError(`--${name}: expected without --columns`)
  }
  const { questions, data } = peopleRecords(await readPlanned(file, { ...options, by: undefined }, io))
  const goal = readOption('goal', () => readOpenRecordsGoal(options.goal, Object.keys(questions)))
  const [a, b] = 'associated' in goal ? goal.associated : goal.table
  const rows = questions[a].length
  const truth = new Float64Array(rows * questions[b].length)
  for (const { [a]: u, [b]: v } of data) truth[u + rows * v] += 1 / data.length
  return { questions: { [a]: questions[a], [b]: questions[b] }, truth, goal }
}

/** `within:CATEGORY:GROUP` without a width asks for it. */
function groupGoal(text: string, categories: readonly string[], by: readonly string[]): PlannedGoal {
  const open = /^within:(.*)$/s.exec(text)?.[1]
  for (const group of by) {
    const category = categories.findIndex(name => open === `${name}:${group}`)
    if (category >= 0) return { category, group }
  }
  return readOption('goal', () => readGroupGoal(text, categories, by))
}

/** The numbers of `--truth`, which the library checks. */
function readLaw(text: string | undefined): Promise<readonly number[]> {
  if (text === undefined)
    throw new InputError('--truth: expected with numbers, groups and questions, if there is no file')
  return readJSONOption('truth', text, json =>
    Array.isArray(json) ? (json as number[]) : refuse('truth', json, 'a list'),
  )
}
