import {
  type ChannelRequest,
  type ChannelResponse,
  createRespondent,
  likelihood,
  mechanismFromRequest,
  type Question,
  readQuestion,
} from 'adobest'

/** A question as shown on the page: its text, and the possible answers. */
export type Shown = { readonly text: string; readonly unit?: string } & (
  | { readonly categories: readonly string[] }
  | { readonly items: readonly string[] }
  | Exclude<Question, number | readonly string[]>
)

export interface Questions {
  readonly [name: string]: Shown
}

/** A request that the page may draw. */
export interface Asked {
  readonly id: number
  readonly weight: number
  readonly body: ChannelRequest & { readonly about?: readonly string[] }
}

/** A question for this person; for a question with items, only the requested ones. */
export interface Field {
  readonly name: string
  readonly shown: Shown
  readonly items: readonly string[]
}

/** A person's answer; for items, the list of those that apply. */
export type Held = number | string | readonly string[]

/** Draws one request in proportion to the weights, by the browser's own generator. */
export function drawOne(requests: readonly Asked[]): Asked {
  if (requests.length === 1) return requests[0]
  const [bits] = crypto.getRandomValues(new Uint32Array(1))
  let rest = (bits / 2 ** 32) * requests.reduce((sum, { weight }) => sum + weight, 0)
  for (const request of requests) {
    rest -= request.weight
    if (rest < 0) return request
  }
  return requests.at(-1)!
}

/** The questions of a request. @throws Error if it is about unknown ones */
export function fieldsOf(questions: Questions, { body }: Asked): Field[] {
  const fields = new Map<string, { readonly name: string; readonly shown: Shown; readonly items: string[] }>()
  for (const about of body.about ?? Object.keys(questions)) {
    const [name, item] = placeOf(questions, about)
    const field = fields.get(name) ?? { name, shown: questions[name], items: [] }
    if (item !== undefined) field.items.push(item)
    fields.set(name, field)
  }
  return [...fields.values()]
}

/** Splits a name in a request: a question's, or one of its items', `benefits:phone`. */
function placeOf(questions: Questions, about: string): [name: string, item?: string] {
  if (about in questions && !('items' in questions[about])) return [about]
  for (const [name, question] of Object.entries(questions)) {
    const item = 'items' in question && question.items.find(one => `${name}:${one}` === about)
    if (item) return [name, item]
  }
  throw new Error(`no question ${about}`)
}

/** The question in the library's form. */
function questionOf({ shown, items }: Field): Question | { readonly items: readonly string[] } {
  if ('items' in shown) return { items }
  if ('categories' in shown) return shown.categories
  const { text: _, unit: __, ...question } = shown
  return question
}

const ITEM = ['no', 'yes']

/** The kinds of a request's questions, in its order. */
export function kindsOf(questions: Questions, { body }: Asked) {
  return (body.about ?? Object.keys(questions)).map(about => {
    const [name, item] = placeOf(questions, about)
    return readQuestion(item === undefined ? questionOf({ name, shown: questions[name], items: [] }) : ITEM)
  })
}

/**
 * The channel of a request, over the cells of its questions.
 *
 * @throws RangeError if it is over other cells
 */
export function channelOf(questions: Questions, asked: Asked) {
  const categories = kindsOf(questions, asked).reduce((product, { cells }) => product * cells, 1)
  return mechanismFromRequest(asked.body, { categories })
}

/** Makes a randomized answer. It depends only on the request's questions. */
export function respond(
  fields: readonly Field[],
  { body }: Asked,
  held: readonly Held[],
  epsilon: number,
): ChannelResponse {
  const terms = { epsilon, budget: epsilon }
  const { about = [], ...request } = body
  if (about.length > 1) {
    const questions = Object.fromEntries(fields.map(field => [field.name, questionOf(field)]))
    const record = Object.fromEntries(fields.map(({ name }, i) => [name, held[i]]))
    return createRespondent({ ...terms, questions }).respond(body, record)
  }
  const [field] = fields
  const isItem = 'items' in field.shown
  const question = isItem ? ITEM : (questionOf(field) as Question)
  const value = isItem ? ITEM[(held[0] as readonly string[]).length] : (held[0] as number | string)
  return createRespondent({ ...terms, question }).respond(request as ChannelRequest, value)
}

/** Largest number of entries in the list of values that an answer supports. */
const MOST_SHOWN = 12

/** Labels of the values that an answer supports; adjacent values of a scale or a number are joined. */
export function spokenFor(questions: Questions, asked: Asked, response: ChannelResponse): string[] {
  const column = likelihood(channelOf(questions, asked), response)
  const most = column.reduce((a, b) => Math.max(a, b))
  const kinds = kindsOf(questions, asked)
  const names = kinds.map(kind => kind.names ?? Array.from({ length: kind.cells }, (_, x) => String(x)))
  // Each label keeps its own writing direction, independent of the sentence.
  const isolated = (label: string) => `\u2068${label}\u2069`
  const labelOf = (cell: number) => {
    let rest = cell
    const labels = names.map(list => {
      const label = list[rest % list.length]
      rest = Math.floor(rest / list.length)
      return label
    })
    return isolated(labels.join(' × '))
  }
  const isLine = kinds.length === 1 && kinds[0].kind !== 'categories'
  const found: string[] = []
  for (let cell = 0; cell < column.length; cell++) {
    if (column[cell] !== most) continue
    const first = cell
    while (isLine && column[cell + 1] === most) cell++
    found.push(first === cell ? labelOf(cell) : `${labelOf(first)} – ${labelOf(cell)}`)
  }
  return found.length > MOST_SHOWN ? [...found.slice(0, MOST_SHOWN), '…'] : found
}
