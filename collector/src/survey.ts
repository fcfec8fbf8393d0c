import { readFileSync } from 'node:fs'
import {
  createEstimator,
  preferNotToSay,
  readSurvey as read,
  readQuestion,
  type Survey,
  surveyAsked,
  surveyCollection,
} from 'adobest'
import { newGoal } from './old-goals.ts'

export { closesWhenSettled, closingTime, type Survey } from 'adobest'

/** Smallest number of answers that are counted together. */
export const smallestBatchOf = ({ smallestBatch = 10 }: Survey): number => smallestBatch

/** The goals of a survey. */
export const goalsOf = ({ goals = [] }: Survey): readonly string[] => goals

/** The public groups; empty without groups. */
export const groupsOf = ({ public: by = {} }: Survey): readonly string[] | undefined => Object.values(by)[0]

/** Groups with requests of their own; without groups, all people are one group with an empty name. */
export const crowdsOf = (survey: Survey): readonly string[] => groupsOf(survey) ?? ['']

/** A mistake of the command's user: one line, and exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Smallest average number of answers between two false alarms of a change. */
const RUN_LENGTH = 100_000

/** Settings of the server that do not belong in a survey. */
const SAID_TO_SERVE: Readonly<Record<string, string>> = {
  trustProxy: '--proxy 1 or --proxy ADDRESSES',
  proxy: '--proxy 1 or --proxy ADDRESSES',
  port: '--port N',
  host: '--host ADDRESS',
}

/**
 * Reads and checks the file of a survey.
 *
 * @throws UsageError, which names the file, the field, its value and what was expected
 */
export function readSurvey(file: string): Survey {
  let given: unknown
  try {
    // Some editors begin a file with a byte order mark.
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

/** Checks a survey. @throws UsageError, or the library's RangeError, if it is none */
export function requireSurvey(given: unknown): Survey {
  requireNoOldGoal(given)
  for (const [name, option] of Object.entries(SAID_TO_SERVE)) {
    if (name in Object(given))
      throw new UsageError(`${name} is not part of a survey; start with 'serve FILE ${option}'`)
  }
  const survey = read(given)
  // The library refuses bad combinations before anybody is asked.
  createEstimator(estimatorOptions(survey, 'check') as never)
  return survey
}

/** Refuses a goal of an earlier release, and shows its present form. */
function requireNoOldGoal(given: unknown): void {
  const { goal, categories } = Object(given) as { goal?: unknown; categories?: unknown }
  const text = newGoal(goal, categories)
  if (text === undefined) return
  throw new UsageError(
    `goal must be a text such as ${JSON.stringify(text)}; got ${JSON.stringify(goal).slice(0, 80)}`,
  )
}

/** The survey of a store, which may be in the form of an earlier release. */
export function storedSurvey(spec: string): Survey {
  const earlier = JSON.parse(spec)
  const goal = newGoal(earlier.goal, earlier.categories)
  return read(goal === undefined ? earlier : { ...earlier, goal })
}

/** Options of a survey's estimator; for a single question for everybody, with bands that hold at every look and a change detector. */
export function estimatorOptions(survey: Survey, seed: string): object {
  const options = { ...surveyCollection(survey), seed }
  return isOfOne(survey) ? { ...options, anytime: true, runLength: RUN_LENGTH } : options
}

/** Whether everybody is asked the same single question. */
export function isOfOne(survey: Survey): boolean {
  const { question, by } = surveyAsked(survey)
  return question !== undefined && by === undefined
}

/** Names of the cells of a question; `of` is the question's name, or an item's, `benefits:phone`. */
export function labelsOf(survey: Survey, of: string): readonly string[] {
  const { question, questions } = surveyAsked(survey)
  const theQuestion = question ?? questions![of]
  // The cells of an item: it applies or not.
  const { names, cells } = readQuestion(theQuestion === undefined ? ['no', 'yes'] : theQuestion)
  return names ?? Array.from({ length: cells }, (_, x) => String(x))
}

/** Public description of a survey. A single question of categories has the form of earlier releases, too. */
export function described(survey: Survey): object {
  const { title, epsilon, public: by, questions, language } = survey
  const [only] = Object.values(questions)
  const isOld = isOfOne(survey) && 'categories' in only
  return {
    title,
    ...(isOld && { question: only.text, categories: labelsOf(survey, Object.keys(questions)[0]) }),
    questions: shownQuestions(questions, language),
    ...(by && { public: by }),
    epsilon,
    goals: goalsOf(survey),
    smallestBatch: smallestBatchOf(survey),
  }
}

/** The questions for people: with the category, or the item, of those who prefer not to say. */
function shownQuestions(questions: Survey['questions'], language: Survey['language']): object {
  const shown = Object.entries(questions).map(
    ([name, { separator: _, columns: __, optional, ...question }]) => {
      const more = optional ? [preferNotToSay(language)] : []
      if ('categories' in question)
        return [name, { ...question, categories: [...question.categories, ...more] }]
      return [name, 'items' in question ? { ...question, items: [...question.items, ...more] } : question]
    },
  )
  return Object.fromEntries(shown)
}

/** The fields that may change while a survey runs. All others determine the meaning of answers. */
const MAY_CHANGE: readonly string[] = [
  'title',
  'closes',
  'language',
  'smallestBatch',
  'results',
  'contact',
  'shares',
] satisfies (keyof Survey)[]

/** Throws a UsageError if answers to one survey would not be valid answers to the other. */
export function requireSameSurvey(begun: Survey, now: Survey): void {
  const fields = new Set([...Object.keys(begun), ...Object.keys(now)]) as Set<keyof Survey>
  for (const field of fields) {
    const [before, after] = [begun, now].map(survey => JSON.stringify(survey[field]))
    if (!MAY_CHANGE.includes(field) && before !== after) {
      throw new UsageError(`${field} must stay ${before}, with which this survey began; got ${after}`)
    }
  }
  // The label of "prefer not to say" depends on the language of the survey.
  if (JSON.stringify(surveyAsked(begun)) !== JSON.stringify(surveyAsked(now))) {
    throw new UsageError(`language must stay ${begun.language ?? 'en'}, as questions are optional`)
  }
}
