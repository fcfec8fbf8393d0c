import { copyList, isObject, Refusal, refuse, refuseName } from '../check/check.ts'
import { binFrom } from '../domain/ordered.ts'
import { FORMS } from './forms.ts'
import { readDifference, readQuery, unitOf } from './parse-query.ts'
import { type Event, namesIn, partsOf, type Query } from './query.ts'
import { conditionsText, queryText, questionText } from './query-text.ts'
import { readEvents, readName } from './read-event.ts'
import { Reader, type Token } from './reader.ts'
import { type Asked, type Vocabulary, vocabularyOf } from './vocabulary.ts'

/**
 * A question that a collection should settle:
 *
 * - `{ query, within }`: how large a value is, `share(Sales) ± .03`. It is settled when the interval is no wider than ± `within`; the
 *   answer is the middle of the interval.
 * - `{ query, above }`: whether a value is above a threshold, `mean > 3`. The answer is true or false.
 * - `{ order, take, by }`: which `take` of these queries are the largest. For two queries, `mean(| region = north) > mean(| region = south)
 *   by .1`, the answer is one of them or, if they differ by less than `by`, `'tie'`. For all categories, `top(3) by .01`, the answer is a
 *   list: no category outside it is more frequent, by more than `by`, than one in it.
 *
 * `String(goal)` is its canonical text, which `parseGoal` reads.
 */
export type Goal = ValueGoal | SideGoal | OrderGoal

/** A goal that asks for the value of a query. */
export interface ValueGoal {
  /** The query that the goal is about. */
  readonly query: Query
  /** Half the width of the interval that settles it, in the query's unit. */
  readonly within: number
}

/** A goal that compares a query with a threshold. */
export interface SideGoal {
  /** The query that the goal is about. */
  readonly query: Query
  /** The threshold. */
  readonly above: number
}

/** A goal that asks for the largest of several queries. */
export interface OrderGoal {
  /** Two queries, or the shares of all levels of a question. */
  readonly order: readonly Query[]
  /** Number of largest queries to find; 1 if there are two. */
  readonly take: number
  /** Smallest difference that matters. */
  readonly by?: number
}

/** A goal as it may be given: as text, or as an object whose queries may be texts. */
export type GivenGoal = string | Goal | WrittenGoal

/** A goal as an object, whose queries may be texts. */
export interface WrittenGoal {
  /** The query whose value is asked for, or compared with `above`. */
  readonly query?: string | Query
  /** Half the width of the interval that settles it. */
  readonly within?: number
  /** The threshold with which the value is compared. */
  readonly above?: number
  /** The queries whose largest are to be found. */
  readonly order?: readonly (string | Query)[]
  /** Number of largest queries to find. */
  readonly take?: number
  /** Smallest difference that matters. */
  readonly by?: number
}

/** Largest number of goals of a collection. */
export const MOST_GOALS = 64
/** The width of a goal whose width is to be solved for: `± ?`. */
export const OPEN = '?'
/** A goal whose width may be unknown. */
export type OpenGoal = Goal | { readonly query: Query; readonly within: typeof OPEN }

/** List of the forms of goals for error messages. */
export const GOAL_FORMS = 'QUERY ± WIDTH, QUERY > VALUE, QUERY > QUERY [by MARGIN] or top(K) [by MARGIN]'

/** Default confidence: one settled answer in twenty may be wrong. */
export const CONFIDENCE = 0.95

/** Meaning of the confidence: decisions are right that often on average over truths drawn from the prior, or for every truth. */
export type GoalGuarantee = (typeof GUARANTEES)[number]

export const GUARANTEES = ['posterior', 'anytime'] as const

