import type { Vector } from '../check/check.ts'
import type { Channel, Request } from './mechanism.ts'

/** What a collection is like, for those who choose its channels. */
export interface Setting {
  /** Number of categories K, at least 2. */
  readonly categories: number
  /** The privacy level ε of every answer. */
  readonly epsilon: number
  /** The number of answers that there will be, where it is known. */
  readonly horizon?: number | undefined
  /** A public prior, weights of length K, where there is one. */
  readonly publicPrior?: Vector | undefined
}

/** A kind of mechanism. All that the library knows about it stands here and in the channels that it makes. */
export interface MechanismKind {
  /** What requests call it. */
  readonly name: string
  /**
   * The channel of a request. It comes from somebody else, as plain data with other fields than the kind's perhaps: throws a
   * RangeError on parameters that are not good.
   */
  fromRequest(request: Request): Channel
  /** How many categories a request is over, of kinds whose requests do not say so in a field `categories`. */
  categoriesOf?(request: Request): unknown
  /** The channel for a whole collection; with it, the name is that of a strategy too. */
  strategy?(setting: Setting): Channel
}
