import { readFile } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import type { z } from 'zod'
import type { AnyName } from '../catalogue/catalogue.ts'
import type { SamplerName } from '../catalogue/samplers.ts'
import { Refusal, refuse } from '../check/check.ts'
import { importModule, notLoaded } from '../data/import-module.ts'
import { InputError } from '../data/input-error.ts'
import { requirePackages } from '../data/node-packages.ts'
import type { Questions } from '../domain/domain.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { orderedQuestion } from '../domain/read-question.ts'
import { readCollection } from '../loop/collection-options.ts'
import type { Memory } from '../loop/memory/memory.ts'
import { type GoalGuarantee, readGoal, readGoals } from '../query/parse-goal.ts'
import { type People, vocabularyOfPeople } from './asked-goals.ts'
import { disagreements } from './disagreements.ts'
import { loadMethods, type OwnModule } from './own-methods.ts'
import type { WrittenPlan } from './plan-schema.ts'
import { readTruth } from './read-truth.ts'
import { requireFewCells } from './record-plan.ts'
import { categoriesOf, groupsOf, questionsHeld, type Truth } from './truth.ts'

/** A grid of runs: every combination of the lists, `runs` times. Plain data, complete in itself. */
export interface Plan {
  /** Numbers of categories of the truths that are drawn. */
  readonly categories: readonly number[]
  /** The range of the number that people hold; absent where they hold categories. Categories are then its cells. */
  readonly question?: OrderedQuestion
  /** The names of the groups that people belong to, of truths that are no files; absent where there are none. */
  readonly by?: readonly string[]
  /** The questions of people, of truths that are no files; absent where they hold one thing, or files have their own. */
  readonly questions?: Questions
  /** What people with several questions are asked about; absent: `'pairs'`. */
  readonly ask?: 'pairs' | 'singles'
  /** Numbers of people, of all groups together; files have their own. */
  readonly users: readonly number[]
  /** Privacy levels ε. */
  readonly epsilon: readonly number[]
  /** What people are drawn from, or who they are. */
  readonly truth: readonly Truth[]
  /** Names of strategies. */
  readonly strategies: readonly string[]
  /** Names of samplers. */
  readonly sampler: readonly AnyName<SamplerName>[]
  /** Priors; if empty, each sampler has its own. */
  readonly prior: readonly (number | 'learned' | 'smooth')[]
  /** Numbers of people who answer the same request. */
  readonly groupSize: readonly number[]
  /** How much old answers count. */
  readonly memory: readonly Memory[]
  /** What ends a run when it is settled, as `parseGoal` reads it, or a list of goals all of which have to be; absent if there is nothing. */
  readonly goal?: readonly (string | readonly string[])[]
  /** How sure is sure enough for a goal; absent: 0.95. */
  readonly confidence?: readonly number[]
  /** What settled answers promise; absent: `'posterior'`. */
  readonly guarantee?: readonly GoalGuarantee[]
  /** How often each combination is played. */
  readonly runs: number
  /** Determines all numbers of all runs. */
  readonly seed: string | number
  /** Whether recorded runs have a band that holds at every look. */
  readonly anytime?: boolean
  /** If recorded runs look for changes: the least number of answers between two false alarms, on average. */
  readonly runLength?: number
  /** Modules with user-defined kinds; absent if there are none. */
  readonly use?: readonly OwnModule[]
}

/**
 * Reads a plan: a JSON file, or a module whose default export is the plan. Files that the plan names are looked for in
 * the folder of the plan.
 *
 * @param use modules with user-defined kinds, besides those that the plan names
 * @param onWarning called with each warning about a file that the plan names, one line each
 * @throws InputError, one line, with the path in the plan and what was expected there, for every mistake
 * @example
 * const plan = await readPlan('plan.json')
 * plan.strategies // ['srr', 'fisher']
 */
export async function readPlan(
  file: string,
  use: readonly string[] = [],
  onWarning: (warning: string) => void = () => {},
): Promise<Plan> {
  return requirePlan(await load(file), file, use, onWarning)
}

/**
 * Checks a plan, and reads the files that it names.
 *
 * @param value the plan as its author wrote it
 * @param file where it was read: errors name this file, and files that the plan names are looked for in its folder
 * @param use modules with user-defined kinds, besides those that the plan names
 * @param onWarning called with each warning about a file that the plan names, one line each
 * @throws InputError, one line, with the path in the plan and what was expected there, for every mistake
 * @example
 * const plan = await requirePlan({ categories: 3, users: 100, epsilon: [0.5, 1], truth: { dirichlet: 1 },
 *   strategies: 'srr', runs: 2, seed: 1 }, 'plan.json')
 * plan.epsilon // [0.5, 1]
 */
