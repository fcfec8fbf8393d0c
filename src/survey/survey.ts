import type { ItemsQuestion, OrderedQuestion } from '../domain/question.ts'
import type { Memory } from '../loop/memory/memory.ts'
import type { Language } from './languages.ts'

/** A survey as in `survey.json`: its questions and its goals. */
export interface Survey {
  /** The heading of the page. */
  readonly title: string
  /** The privacy level of everything that one person sends. */
  readonly epsilon: number
  /** The questions, by their names. */
  readonly questions: { readonly [name: string]: AskedQuestion }
  /** The public variable by its name, with its groups: `{ "department": ["north", "south"] }`. */
  readonly public?: { readonly [variable: string]: readonly string[] }
  /** The goals of the survey, each as its canonical text. */
  readonly goals?: readonly string[]
  /** The share of each group among all people. Default: the shares of the groups among the answers. */
  readonly shares?: { readonly [group: string]: number }
  /** The name of the strategy; default `auto`. */
  readonly strategy?: string
  /** The required probability of each goal's answer; default 0.95. */
  readonly confidence?: number
  /** The end of the survey: `by hand` (the default), `settled`, a day or a time. */
  readonly closes?: string
  /** Smallest number of answers that are counted together; default 10. */
  readonly smallestBatch?: number
  /** The share of people who may send arbitrary answers. */
  readonly robust?: { readonly share: number }
  /** The weights of old answers; default `all`. */
  readonly memory?: Memory
  /** The language of the page around the questions; default `en`. */
  readonly language?: Language
  /** Consent text, which people read before the questions. */
  readonly consent?: string
  /** A contact for people with questions. */
  readonly contact?: string
  /** The readers of results; by default the operator alone. */
  readonly results?: 'operator' | 'public'
}

/** A question of a survey: its possible answers, and its words. */
export type AskedQuestion = SurveyWords & (LabelledQuestion | OrderedQuestion | ItemsQuestion)

/** One of some categories, by their labels. */
export interface LabelledQuestion {
  /** The labels, in the order of the cells. */
  readonly categories: readonly string[]
}

/** Fields of a question in addition to its type. */
export interface SurveyWords {
  /** The text that people read. */
  readonly text: string
  /** Unit of its numbers, such as `EUR`. */
  readonly unit?: string
  /** Whether people may prefer not to say. This is a separate category, or a separate item. */
  readonly optional?: boolean
  /** Separator of the items in a cell of a file; default `;`. */
  readonly separator?: Separator
  /** Columns of a file, one for each item in their order, instead of one column with lists. */
  readonly columns?: readonly string[]
}

/** Allowed separators of the items in a cell of a file. */
export const SEPARATORS = [';', ',', '|'] as const
/** Separator of the items in a cell of a file. */
export type Separator = (typeof SEPARATORS)[number]
