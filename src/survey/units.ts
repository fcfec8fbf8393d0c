import { requireObject } from '../check/check.ts'
import { requireQuery, unitOf } from '../query/parse-query.ts'
import type { Query } from '../query/query.ts'
import type { Survey } from './survey.ts'

/** Unit of the numbers of a question; undefined without one. A single question needs no name. */
export function unitOfQuestion({ questions }: Pick<Survey, 'questions'>, name: string): string | undefined {
  const [only] = Object.keys(questions)
  return questions[name || only]?.unit
}

/**
 * Unit of a query's value in a survey, as of a mean or a quantile.
 *
 * @param survey as `readSurvey` returns it
 * @throws RangeError if it is no survey, or no query
 * @returns undefined if the question has none, or if the value is a share, an association or a correlation
 * @example
 * const pay = { text: 'What is your pay?', from: 0, to: 9000, bins: 90, unit: 'EUR' }
 * const survey = readSurvey({ title: 'Work', epsilon: 1, questions: { pay } })
 * unitOfValue(survey, parseQuery('median', surveyAsked(survey))) // 'EUR'
 */
export function unitOfValue(survey: Pick<Survey, 'questions'>, query: Query): string | undefined {
  requireObject('questions', requireObject('survey', survey).questions)
  return unitOf(requireQuery('query', query)) === 'value'
    ? unitOfQuestion(survey, query.of as string)
    : undefined
}
