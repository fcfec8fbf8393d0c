import { requireInteger } from '../check/check.ts'
import { requireRng } from '../random/require-rng.ts'
import type { CryptoRng } from '../random/rng.ts'
import { logBinomialCoefficient } from '../special/log-binomial.ts'
import { certify } from './audit.ts'
import type { Coin } from './coin.ts'
import { type Column, levelColumn } from './column.ts'
import { type Mechanism, type Request, requireHeld, requireSet } from './mechanism.ts'
import { membersOf } from './select.ts'
import { setColumn } from './set-column.ts'

/** Largest number of categories for which sets of every size are enumerated. */
const MOST_SIZES = 2 ** 15

/** One bit for every category, each randomized separately. */
export interface UnaryBits {
  /** The name of its kind. */
  readonly name: string
  /** Number of categories K. */
  readonly categories: number
  /** ε, the logarithm of the odds of `truth` over those of `other`. */
  readonly epsilon: number
  /** Tosses the bit of the person's category. */
  readonly truth: Coin
  /** Tosses the bits of the other categories. */
  readonly other: Coin
  /** The logarithm of the odds of `truth`. */
  readonly logTruth: number
  /** The logarithm of the odds of `other`. */
  readonly logOther: number
  /** The logarithm of the probability that no bit is 1. */
  readonly logNone: number
  /** q, the probability of `other`, and that of `truth` less q. */
  readonly support: { readonly outside: number; readonly gap: number }
  /** Makes its request. */
  toRequest(): Request
}

/**
 * The mechanism that sends a bit for every category, as the sorted set of the categories whose bit is 1; it may be empty, or all of
 * them. With p and q the probabilities of the two coins, a set of s categories has
 *
 *     Pr(set | x) = p q^{s−1} (1 − q)^{K−s} for its members, and e^−ε of that for all others.
 */
export function unaryMechanism(bits: UnaryBits): Mechanism<readonly number[]> {
  const { name, categories, epsilon, truth, other, logTruth, logOther, logNone, toRequest } = bits
  const { outside, gap } = bits.support
  const column = (response: unknown): Column => {
    const set = Int32Array.from(requireSet(response, categories))
    if (set.length === 0) return levelColumn({ categories, logScale: logNone, logBase: 0 })
    return setColumn(categories, set, epsilon, logNone + logTruth + logOther * (set.length - 1))
  }
  /** The law of `respond`, with one toss more, so that the work does not depend on the category. */
  const respondEvenly = (own: number, rng: CryptoRng): number[] => {
    const bits = new Uint8Array(categories)
    for (let x = 0; x < categories; x++) bits[x] = Number(other.toss(rng))
    bits[own] = Number(truth.toss(rng))
    return membersOf(bits)
  }
  // Suffice for an audit: each member more multiplies the whole column by q/(1 − q), so that all sets but the empty one and the full one
  // have the likelihood ratio e^ε of a single category. Those two have equal entries.
  const kinds = () => [[0], []]
  return {
    name,
    categories,
    epsilon: certify({ name, kinds, column }, epsilon),
    responseCount: 2 ** categories,
    support: {
      outside,
      gap,
      together: { outside: outside * outside, gap: outside * gap },
      of: response => requireSet(response, categories),
    },
    respond(category, rng) {
      requireRng(rng)
      const own = requireHeld(category, categories)
      if (rng.kind === 'crypto') return respondEvenly(own, rng)
      const response: number[] = []
      for (let x = 0; x < categories; x++) {
        const bit = x === own ? truth : other
        if (bit.toss(rng)) response.push(x)
      }
      return response
    },
    column,
    kinds,
    responses: () => subsets(categories),
    orbits() {
      requireInteger(`the number of categories of ${name}`, categories, 2, MOST_SIZES)
      const all = Array.from({ length: categories }, (_, x) => x)
      return Array.from({ length: categories + 1 }, (_, size) => ({
        // Made on access, because all together they would have K²/2 members.
        get response() {
          return all.slice(0, size)
        },
        logCount: logBinomialCoefficient(categories, size),
      }))
    },
    toRequest,
  }
}

/** All sets of categories, in the order of their bits as binary numbers: [], [0], [1], [0, 1], [2], … */
function* subsets(categories: number): Iterable<readonly number[]> {
  const bits = new Uint8Array(categories)
  for (;;) {
    const set: number[] = []
    for (let x = 0; x < categories; x++) if (bits[x] === 1) set.push(x)
    yield set
    let carry = 0
    while (bits[carry] === 1) bits[carry++] = 0
    if (carry === categories) return
    bits[carry] = 1
  }
}
