import type { StrategyKind } from '../../catalogue/strategy-kind.ts'
import { exp } from '../../elementary/exp.ts'
import { localHashing } from '../../mechanism/local-hashing.ts'
import { randomPartitions } from '../../mechanism/random-partitions.ts'
import { fixed } from './fixed.ts'

const MOST_BUCKETS = 2 ** 20

/** Local hashing into `e^ε + 1` buckets, to the nearest whole number. The partitions are random, but the same on every machine. */
export const olhKind = {
  name: 'olh',
  create({ categories, epsilon }) {
    // With this many buckets, no two categories need to share one.
    const buckets = Math.round(Math.min(exp(epsilon), MOST_BUCKETS)) + 1
    const partitions = randomPartitions(categories, buckets)
    return fixed(localHashing({ categories, epsilon, buckets, partitions }))
  },
} as const satisfies StrategyKind