/**
 * Reads a goal about these questions and groups:
 *
 *     QUERY ± 500      QUERY > .3      QUERY1 > QUERY2 [by .02]      top(job, 3) [by .01]
 *
 * `+-` is ± for keyboards. With `<` and a value it is the same goal as with `>`, whose answer says whether the query is above.
 *
 * @throws RangeError if the text is no such goal; its message shows where, with a caret
 * @see parseQuery for queries
 * @example
 * String(parseGoal('share(2)+-.03', { categories: 4 })) // 'share(2) ± 0.03'
 * @example
 * parseGoal('top(2)', { categories: 4 }).order.length // 4
 */
export function parseGoal(goal: GivenGoal, asked: Asked): Goal {
  return readGoal(goal, vocabularyOf(asked))
}

/** Reads a goal given as text or as an object. */
export function readGoal(goal: GivenGoal, vocabulary: Vocabulary, argument = 'goal'): Goal {
  const reader = new Reader(textOf(goal, vocabulary, argument), argument)
  const found = readOpen(reader, vocabulary)
  if ('within' in found && found.within === OPEN)
    reader.fail({ at: reader.text.length - 1, length: 1 }, 'a width, which only a plan solves for,')
  return found as Goal
}

/** Reads a goal whose width may be unknown. */
export function readOpenGoal(goal: GivenGoal, vocabulary: Vocabulary, argument = 'goal'): OpenGoal {
  return readOpen(new Reader(textOf(goal, vocabulary, argument), argument), vocabulary)
}

/** Options for a list of goals or a single goal. */
interface GivenGoals {
  readonly goal?: GivenGoal | undefined
  readonly goals?: readonly GivenGoal[] | undefined
}

/** Reads the goals in these options; none gives an empty list. */
export function readGoals(given: GivenGoals, vocabulary: Vocabulary): Goal[] {
  return listOfGoals(given, (one, argument) => readGoal(one, vocabulary, argument))
}

/** Reads a list of goals. */
export function listOfGoals<G>(
  { goal, goals }: GivenGoals,
  readOne: (goal: GivenGoal, argument: string) => G,
): G[] {
  if (goals === undefined) return goal === undefined ? [] : [readOne(goal, 'goal')]
  if (goal !== undefined) refuse('goal', String(goal), 'left out with goals')
  const list = copyList('goals', goals, 1, MOST_GOALS, `a list of 1 to ${MOST_GOALS} goals`)
  const read = list.map((one, i) => readOne(one as GivenGoal, `goals[${i}]`))
  const texts = read.map(String)
  const twice = texts.find((text, i) => texts.indexOf(text) < i)
  return twice === undefined ? read : refuse('goals', twice, 'goals that differ')
}

/** The queries that a goal is about. */
export function queriesOf(goal: Goal): readonly Query[] {
  return 'order' in goal ? goal.order : [goal.query]
}

/** Names of all questions that goals are about, without the public variable. */
export function namesOfGoals(goals: readonly Goal[], variable: string | undefined): string[] {
  const queries = goals.flatMap(queriesOf).flatMap(partsOf)
  return [...new Set(queries.flatMap(query => namesIn(query, variable)))]
}

/** A goal with its width replaced. */
export function withWidth(
  { query }: { readonly query: Query },
  within: number,
  vocabulary: Vocabulary,
): ValueGoal {
  return withText({ query, within }, vocabulary)
}

function textOf(goal: unknown, vocabulary: Vocabulary, argument: string): string {
  if (typeof goal === 'string') return goal
  const forms = `a goal: ${GOAL_FORMS}`
  if (!isObject(goal)) refuse(argument, goal, forms)
  const { query, within, above, order, take, by, ...rest } = goal as Record<string, unknown>
  const [unknown] = Object.keys(rest)
  const fields = ['query', 'within', 'above', 'order', 'take', 'by']
  if (unknown !== undefined) refuseName(`each name in ${argument}`, unknown, fields)
  if (Array.isArray(order)) return orderText({ order, take, by }, vocabulary, argument)
  if (query === undefined || (within === undefined) === (above === undefined)) refuse(argument, goal, forms)
  const text = queryText(readQuery(query as Query, vocabulary, `${argument}.query`), vocabulary)
  return within === undefined ? `${text} > ${above}` : `${text} ± ${within}`
}

