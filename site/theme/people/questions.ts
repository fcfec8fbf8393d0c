import { decimal } from '../../../src/data/decimal.ts'
import { parseWeights } from '../../../src/data/parse-weights.ts'
import type { QuestionOptions } from '../../../src/planning/power.ts'

/** What people may want to know. */
export const QUESTIONS = {
  within: 'How frequent is one answer?',
  law: 'How frequent are all answers?',
  above: 'Is one answer more frequent than a threshold?',
  compare: 'Which of two answers is more frequent?',
  top: 'Which answers are the most frequent?',
  quantile: 'What is the median of a number?',
  mean: 'What is the mean of a number?',
  groups: 'In which of two groups is an answer more frequent?',
  associated: 'Do two questions go together?',
} as const

export type Question = keyof typeof QUESTIONS

/** What was entered; numbers as they were typed. */
export interface Form {
  readonly question: Question
  /** Frequencies: a line for each answer; the bins of a number; a line for each answer to the first of two questions. */
  readonly shares: string
  /** Those of the second group. */
  readonly others: string
  readonly epsilon: string
  /** The margin in percentage points, or in the unit of the number. */
  readonly within: string
  /** The expected total variation distance. */
  readonly error: string
  /** A frequency in per cent. */
  readonly threshold: string
  readonly top: string
  readonly from: string
  readonly to: string
  /** In per cent of those who are invited. */
  readonly nonresponse: string
  /** The places of the answers that are meant. */
  readonly category: number
  readonly other: number
}

/** A field of the form that cannot be used, and why. */
export class FieldError extends Error {
  readonly field: keyof Form

  constructor(field: keyof Form, reason: string) {
    super(reason)
    this.field = field
  }
}

/** What is asked at first. */
export const FIRST: Form = {
  question: 'within',
  shares: 'never 50 %\nonce 30 %\noften 20 %',
  others: 'never 60 %\nonce 25 %\noften 15 %',
  epsilon: '1',
  within: '3',
  error: '0.05',
  threshold: '15',
  top: '1',
  from: '0',
  to: '12',
  nonresponse: '0',
  category: 2,
  other: 1,
}

/** Examples of what may be true, for questions about something else than answers. */
export const EXAMPLES: Partial<Record<Question, Partial<Form>>> = {
  quantile: { shares: '2, 4, 8, 12, 16, 18, 15, 11, 7, 4, 2, 1', within: '0.5' },
  mean: { shares: '2, 4, 8, 12, 16, 18, 15, 11, 7, 4, 2, 1', within: '0.5' },
  associated: { shares: '50, 20\n10, 20' },
}

/** Names of the two groups, and of the two questions. */
const NAMES = ['first', 'second'] as const

/** The names of the answers, as far as they can be read. */
export function answersOf({ shares }: Form): string[] {
  try {
    const { names, weights } = parseWeights(shares)
    return weights.map((_, i) => names?.[i] ?? `answer ${i + 1}`)
  } catch {
    return []
  }
}

/** A question as the library takes it, and the command that gives the same plan. */
export interface Asked {
  readonly options: QuestionOptions
  readonly command: string
}

/** What is asked, without what all questions have. */
interface Part {
  readonly options: Omit<QuestionOptions, 'epsilon'>
  /** The options of the command. */
  readonly words: readonly string[]
}

/**
 * The question that was entered.
 *
 * @throws FieldError on what cannot be used, with its field
 */
export function readForm(form: Form): Asked {
  const epsilon = readNumber(form, 'epsilon', 'a number above 0, at most 12', { above: 0, max: 12 })
  const nonresponse =
    readNumber(form, 'nonresponse', 'a number from 0, below 100', { min: 0, below: 100 }) / 100
  const { options, words } = readPart(form)
  const common = [`--epsilon ${epsilon}`, ...(nonresponse > 0 ? [`--nonresponse ${nonresponse}`] : [])]
  return {
    options: { ...options, epsilon, ...(nonresponse > 0 && { nonresponse }) },
    command: ['adobest power', ...words, ...common].join(' '),
  }
}

function readPart(form: Form): Part {
  const { question } = form
  if (question === 'quantile' || question === 'mean') return readNumeric(form)
  if (question === 'associated') return readTable(form)
  const truth = readShares(form, 'shares')
  const names = answersOf(form)
  // Sentences call the answers by their names, which the command does not know.
  const named: NameOf = x => JSON.stringify(names[x])
  const part = question === 'groups' ? readGroups(form, truth, named) : readOne(form, truth, named)
  return { ...part, options: { ...part.options, categories: names } }
}

/** How the text of a goal calls an answer. */
type NameOf = (answer: number) => string | number

const byNumber: NameOf = answer => answer

function goalWord(goal: string): string {
  return `--goal '${goal}'`
}

function readOne(form: Form, truth: number[], named: NameOf): Part {
  const words = [truthText(truth)]
  if (form.question === 'law') {
    const error = readNumber(form, 'error', 'a number between 0 and 1', { above: 0, below: 1 })
    return { options: { truth, error }, words: [...words, `--error ${error}`] }
  }
  const goal = (nameOf: NameOf) => readGoal(form, truth.length, nameOf)
  return { options: { truth, goal: goal(named) }, words: [...words, goalWord(goal(byNumber))] }
}

