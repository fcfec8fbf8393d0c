import { refuse, requireNumber } from '../check/check.ts'
import { audit, isWithin } from '../mechanism/audit.ts'
import { type Request, type Response, requireCategory } from '../mechanism/mechanism.ts'
import { cryptoRng } from '../random/crypto.ts'
import type { CryptoRng, Rng, SeededRng } from '../random/rng.ts'
import { mechanismFromRequest } from './requests.ts'

/** The user's side of the loop: it holds a category, and lets out a randomized response alone. */
export interface Respondent {
  readonly randomness: 'crypto'
  /**
   * Answers a request about the category that the user holds.
   *
   * @throws RangeError, before anything is randomized, if the request's own channel spends more than this respondent's
   *   limit, or the request or the category is bad
   */
  respond(request: Request, category: number): Response
}

/** A respondent whose answers are reproducible, and so protect nobody: the types keep it apart from a real one. */
export interface SimulatedRespondent {
  readonly randomness: 'seeded'
  respond(request: Request, category: number): Response
}

/**
 * A respondent who answers no request above `epsilon`, whatever it promises: the level is audited from the channel.
 *
 * With the operating system's generator, the default, every choice that privacy depends on is made in integers whose
 * odds never exceed `e^ε`.
 *
 * @param options.epsilon the highest level that this respondent agrees to
 * @param options.rng default `cryptoRng()`; a seeded stream gives a `SimulatedRespondent`
 * @throws RangeError on a bad epsilon
 * @example
 * createRespondent({ epsilon: 1 }).respond({ mechanism: 'srr', categories: 4, epsilon: 1 }, 2) // 0, 1, 2 or 3
 */
export function createRespondent(options: { epsilon: number; rng?: CryptoRng }): Respondent
export function createRespondent(options: { epsilon: number; rng: SeededRng }): SimulatedRespondent
export function createRespondent(options: { epsilon: number; rng?: Rng }): {
  randomness: never
  respond(request: Request, category: number): Response
} {
  const limit = requireNumber('epsilon', options.epsilon, { above: 0 })
  const rng = options.rng ?? cryptoRng()
  return {
    randomness: rng.kind as never,
    respond(request, category) {
      const mechanism = mechanismFromRequest(request)
      const spent = audit(mechanism).epsilon
      if (!isWithin(spent, limit)) refuse("the request's epsilon", spent, `at most ${limit}`)
      requireCategory('category', category, mechanism.categories)
      return mechanism.respond(category, rng)
    },
  }
}