/** The text of an order of two queries, or of all levels of a question. */
function orderText(
  { order, take, by }: { order: readonly (string | Query)[]; take: unknown; by: unknown },
  vocabulary: Vocabulary,
  argument: string,
): string {
  const queries = order.map((one, i) => readQuery(one, vocabulary, `${argument}.order[${i}]`))
  const margin = by === undefined ? '' : ` by ${by}`
  if (queries.length === 2 && take === 1) return `${queries[0]} > ${queries[1]}${margin}`
  const [first] = queries
  const text = first?.form === 'share' ? topText(first, take, vocabulary) : ''
  const all = text === '' ? [] : (readGoal(text, vocabulary, argument) as OrderGoal).order
  const isTop = all.length === queries.length && all.every((one, i) => String(one) === String(queries[i]))
  return isTop
    ? `${text}${margin}`
    : refuse(`${argument}.order`, order, 'two queries, or the shares of all levels of a question')
}

function readOpen(reader: Reader, vocabulary: Vocabulary): OpenGoal {
  const isTop = reader.isWord('top') && reader.isMark('(', 1)
  const goal = isTop ? readTop(reader, vocabulary) : readComparison(reader, vocabulary)
  if (reader.peek().kind !== 'end') reader.fail(reader.peek(), 'nothing more')
  return withText(goal, vocabulary)
}

function readComparison(reader: Reader, vocabulary: Vocabulary): OpenGoal {
  const query = readDifference(reader, vocabulary)
  requireEdges(query, reader, vocabulary)
  const sign = reader.take()
  if (sign.kind === 'mark' && sign.text === '±') {
    const place = reader.peek()
    if (reader.skip('?')) return { query, within: OPEN }
    const within = reader.number('a width')
    const most = mostOf(query, vocabulary)
    if (!(within > 0 && within < most)) reader.fail(place, `a width above 0 and below ${most}`)
    return { query, within }
  }
  if (sign.kind !== 'mark' || (sign.text !== '>' && sign.text !== '<'))
    reader.fail(sign, '±, > or < and what the query is compared with,')
  const place = reader.peek()
  if (place.kind === 'number' || reader.isMark('-')) {
    const above = reader.number()
    const [low, high] = rangeOf(query, vocabulary)
    if (!(above > low && above < high)) reader.fail(place, `a value above ${low} and below ${high}`)
    return { query, above }
  }
  const other = readDifference(reader, vocabulary)
  requireEdges(other, reader, vocabulary)
  if (unitOf(query) !== unitOf(other))
    reader.fail(place, `a query in the same unit, not ${query.form} beside ${other.form},`)
  const order = sign.text === '>' ? [query, other] : [other, query]
  if (String(query) === String(other)) reader.fail(place, 'another query')
  return { order, take: 1, ...readMargin(reader, mostOf(query, vocabulary)) }
}

/** Reads `top(job, 3 | region = north) by .01`, the order of all levels of a question. */
function readTop(reader: Reader, vocabulary: Vocabulary): OrderGoal {
  const { domain } = vocabulary
  reader.take()
  reader.expect('(')
  const start = reader.peek()
  const isNumbered = start.kind === 'number' && !reader.isMark(',', 1)
  const isAlias = domain.isSingle && !isNumbered && start.text === vocabulary.name
  if (isAlias) reader.take()
  const of = isNumbered && domain.isSingle ? '' : isAlias ? '' : readName(reader, vocabulary)
  if (!isNumbered) reader.expect(',')
  const kind = domain.kinds[domain.names.indexOf(of)]
  const place = reader.peek()
  const take = reader.number('how many')
  if (!Number.isInteger(take) || take < 1 || take >= kind.cells)
    reader.fail(place, `a whole number from 1 to ${kind.cells - 1}`)
  const conditions = reader.skip('|') ? readEvents(reader, vocabulary, true) : undefined
  reader.expect(')')
  const levels = kind.names ?? Array.from({ length: kind.cells }, (_, x) => x)
  const order = levels.map((level): Query => share({ of, in: [level] }, conditions, vocabulary))
  return { order, take, ...readMargin(reader, 1) }
}

