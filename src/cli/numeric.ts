import type { Command } from 'commander'
import type { Categories } from '../check/categories.ts'
import { pickGiven, Refusal } from '../check/check.ts'
import { quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import type { OrderedKind } from '../domain/kind.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { isOrdered, orderedQuestion } from '../domain/read-question.ts'
import type { NumericEstimate } from '../posterior/functional/numeric-estimate.ts'
import { vocabularyOfSurvey } from '../survey/asked.ts'
import type { Survey } from '../survey/survey.ts'
import { warningsOf } from './frequencies.ts'
import { count, edges as edgeList, number, steps, wholeRange } from './parsers.ts'
import type { SurveyOption } from './survey-option.ts'

/** Options about a number or a scale. */
export interface NumericOptions extends SurveyOption {
  readonly from?: number
  readonly to?: number
  readonly bins?: number
  readonly edges?: readonly number[]
  readonly whole?: readonly [number, number]
  readonly ordered?: Categories
  readonly clamp?: boolean
}

export function addNumericOptions(command: Command): Command {
  return command
    .option('--from <x>', 'for numbers: the lowest value of the range', number('from'))
    .option('--to <x>', 'for numbers: the highest value of the range', number('to'))
    .option('--bins <n>', 'for numbers: how many equal bins the range has', count('bins', 2))
    .option(
      '--edges <xs>',
      'for numbers: edges of unequal bins, separated by commas, in place of --from, --to and --bins',
      edgeList,
    )
    .option(
      '--whole <range>',
      'for whole numbers: the range, such as 0:12; each number is a cell',
      wholeRange,
    )
    .option(
      '--ordered <steps>',
      'for a scale: its labels from the lowest to the highest, separated by commas, or the number of steps',
      steps,
    )
    .option('--clamp', 'count numbers outside of the range as its ends, without cells of their own')
}

/** The sets of options that describe a number or a scale. */
const WAYS = [['ordered'], ['whole'], ['edges'], ['from', 'to', 'bins']] as const

/**
 * Reads the question about a number or a scale; undefined for categories.
 *
 * @throws InputError, one line, if it is incomplete, invalid, or given in two ways
 */
export function readNumeric(options: NumericOptions): OrderedKind | undefined {
  if (options.survey) return rangeOfSurvey(options.survey)
  const isGiven = (name: keyof NumericOptions) => options[name] !== undefined
  const [way, other] = WAYS.filter(names => names.some(isGiven))
  if (way === undefined) {
    if (options.clamp)
      throw new InputError('--clamp: expected with --whole, --edges, or --from, --to and --bins')
    return undefined
  }
  const first = way.find(isGiven)!
  if (other !== undefined) {
    throw new InputError(`--${other.find(isGiven)}: expected without --${first}`)
  }
  const missing = way.find(name => !isGiven(name))
  if (missing !== undefined) {
    throw new InputError(`--${missing}: expected with --${first}, as numbers need --from, --to and --bins`)
  }
  if (first === 'ordered' && options.clamp) throw new InputError('--clamp: expected without --ordered')
  const outside = options.clamp ? 'clamp' : undefined
  const question = pickGiven({ ...options, outside }, [...way, 'outside'])
  try {
    return orderedQuestion(question as OrderedQuestion)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const option = error.argument.replace('question.', '').replace(/\[.*/, '')
    throw new InputError(`--${option}: expected ${error.allowed}; got ${quote(String(error.value))}`)
  }
}

/** The only question of a survey, if it is a scale or a number. */
function rangeOfSurvey(survey: Survey): OrderedKind | undefined {
  const { domain } = vocabularyOfSurvey(survey)
  const [kind] = domain.kinds
  return domain.isSingle && isOrdered(kind) ? kind : undefined
}

/** Warnings about the draws and about the range. */
export function numericWarnings({ cells, warnings }: NumericEstimate, users: number): readonly string[] {
  return [...warningsOf(cells, users), ...warnings.slice(cells.warnings.length)]
}
