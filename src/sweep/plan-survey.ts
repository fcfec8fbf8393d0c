import { dirname, resolve } from 'node:path'
import { InputError } from '../data/input-error.ts'
import { readSurveyFile } from '../data/read-survey-file.ts'
import { Domain } from '../domain/domain.ts'
import { isOrdered, readQuestion } from '../domain/read-question.ts'
import { type Goal, readGoal } from '../query/parse-goal.ts'
import type { Event, Query } from '../query/query.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import { surveyAsked, vocabularyOfSurvey } from '../survey/asked.ts'
import type { Survey } from '../survey/survey.ts'

/** Name of the public variable in a plan. */
const GROUP = 'group'
/** The settings about questions and groups, which a survey replaces. */
const TYPES = ['categories', 'question', 'questions', 'by'] as const

/**
 * Replaces `survey` in a plan by the survey's questions and groups, and by its ε, strategy, goals and confidence if the plan has none of
 * its own.
 *
 * @param plan as its author wrote it; a plan without a survey is returned unchanged
 * @param file file of the plan; the survey's path is relative to its folder
 * @throws InputError, one line, on a survey that cannot be read, or a plan with settings that the survey replaces
 */
export async function withSurvey(plan: unknown, file: string): Promise<unknown> {
  const { survey: named, ...settings } = Object(plan) as { readonly [setting: string]: unknown }
  if (typeof named !== 'string' || named === '') return plan
  const survey = await readSurveyFile(resolve(dirname(file), named))
  const type = TYPES.find(name => settings[name] !== undefined)
  if (type !== undefined)
    throw new InputError(`${file}: ${type} must be left out: survey says what people hold`)
  if ([settings.truth].flat().some(each => 'file' in Object(each)))
    throw new InputError(
      `${file}: truth must be drawn, with survey: files have types of their own; adobest compare FILE --survey plays the people of a file`,
    )
  return { ...saidBy(survey), ...settings }
}

function saidBy(survey: Survey): object {
  const { epsilon, strategy = 'auto', confidence } = survey
  const { question, questions, by } = surveyAsked(survey)
  const kind = question === undefined ? undefined : readQuestion(question)
  const population =
    kind === undefined ? { questions } : isOrdered(kind) ? { question } : { categories: kind.cells }
  const goals = kind && !isOrdered(kind) ? goalsByNumber(survey) : survey.goals
  return {
    ...population,
    ...(by && { by: Object.values(by)[0] }),
    epsilon,
    strategies: strategy,
    ...(goals && { goal: [goals], ...(confidence !== undefined && { confidence }) }),
  }
}

/** Translates a survey's goals into a plan's. */
function goalsByNumber(survey: Survey): string[] | undefined {
  const vocabulary = vocabularyOfSurvey(survey)
  return survey.goals?.map(text => goalByNumber(text, vocabulary))
}

/** A goal about a single question of categories by their numbers, as plans have it. The public variable is called `group`. */
export function goalByNumber(text: string, vocabulary: Vocabulary): string {
  const { domain, public: by } = vocabulary
  const [{ names, cells }] = domain.kinds
  const ofPlan = {
    domain: Domain.from({ categories: cells }),
    public: by && { ...by, variable: GROUP },
    name: undefined,
  }
  const event = (one: Event): Event => {
    if (one.of === by?.variable) return { ...one, of: GROUP }
    return 'in' in one ? { ...one, in: one.in.map(label => names!.indexOf(String(label))) } : one
  }
  const query = (one: Query): Query => {
    const parts = {
      ...(one.given && { given: one.given.map(event) }),
      ...(one.minus && { minus: query(one.minus) }),
    }
    return one.form === 'share' ? { ...one, of: one.of.map(event), ...parts } : { ...one, ...parts }
  }
  const goal = readGoal(text, vocabulary)
  const own: Goal =
    'order' in goal ? { ...goal, order: goal.order.map(query) } : { ...goal, query: query(goal.query) }
  return String(readGoal(own, ofPlan))
}
