import { refuse } from '../check/check.ts'
import type { Rng, SeededRng } from '../random/rng.ts'
import type { Column } from './column.ts'

/** What a user sends: a category or another number, or a set of categories, sorted (order would leak). */
export type Response = number | readonly number[]

/** Plain JSON data, enough to rebuild the mechanism on the other side of the wire. */
export type Request =
  | { readonly mechanism: 'srr'; readonly categories: number; readonly epsilon: number }
  | {
      readonly mechanism: 'rrrr'
      readonly categories: number
      readonly subset: readonly number[]
      readonly epsilon: number
      readonly epsilon1: number
    }
  | {
      readonly mechanism: 'subset-selection'
      readonly categories: number
      readonly epsilon: number
      readonly size: number
    }
  | { readonly mechanism: 'unary-encoding'; readonly categories: number; readonly epsilon: number }
  | { readonly mechanism: 'hadamard'; readonly categories: number; readonly epsilon: number }
  | {
      readonly mechanism: 'local-hashing'
      readonly categories: number
      readonly epsilon: number
      readonly buckets: number
      readonly size: number
      readonly partitions: readonly (readonly number[])[]
    }
  | { readonly mechanism: 'public-prior'; readonly prior: readonly number[]; readonly epsilon: number }

/**
 * A randomizer of one category, and what its responses say.
 *
 * A mechanism is the channel `G[y, x] = Pr(response y | category x)`; it never shows G, only its columns
 * `x ↦ G[y, x]`, which is all that estimation needs.
 */
export interface Mechanism<R extends Response = Response> {
  readonly name: Request['mechanism']
  /** Number of categories K; they count from 0. */
  readonly categories: number
  /** The exact privacy level, computed from the channel itself; never above what was asked for. */
  readonly epsilon: number
  /** Number of different responses, as a double: rounded beyond 2⁵³, Infinity where there are more than doubles reach. */
  readonly responseCount: number
  /** What a user who holds `category` sends. */
  respond(category: number, rng: Rng): R
  /**
   * The responses of a simulated group, `people[x]` of whom hold x: how many give each response (a category). The law is
   * that of `respond` for each, at the cost of O(K) draws whatever the group's size. Where there is no such way, absent.
   */
  respondMany?(people: Float64Array, rng: SeededRng): Float64Array
  /** `x ↦ Pr(response | x)`. Throws a RangeError on a response that the mechanism cannot give. */
  column(response: Response): Column
  /** Responses enough for an audit: the levels of any other are as far apart as those of one of these, or nearer. */
  kinds(): R[]
  /** All responses, in order. */
  responses(): Iterable<R>
  toRequest(): Request
}

/** A category number in range; the error names the argument. */
export function requireCategory(argument: string, value: unknown, categories: number): number {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) >= categories) {
    refuse(argument, value, `a category, a whole number from 0 to ${categories - 1}`)
  }
  return value as number
}

/** A response that is a set of categories, sorted; of this size, if one is given. */
export function requireSet(response: unknown, categories: number, size?: number): readonly number[] {
  const good =
    Array.isArray(response) &&
    (size === undefined || response.length === size) &&
    // Unlike `every`, this one does not pass over holes.
    response.findIndex(
      (x, i) => !(Number.isInteger(x) && x >= 0 && x < categories && (i === 0 || response[i - 1] < x)),
    ) < 0
  if (!good) {
    const what = size === undefined ? 'different categories' : `${size} different categories`
    refuse('response', response, `${what} from 0 to ${categories - 1}, sorted`)
  }
  return response as readonly number[]
}
