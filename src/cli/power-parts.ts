import { refuse, type Vector } from '../check/check.ts'
import { decimal } from '../data/decimal.ts'
import { InputError, naming } from '../data/input-error.ts'
import { labelOf } from '../data/read-people.ts'
import { Domain } from '../domain/domain.ts'
import type { OrderedKind } from '../domain/kind.ts'
import type { PlannedTruth } from '../planning/plan-truth.ts'
import type { LawOfPeople, PowerOptions } from '../planning/power-options.ts'
import { readOpenGoal } from '../query/parse-goal.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import { isMoving } from '../simulation/moving-truth.ts'
import { surveyAsked, vocabularyOfSurvey } from '../survey/asked.ts'
import type { Survey } from '../survey/survey.ts'
import { readGroupNames } from './group-names.ts'
import { type HeldOptions, peopleRecords, readHeld } from './held.ts'
import { vocabularyOfPeople } from './held-people.ts'
import { type Io, warn } from './io.ts'
import { readJSONOption } from './json-option.ts'
import { type NumericOptions, readNumeric } from './numeric.ts'
import { readQuestions } from './questions-option.ts'
import { readShares } from './shares.ts'
import { refuseFileOptions, requireColumn } from './table-options.ts'
import { requireColumns } from './tables.ts'
import { readTruthOption } from './truth.ts'

/** Options about private values and questions. */
export interface PartOptions extends NumericOptions, Omit<HeldOptions, 'by'> {
  readonly truth?: string
  readonly by?: readonly string[]
  readonly shares?: string
  readonly questions?: string
  readonly goal?: readonly string[]
  readonly categories?: number
  readonly dirichlet?: number
}

/** Options of `power` about the people, with the names of categories if there are any. */
export type ReadPart = Pick<
  PowerOptions,
  'question' | 'by' | 'shares' | 'questions' | 'truth' | 'goal' | 'goals' | 'categories'
>

/**
 * Reads the private values: from the people of a file, or from options alone.
 *
 * @throws InputError, one line, on options that cannot be combined
 */
export async function readPart(file: string | undefined, options: PartOptions, io: Io): Promise<ReadPart> {
  const range = readNumeric(options)
  const { by, questions, columns, shares, goal, survey } = options
  if (file === undefined) refuseFileOptions(options)
  if (survey && file === undefined) return ofSurvey(options, survey)
  if (shares !== undefined && (by === undefined || file !== undefined))
    throw new InputError('--shares: expected only with --by and --truth')
  const held = [range && '--bins or --edges', questions && '--questions', columns && '--columns'].filter(
    Boolean,
  )
  if (held.length > 1) throw new InputError(`${held[1]}: expected without ${held[0]}`)
  const given = [...held, ...(by ? ['--by'] : [])]
  for (const name of ['categories', 'dirichlet'] as const) {
    if (given.length > 0 && options[name] !== undefined)
      throw new InputError(`--${name}: expected without ${given[0]}`)
  }
  if (given.length > 0 && goal === undefined)
    throw new InputError(`--goal: expected with ${given[0]}; only goals are planned for it`)
  if (questions !== undefined && file !== undefined)
    throw new InputError(
      '--questions: expected without a file, with --truth; --columns names those of a file',
    )
  if (file !== undefined) return ofFile(file, options, io, range)
  if (columns !== undefined) throw new InputError('--columns: expected with a file')
  return given.length > 0 ? ofParts(options, range) : ofCategories(options)
}

/** Options of `power` for a survey, with a distribution of all possible answers. */
async function ofSurvey({ truth, goal }: PartOptions, survey: Survey): Promise<ReadPart> {
  const law = await readLaw(truth)
  return { ...surveyAsked(survey), truth: law, ...goalsOf(goal, vocabularyOfSurvey(survey)) }
}

/** Options of `power` for categories, without groups. */
async function ofCategories({ column, categories, dirichlet, truth, goal }: PartOptions): Promise<ReadPart> {
  if (column !== undefined) throw new InputError('--column: expected a file that has the column')
  const of = (law: PlannedTruth, given: number): ReadPart => {
    return { truth: law, categories: given, ...goalsOf(goal, { domain: Domain.one(given, 'categories') }) }
  }
  if (truth !== undefined) {
    const read = await readTruthOption(truth, categories)
    if (isMoving(read.truth)) throw new InputError('--truth: expected one that does not move')
    return of(read.truth, read.categories)
  }
  if (categories === undefined || dirichlet === undefined)
    throw new InputError('power: expected a file with --column, or --truth, or --categories with --dirichlet')
  return of({ dirichlet }, categories)
}

