import { Refusal, refuse } from '../check/check.ts'
import { InputError } from '../data/input-error.ts'
import { Domain } from '../domain/domain.ts'
import type { OrderedKind } from '../domain/kind.ts'
import type { PowerOptions } from '../planning/power-options.ts'
import { viewOf } from '../query/aimed-goal.ts'
import { type Goal, readOpenGoal } from '../query/parse-goal.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import { readGroupNames } from './group-names.ts'
import { groupMembers, type HeldOptions, peopleRecords, readHeld } from './held.ts'
import { type Io, warn } from './io.ts'
import { readJSONOption } from './json-option.ts'
import { type NumericOptions, readNumeric } from './numeric.ts'
import { readQuestions } from './questions-option.ts'
import { requireColumn } from './table-options.ts'
import { requireColumns } from './tables.ts'

/**
 * A goal, whose width may be left open, as the library has it: by the names that people hold at the command line.
 *
 * @throws InputError that shows where the text is wrong
 */
export function readPlannedGoal(text: string, vocabulary: Vocabulary): string {
  return String(openGoal(text, vocabulary))
}

function openGoal(text: string, vocabulary: Vocabulary) {
  try {
    return readOpenGoal(text, vocabulary)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new InputError(`--goal: ${error.message}`, { cause: error })
  }
}

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
    goal: readPlannedGoal(goal, { domain: Domain.of(read) }),
  }
}

type WithGoal = PartOptions & { readonly goal: string }

async function numbers(
  file: string | undefined,
  range: OrderedKind,
  options: WithGoal,
  io: Io,
): Promise<ReadPart> {
  const question = range.toJSON()
  const goal = readPlannedGoal(options.goal, { domain: Domain.one(question), name: options.column })
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
    const domain = Domain.one(truth[0]?.length, 'truth[0]')
    const goal = readPlannedGoal(options.goal, { domain, public: { variable: 'group', groups: by } })
    return { by, ...(shares && { shares }), truth, goal }
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
  const variable = options.by[0]
  const vocabulary = { domain: Domain.one(categories), public: { variable, groups: by }, name: column }
  return {
    by: { [variable]: by },
    categories,
    shares: sizes.map(size => size / data.length),
    truth: truth.map((counts, g) => counts.map(count => count / sizes[g])),
    goal: readPlannedGoal(options.goal, vocabulary),
  }
}

/** The law of the columns that the goal is about. */
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
  const domain = Domain.of(questions)
  const goal = openGoal(options.goal, { domain })
  const [a, b, third] = viewOf(goal as Goal, { domain }).map(j => domain.names[j])
  if (third !== undefined)
    throw new InputError(
      `--goal: expected one about one column, or about two together; got ${a}, ${b} and ${third}`,
    )
  const rows = questions[a].length
  const truth = new Float64Array(rows * (b === undefined ? 1 : questions[b].length))
  for (const record of data) truth[record[a] + rows * (b === undefined ? 0 : record[b])] += 1 / data.length
  if (b !== undefined) {
    return { questions: { [a]: questions[a], [b]: questions[b] }, truth, goal: String(goal) }
  }
  const own = { domain: Domain.one(questions[a]), name: a }
  return { categories: questions[a], truth, goal: readPlannedGoal(options.goal, own) }
}

/** The numbers of `--truth`, which the library checks. */
function readLaw(text: string | undefined): Promise<readonly number[]> {
  if (text === undefined)
    throw new InputError('--truth: expected with numbers, groups and questions, if there is no file')
  return readJSONOption('truth', text, json =>
    Array.isArray(json) ? (json as number[]) : refuse('truth', json, 'a list'),
  )
}