export async function requirePlan(
  value: unknown,
  file: string,
  use: readonly string[] = [],
  onWarning: (warning: string) => void = () => {},
): Promise<Plan> {
  await requirePackages('zod')
  const { createPlanSchema } = await import('./plan-schema.ts')
  const named = usedBy(value).map(module => resolve(dirname(file), module))
  const { catalogue, modules } = await loadMethods([...named, ...use])
  const planSchema = createPlanSchema(catalogue)
  const { data: written, error } = planSchema.safeParse(value)
  const settings = Object.keys(planSchema.shape)
  const mistakes =
    error === undefined
      ? disagreements(written, catalogue)
      : error.issues.map(issue => describe(issue, settings))
  if (mistakes.length > 0) {
    const shown = mistakes.slice(0, MOST_LISTED)
    // Long ones quote input, each as much as a message may.
    while (shown.length > 1 && shown.join().length > MOST_CHARACTERS) shown.pop()
    const more = mistakes.length - shown.length
    throw new InputError(`${file}: ${shown.join('; ')}${more > 0 ? `; and ${more} more mistakes` : ''}`)
  }
  const range = written?.question && orderedQuestion(written.question)
  const {
    categories = range ? [range.cells] : [],
    users = [],
    prior = [],
    truth,
    anytime,
    runLength,
    use: _,
    ...rest
  } = written as WrittenPlan
  const truths = await Promise.all(truth.map(entry => readTruth(entry, range, file, onWarning)))
  const { goal: goals = [] } = rest
  for (const each of truths.flat()) requireFewCells(each, { ...rest, categories }, file)
  requireGoals(
    goals,
    truths.flat().flatMap(each => peopleOf(each, { ...rest, categories })),
    rest.ask,
    file,
  )
  const own = modules.length > 0 && { use: modules }
  const watched = { ...(anytime !== undefined && { anytime }), ...(runLength !== undefined && { runLength }) }
  return { ...rest, ...watched, ...own, categories, users, prior, truth: truths.flat() }
}

/** The settings that a plan has as lists once it was read, though its author may have written single values. */
const LISTS = [
  'categories',
  'users',
  'epsilon',
  'truth',
  'strategies',
  'sampler',
  'prior',
  'groupSize',
  'memory',
] as const satisfies readonly (keyof Plan)[]

/**
 * Refuses a plan as its author wrote it where one that was read is needed.
 *
 * @throws RangeError if it is not what `readPlan` and `requirePlan` give
 */
export function requireReadPlan(plan: Plan): void {
  const allowed = 'a plan, as readPlan and requirePlan give'
  if (typeof plan !== 'object' || plan === null) refuse('plan', plan, allowed)
  for (const list of LISTS) {
    if (!Array.isArray(plan[list])) refuse(`plan.${list}`, plan[list], `a list in ${allowed}`)
  }
}

const EXPECTED = 'a plan'
/** The most mistakes that an error lists. */
const MOST_LISTED = 4
const MOST_CHARACTERS = 400

async function load(file: string): Promise<unknown> {
  if (extname(file) !== '.json') return (await importModule(file, EXPECTED)).default
  try {
    // Unlike `toString`, the decoder leaves out a byte order mark.
    return JSON.parse(new TextDecoder().decode(await readFile(file)))
  } catch (error) {
    throw notLoaded(file, EXPECTED, error)
  }
}

/** The modules that a plan names. Entries that are not strings are left for the schema to refuse. */
function usedBy(plan: unknown): string[] {
  const { use } = (plan ?? {}) as { use?: unknown }
  return (Array.isArray(use) ? use : [use]).filter(file => typeof file === 'string' && file !== '')
}

/** The people whom goals are about, for a truth of a plan. */
function peopleOf(
  truth: Truth,
  plan: Pick<Plan, 'categories' | 'question' | 'by' | 'questions' | 'ask'>,
): People[] {
  const { question } = plan
  const [by, questions] = [groupsOf(truth, plan), questionsHeld(truth, plan)]
  const held = { truth, ...(question && { question }), ...(by && { by }), ...(questions && { questions }) }
  return categoriesOf(truth, plan).map(categories => ({ categories, ...held }))
}

/** Refuses goals that cannot be read for all these people. */
function requireGoals(
  given: NonNullable<Plan['goal']>,
  people: readonly People[],
  ask: Plan['ask'],
  file: string,
): void {
  for (const each of people) {
    const vocabulary = vocabularyOfPeople(each)
    const { questions } = each
    given.forEach((entry, i) => {
      try {
        const goals = [entry].flat().map((goal, j) => {
          return readGoal(goal, vocabulary, `goal[${i}]${typeof entry === 'string' ? '' : `[${j}]`}`)
        })
        readGoals({ goals }, vocabulary)
        if (questions) readCollection({ questions, goals, ...(ask && { ask }), epsilon: 1, seed: 0 })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        throw new InputError(`${file}: ${error.message}`, { cause: error })
      }
    })
  }
}

/** A mistake that the schema has found, in the form `epsilon[1] must be a number above 0; got -1`. */
function describe(issue: z.core.$ZodIssue, settings: readonly string[]): string {
  const path = issue.path.map((part, i) =>
    typeof part === 'number' ? `[${part}]` : i === 0 ? String(part) : `.${String(part)}`,
  )
  if (issue.code === 'unrecognized_keys') {
    return [...path, path.length > 0 ? ': ' : '', `no setting is called ${issue.keys.join(', ')}`].join('')
  }
  if (path.length === 0) return `a plan must be an object with ${settings.join(', ')}`
  return `${path.join('')}${issue.message}`
}
