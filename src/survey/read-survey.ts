import {
  isObject,
  refuse,
  refuseName,
  requireFields,
  requireInteger,
  requireNumber,
  requireOneOf,
  requireOptions,
} from '../check/check.ts'
import { CONFIDENCE_RANGE, SHARE_RANGE } from '../check/ranges.ts'
import { requireGroups, variableOf } from '../domain/groups.ts'
import { readMemory } from '../loop/memory/memory.ts'
import { refuseCombined } from '../loop/refused.ts'
import { readGoals } from '../query/parse-goal.ts'
import { surveyAsked, vocabularyOfSurvey } from './asked.ts'
import { LONGEST_QUESTION, requireAskedQuestion } from './asked-question.ts'
import { instantOf } from './closing.ts'
import { LANGUAGES } from './languages.ts'
import type { Survey } from './survey.ts'
import { requireLabels, requireText } from './texts.ts'

/** A survey as written in a file: in the long form, or in the short form with one question of categories. */
type GivenSurvey = Survey & {
  readonly $schema?: string
  readonly question?: string
  readonly categories?: readonly string[]
  readonly goal?: string
}

const FIELDS = {
  $schema: true,
  title: true,
  epsilon: true,
  question: true,
  categories: true,
  questions: true,
  public: true,
  goal: true,
  goals: true,
  shares: true,
  strategy: true,
  confidence: true,
  closes: true,
  smallestBatch: true,
  robust: true,
  memory: true,
  language: true,
  consent: true,
  contact: true,
  results: true,
} as const

/** The name of the question in a survey of the short form. */
const ONLY_QUESTION = 'question'
const LARGEST_EPSILON = 20
const LARGEST_BATCH = 100_000
const LONGEST = { title: 200, strategy: 40, consent: 5000, contact: 500, goal: 10_000, name: 64 } as const

/**
 * Reads a survey, the contents of `survey.json`, as plain data. Goals become canonical texts, `goal` becomes a list of one, and the short
 * form with a single question of categories (`question`, `categories`) becomes one of `questions`, called `question`. The result can be
 * read again.
 *
 * @throws RangeError, one sentence that names the field by its path in the file
 * @example
 * const survey = readSurvey({
 *   title: 'Work', epsilon: 1,
 *   questions: { transport: { text: 'How do you get to work?', categories: ['car', 'bicycle', 'bus'] } },
 *   goals: ['share(transport = car) +- .05'],
 * })
 * survey.goals // ['share(car) ± 0.05']
 */
export function readSurvey(given: unknown): Survey {
  const fields = requireOptions(requireFields(given as GivenSurvey, FIELDS, 'the survey'), FIELDS)
  const { $schema: _, question, categories, goal, goals: several, ...rest } = fields
  const { title, epsilon, strategy, smallestBatch, language, consent, contact, results } = rest
  requireText('title', title, LONGEST.title)
  requireNumber('epsilon', epsilon, { above: 0, max: LARGEST_EPSILON })
  if (strategy !== undefined) requireText('strategy', strategy, LONGEST.strategy)
  if (smallestBatch !== undefined) requireInteger('smallestBatch', smallestBatch, 2, LARGEST_BATCH)
  if (language !== undefined) requireOneOf('language', language, LANGUAGES)
  if (consent !== undefined) requireText('consent', consent, LONGEST.consent)
  if (contact !== undefined) requireText('contact', contact, LONGEST.contact)
  if (results !== undefined) requireOneOf('results', results, ['operator', 'public'])
  if (rest.confidence !== undefined) requireNumber('confidence', rest.confidence, CONFIDENCE_RANGE)
  requireRobustness(rest)
  const survey: Survey = { ...rest, questions: questionsOf(fields) }
  requirePublic(survey)
  const vocabulary = vocabularyOfSurvey(survey)
  const laws = surveyAsked(survey)
  const { robust, memory } = survey
  if (laws.by || laws.questions) refuseCombined({ ...laws, robust, memory })
  if (goal !== undefined) requireText('goal', goal, LONGEST.goal)
  if (Array.isArray(several)) several.forEach((one, i) => void requireText(`goals[${i}]`, one, LONGEST.goal))
  const goals = readGoals({ goal, goals: several }, vocabulary).map(String)
  requireClosing(survey, goals)
  return { ...survey, ...(goals.length > 0 && { goals }) }
}

/** The questions of either form. */
function questionsOf({ question, categories, questions }: GivenSurvey): Survey['questions'] {
  if (questions === undefined && (question !== undefined || categories !== undefined)) {
    requireText('question', question, LONGEST_QUESTION)
    requireLabels('categories', categories, 2)
    return { [ONLY_QUESTION]: { text: question!, categories: categories! } }
  }
  if (question !== undefined) refuse('question', question, 'left out with questions')
  if (categories !== undefined) refuse('categories', categories, 'left out with questions')
  const entries = isObject(questions) && !Array.isArray(questions) ? Object.entries(questions) : []
  if (entries.length === 0) refuse('questions', questions, 'an object with a question for each name')
  for (const [name, one] of entries) {
    requireText('each name in questions', name, LONGEST.name)
    requireAskedQuestion(one, `questions.${name}`)
  }
  return questions
}

function requirePublic({ public: by, questions, shares }: Survey): void {
  if (by === undefined) {
    if (shares !== undefined) refuse('shares', shares, 'left out without public groups')
    return
  }
  if (!isObject(by) || Array.isArray(by)) refuse('public', by, 'one public variable, with its groups')
  const groups = requireGroups(by, 'public')
  const variable = variableOf(by)
  requireText('each name in public', variable, LONGEST.name)
  if (variable in questions) refuse('public', variable, 'a name that no question has')
  if (shares === undefined) return
  if (!isObject(shares)) refuse('shares', shares, 'an object with a share for each group')
  for (const name of Object.keys(shares)) {
    if (!groups.includes(name)) refuseName('each name in shares', name, groups)
  }
  for (const name of groups) requireNumber(`shares.${name}`, shares[name], { min: 0 })
  if (!groups.some(name => shares[name] > 0)) refuse('shares', shares, 'such that one of them is above 0')
}

function requireRobustness({ robust, memory }: Partial<Survey>): void {
  if (robust !== undefined) {
    requireOptions(robust, { share: true }, 'robust')
    requireNumber('robust.share', robust.share, SHARE_RANGE)
  }
  if (memory !== undefined) readMemory(memory)
}

function requireClosing({ closes }: Survey, goals: readonly string[]): void {
  if (closes === undefined || closes === 'by hand') return
  if (closes === 'settled') {
    if (goals.length === 0) refuse('closes', closes, "a date or 'by hand', without goals")
    return
  }
  const isInstant = typeof closes === 'string' && instantOf(closes) !== undefined
  if (!isInstant) {
    refuse(
      'closes',
      closes,
      "'settled', 'by hand', a day such as 2027-03-01, or a time with its zone such as 2027-03-01T18:00:00+01:00",
    )
  }
}
