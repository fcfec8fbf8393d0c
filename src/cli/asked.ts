import type { Command } from 'commander'
import { InputError } from '../data/input-error.ts'
import type { Questions } from '../domain/domain.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { addNumericOptions, type NumericOptions, readNumeric } from './numeric.ts'
import { count } from './parsers.ts'
import { addQuestionsOption, type QuestionsOptions, readQuestions } from './questions-option.ts'

/** Options about the questions, for commands without a file that shows them. */
export interface AskedOptions extends NumericOptions, Pick<QuestionsOptions, 'questions' | 'survey'> {
  readonly categories?: number
}

export function addAskedOptions(command: Command): Command {
  command.option('--categories <k>', 'number of categories', count('categories', 2))
  return addQuestionsOption(addNumericOptions(command))
}

/** Options that describe the question: categories, a number or a scale, or several questions. */
export async function readAsked(
  options: AskedOptions & Pick<QuestionsOptions, 'ask'>,
): Promise<{ categories: number } | { question: OrderedQuestion } | { questions: Questions }> {
  const range = readNumeric(options)
  const questions = await readQuestions(options)
  const { categories } = options
  const given = [range, questions, categories].filter(one => one !== undefined)
  if (given.length > 1) {
    throw new InputError('--categories, --questions and a range or a scale: expected one of them')
  }
  if (given.length === 0) {
    throw new InputError(
      '--categories: expected it, or --ordered, --whole, or --from, --to and --bins, or --questions for several',
    )
  }
  return questions ? { questions } : range ? { question: range.toJSON() } : { categories: categories! }
}
