import { dirname, extname, resolve } from 'node:path'
import type { z } from 'zod'
import type { AnyName } from '../catalogue/catalogue.ts'
import type { SamplerName } from '../catalogue/samplers.ts'
import { refuse } from '../check/check.ts'
import { importModule, readJSONFile } from '../data/import-module.ts'
import { InputError, naming } from '../data/input-error.ts'
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
import { withSurvey } from './plan-survey.ts'
import { readTruth } from './read-truth.ts'
import { requireFewCells } from './record-plan.ts'
import { categoriesOf, groupsOf, questionsHeld, type Truth } from './truth.ts'

/** A grid of runs: every combination of the lists, `runs` times. It is plain, self-contained data. */
export interface Plan {
  /** Numbers of categories of drawn truths. */
  readonly categories: readonly number[]
  /** The range of a number, whose cells are the categories; absent for categories. */
  readonly question?: OrderedQuestion
  /** The names of the groups, for truths without a file; absent without groups. */
  readonly by?: readonly string[]
  /** Several questions, for truths without a file; absent for a single question, or if files have questions of their own. */
  readonly questions?: Questions
  /** Whether requests are about pairs or single questions; absent: `'pairs'`. */
  readonly ask?: 'pairs' | 'singles'
  /** Numbers of people, of all groups together; a file determines its own. */
  readonly users: readonly number[]
  /** Privacy levels ε. */
  readonly epsilon: readonly number[]
  /** The distribution from which people are drawn, or the people themselves. */
  readonly truth: readonly Truth[]
  /** Names of strategies. */
  readonly strategies: readonly string[]
  /** Names of samplers. */
  readonly sampler: readonly AnyName<SamplerName>[]
  /** Priors; if empty, each sampler has its own. */
  readonly prior: readonly (number | 'learned' | 'smooth')[]
  /** Numbers of people who answer the same request. */
  readonly groupSize: readonly number[]
  /** The memories: the weights of old answers. */
  readonly memory: readonly Memory[]
  /** Goal that ends a run when it is settled, as `parseGoal` reads it, or a list of goals that all have to be settled; absent without a goal. */
  readonly goal?: readonly (string | readonly string[])[]
  /** Required confidence of a goal; absent: 0.95. */
  readonly confidence?: readonly number[]
  /** Guarantee of settled decisions; absent: `'posterior'`. */
  readonly guarantee?: readonly GoalGuarantee[]
  /** Number of runs of each combination. */
  readonly runs: number
  /** Determines all numbers of all runs. */
  readonly seed: string | number
  /** Whether recorded runs have a band that holds at every look. */
  readonly anytime?: boolean
  /** Run length of the change detector in recorded runs: the least mean number of answers between two false alarms. */
  readonly runLength?: number
  /** Modules with user-defined kinds; absent if there are none. */
  readonly use?: readonly OwnModule[]
}

/**
 * Reads a plan: a JSON file, or a module whose default export is the plan. Paths in it are relative to its folder.
 *
 * @param use modules with user-defined kinds, in addition to the plan's
 * @param onWarning called with each warning about a file of the plan, one line each
 * @param survey the file of a survey, in place of the plan's
 * @throws InputError, one line, with the path in the plan and what was expected there, for every mistake
 * @example
 * const plan = await readPlan('plan.json')
 * plan.strategies // ['srr', 'fisher']
 */
export async function readPlan(
  file: string,
  use: readonly string[] = [],
  onWarning: (warning: string) => void = () => {},
  survey?: string,
): Promise<Plan> {
  const plan = await load(file)
  const given = survey === undefined ? plan : { ...Object(plan), survey: resolve(survey) }
  return requirePlan(given, file, use, onWarning)
}

/**
 * Checks a plan, and reads its files.
 *
 * @param given the plan as its author wrote it
 * @param file file of the plan: errors name it, and paths in the plan are relative to its folder
 * @param use modules with user-defined kinds, in addition to the plan's
 * @param onWarning called with each warning about a file of the plan, one line each
 * @throws InputError, one line, with the path in the plan and what was expected there, for every mistake
 * @example
 * const plan = await requirePlan({ categories: 3, users: 100, epsilon: [0.5, 1], truth: { dirichlet: 1 },
 *   strategies: 'srr', runs: 2, seed: 1 }, 'plan.json')
 * plan.epsilon // [0.5, 1]
 */
export async function requirePlan(
  given: unknown,
  file: string,
  use: readonly string[] = [],
  onWarning: (warning: string) => void = () => {},
): Promise<Plan> {
  await requirePackages('zod')
  const value = await withSurvey(given, file)
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
    const listed = mistakes.slice(0, MOST_LISTED)
    // Messages that quote input may be long.
    while (listed.length > 1 && listed.join().length > MOST_CHARACTERS) listed.pop()
    const more = mistakes.length - listed.length
    throw new InputError(`${file}: ${listed.join('; ')}${more > 0 ? `; and ${more} more mistakes` : ''}`)
  }
  const range = written?.question && orderedQuestion(written.question)
  const {
    categories = range ? [range.cells] : [],
    users = [],
    prior = [],
    truth,
    use: _,
    survey: __,
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
  return { ...rest, ...own, categories, users, prior, truth: truths.flat() }
}

/** Settings that are lists in a plan once read, although its author may write single values. */
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
 * Refuses a plan that `readPlan` or `requirePlan` has not read.
 *
 * @throws RangeError if it is not a result of `readPlan` or `requirePlan`
 */
export function requireReadPlan(plan: Plan): void {
  const allowed = 'a plan, as readPlan and requirePlan give'
  if (typeof plan !== 'object' || plan === null) refuse('plan', plan, allowed)
  for (const list of LISTS) {
    if (!Array.isArray(plan[list])) refuse(`plan.${list}`, plan[list], `a list in ${allowed}`)
  }
}

const EXPECTED = 'a plan'
/** Largest number of mistakes in an error. */
const MOST_LISTED = 4
const MOST_CHARACTERS = 400

async function load(file: string): Promise<unknown> {
  return extname(file) === '.json'
    ? readJSONFile(file, EXPECTED)
    : (await importModule(file, EXPECTED)).default
}

/** The modules of a plan. Entries that are not strings are left to the schema. */
function usedBy(plan: unknown): string[] {
  const { use } = (plan ?? {}) as { use?: unknown }
  return (Array.isArray(use) ? use : [use]).filter(file => typeof file === 'string' && file !== '')
}

/** The people of a truth of a plan, as goals need them. */
function peopleOf(
  truth: Truth,
  plan: Pick<Plan, 'categories' | 'question' | 'by' | 'questions' | 'ask'>,
): People[] {
  const { question } = plan
  const [by, questions] = [groupsOf(truth, plan), questionsHeld(truth, plan)]
  const population = { truth, question, by, questions }
  return categoriesOf(truth, plan).map(categories => ({ categories, ...population }))
}

/** Refuses goals that are not valid for all these people. */
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
      naming(file, () => {
        const goals = [entry].flat().map((goal, j) => {
          return readGoal(goal, vocabulary, `goal[${i}]${typeof entry === 'string' ? '' : `[${j}]`}`)
        })
        readGoals({ goals }, vocabulary)
        if (questions) readCollection({ questions, goals, ask, epsilon: 1, seed: 0 })
      })
    })
  }
}

/** Describes a mistake found by the schema, in the form `epsilon[1] must be a number above 0; got -1`. */
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
