import { refuse, requireInteger, requireNumber, requireOneOf, requireOptions } from '../check/check.ts'
import { isWithin } from '../mechanism/audit.ts'
import type { MechanismKind } from '../mechanism/kind.ts'
import { MOST_CATEGORIES, type Request, type Response, requireHeld } from '../mechanism/mechanism.ts'
import { cryptoRng } from '../random/crypto.ts'
import type { CryptoRng, Rng, SeededRng } from '../random/rng.ts'
import { mechanismFromRequest } from './requests.ts'

/** The user's side of the loop: it holds a category, and lets out a randomized response alone. */
export interface Respondent {
  readonly randomness: 'crypto'
  /**
   * Answers a request about the category that the user holds.
   *
   * @throws RangeError if the category is none of this respondent's, before the request is looked at and without saying what it
   *   was; then, for reasons of the request alone and before anything is randomized, if it is bad, is over another number of
   *   categories, or its channel spends more than this respondent's limit
   */
  respond(request: Request, category: number): Response
}

/** A respondent whose answers are reproducible, and so protect nobody: the types keep it apart from a real one. */
export interface SimulatedRespondent {
  readonly randomness: 'seeded'
  respond(request: Request, category: number): Response
}

/** What a person agrees to. */
interface Limits {
  readonly epsilon: number
  readonly categories: number
  readonly catalogue?: { readonly mechanisms: readonly MechanismKind[] }
}

/**
 * A respondent who answers no request above `epsilon`, whatever it promises: the level is audited from the channel. Nor any
 * over other categories than the respondent's own: whether it is answered must not depend on the one that is held.
 *
 * With the operating system's generator, the default, every choice that privacy depends on is made in integers whose
 * odds never exceed `e^ε`.
 *
 * @param options.epsilon the highest level that this respondent agrees to
 * @param options.categories K, from 2 to 2³¹ − 1: a person's category is one of 0 … K − 1
 * @param options.catalogue the kinds of mechanisms that this respondent answers; default `builtIn`
 * @param options.rng default `cryptoRng()`; a seeded stream gives a `SimulatedRespondent`
 * @throws RangeError on a bad option
 * @example
 * createRespondent({ epsilon: 1, categories: 4 }).respond({ mechanism: 'srr', categories: 4, epsilon: 1 }, 2) // 0, 1, 2 or 3
 */
export function createRespondent(options: Limits & { rng?: CryptoRng }): Respondent
export function createRespondent(options: Limits & { rng: SeededRng }): SimulatedRespondent
export function createRespondent(options: Limits & { rng?: Rng }): {
  randomness: never
  respond(request: Request, category: number): Response
} {
  requireOptions(options, { epsilon: true, categories: true, catalogue: true, rng: true })
  const { catalogue } = options
  const limit = requireNumber('epsilon', options.epsilon, { above: 0 })
  const categories = requireInteger('categories', options.categories, 2, MOST_CATEGORIES)
  const rng = options.rng ?? cryptoRng()
  requireOneOf('rng.kind', rng.kind, ['crypto', 'seeded'])
  return {
    randomness: rng.kind as never,
    respond(request, category) {
      const own = requireHeld(category, categories)
      const mechanism = mechanismFromRequest(request, { categories, ...(catalogue && { catalogue }) })
      // Audited from its columns when it was made.
      const { epsilon: spent } = mechanism
      if (!isWithin(spent, limit)) refuse("the request's epsilon", spent, `at most ${limit}`)
      return mechanism.respond(own, rng)
    },
  }
}
