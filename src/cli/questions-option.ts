import { type Command, Option } from 'commander'
import { InputError } from '../data/input-error.ts'
import { Domain, type Questions } from '../domain/domain.ts'
import { surveyAsked } from '../survey/asked.ts'
import { readJSONOption } from './json-option.ts'
import type { SurveyOption } from './survey-option.ts'

/** Options about several questions. */
export interface QuestionsOptions extends AskOption, SurveyOption {
  readonly questions?: string
}

/** The option of asking about pairs or single questions. */
export interface AskOption {
  readonly ask?: 'pairs' | 'singles'
}

export function addQuestionsOption(command: Command): Command {
  return command.option(
    '--questions <json>',
    'several questions: for each, the number of categories or their labels; @FILE reads them from a file',
  )
}

/** @param other the option without which it is refused */
export function addAskOption(command: Command, other: string): Command {
  return command.addOption(
    new Option('--ask <views>', `with ${other}: what each person is asked about (default: pairs)`).choices([
      'pairs',
      'singles',
    ]),
  )
}

/**
 * Reads the questions; undefined for a single question.
 *
 * @throws InputError, one line, if they are invalid
 */
export async function readQuestions({
  questions,
  ask,
  survey,
}: QuestionsOptions): Promise<Questions | undefined> {
  if (survey) return surveyAsked(survey).questions
  if (questions !== undefined)
    return readJSONOption('questions', questions, json => Domain.of(json as Questions).toJSON())
  if (ask !== undefined) throw new InputError('--ask: expected only with --questions')
  return undefined
}
