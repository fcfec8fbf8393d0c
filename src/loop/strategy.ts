import { refuse, type Vector } from '../check/check.ts'
import { hadamard } from '../mechanism/hadamard.ts'
import { localHashing } from '../mechanism/local-hashing.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { publicPrior } from '../mechanism/public-prior.ts'
import { srr } from '../mechanism/srr.ts'
import { subsetSelection } from '../mechanism/subset-selection.ts'
import { unaryEncoding } from '../mechanism/unary-encoding.ts'
import type { Tally } from '../posterior/tally.ts'
import type { Rng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { type RrrrDesign, rrrrDesign, rrrrOn } from '../rrrr/rrrr.ts'
import { weights } from '../simplex/probabilities.ts'
import { createScan, UTILITY_NAMES, type UtilityName } from '../utility/select.ts'
import { createSortedTheta, sortTheta } from '../utility/sorted-theta.ts'
import { autoStrategy } from './auto.ts'
import { informationStrategy } from './information.ts'

/** How the mechanism of the next request is chosen. */
export interface Strategy {
  readonly name: string
  /** Whether the choice depends on θ; if not, every request is the same. */
  readonly adaptive: boolean
  /** The mechanism to be used next, where `theta` is a draw from the posterior. */
  choose(theta: Float64Array, state: LoopState): Mechanism
  /** What it remembers from choice to choice, as plain data to continue from; absent where that is nothing. */
  memory?(): unknown
}

/** How far the loop is. */
export interface LoopState {
  readonly tally: Tally
  readonly rng: Rng
  /** The number of answers that will come in all, where it is known. */
  readonly horizon: number | undefined
}

/** The strategies without parameters, and the paper's share of the budget inside the subset. */
const PLAIN_NAMES = [
  'srr',
  'subset-selection',
  'oue',
  'olh',
  'hadamard',
  'public-prior',
  'public-prior:adaptive',
  'auto',
] as const
export const STRATEGY_NAMES = [...PLAIN_NAMES, 'information', ...UTILITY_NAMES] as const
const DEFAULT_SPLIT = 0.8

const FORMS = `${STRATEGY_NAMES.join(', ')}, semi:ALPHA (0 < ALPHA ≤ 1), or a utility or information with @SPLIT (ε1/ε)`

/** A word, and for some of them a decimal fraction after it. */
const NAME = /^([a-z-]+)(?:([:@])(\d*\.?\d+))?$/

type Parsed =
  | { readonly kind: (typeof PLAIN_NAMES)[number] }
  | { readonly kind: 'information'; readonly split: number | undefined }
  | { readonly kind: 'semi'; readonly alpha: number }
  | { readonly kind: 'utility'; readonly utility: UtilityName; readonly split: number }

/**
 * Reads a strategy's name: a utility's (`fisher`, with its split as `fisher@0.9`), `semi:0.8`, `srr`, `subset-selection`,
 * `public-prior`, `public-prior:adaptive`.
 *
 * @throws RangeError on any other name
 */
export function parseStrategy(name: string): Parsed {
  const plain = PLAIN_NAMES.find(known => known === name)
  if (plain) return { kind: plain }
  const [, head, separator, share] = NAME.exec(typeof name === 'string' ? name : '') ?? []
  const value = share === undefined ? DEFAULT_SPLIT : Number(share)
  if (value > 0 && value <= 1) {
    if (head === 'semi' && separator === ':') return { kind: 'semi', alpha: value }
    if (head === 'information' && separator !== ':') {
      return { kind: 'information', split: share === undefined ? undefined : value }
    }
    const isUtility = UTILITY_NAMES.includes(head as UtilityName) && separator !== ':'
    if (isUtility) return { kind: 'utility', utility: head as UtilityName, split: value }
  }
  return refuse('strategy', name, `one of ${FORMS}`)
}

/**
 * Makes the strategy of this name for K categories at level ε; `public-prior` needs its prior, and one that goes on what it
 * remembers.
 */
export function createStrategy(
  name: string,
  categories: number,
  epsilon: number,
  prior?: Vector,
  memory?: unknown,
): Strategy {
  const parsed = parseStrategy(name)
  switch (parsed.kind) {
    case 'srr':
      return fixed(name, srr({ categories, epsilon }))
    case 'subset-selection':
      return fixed(name, subsetSelection({ categories, epsilon }))
    case 'auto':
      return autoStrategy(categories, epsilon, memory)
    case 'oue':
      return fixed(name, unaryEncoding({ categories, epsilon }))
    case 'olh':
      return fixed(name, optimalLocalHashing(categories, epsilon))
    case 'hadamard':
      return fixed(name, hadamard({ categories, epsilon }))
    case 'information':
      return informationStrategy(name, categories, epsilon, parsed.split, memory)
    case 'public-prior':
      if (prior === undefined) refuse('publicPrior', prior, "given, for the strategy 'public-prior'")
      return fixed(name, publicPrior({ prior: weights('publicPrior', prior, categories), epsilon }))
    case 'public-prior:adaptive':
      return adaptivePrior(name, categories, epsilon)
    case 'semi':
      return semiAdaptive(name, categories, epsilon, parsed.alpha)
    case 'utility':
      return byUtility(name, categories, epsilon, parsed.utility, parsed.split)
  }
}

/** Size of the subset that a mechanism is restricted to; 0 where there is none. */
export function subsetSize(mechanism: Mechanism): number {
  return 'subset' in mechanism ? (mechanism.subset as readonly number[]).length : 0
}

function fixed(name: string, mechanism: Mechanism): Strategy {
  return { name, adaptive: false, choose: () => mechanism }
}

/** Random partitions of optimal local hashing: so many that hardly two categories share buckets more often than others. */
const PARTITIONS = 64
const MOST_BUCKETS = 2 ** 20

/** Local hashing into `e^ε + 1` buckets at random, to the nearest whole number: the same partitions on every machine. */
function optimalLocalHashing(categories: number, epsilon: number): Mechanism {
  // From so many buckets on, no two categories need share one.
  const buckets = Math.round(Math.min(Math.exp(epsilon), MOST_BUCKETS)) + 1
  const rng = stream('partitions', categories, buckets)
  const partitions = Array.from({ length: PARTITIONS }, () =>
    Int32Array.from({ length: categories }, () => rng.integer(buckets)),
  )
  return localHashing({ categories, epsilon, buckets, partitions })
}

/** Share of the uniform law in an adaptive prior. */
const FLOOR = 0.2

/**
 * The public-prior channel of the estimate itself, mixed with a fifth of the uniform law. Without that floor a category
 * that the estimate has lost is never answered again, whoever holds it, and so stays lost; with it every category keeps
 * a prior of `0.2/K`. The estimate is made of privatized answers, so that using it costs nobody anything.
 */
function adaptivePrior(name: string, categories: number, epsilon: number): Strategy {
  const last = new Float64Array(categories).fill(Number.NaN)
  let mechanism: Mechanism
  return {
    name,
    adaptive: true,
    choose(theta) {
      if (theta.some((value, x) => value !== last[x])) {
        last.set(theta)
        const prior = theta.map(value => (1 - FLOOR) * value + FLOOR / categories)
        mechanism = publicPrior({ prior, epsilon })
      }
      return mechanism
    },
  }
}

function byUtility(
  name: string,
  categories: number,
  epsilon: number,
  utility: UtilityName,
  split: number,
): Strategy {
  const epsilon1 = split * epsilon
  const scan = createScan({ categories, epsilon, epsilon1, utility })
  const channels = createChannels(categories, epsilon, epsilon1)
  return {
    name,
    adaptive: true,
    choose(theta) {
      const size = scan.best(theta)
      return channels(scan.sorted.order, size)
    },
  }
}

/** The shortest prefix with mass α or more, the whole budget inside it: the rest answers as one category. */
function semiAdaptive(name: string, categories: number, epsilon: number, alpha: number): Strategy {
  const sorted = createSortedTheta(categories)
  const channels = createChannels(categories, epsilon, epsilon)
  return {
    name,
    adaptive: true,
    choose(theta) {
      sortTheta(theta, sorted)
      let size = 1
      while (size < categories && sorted.mass[size] < alpha) size++
      return channels(sorted.order, size === categories ? 0 : size)
    },
  }
}

/** How many channels are kept for the next time that their subset is chosen. */
const MOST_CHANNELS = 10_000

/** The channels of one budget by subset: SRR for the empty one; those used before are not made again. */
function createChannels(categories: number, epsilon: number, epsilon1: number) {
  const none = srr({ categories, epsilon })
  const designs: RrrrDesign[] = []
  const made = new Map<string, Mechanism>()
  const isLast = new Uint8Array(categories)
  let lastSize = 0
  let last: Mechanism = none
  return (order: Uint32Array, size: number): Mechanism => {
    if (size === 0) return none
    let same = size === lastSize
    for (let j = 0; same && j < size; j++) same = isLast[order[j]] === 1
    if (same) return last
    const subset = Int32Array.from(order.subarray(0, size)).sort()
    isLast.fill(0)
    for (const x of subset) isLast[x] = 1
    lastSize = size
    const key = subset.join()
    let mechanism = made.get(key)
    if (mechanism === undefined) {
      designs[size] ??= rrrrDesign(categories, size, epsilon, epsilon1)
      mechanism = rrrrOn(designs[size], subset)
      if (made.size === MOST_CHANNELS) made.clear()
      made.set(key, mechanism)
    }
    last = mechanism
    return mechanism
  }
}