function share(event: Event, given: readonly Event[] | undefined, vocabulary: Vocabulary): Query {
  const query: Query = { form: 'share', of: [event], given }
  return Object.defineProperty(query, 'toString', { value: () => queryText(query, vocabulary) })
}

function readMargin(reader: Reader, most: number): { by?: number } {
  if (!reader.isWord('by')) return {}
  reader.take()
  const place = reader.peek()
  const by = reader.number('a margin')
  if (!(by > 0 && by < most)) reader.fail(place, `a margin above 0 and below ${most}`)
  return { by }
}

/** The smallest and the largest possible value of a query. */
export function rangeOf(query: Query, { domain }: Vocabulary): [low: number, high: number] {
  const [first, minus] = partsOf(query)
  const one = (part: Query) => {
    const { about, range } = FORMS[part.form]
    const name = about === 'events' ? '' : String([part.of].flat()[0])
    return range(domain.kinds[Math.max(0, domain.names.indexOf(name))])
  }
  const [low, high] = one(first)
  if (minus === undefined) return [low, high]
  const [lowest, highest] = one(minus)
  return [low - highest, high - lowest]
}

/** Upper bound on widths and margins. */
function mostOf(query: Query, vocabulary: Vocabulary): number {
  const [low, high] = rangeOf(query, vocabulary)
  return high - low
}

/** Refuses a goal about a share of numbers whose threshold is inside a bin. */
function requireEdges(query: Query, reader: Reader, { domain }: Vocabulary): void {
  for (const part of partsOf(query)) {
    const events = [...(part.form === 'share' ? part.of : []), ...(part.given ?? [])]
    for (const event of events) {
      const kind = domain.kinds[domain.names.indexOf(event.of)]
      if (!('side' in event) || typeof event.value === 'string' || kind?.kind !== 'number') continue
      try {
        binFrom(kind as Parameters<typeof binFrom>[0], 'value', event.value)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        reader.fail(tokenOf(reader, event.value), `${error.allowed},`)
      }
    }
  }
}

/** Position of a number in the text, for an error's caret. */
function tokenOf(reader: Reader, value: number): Pick<Token, 'at' | 'length'> {
  return reader.find(token => token.kind === 'number' && Number(token.text) === Math.abs(value))
}

function withText<G extends OpenGoal>(goal: G, vocabulary: Vocabulary): G {
  return Object.defineProperty({ ...goal }, 'toString', { value: () => goalText(goal, vocabulary) })
}

function goalText(goal: OpenGoal, vocabulary: Vocabulary): string {
  if ('within' in goal) return `${queryText(goal.query, vocabulary)} ± ${goal.within}`
  if ('above' in goal) return `${queryText(goal.query, vocabulary)} > ${goal.above}`
  const { order, take, by } = goal
  const margin = by === undefined ? '' : ` by ${by}`
  if (order.length > 2) return `${topText(order[0], take, vocabulary)}${margin}`
  const [one, other] = order.map(query => queryText(query, vocabulary))
  return `${one} > ${other}${margin}`
}

/** The text of an order of all levels of a question, given the share of one of them. */
function topText(share: Query, take: unknown, vocabulary: Vocabulary): string {
  const [event] = share.of as readonly Event[]
  const name = questionText(event.of, vocabulary)
  const conditions = conditionsText(share, vocabulary)
  return `top(${[name === '' ? String(take) : `${name}, ${take}`, conditions].filter(Boolean).join(' ')})`
}
