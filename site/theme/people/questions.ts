import { decimal } from '../../../src/data/decimal.ts'
import { parseWeights } from '../../../src/data/parse-weights.ts'
import type { PowerOptions } from '../../../src/planning/power-options.ts'
import { parseGoal } from '../../../src/query/parse-goal.ts'

/** Types of questions. */
export const HELD = {
  answers: 'One of some answers',
  groups: 'One of some answers, in two groups',
  number: 'A number',
  numbers: 'A number, in two groups',
  table: 'Answers to two questions',
} as const

export type Held = keyof typeof HELD

/** Possible questions, by type of private value. The menus write each as a text, which may be edited freely. */
export const QUESTIONS = {
  within: ['answers', 'How frequent is one answer?'],
  law: ['answers', 'How frequent are all answers?'],
  above: ['answers', 'Is one answer more frequent than a threshold?'],
  compare: ['answers', 'Which of two answers is more frequent?'],
  top: ['answers', 'Which answers are the most frequent?'],
  groups: ['groups', 'In which of two groups is an answer more frequent?'],
  difference: ['groups', 'How much more frequent is an answer in one group?'],
  quantile: ['number', 'What is the median of a number?'],
  mean: ['number', 'What is the mean of a number?'],
  medians: ['numbers', 'How far apart are the medians of two groups?'],
  means: ['numbers', 'How far apart are the means of two groups?'],
  associated: ['table', 'Do two questions go together?'],
  among: ['table', 'How frequent is an answer among those who gave another?'],
} as const satisfies Record<string, readonly [Held, string]>

export type Question = keyof typeof QUESTIONS

/** The unknown that the plan solves for. */
export const SOLVED = { people: 'people', within: 'precision', epsilon: 'ε' } as const

/** Questions that can be solved for precision. */
const PRECISE: readonly Question[] = [
  'within',
  'law',
  'difference',
  'quantile',
  'mean',
  'medians',
  'means',
  'among',
]
export const isPrecise = ({ question }: Pick<Form, 'question'>) => PRECISE.includes(question)

/** The entries of the form; numbers are texts as typed. */
export interface Form {
  readonly question: Question
  readonly solve: keyof typeof SOLVED
  /** Frequencies: a line for each answer; the bins of a number; a line for each answer to the first of two questions. */
  readonly shares: string
  /** Frequencies of the second group. */
  readonly others: string
  /** The names of the two groups, or of the two questions, with a comma between them. */
  readonly names: string
  /** The answers to the second of two questions. */
  readonly columns: string
  /** The goal as a text, if it was edited; otherwise the menus write it. */
  readonly goal: string
  readonly epsilon: string
  readonly people: string
  /** The margin in percentage points, or in the unit of the number. */
  readonly within: string
  /** The expected total variation distance. */
  readonly error: string
  /** A frequency in per cent. */
  readonly threshold: string
  readonly top: string
  readonly from: string
  readonly to: string
  /** The share of invited people who do not answer, in per cent. */
  readonly nonresponse: string
  /** The index of the answer in question; the next fields are those of others. */
  readonly category: number
  readonly other: number
}

/** An error about a field of the form. */
export class FieldError extends Error {
  readonly field: keyof Form

  constructor(field: keyof Form, reason: string) {
    super(reason)
    this.field = field
  }
}

