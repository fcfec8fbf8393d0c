import { readFileSync } from 'node:fs'
import { createEstimator, type EstimatorOptions, type Memory, type Named, parseGoal } from 'adobest'
import { Ajv } from 'ajv'
import schema from '../survey.schema.json'
import { newGoal } from './old-goals.ts'

/** A survey as its file describes it. */
export interface Survey {
  readonly title: string
  readonly question: string
  readonly categories: readonly string[]
  readonly epsilon: number
  readonly strategy?: string
  /** The text of a goal about the categories, such as `share("by car") ± 0.05`. */
  readonly goal?: string
  /** Several of them. */
  readonly goals?: readonly string[]
  readonly confidence?: number
  readonly closes?: string
  readonly smallestBatch?: number
  readonly robust?: { readonly share: number }
  readonly memory?: Memory
  readonly language?: string
  /** Who may see results; by default the operator alone. */
  readonly results?: 'operator' | 'public'
}

/** How many answers are counted together, at least. */
export const smallestBatchOf = ({ smallestBatch = 10 }: Survey): number => smallestBatch

/** A mistake of whoever runs the command: one line, and exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const DAY_MS = 86_400_000
/** While nothing changes, false alarms of a change come less than once in so many answers on average. */
const RUN_LENGTH = 100_000

/** What belongs to the server, and not to the survey. */
const SAID_TO_SERVE: Readonly<Record<string, string>> = {
  trustProxy: '--proxy 1 or --proxy ADDRESSES',
  proxy: '--proxy 1 or --proxy ADDRESSES',
  port: '--port N',
  host: '--host ADDRESS',
}

const ajv = new Ajv({ strict: false, verbose: true })
ajv.addFormat('instant', text => instantOf(text) !== undefined)
const accepts = ajv.compile(schema)

/**
 * Reads and checks the file of a survey.
 *
 * @throws UsageError, which names the file, the field, its value and what was expected
 */
export function readSurvey(file: string): Survey {
  let given: unknown
  try {
    // Some editors begin a file with the mark of its encoding.
    given = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`)
  }
  try {
    return requireSurvey(given)
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`)
  }
}

/** A checked survey. @throws UsageError, or the library's RangeError, if it is none */
export function requireSurvey(given: unknown): Survey {
  requireNoOldGoal(given)
  if (!accepts(given)) {
    // Of a choice between forms, the last error is about the choice as a whole.
    const { instancePath, keyword, message, params, data, parentSchema } = accepts.errors!.at(-1)!
    const path = instancePath.slice(1).replaceAll('/', '.') || 'the survey'
    const { additionalProperty, allowedValues } = params
    const expected = keyword === 'anyOf' ? `is not understood (${parentSchema!.description})` : message
    const which = additionalProperty === undefined ? '' : `, which '${additionalProperty}' is not one of`
    const allowed = allowedValues === undefined ? '' : `: ${allowedValues.join(', ')}`
    const got = additionalProperty === undefined ? `; got ${JSON.stringify(data)?.slice(0, 80)}` : ''
    const option = SAID_TO_SERVE[additionalProperty]
    if (option !== undefined)
      throw new UsageError(`${additionalProperty} is not part of a survey; start with 'serve FILE ${option}'`)
    throw new UsageError(`${path} ${expected}${which}${allowed}${got}`)
  }
  const { $schema: _, ...survey } = given as unknown as Survey & { $schema?: string }
  if (survey.closes === 'settled' && goalsOf(survey).length === 0) {
    throw new UsageError('closes must be a date or \'by hand\' without a goal; got "settled"')
  }
  // The library refuses what does not fit together, before anybody is asked.
  createEstimator(estimatorOptions(survey, 'check')).request()
  return withCanonicalGoals(survey)
}

/** The goals of a survey. */
export function goalsOf({ goal, goals = [] }: Survey): readonly string[] {
  return goal === undefined ? goals : [goal]
}

/** The survey with goals as the library writes them, so that another spelling of a goal is not another goal. */
function withCanonicalGoals(survey: Survey): Survey {
  const { categories, goal, goals } = survey
  const canonical = (text: string) => String(parseGoal(text, { categories }))
  return {
    ...survey,
    ...(goal !== undefined && { goal: canonical(goal) }),
    ...(goals !== undefined && { goals: goals.map(canonical) }),
  }
}

/** Says how a goal of an earlier release is written now. */
function requireNoOldGoal(given: unknown): void {
  const { goal, categories } = Object(given) as { goal?: unknown; categories?: unknown }
  const text = newGoal(goal, categories)
  if (text === undefined) return
  throw new UsageError(
    `goal must be a text such as ${JSON.stringify(text)}; got ${JSON.stringify(goal).slice(0, 80)}`,
  )
}

/** The estimator of a survey: with bands that hold at every look, and watching for changes. */
export function estimatorOptions(survey: Survey, seed: string): Named<EstimatorOptions> {
  const { categories, epsilon, strategy, goal, goals, confidence, robust, memory } = survey
  return {
    categories,
    epsilon,
    seed,
    anytime: true,
    runLength: RUN_LENGTH,
    ...(strategy !== undefined && { strategy }),
    ...(goal !== undefined && { goal }),
    ...(goals !== undefined && { goals }),
    ...(confidence !== undefined && { confidence }),
    ...(robust !== undefined && { robust }),
    ...(memory !== undefined && { memory }),
  }
}

/** The fields that may change while a survey runs: all others give the answers their meaning. */
const MAY_CHANGE: readonly string[] = [
  'title',
  'closes',
  'language',
  'smallestBatch',
  'results',
] satisfies (keyof Survey)[]

/** Throws a UsageError if answers to the one survey would not be answers to the other. */
export function requireSameSurvey(begun: Survey, now: Survey): void {
  const fields = new Set([...Object.keys(begun), ...Object.keys(now)]) as Set<keyof Survey>
  // A survey that began under an earlier release has the same goal in another form.
  const goal = newGoal(begun.goal, begun.categories)
  const then = goal === undefined ? begun : { ...begun, goal }
  for (const field of fields) {
    const [before, after] = [then, now].map(survey => JSON.stringify(survey[field]))
    if (!MAY_CHANGE.includes(field) && before !== after) {
      throw new UsageError(`${field} must stay ${before}, with which this survey began; got ${after}`)
    }
  }
}

/** Whether a survey closes when all its goals are settled. */
export function closesWhenSettled({ closes }: Survey): boolean {
  return closes === 'settled'
}

/** When the survey closes, in milliseconds; Infinity without a date. */
export function closingTime({ closes }: Survey): number {
  return instantOf(closes ?? '') ?? Infinity
}

/** The instant that a text stands for, in milliseconds: a time with its zone, or the end of a day, in UTC; undefined if there is none. */
function instantOf(text: string): number | undefined {
  const [, day, time] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? []
  const midnight = Date.parse(`${day}T00:00Z`)
  // Date takes 30 February for 2 March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined
  const instant = time === undefined ? midnight + DAY_MS : Date.parse(text)
  return Number.isNaN(instant) ? undefined : instant
}
