import { type Categories, countCategories } from '../check/categories.ts'
import { requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log1p } from '../elementary/log1p.ts'
import { requireRng } from '../random/require-rng.ts'
import type { CryptoRng, Rng } from '../random/rng.ts'
import { logBinomialCoefficient } from '../special/log-binomial.ts'
import { certify } from './audit.ts'
import { coin, expRoundedDown } from './coin.ts'
import { type Column, levelColumn } from './column.ts'
import { type Mechanism, MOST_CATEGORIES, requireHeld, requireSet } from './mechanism.ts'
import type { MechanismKind } from './mechanism-kind.ts'
import { anotherThan, membersOf, select } from './select.ts'
import { supportLevels } from './support.ts'

/**
 * Subset selection: the response is a set of ω categories, sorted, that contains the truth with probability
 * `ωe^ε / (ωe^ε + K − ω)`; given that, all such sets are equally likely.
 *
 * The likelihood of a response has two levels, `e^ε` apart: one on its members, one elsewhere.
 *
 * @param options.categories K, from 2 to 2³¹ − 1
 * @param options.epsilon the privacy level ε, positive
 * @param options.size ω, from 1 to K − 1; default `K / (e^ε + 1)` to the nearest whole number, at least 1
 * @throws RangeError on a bad argument
 * @see Ye, Barg (2018), Optimal schemes for discrete distribution estimation under locally differential privacy
 * @example
 * subsetSelection({ categories: 20, epsilon: 1 }).respond(3, cryptoRng()) // e.g. [1, 3, 8, 12, 19]
 */
export function subsetSelection(options: {
  categories: Categories
  epsilon: number
  size?: number
}): Mechanism<readonly number[]> {
  requireOptions(options, { categories: true, epsilon: true, size: true })
  const categories = countCategories(options.categories, MOST_CATEGORIES)
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
  const size = requireInteger('size', options.size ?? bestSize(categories, epsilon), 1, categories - 1)
  const rest = categories - size
  const odds = expRoundedDown(epsilon)
  const includesTruth = coin(BigInt(size) * odds.numerator, BigInt(rest) * odds.denominator)
  const logScale = -log1p((rest / size) * exp(-epsilon)) - logBinomialCoefficient(categories - 1, size - 1)
  const column = (response: unknown): Column =>
    levelColumn({
      categories,
      logScale,
      logBase: -epsilon,
      set: Int32Array.from(requireSet(response, categories, size)),
      logLevel: 0,
    })
  // Suffices for an audit: renaming the categories turns every set of ω of them, and its column, into this one.
  const kinds = () => [Array.from({ length: size }, (_, i) => i)]
  return {
    name: 'subset-selection',
    categories,
    epsilon: certify({ name: 'subset-selection', kinds, column }, epsilon),
    responseCount: Math.round(exp(logBinomialCoefficient(categories, size))),
    support: {
      ...supportLevels(categories, size, epsilon),
      ...(categories > 2 && { together: together(categories, size, epsilon) }),
      of: response => requireSet(response, categories, size),
    },
    respond(category, rng) {
      requireRng(rng)
      const x = requireHeld(category, categories)
      if (rng.kind === 'crypto') return randomSetEvenly(categories, size, x, includesTruth.toss(rng), rng)
      return includesTruth.toss(rng)
        ? randomSet(categories, size - 1, x, rng, [x])
        : randomSet(categories, size, x, rng, [])
    },
    column,
    kinds,
    responses: () => combinations(categories, size),
    orbits: () => [{ response: kinds()[0], logCount: logBinomialCoefficient(categories, size) }],
    toRequest: () => ({ mechanism: 'subset-selection', categories, epsilon, size }),
  }
}

/** The probability that a set contains two given categories: `outside` if neither of them is the truth, and larger by `gap` if one is. */
function together(categories: number, size: number, epsilon: number): { outside: number; gap: number } {
  const others = categories - 1
  const low = exp(-epsilon)
  const truthIn = size / (size + (categories - size) * low)
  const both = (members: number) => (members * (members - 1)) / (others * (others - 1))
  const outside = truthIn * both(size - 1) + (1 - truthIn) * both(size)
  return { outside, gap: (truthIn * (size - 1)) / others - outside }
}

export const subsetSelectionKind = {
  name: 'subset-selection',
  says: 'the answer is a set of categories, more often one with the truth in it',
  synonyms: ['ss'],
  plain: true,
  fromRequest: ({ mechanism, ...options }) => subsetSelection(options as never),
  strategy: ({ categories, epsilon }) => subsetSelection({ categories, epsilon }),
} as const satisfies MechanismKind

/** The most informative ω if all categories are equally likely: `K / (e^ε + 1)` to the nearest whole number, at least 1. */
export function bestSize(categories: number, epsilon: number): number {
  return Math.max(1, Math.round(categories / (exp(epsilon) + 1)))
}

/**
 * `start` and `count` categories other than `category`, sorted. All choices are equally likely (Floyd's
 * algorithm).
 */
function randomSet(categories: number, count: number, category: number, rng: Rng, start: number[]): number[] {
  const others = categories - 1
  const set = new Set<number>()
  for (let last = others - count; last < others; last++) {
    const index = rng.integer(last + 1)
    set.add(set.has(index) ? last : index)
  }
  for (const index of set) start.push(anotherThan(category, index))
  return start.sort((i, j) => i - j)
}

/**
 * A set of `size` categories with or without `category`, all such sets equally likely. The work is the same in both cases: a set
 * of others is drawn, and the category takes the place of a random one of them, or does not. The others are dealt from a pack
 * (Fisher and Yates), which unlike Floyd's algorithm never looks at what it drew.
 */
function randomSetEvenly(
  categories: number,
  size: number,
  category: number,
  included: boolean,
  rng: CryptoRng,
): number[] {
  const pack = Int32Array.from({ length: categories - 1 }, (_, i) => i)
  for (let i = 0; i < size; i++) {
    const j = i + rng.integer(pack.length - i)
    const drawn = pack[j]
    pack[j] = pack[i]
    pack[i] = anotherThan(category, drawn)
  }
  const place = rng.integer(size)
  pack[place] = select(included, category, pack[place])
  const bits = new Uint8Array(categories)
  for (let i = 0; i < size; i++) bits[pack[i]] = 1
  return membersOf(bits)
}

function* combinations(categories: number, size: number): Iterable<readonly number[]> {
  const set = Array.from({ length: size }, (_, i) => i)
  for (;;) {
    yield set.slice()
    let place = size - 1
    while (place >= 0 && set[place] === categories - size + place) place--
    if (place < 0) return
    set[place]++
    for (let i = place + 1; i < size; i++) set[i] = set[i - 1] + 1
  }
}