function readGoal(form: Form, K: number, nameOf: NameOf): string {
  const { category, other } = form
  if (form.question === 'above') {
    const percent = readNumber(form, 'threshold', 'a number above 0, below 100', { above: 0, below: 100 })
    return `share(${nameOf(category)}) > ${percent / 100}`
  }
  if (form.question === 'compare') {
    if (category === other) throw new FieldError('other', 'expected another answer than the first')
    return `share(${nameOf(category)}) > share(${nameOf(other)})`
  }
  if (form.question === 'top') {
    const top = readNumber(form, 'top', `a whole number from 1 to ${K - 1}`, { min: 1, max: K - 1, step: 1 })
    return `top(${top})`
  }
  const points = readNumber(form, 'within', 'a number above 0, below 50', { above: 0, below: 50 })
  return `share(${nameOf(category)}) ± ${points / 100}`
}

/** A number in bins of one width, among which everybody's number lies. */
function readNumeric(form: Form): Part {
  const shares = readShares(form, 'shares')
  const from = readNumber(form, 'from', 'a number', {})
  const to = readNumber(form, 'to', `a number above ${from}`, { above: from })
  const below = to - from
  const within = readNumber(form, 'within', `a number above 0, below ${below}`, { above: 0, below })
  const goal = `${form.question === 'mean' ? 'mean' : 'median'} ± ${within}`
  const question = { from, to, bins: shares.length }
  const truth = [0, ...shares, 0]
  const range = `--from=${from} --to=${to} --bins ${question.bins}`
  return {
    options: { question, truth, goal },
    words: [range, truthText(truth), goalWord(goal)],
  }
}

/** Two groups of the same size. */
function readGroups(form: Form, first: number[], named: NameOf): Part {
  const second = readShares(form, 'others')
  if (second.length !== first.length) {
    const expected = `${first.length} answers, as in the first group`
    throw new FieldError('others', `expected ${expected}; found ${second.length}`)
  }
  const goal = (nameOf: NameOf) => {
    const [one, other] = NAMES.map(group => `share(${nameOf(form.category)} | group = ${group})`)
    return `${one} > ${other}`
  }
  const truth = [first, second]
  return {
    options: { by: NAMES, truth, goal: goal(named) },
    words: [`--by ${NAMES.join(',')}`, truthText(truth), goalWord(goal(byNumber))],
  }
}

/** A table of two questions: the first one's answers are the lines. */
function readTable(form: Form): Part {
  const rows = form.shares
    .split(/\r\n|\r|\n/)
    .filter(line => line.trim() !== '')
    .map(rowOf)
  if (rows.length < 2)
    throw new FieldError('shares', 'expected a line for each answer to the first question, two at least')
  const [{ length: columns }] = rows
  const wrong = rows.findIndex(row => row.length !== columns)
  if (wrong >= 0) {
    const expected = `${columns} numbers, as in the first line`
    throw new FieldError('shares', `line ${wrong + 1}: expected ${expected}; found ${rows[wrong].length}`)
  }
  const questions = { [NAMES[0]]: rows.length, [NAMES[1]]: columns }
  const truth = normalized(rows[0].flatMap((_, j) => rows.map(row => row[j])))
  const goal = `association(${NAMES.join(', ')}) > .1`
  return {
    options: { questions, truth, goal },
    words: [`--questions '${JSON.stringify(questions)}'`, truthText(truth), goalWord(goal)],
  }
}

function rowOf(line: string, i: number): readonly number[] {
  try {
    return parseWeights(line).weights
  } catch (error) {
    throw new FieldError('shares', (error as Error).message.replace(/^line 1/, `line ${i + 1}`))
  }
}

function readShares(form: Form, field: 'shares' | 'others'): number[] {
  try {
    return normalized(parseWeights(form[field]).weights)
  } catch (error) {
    throw new FieldError(field, (error as Error).message)
  }
}

/** Digits of a share: few enough to be read in a command. */
const DIGITS = 9

function normalized(weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map(weight => Number((weight / sum).toPrecision(DIGITS)))
}

function truthText(truth: unknown): string {
  return `--truth '${JSON.stringify(truth)}'`
}

interface Allowed {
  readonly above?: number
  readonly min?: number
  readonly below?: number
  readonly max?: number
  /** 1 for whole numbers. */
  readonly step?: 1
}

function readNumber(form: Form, field: keyof Form, words: string, allowed: Allowed): number {
  const { above = -Infinity, min = -Infinity, below = Infinity, max = Infinity, step } = allowed
  const text = String(form[field]).trim()
  const value = decimal(text.replace(',', '.'))
  const isWithin = value > above && value >= min && value < below && value <= max
  if (isWithin && (step === undefined || Number.isInteger(value))) return value
  throw new FieldError(field, `expected ${words}; found ${text === '' ? 'nothing' : `“${text}”`}`)
}
