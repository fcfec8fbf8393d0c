import type { Vector } from '../check/check.ts'
import type { Channel, Request } from './mechanism.ts'

/** What is known about a collection when its channels are chosen. */
export interface Setting {
  /** Number of categories K, at least 2. */
  readonly categories: number
  /** The privacy level ε of every answer. */
  readonly epsilon: number
  /** The number of answers that there will be, if it is known. */
  readonly horizon?: number | undefined
  /** A public prior, weights of length K, if there is one. */
  readonly publicPrior?: Vector | undefined
}

/** A kind of mechanism. Everything that the library knows about it is stated here and in the channels that it makes. */
export interface MechanismKind {
  /** The name that requests have for it. */
  readonly name: string
  /** What commands print of it: one line on what an answer is. */
  readonly says?: string | undefined
  /** What papers and other libraries call it; who uses such a name is told the kind's. */
  readonly synonyms?: readonly string[] | undefined
  /** Whether categories and level alone make its channel; the figures of `adobest audit --risk` then compare it with others. */
  readonly plain?: true
  /**
   * The channel of a request. The request comes from somebody else as plain data, possibly with fields that this kind does not
   * have. Throws a RangeError on bad parameters.
   */
  fromRequest(request: Request): Channel
  /** A request as this version writes it; for kinds whose requests were once written otherwise. The request is plain data, not yet checked. */
  asWrittenToday?(request: Request): Request
  /** How many categories a request is over; for kinds whose requests do not say so in a field `categories`. */
  categoriesOf?(request: Request): unknown
  /** The channel for a whole collection. A kind that has this also gives its name to a strategy. */
  strategy?(setting: Setting): Channel
}
