import { unitOf } from '../query/parse-query.ts'
import type { Query } from '../query/query.ts'
import type { Survey } from '../survey/survey.ts'

/** Unit of the numbers of a question; undefined without one. A single question needs no name. */
export function unitOfQuestion(survey: Survey | undefined, name: string): string | undefined {
  if (survey === undefined) return undefined
  const [only] = Object.keys(survey.questions)
  return survey.questions[name || only]?.unit
}

/** Unit of the value of a query; undefined if it is a share or the like. */
export function unitOfValue(survey: Survey | undefined, query: Query): string | undefined {
  return unitOf(query) === 'value' ? unitOfQuestion(survey, query.of as string) : undefined
}