/** The initial entries. */
export const FIRST: Form = {
  question: 'within',
  solve: 'people',
  shares: 'never 50 %\nonce 30 %\noften 20 %',
  others: 'never 60 %\nonce 25 %\noften 15 %',
  names: 'north, south',
  columns: '',
  goal: '',
  epsilon: '1',
  people: '5000',
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

const BINS = '2, 4, 8, 12, 16, 18, 15, 11, 7, 4, 2, 1'

const MEANT = { category: FIRST.category, other: FIRST.other }

/** Example truths by type of private value. */
const EXAMPLES: Record<Held, Partial<Form>> = {
  answers: { ...MEANT, shares: FIRST.shares, within: FIRST.within, names: FIRST.names },
  groups: { ...MEANT, shares: FIRST.shares, others: FIRST.others, within: '5', names: FIRST.names },
  number: { shares: BINS, within: '0.5', names: FIRST.names },
  numbers: { shares: BINS, others: BINS.split(', ').reverse().join(', '), within: '0.5', names: FIRST.names },
  table: {
    ...{ shares: 'smokes: 20, 10\nnever smoked: 20, 50', columns: 'ill, well', names: 'smoking, health' },
    ...{ within: '5', category: 0, other: 0 },
  },
}

/** The form for a newly chosen question, with example entries if the type of private value changes. */
export function chosen(form: Form, question: Question): Form {
  const [held] = QUESTIONS[question]
  const example = held === heldOf(form) ? {} : EXAMPLES[held]
  const solve = form.solve === 'within' && !isPrecise({ question }) ? 'people' : form.solve
  return { ...form, ...example, question, solve, goal: '' }
}

export const heldOf = ({ question }: Pick<Form, 'question'>): Held => QUESTIONS[question][0]

/** The answers, by the entered names as far as they are valid. */
export function answersOf(form: Form): string[] {
  try {
    if (heldOf(form) === 'table') return rowsOf(form).map(({ label }) => label)
    const { names, weights } = parseWeights(form.shares)
    return weights.map((_, i) => names?.[i] ?? `answer ${i + 1}`)
  } catch {
    return []
  }
}

/** The answers to compare with; for two questions, the answers to the second. */
export function othersOf(form: Form): string[] {
  if (heldOf(form) !== 'table') return answersOf(form)
  try {
    return columnsOf(form, rowsOf(form)[0].weights.length)
  } catch {
    return []
  }
}

/** A question as options of the library, and the command for the same plan. */
export interface Asked {
  readonly options: PowerOptions
  readonly command: string
}

/** The private value: options of the library, and words of the command. */
interface Part {
  readonly options: Pick<PowerOptions, 'truth' | 'categories' | 'question' | 'questions' | 'by'>
  readonly words: readonly string[]
}

/**
 * Reads the entered question.
 *
 * @throws FieldError about an invalid field
 */
export function readForm(form: Form): Asked {
  const { solve, question } = form
  const nonresponse =
    readNumber(form, 'nonresponse', 'a number from 0, below 100', { min: 0, below: 100 }) / 100
  const { options, words } = readHeld(form)
  const asked = question === 'law' ? readError(form) : readGoal(form, options)
  const people =
    solve === 'people'
      ? undefined
      : readNumber(form, 'people', 'a whole number from 100', { min: 100, step: 1 })
  const epsilon =
    solve === 'epsilon'
      ? undefined
      : readNumber(form, 'epsilon', 'a number above 0, at most 12', { above: 0, max: 12 })
  const given = { people, epsilon, nonresponse: nonresponse || undefined }
  const common = Object.entries(given).filter(([, value]) => value !== undefined)
  return {
    options: { ...options, ...asked.options, ...Object.fromEntries(common) },
    command: [
      'adobest power',
      ...words,
      ...asked.words,
      ...common.map(([name, value]) => `--${name} ${value}`),
    ].join(' '),
  }
}

/** The expected error, unless it is the unknown. */
function readError(form: Form) {
  if (form.solve === 'within') return { options: {}, words: [] }
  const error = readNumber(form, 'error', 'a number between 0 and 1', { above: 0, below: 1 })
  return { options: { error }, words: [`--error ${error}`] }
}

/** The goal. In the command, numbers replace names of answers that it does not know. */
function readGoal(form: Form, held: Part['options']) {
  const goal = goalText(form)
  try {
    const numbered = withNumbers(goal, held)
    return { options: { goal }, words: [`--goal ${quoted(numbered)}`] }
  } catch (error) {
    throw new FieldError('goal', (error as Error).message)
  }
}

/** Placeholder of an unknown width while the text is parsed. */
const SOME = 0.25

function withNumbers(text: string, { categories, question, questions, by }: Part['options']): string {
  const isOpen = /±\s*\?\s*$/u.test(text)
  const closed = text.replace(/±\s*\?\s*$/u, `± ${SOME}`)
  const goal = parseGoal(closed, { categories, question, questions, by })
  const open = (canonical: string) => (isOpen ? canonical.replace(/± [^±]*$/u, '± ?') : canonical)
  if (!Array.isArray(categories)) return open(String(goal))
  const numbered = JSON.parse(JSON.stringify(goal), (_, value) =>
    value?.of === '' && Array.isArray(value.in)
      ? { ...value, in: value.in.map((label: string) => categories.indexOf(label)) }
      : value,
  )
  return open(String(parseGoal(numbered, { categories: categories.length, by })))
}

/** The goal as a text: typed, or written by the menus. */
export function goalText(form: Form): string {
  if (form.goal.trim() !== '') return form.goal.trim()
  const { question, category, other } = form
  const answers = answersOf(form)
  const name = (x: number, of = answers) => JSON.stringify(of[x] ?? of[0] ?? '')
  const margin = () => (form.solve === 'within' ? '?' : readWidth(form))
  const [one, two] = namesOf(form).map(each =>
    /^[\p{L}_][\p{L}\p{N}_]*$/u.test(each) ? each : JSON.stringify(each),
  )
  const inGroups = (form: string, x = '') => [one, two].map(group => `${form}(${x}| group = ${group})`)
  switch (question) {
    case 'above': {
      const percent = readNumber(form, 'threshold', 'a number above 0, below 100', { above: 0, below: 100 })
      return `share(${name(category)}) > ${percent / 100}`
    }
    case 'compare':
      if (category === other) throw new FieldError('other', 'expected another answer than the first')
      return `share(${name(category)}) > share(${name(other)})`
    case 'top': {
      const most = answers.length - 1
      return `top(${readNumber(form, 'top', `a whole number from 1 to ${most}`, { min: 1, max: most, step: 1 })})`
    }
    case 'groups':
      return inGroups('share', `${name(category)} `).join(' > ')
    case 'difference':
      return `${inGroups('share', `${name(category)} `).join(' - ')} ± ${margin()}`
    case 'quantile':
      return `median ± ${margin()}`
    case 'mean':
      return `mean ± ${margin()}`
    case 'medians':
      return `${inGroups('median').join(' - ')} ± ${margin()}`
    case 'means':
      return `${inGroups('mean').join(' - ')} ± ${margin()}`
    case 'associated':
      return `association(${nameOf(one)}, ${nameOf(two)}) > .1`
    case 'among':
      return `share(${nameOf(one)} = ${name(category)} | ${nameOf(two)} = ${name(other, othersOf(form))}) ± ${margin()}`
    default:
      return `share(${name(category)}) ± ${margin()}`
  }
}

/** Names of questions that are no single words are put in backticks. */
const nameOf = (name: string) => (name.startsWith('"') ? `\`${JSON.parse(name)}\`` : name)

/** Half the width, as a share or in the unit of the number. */
function readWidth(form: Form): number {
  const held = heldOf(form)
  if (held !== 'number' && held !== 'numbers')
    return readNumber(form, 'within', 'a number above 0, below 50', { above: 0, below: 50 }) / 100
  const below = Number(form.to) - Number(form.from)
  return readNumber(form, 'within', `a number above 0, below ${below}`, { above: 0, below })
}

/** The names of the two groups, or of the two questions. */
function namesOf(form: Form): readonly string[] {
  const names = form.names.split(',').map(name => name.trim())
  if (names.length !== 2 || names.includes('') || names[0] === names[1])
    throw new FieldError(
      'names',
      `expected two different names with a comma between them; found “${form.names}”`,
    )
  return names
}

function readHeld(form: Form): Part {
  const held = heldOf(form)
  if (held === 'table') return readTable(form)
  if (held === 'number' || held === 'numbers') return readNumbers(form)
  const categories = answersOf(form)
  return held === 'groups'
    ? inGroups(form, first => first, { categories }, [])
    : {
        options: { categories, truth: readShares(form, 'shares') },
        words: [truthText(readShares(form, 'shares'))],
      }
}

/** A number in bins of equal width that cover all people. */
function readNumbers(form: Form): Part {
  const from = readNumber(form, 'from', 'a number', {})
  const to = readNumber(form, 'to', `a number above ${from}`, { above: from })
  const shares = readShares(form, 'shares')
  const question = { from, to, bins: shares.length }
  const words = [`--from=${from} --to=${to} --bins ${question.bins}`]
  const cells = (law: readonly number[]) => [0, ...law, 0]
  if (heldOf(form) === 'numbers') return inGroups(form, cells, { question }, words)
  const truth = cells(shares)
  return { options: { question, truth }, words: [...words, truthText(truth)] }
}

/** Two groups of the same size. */
function inGroups(
  form: Form,
  cells: (law: readonly number[]) => readonly number[],
  held: Part['options'] extends infer O ? Omit<O, 'truth'> : never,
  words: readonly string[],
): Part {
  const [first, second] = (['shares', 'others'] as const).map(field => readShares(form, field))
  if (second.length !== first.length) {
    const expected = `${first.length} ${held.question ? 'bins' : 'answers'}, as in the first group`
    throw new FieldError('others', `expected ${expected}; found ${second.length}`)
  }
  const by = namesOf(form)
  const truth = [cells(first), cells(second)]
  return {
    options: { ...held, by, truth },
    words: [...words, `--by ${quoted(by.join(','))}`, truthText(truth)],
  }
}

/** A table of two questions. Its lines are the answers to the first one. */
function readTable(form: Form): Part {
  const rows = rowsOf(form)
  if (rows.length < 2)
    throw new FieldError('shares', 'expected a line for each answer to the first question, two at least')
  const [{ weights }] = rows
  const wrong = rows.findIndex(row => row.weights.length !== weights.length)
  if (wrong >= 0) {
    const expected = `${weights.length} numbers, as in the first line`
    throw new FieldError(
      'shares',
      `line ${wrong + 1}: expected ${expected}; found ${rows[wrong].weights.length}`,
    )
  }
  const [one, other] = namesOf(form)
  const questions = { [one]: rows.map(({ label }) => label), [other]: columnsOf(form, weights.length) }
  const truth = normalized(weights.flatMap((_, j) => rows.map(row => row.weights[j])))
  return {
    options: { questions, truth },
    words: [`--questions ${quoted(JSON.stringify(questions))}`, truthText(truth)],
  }
}

interface TableRow {
  readonly label: string
  readonly weights: readonly number[]
}

function rowsOf({ shares }: Form): TableRow[] {
  const lines = shares.split(/\r\n|\r|\n/).filter(line => line.trim() !== '')
  return lines.map((line, i) => {
    const [, label = `answer ${i + 1}`, numbers] = /^\s*(?:([^:]*\S)\s*:)?(.*)$/.exec(line)!
    try {
      return { label, weights: parseWeights(numbers).weights }
    } catch (error) {
      throw new FieldError('shares', (error as Error).message.replace(/^line 1/, `line ${i + 1}`))
    }
  })
}

function columnsOf({ columns }: Form, count: number): string[] {
  if (columns.trim() === '') return Array.from({ length: count }, (_, j) => `answer ${j + 1}`)
  const labels = columns.split(',').map(label => label.trim())
  if (labels.length === count) return labels
  throw new FieldError(
    'columns',
    `expected ${count} answers with commas between them; found ${labels.length}`,
  )
}

/** A word of the command. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

function readShares(form: Form, field: 'shares' | 'others'): number[] {
  try {
    return normalized(parseWeights(form[field]).weights)
  } catch (error) {
    throw new FieldError(field, (error as Error).message)
  }
}

/** Number of digits of a share, few enough to be legible in a command. */
const DIGITS = 9

function normalized(weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map(weight => Number((weight / sum).toPrecision(DIGITS)))
}

function truthText(truth: unknown): string {
  return `--truth ${quoted(JSON.stringify(truth))}`
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
