import { requireObject } from '../check/check.ts'
import { Domain, isItems, type Questions } from '../domain/domain.ts'
import { type By, requireGroups } from '../domain/groups.ts'
import type { Question } from '../domain/question.ts'
import type { Memory } from '../loop/memory/memory.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import { questionOf } from './asked-question.ts'
import type { Survey } from './survey.ts'

/** Options that describe a survey's questions: one or several, and the public groups if there are any. */
export interface SurveyAsked {
  /** The only question. */
  readonly question?: Question
  /** The questions by their names, if there are several. */
  readonly questions?: Questions
  /** The public variable with its groups. */
  readonly by?: By
}

/** Options of a survey's estimator, without the seed. */
export interface SurveyCollection extends SurveyAsked {
  /** The privacy level of everything that one person sends. */
  readonly epsilon: number
  /** The name of the strategy. */
  readonly strategy?: string
  /** The goals. */
  readonly goals?: readonly string[]
  /** The required probability of each goal's answer. */
  readonly confidence?: number
  /** The share of people who may send arbitrary answers. */
  readonly robust?: { readonly share: number }
  /** The weights of old answers. */
  readonly memory?: Memory
}

/**
 * A survey's questions as options for `simulate`, `parseGoal` and others; for `createRespondent`, which takes no groups, leave out `by`.
 *
 * @param survey as `readSurvey` returns it
 * @throws RangeError if it is no survey
 * @returns `question` for a survey with a single one, otherwise `questions`; and `by` if there are public groups
 * @example
 * surveyAsked(readSurvey({ title: 'Work', epsilon: 1, question: 'How?', categories: ['car', 'bicycle'] })) // { question: ['car', 'bicycle'] }
 */
export function surveyAsked(survey: Survey): SurveyAsked {
  const { questions, public: by, language } = requireObject('survey', survey)
  const read = Object.entries(requireObject('questions', questions)).map(
    ([name, one]) => [name, questionOf(one, language)] as const,
  )
  const [[, only], ...others] = read
  const isSingle = others.length === 0 && !isItems(only)
  return {
    ...(isSingle ? { question: only as Question } : { questions: Object.fromEntries(read) }),
    ...(by && { by }),
  }
}

/**
 * Options for `createEstimator`: a survey's questions, level and goals. A seed has to be added.
 *
 * @param survey as `readSurvey` returns it
 * @throws RangeError if it is no survey
 * @example
 * const survey = readSurvey({ title: 'Work', epsilon: 1, question: 'How?', categories: ['car', 'bicycle'] })
 * createEstimator({ ...surveyCollection(survey), seed: 1 }).request().categories // 2
 */
export function surveyCollection(survey: Survey): SurveyCollection {
  const { epsilon, strategy, goals, confidence, robust, memory } = requireObject('survey', survey)
  return {
    ...surveyAsked(survey),
    epsilon,
    ...(strategy !== undefined && { strategy }),
    ...(goals && { goals }),
    ...(confidence !== undefined && { confidence }),
    ...(robust && { robust }),
    ...(memory !== undefined && { memory }),
  }
}

/** The names in goals and queries about a survey, with the name of a single question. @throws RangeError on a bad question or group */
export function vocabularyOfSurvey(survey: Survey): Vocabulary {
  const { question, questions } = surveyAsked(survey)
  const [name] = Object.keys(survey.questions)
  const [variable, groups] = Object.entries(survey.public ?? {})[0] ?? []
  return {
    domain: questions ? Domain.of(questions) : Domain.one(question!, `questions.${name}`),
    name: questions ? undefined : name,
    public:
      variable === undefined
        ? undefined
        : { variable, groups: requireGroups({ [variable]: groups! }, 'public') },
  }
}
