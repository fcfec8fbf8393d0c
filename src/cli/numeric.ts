import type { Command } from 'commander'
import type { Categories } from '../check/categories.ts'
import { Refusal } from '../check/check.ts'
import { quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { orderedQuestion } from '../domain/read-question.ts'
import type { NumericEstimate } from '../posterior/functional/numeric-estimate.ts'
import { warningsOf } from './frequencies.ts'
import { count, edges as edgeList, number, steps, wholeRange } from './parsers.ts'

/** Options that say which numbers people hold, or which steps of a scale. */
export interface NumericOptions {
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
    .option('--from <x>', 'for a column of numbers: the lowest value inside of the range', number('from'))
    .option('--to <x>', 'the highest value inside of the range', number('to'))
    .option('--bins <n>', 'equal bins between them', count('bins', 2))
    .option('--edges <xs>', 'instead of these: the edges of unequal bins, separated by commas', edgeList)
    .option('--whole <range>', 'for a column of whole numbers, such as 0:12: each has a cell', wholeRange)
    .option(
      '--ordered <steps>',
      'for a scale: its labels from the lowest to the highest, separated by commas, or how many steps there are',
      steps,
    )
    .option('--clamp', 'numbers outside of the range count as its ends, and have no cells of their own')
}

/** The ways in which numbers are described, by the options that do it. */
const WAYS = [['ordered'], ['whole'], ['edges'], ['from', 'to', 'bins']] as const

/**
 * The question that was asked for; undefined where people hold categories.
 *
 * @throws InputError, one line, if it is given in part or in two ways, or is none
 */
export function readNumeric(options: NumericOptions): OrderedKind | undefined {
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
  const { edges, ordered, whole, from, to, bins } = options
  const given = Object.entries({ edges: edges && [...edges], ordered, whole, from, to, bins })
  const question = Object.fromEntries(given.filter(([, value]) => value !== undefined))
  try {
    return orderedQuestion({ ...question, ...(options.clamp && { outside: 'clamp' }) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const option = error.argument.replace('question.', '').replace(/\[.*/, '')
    throw new InputError(`--${option}: expected ${error.allowed}; got ${quote(String(error.value))}`)
  }
}

/** What was asked about, in words. */
export function aboutText({ kind, from, to, bins, names }: OrderedKind): string {
  if (kind === 'scale') return `a scale of ${bins} steps, from ${names[0]} to ${names[bins - 1]}`
  if (kind === 'whole') return `whole numbers from ${from} to ${to}`
  return `numbers from ${from} to ${to} in ${bins} bins`
}

/** Warnings for the reader, about the draws and about the range. */
export function numericWarnings({ cells, warnings }: NumericEstimate, users: number): readonly string[] {
  return [...warningsOf(cells, users), ...warnings.slice(cells.warnings.length)]
}
