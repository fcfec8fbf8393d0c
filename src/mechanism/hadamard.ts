import { type Categories, countCategories } from '../check/categories.ts'
import { requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { requireRng } from '../random/require-rng.ts'
import { certify } from './audit.ts'
import { expRoundedDown, truthCoin } from './coin.ts'
import type { LevelColumn } from './column.ts'
import { type Mechanism, requireHeld } from './mechanism.ts'
import type { MechanismKind } from './mechanism-kind.ts'
import { setColumn } from './set-column.ts'
import { supported, supportLevels } from './support.ts'

/** Largest number of categories, so that K′ and all smaller numbers are 32-bit integers. */
const MOST_CATEGORIES = 2 ** 30 - 1

/**
 * Hadamard response: with K′ the smallest power of two above K, the response y is one of K′ numbers, and likelier by e^ε
 * where the Sylvester Hadamard matrix has a + in row x + 1 and column y:
 *
 *     Pr(y | x) = (2/K′) e^ε / (e^ε + 1) if H[x + 1, y] = +1, else (2/K′) / (e^ε + 1).
 *
 * Every row but the first, which no category has, is + at half of the places, and any two of them agree at half. A response
 * takes ⌈log₂ K′⌉ bits, whatever ε is; response 0 says nothing.
 *
 * @param options.categories K, from 2 to 2³⁰ − 1
 * @param options.epsilon the privacy level ε, positive
 * @throws RangeError on a bad argument
 * @see Acharya, Sun, Zhang (2019), Hadamard response: estimating distributions privately, efficiently, and with little
 * communication
 * @example
 * hadamard({ categories: 3, epsilon: 1 }).respond(2, cryptoRng()) // 0 or 3 with probability 0.366 each, else 1 or 2
 */
export function hadamard(options: { categories: Categories; epsilon: number }): Mechanism<number> {
  requireOptions(options, { categories: true, epsilon: true })
  const categories = countCategories(options.categories, MOST_CATEGORIES)
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
  const responseCount = 2 ** (32 - Math.clz32(categories))
  const isPlus = truthCoin(expRoundedDown(epsilon), 2)
  const logScale = -log1p(exp(-epsilon)) - log(responseCount / 2)
  const columns = new Map<number, LevelColumn>()
  const column = (response: unknown): LevelColumn => {
    const y = requireInteger('response', response, 0, responseCount - 1)
    let cached = columns.get(y)
    if (cached === undefined) {
      cached = setColumn(categories, categoriesFor(y, categories), epsilon, logScale)
      columns.set(y, cached)
    }
    return cached
  }
  // Suffice for an audit: every column has the same two levels at most, e^ε apart. Rows 1 and 2 of H, those of the first two categories,
  // have opposite signs at place 1, so that response 1 has both levels. Response 0 has one: all rows are + at place 0.
  const kinds = () => [0, 1]
  return {
    name: 'hadamard',
    categories,
    epsilon: certify({ name: 'hadamard', kinds, column }, epsilon),
    responseCount,
    support: {
      ...supportLevels(responseCount, responseCount / 2, epsilon, responseCount / 4),
      of: response => supported(column(response), epsilon, logScale),
    },
    respond(category, rng) {
      requireRng(rng)
      const row = requireHeld(category, categories) + 1
      const sign = Number(!isPlus.toss(rng))
      const y = rng.integer(responseCount)
      // Flipping the lowest bit that the row has flips the sign, and maps one half of the responses onto the other, one to one. This is
      // done by arithmetic, because the time must not reveal in which half y was.
      return y ^ ((parity(row & y) ^ sign) * (row & -row))
    },
    column,
    kinds,
    responses: () => Array.from({ length: responseCount }, (_, y) => y),
    toRequest: () => ({ mechanism: 'hadamard', categories, epsilon }),
  }
}

export const hadamardKind = {
  name: 'hadamard',
  says: 'the answer is a row of a Hadamard matrix: short, for many categories',
  synonyms: ['hr', 'hadamard-response'],
  plain: true,
  fromRequest: ({ mechanism, ...options }) => hadamard(options as never),
  strategy: ({ categories, epsilon }) => hadamard({ categories, epsilon }),
} as const satisfies MechanismKind

/** The categories whose row is + at y, sorted. */
function categoriesFor(y: number, categories: number): Int32Array {
  const members = new Int32Array(categories)
  let count = 0
  for (let x = 0; x < categories; x++) if (parity((x + 1) & y) === 0) members[count++] = x
  return members.slice(0, count)
}

/** Whether the number of ones among 32 bits is odd. The sign of `H[i, j]` is − where it is odd for `i & j`. */
function parity(bits: number): number {
  bits ^= bits >>> 16
  bits ^= bits >>> 8
  bits ^= bits >>> 4
  return (0x6996 >>> (bits & 15)) & 1
}
