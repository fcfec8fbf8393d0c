import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import type { Request } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { evenlyForced } from './given-channels.ts'
import { numbers } from './subjects.ts'

/** Requests of every kind of mechanism over so many categories, at this level. */
export function requestsOfAllKinds(categories: number, epsilon: number): Request[] {
  const deal = (buckets: number) => numbers(categories).map(x => x % buckets)
  return [
    { mechanism: 'srr', categories, epsilon },
    { mechanism: 'rrrr', categories, subset: [], epsilon, epsilon1: 0.8 * epsilon },
    { mechanism: 'rrrr', categories, subset: [1], epsilon, epsilon1: 0.8 * epsilon },
    { mechanism: 'rrrr', categories, subset: numbers(categories - 1), epsilon, epsilon1: epsilon },
    { mechanism: 'subset-selection', categories, epsilon, size: Math.ceil(categories / 3) },
    { mechanism: 'subset-selection', categories, epsilon, size: categories - 1 },
    { mechanism: 'unary-encoding', categories, epsilon },
    { mechanism: 'hadamard', categories, epsilon },
    { mechanism: 'local-hashing', categories, epsilon, buckets: 3, size: 1, partitions: [deal(3), deal(2)] },
    { mechanism: 'local-hashing', categories, epsilon, buckets: 4, size: 2, partitions: [deal(4)] },
    { mechanism: 'local-hashing', categories, epsilon, buckets: 2, size: 1, partitions: { threshold: 1 } },
    { mechanism: 'public-prior', prior: numbers(categories).map(x => 1 + x), epsilon },
    { mechanism: 'staircase', categories, epsilon, groups: [[1]], sets: [[0], [1]], weights: [1, 1] },
    {
      mechanism: 'staircase',
      categories,
      epsilon,
      groups: numbers(categories).map(x => [x]),
      sets: numbers(categories).map(x => [x]),
      weights: numbers(categories).map(() => 3),
    },
    { mechanism: 'public-prior', prior: numbers(categories).map(x => (x === 0 ? 0 : 0.1)), epsilon },
    { mechanism: 'matrix', rows: channelMatrix(srr({ categories, epsilon })) },
    { mechanism: 'unary', categories, p: 0.5, q: 1 / (1 + Math.exp(epsilon)) },
    { mechanism: 'survey-design', kind: 'forced', ...evenlyForced(categories, 0.999 * epsilon) },
  ]
}

/** A few bytes for which an array of 2³¹ places was once built: it ended the process, and nothing could catch it. */
export const FATAL_REQUEST: Request = {
  mechanism: 'local-hashing',
  categories: 2,
  epsilon: 1,
  buckets: 2147483647,
  size: 2147483646,
  partitions: [[0, 1]],
}
