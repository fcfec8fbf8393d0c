import { refuse, refuseSecret } from '../check/check.ts'
import type { Rng, SeededRng } from '../random/rng.ts'
import type { Column } from './column.ts'
import type { Support } from './support.ts'

/** The message of a user: a category or another number, or a set of categories, sorted because their order would leak. */
export type Response = number | readonly number[]

/** Plain JSON data, enough to rebuild the mechanism on the other side of the wire: the name of its kind and its parameters. */
export interface Request {
  /** The name of its kind: `srr`, `rrrr`, … */
  readonly mechanism: string
  readonly [parameter: string]: unknown
}

/**
 * A randomizer of one category, as its author writes it, with the likelihood columns of its responses.
 *
 * It is the channel `G[y, x] = Pr(response y | category x)`. It does not expose G itself, only the columns `x ↦ G[y, x]`, which are
 * all that estimation needs.
 */
export interface Channel<R extends Response = Response> {
  /** The name of its kind. */
  readonly name: string
  /** Number of categories K; they count from 0. */
  readonly categories: number
  /** The categories that responses are mostly restricted to, if there are such. */
  readonly subset?: readonly number[]
  /** Whether a response is a category, namely the one that it supports. */
  readonly answersCategories?: boolean
  /**
   * Draws the response of a user with `category`.
   *
   * @throws RangeError if `category` is not one of the categories; the error does not reveal it
   */
  respond(category: number, rng: Rng): R
  /**
   * The responses of a simulated group, `people[x]` of whom hold x: how many give each response (a category). The law is that of `respond`
   * for each, at the cost of O(K) draws for any size of the group. Absent if the mechanism has no such shortcut.
   */
  respondMany?(people: Float64Array, rng: SeededRng): Float64Array
  /** `x ↦ Pr(response | x)`. Throws a RangeError on a response that the mechanism cannot give. */
  column(response: Response): Column
  /**
   * Responses that suffice for an audit: one of them has the largest likelihood ratio, `max_x Pr(y|x) / min_x Pr(y|x)`, of all. An author's
   * claim counts only if `responses()` can be enumerated and confirms it.
   */
  kinds?(): R[]
  /** All responses, in order. */
  responses?(): Iterable<R>
  /** The request as plain data, from which the respondent rebuilds the design. */
  toRequest(): Request
}

/** A channel that the library has audited. */
export interface Mechanism<R extends Response = Response> extends Channel<R> {
  /** The exact privacy level, computed from the channel itself; never above the requested one. */
  readonly epsilon: number
  /** Number of different responses, as a double: rounded beyond 2⁵³, Infinity beyond the largest double. */
  readonly responseCount: number
  /**
   * The protocol's channel, if it is known that not all people follow the protocol. The level is then that of this channel, and columns and
   * draws are those of everybody together.
   */
  readonly followed?: Mechanism<R>
  /** Supports of its responses, if the mechanism is a pure protocol. */
  readonly support?: Support
  kinds(): R[]
  responses(): Iterable<R>
  /**
   * Present if the law is invariant under renaming of the categories. Lists one response from each class of responses that differ by such a
   * renaming alone, with the size of the class. Sums over all responses are then sums over these classes, even if the responses are too
   * many to list.
   */
  orbits?(): Orbit<R>[]
}

/** A class of responses: all those that one response can become when the categories are renamed. */
export interface Orbit<R extends Response = Response> {
  readonly response: R
  /** Natural logarithm of their number. */
  readonly logCount: number
}

/** Checks that a value is a mechanism, by its columns. */
export function requireMechanism<M extends Pick<Channel, 'column'>>(mechanism: M): M {
  if (typeof mechanism?.column !== 'function') {
    refuse('mechanism', mechanism, 'a mechanism, as srr({ … }) and mechanismFromRequest(…) give')
  }
  return mechanism
}

/** Largest number of categories of any mechanism: the largest 32-bit integer. */
export const MOST_CATEGORIES = 2 ** 31 - 1

/** Checks a category. Only for responses and public data, because the error reveals the value. */
export function requireCategory(argument: string, value: unknown, categories: number): number {
  if (!isCategory(value, categories)) refuse(argument, value, categoriesAllowed(categories))
  return value
}

/** Checks a private category; the error does not reveal it. −0 becomes 0, so no answer shows it. */
export function requireHeld(category: unknown, categories: number, argument = 'category'): number {
  if (!isCategory(category, categories)) refuseSecret(argument, categoriesAllowed(categories))
  return category + 0
}

function isCategory(value: unknown, categories: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < categories
}

const categoriesAllowed = (categories: number) => `a category, a whole number from 0 to ${categories - 1}`

/** Whether these are different categories, sorted. */
export function isSortedSet(set: readonly unknown[], categories: number): set is readonly number[] {
  return set.every((x, i) => isCategory(x, categories) && (i === 0 || (set[i - 1] as number) < x))
}

/**
 * A copy of a response that is a set of categories, sorted, and of this size if one is given. Each member is read only once, so
 * that a live list cannot be one set when it is checked and another when it is counted.
 */
export function requireSet(response: unknown, categories: number, size?: number): readonly number[] {
  const set: unknown[] | undefined =
    Array.isArray(response) && response.length <= categories ? Array.from(response) : undefined
  const isValid =
    set !== undefined && (size === undefined || set.length === size) && isSortedSet(set, categories)
  if (!isValid) {
    const what = size === undefined ? 'different categories' : `${size} different categories`
    refuse('response', response, `${what} from 0 to ${categories - 1}, sorted`)
  }
  return set as number[]
}
