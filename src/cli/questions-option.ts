import { type Command, Option } from 'commander'
import { InputError } from '../data/input-error.ts'
import { Domain, type Questions } from '../domain/domain.ts'
import { readJSONOption } from './json-option.ts'

/** Options that say which questions people hold. */
export interface QuestionsOptions extends AskOption {
  readonly questions?: string
}

/** What each person is asked about. */
export interface AskOption {
  readonly ask?: 'pairs' | 'singles'
}

export function addQuestionsOptions(command: Command): Command {
  return addAskOption(addQuestionsOption(command), '--questions')
}

export function addQuestionsOption(command: Command): Command {
  return command.option(
    '--questions <json>',
    'several questions of each person: the number of categories of each, or their labels; @FILE reads it from a file',
  )
}

/** @param other the option that it needs */
export function addAskOption(command: Command, other: string): Command {
  return command.addOption(
    new Option('--ask <views>', `with ${other}: what each person is asked about (default: pairs)`).choices([
      'pairs',
      'singles',
    ]),
  )
}

/**
 * The questions that people hold; undefined where they hold something else.
 *
 * @throws InputError, one line, if they are none
 */
export async function readQuestions({ questions, ask }: QuestionsOptions): Promise<Questions | undefined> {
  if (questions !== undefined)
    return readJSONOption('questions', questions, json => Domain.of(json as Questions).toJSON())
  if (ask !== undefined) throw new InputError('--ask: expected only with --questions')
  return undefined
}
