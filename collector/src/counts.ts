import {
  detectLiars,
  likelihood,
  type Mechanism,
  mechanismFromRequest,
  type ChannelRequest as Request,
  type ChannelResponse as Response,
} from 'adobest'
import { aboutOf } from './store/about.ts'
import type { Counted } from './store/store.ts'

/** Smallest number of answers, and largest number of categories, for the library's test for made-up answers. */
const [LEAST_TESTED, MOST_TESTED] = [500, 256]

/** The answers of a group of people about the same questions: a part of the survey. */
export interface Part {
  /** The group; empty without groups. */
  readonly group: string
  /** The names of the questions; empty for a survey with a single one. */
  readonly about: readonly string[]
  readonly answers: number
  /** For each cell, the share of the raw answers that support it. */
  readonly answered: readonly number[]
}

interface Counting {
  readonly group: string
  readonly about: readonly string[]
  answers: number
  /** For each cell, the number of answers that support it. */
  readonly spoken: Float64Array
  /** All answers, by their request and response. */
  readonly distinct: Map<string, { request: Request; response: Response; count: number }>
}

/** Counts raw answers by part. */
export class Counts {
  private readonly seed: string
  private readonly mechanisms = new Map<string, Mechanism>()
  private readonly counting = new Map<string, Counting>()

  constructor(seed: string) {
    this.seed = seed
  }

  /** Current counts. */
  get parts(): readonly Part[] {
    return [...this.counting.values()].map(({ group, about, answers, spoken }) => {
      return { group, about, answers, answered: Array.from(spoken, count => count / answers) }
    })
  }

  mechanismOf(body: string): Mechanism {
    const mechanism = this.mechanisms.get(body) ?? mechanismFromRequest(JSON.parse(body))
    this.mechanisms.set(body, mechanism)
    return mechanism
  }

  add({ group, body, response: text, n }: Counted): void {
    const mechanism = this.mechanismOf(body)
    const about = aboutOf(body)
    const key = JSON.stringify([group, about])
    const { categories } = mechanism
    const part = this.counting.get(key) ?? {
      ...{ group, about, answers: 0, spoken: new Float64Array(categories), distinct: new Map() },
    }
    this.counting.set(key, part)
    const response = JSON.parse(text) as Response
    const answer = part.distinct.get(`${body} ${text}`) ?? {
      ...{ request: mechanism.toRequest(), response, count: 0 },
    }
    answer.count += n
    part.distinct.set(`${body} ${text}`, answer)
    part.answers += n
    const spokenFor = likeliest(mechanism, response)
    for (const x of spokenFor) part.spoken[x] += n / spokenFor.length
  }

  /** The smallest p-value of the signs of made-up answers, times the number of tested parts; null without a test. */
  liars(): number | null {
    const largeChannels = [...this.counting.values()].filter(
      ({ answers, spoken }) => answers >= LEAST_TESTED && spoken.length <= MOST_TESTED,
    )
    if (largeChannels.length === 0) return null
    const values = largeChannels.map(
      ({ distinct }) => detectLiars({ answers: distinct.values(), seed: this.seed }).pValue,
    )
    return Math.min(1, largeChannels.length * Math.min(...values))
  }
}

/** The cells that an answer supports: those with the largest likelihood. */
export function likeliest(mechanism: Mechanism, response: Response): number[] {
  const column = likelihood(mechanism, response)
  const most = column.reduce((a, b) => Math.max(a, b))
  return Array.from(column.keys()).filter(x => column[x] === most)
}

/** Number of people of a group who have answered about some questions, possibly together with others. */
export function peopleOf(parts: readonly Part[], group: string, about: readonly string[]): number {
  const isAbout = (part: Part) => part.about.length === 0 || about.every(name => part.about.includes(name))
  return parts
    .filter(part => part.group === group && isAbout(part))
    .reduce((n, { answers }) => n + answers, 0)
}

/** The raw answers of people of a group with requests about a single question. */
export function answeredOf(parts: readonly Part[], group: string, [name]: readonly string[]) {
  return parts.find(part => part.group === group && (part.about[0] ?? name) === name && part.about.length < 2)
    ?.answered
}
