import type { Vector } from '../check/check.ts'
import type { Channel, Request } from './mechanism.ts'

/** Properties of a collection that determine its channels. */
export interface Setting {
  /** Number of categories K, at least 2. */
  readonly categories: number
  /** The privacy level ε of every answer. */
  readonly epsilon: number
  /** The final number of answers, if known. */
  readonly horizon?: number | undefined
  /** A public prior, weights of length K, if there is one. */
  readonly publicPrior?: Vector | undefined
}

/** A kind of mechanism. Everything that the library knows about it is stated here and in the channels that it makes. */
export interface MechanismKind {
  /** The name of the kind in requests. */
  readonly name: string
  /** One line about the answers, for commands to print. */
  readonly says?: string | undefined
  /** Names of the kind in papers and other libraries. An error about such a name suggests the name in this library. */
  readonly synonyms?: readonly string[] | undefined
  /** Whether categories and level alone make its channel; the figures of `adobest audit --risk` then compare it with others. */
  readonly plain?: true
  /** The channel of a request. The request is untrusted plain data, possibly with unknown fields. Throws a RangeError on bad parameters. */
  fromRequest(request: Request): Channel
  /**
   * A request in the form of this version; for kinds whose requests had another form in earlier versions. The request is plain data, not
   * yet checked.
   */
  asWrittenToday?(request: Request): Request
  /** The number of categories of a request; for kinds whose requests have no field `categories`. */
  categoriesOf?(request: Request): unknown
  /** The channel for a whole collection. A kind that has this also gives its name to a strategy. */
  strategy?(setting: Setting): Channel
}