/** Options of `power` for numbers, several questions or groups, from command-line options alone. */
async function ofParts(options: PartOptions, range: OrderedKind | undefined): Promise<ReadPart> {
  const { column, questions: json, goal } = options
  const truth = await readLaw(options.truth)
  const by = options.by && (await readGroupNames(options.by))
  const shares = by && (await sharesOf(options.shares, by))
  const questions = json === undefined ? undefined : await readQuestions({ questions: json })
  const question = range?.toJSON()
  const cells = by ? (truth[0] as unknown as Vector | undefined)?.length : truth.length
  const domain =
    question === undefined && questions === undefined
      ? Domain.one(cells!, 'truth[0]')
      : Domain.from({ question, questions })
  const vocabulary = { domain, public: by && { variable: 'group', groups: by }, name: column }
  return { question, questions, by, shares, truth, ...goalsOf(goal, vocabulary) }
}

/** The shares of groups in their order. */
async function sharesOf(
  text: string | undefined,
  by: readonly string[],
): Promise<readonly number[] | undefined> {
  if (text === undefined) return undefined
  if (/^[\d.,\s]+$/.test(text)) return text.split(',').map(decimal)
  const read = (await readShares({ shares: text }, by))!
  return by.map(group => read[group])
}

/** Options of `power` from the people of an earlier study. */
async function ofFile(
  file: string,
  options: PartOptions,
  io: Io,
  range: OrderedKind | undefined,
): Promise<ReadPart> {
  const { columns, categories, dirichlet, truth, goal } = options
  if (columns !== undefined) {
    requireColumns({ columns }, undefined)
    for (const name of ['column', 'truth'] as const) {
      if (options[name] !== undefined) throw new InputError(`--${name}: expected without --columns`)
    }
  }
  const column =
    columns === undefined ? requireColumn(file, options.column, { categories, dirichlet, truth }) : undefined
  if (options.by && options.by.length > 1) throw new InputError('--by: expected one column of the file')
  const variable = options.by?.[0]
  const people = await readHeld(file, { ...options, column, by: variable }, io, range)
  for (const warning of people.warnings) warn(io, warning)
  if (people.dropped > 0 && columns === undefined)
    warn(io, `${file}: ${people.dropped.toLocaleString('en')} people who miss a value are left out`)
  const vocabulary = vocabularyOfPeople(people, variable, range)
  const { users, groups } = people
  const members = (groups?.categories ?? ['']).map((): number[] => [])
  for (let t = 0; t < users; t++) members[groups ? groups.data[t] : 0].push(t)
  const { domain } = vocabulary
  const [{ data }] = people.columns
  const records = columns && peopleRecords(people).data
  const lawOf = (who: readonly number[]): LawOfPeople => {
    if (records) return who.map(t => records[t])
    const law = new Float64Array(domain.sizes[0])
    for (const t of who) law[range ? range.cell(data[t]) : data[t]] += 1 / who.length
    return law
  }
  const laws = members.map(lawOf)
  const question = range
    ? { question: range.toJSON() }
    : columns
      ? { questions: domain.toJSON() }
      : { categories: people.columns[0].categories.map(labelOf) }
  return {
    ...question,
    ...(groups && {
      by: { [variable!]: vocabulary.public!.groups },
      shares: members.map(who => who.length / users),
    }),
    truth: groups ? laws : laws[0],
    ...goalsOf(goal, vocabulary),
  }
}

/** Goals for the library, from texts with the command line's names; one width may be unknown. */
function goalsOf(texts: readonly string[] | undefined, vocabulary: Vocabulary) {
  const goals = texts?.map(text => naming('--goal', () => String(readOpenGoal(text, vocabulary))))
  return goals && goals.length > 1 ? { goals } : { goal: goals?.[0] }
}

/** Reads the numbers of `--truth`; the library checks them. */
function readLaw(text: string | undefined): Promise<readonly number[]> {
  if (text === undefined)
    throw new InputError('--truth: expected with numbers, groups and questions, if there is no file')
  return readJSONOption('truth', text, json =>
    Array.isArray(json) ? (json as number[]) : refuse('truth', json, 'a list'),
  )
}
