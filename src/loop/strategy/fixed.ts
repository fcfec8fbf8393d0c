import type { Strategy, StrategyKind } from '../../catalogue/strategy-kind.ts'
import { exp } from '../../elementary/exp.ts'
import { localHashing } from '../../mechanism/local-hashing.ts'
import type { Channel } from '../../mechanism/mechanism.ts'
import type { MechanismKind } from '../../mechanism/mechanism-kind.ts'
import { randomPartitions } from '../../mechanism/random-partitions.ts'
import { unaryEncoding } from '../../mechanism/unary-encoding.ts'

/** A strategy with one channel for everybody. */
export function fixed(channel: Channel): Strategy {
  return { adaptive: false, choose: () => channel }
}

/** The strategy that always uses this kind of mechanism. */
export function fixedStrategy(kind: MechanismKind): StrategyKind {
  const { name, says, synonyms } = kind
  return { name, says, synonyms, create: ({ share, ...setting }) => fixed(kind.strategy!(setting)) }
}

/** Optimized unary encoding, under its name in the literature. */
export const oueKind = {
  name: 'oue',
  says: 'the answer is a bit for each category (optimized unary encoding)',
  synonyms: ['unary-encoding'],
  create: ({ categories, epsilon }) => fixed(unaryEncoding({ categories, epsilon })),
} as const satisfies StrategyKind

const MOST_BUCKETS = 2 ** 20

/** Local hashing into `e^ε + 1` buckets, to the nearest whole number. The partitions are random, but the same on every machine. */
export const olhKind = {
  name: 'olh',
  says: 'the answer is a hashed category (optimized local hashing)',
  synonyms: ['local-hashing'],
  create({ categories, epsilon }) {
    // Number of buckets; with as many as categories, each category has its own.
    const buckets = Math.round(Math.min(exp(epsilon), MOST_BUCKETS)) + 1
    const partitions = randomPartitions(categories, buckets)
    return fixed(localHashing({ categories, epsilon, buckets, partitions }))
  },
} as const satisfies StrategyKind
