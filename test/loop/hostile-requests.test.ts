import { expect, test } from 'vitest'
import { mechanismFromRequest } from '../../src/catalogue/requests.ts'
import { createEstimator } from '../../src/loop/estimator.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import type { Request } from '../../src/mechanism/mechanism.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { FATAL_REQUEST } from '../support/requests.ts'
import { numbers } from '../support/subjects.ts'

// Requests that would take a process's time or memory, on either side.

/** Milliseconds of the processor, against hangs: far above what is needed. */
const GUARD = 2000

function milliseconds(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Requests that a few bytes can say, each with what would have been built for it. */
const HOSTILE: readonly unknown[] = [
  FATAL_REQUEST,
  { mechanism: 'local-hashing', categories: 2, epsilon: 1, buckets: 1e6, size: 2, partitions: [[0, 1]] },
  {
    mechanism: 'local-hashing',
    categories: 2,
    epsilon: 1,
    buckets: 1e6,
    size: 999_999,
    partitions: [[0, 1]],
  },
  { mechanism: 'srr', categories: 1e9, epsilon: 1 },
  { mechanism: 'rrrr', categories: 1e9, epsilon: 1, subset: [0] },
  { mechanism: 'rrrr', categories: 2 ** 53 - 1, epsilon: 1, subset: [] },
  { mechanism: 'rrrr', categories: 1e9, epsilon: 1, subset: { length: 3e8 } },
  { mechanism: 'rrrr', categories: 4, epsilon: 1, subset: { length: 3e8 } },
  { mechanism: 'rrrr', categories: 4, epsilon: 1, subset: new Array(2 ** 32 - 1) },
  { mechanism: 'subset-selection', categories: 1e9, epsilon: 1, size: 5e8 },
  { mechanism: 'unary-encoding', categories: 2 ** 31 - 1, epsilon: 1 },
  { mechanism: 'hadamard', categories: 2 ** 30 - 1, epsilon: 1 },
  { mechanism: 'public-prior', prior: { length: 3e8 }, epsilon: 1 },
  { mechanism: 'public-prior', prior: new Array(2 ** 32 - 1), epsilon: 1 },
  { mechanism: 'public-prior', prior: 'x'.repeat(6e4), epsilon: 1 },
]

function timeToRefuse(attempt: () => unknown): number {
  return milliseconds(() => expect(attempt).toThrow(RangeError))
}

test('a request that asks for more than there are categories is refused before anything is built', () => {
  const estimator = createEstimator({ categories: 4, epsilon: 1, strategy: 'srr', seed: 1 })
  estimator.request()
  for (const request of HOSTILE as Request[]) {
    expect(timeToRefuse(() => mechanismFromRequest(request))).toBeLessThan(GUARD)
    expect(timeToRefuse(() => estimator.observe(0, request))).toBeLessThan(GUARD)
    for (const categories of [2, 4, 1e6]) {
      const respondent = createRespondent({ epsilon: 1, categories })
      expect(timeToRefuse(() => respondent.respond(request, 0))).toBeLessThan(GUARD)
    }
  }
})

test('a request of an unknown number of categories is over 2²⁰ at most; of a known one, over so many', () => {
  const request = (categories: number): Request => ({ mechanism: 'srr', categories, epsilon: 1 })
  expect(mechanismFromRequest(request(2 ** 20)).categories).toBe(2 ** 20)
  expect(() => mechanismFromRequest(request(2 ** 20 + 1))).toThrow(
    "the request's number of categories must be a whole number from 2 to 1048576; got 1048577",
  )
  expect(mechanismFromRequest(request(3e6), { categories: 3e6 }).categories).toBe(3e6)
  expect(() => mechanismFromRequest(request(4), { categories: 5 })).toThrow(
    "the request's number of categories must be 5; got 4",
  )
})

test('requests of 64 kB over many categories are answered, or refused, within the guard', () => {
  const list = numbers(10_000)
  const requests: [Request, number][] = [
    [{ mechanism: 'rrrr', categories: 1e6, subset: list, epsilon: 1, epsilon1: 0.8 }, 1e6],
    [{ mechanism: 'hadamard', categories: 1e6, epsilon: 1 }, 1e6],
    [{ mechanism: 'public-prior', prior: list.map(x => (x === 0 ? 1e-300 : 1)), epsilon: 1 }, 10_000],
    [
      {
        mechanism: 'local-hashing',
        categories: 2,
        epsilon: 1,
        buckets: 2 ** 31 - 1,
        size: 1,
        partitions: list.map(x => [0, x]),
      },
      2,
    ],
    [
      {
        mechanism: 'local-hashing',
        categories: 2,
        epsilon: 1,
        buckets: 4096,
        size: 4095,
        partitions: list.map(x => [0, x % 4096]),
      },
      2,
    ],
  ]
  for (const [request, categories] of requests) {
    const respondent = createRespondent({ epsilon: 1, categories })
    expect(milliseconds(() => respondent.respond(request, 1))).toBeLessThan(GUARD)
  }
})

test('a live object that changes between two looks is what it was at the first', () => {
  // Where it is looked at twice, the answer says that it is 0 and nothing else: {0} is the set the second time.
  let looks = 0
  const live = () => {
    looks = 0
    return new Proxy([1], {
      get(target, name) {
        if (name === '0') return looks++ === 0 ? 1 : 0
        return Reflect.get(target, name)
      },
    })
  }
  expect(rrrr({ categories: 3, subset: live(), epsilon: 1 }).subset).toEqual([1])
  expect(looks).toBe(1)
  const fields = {
    mechanism: 'rrrr' as const,
    categories: 3,
    get epsilon() {
      return looks++ === 0 ? 1 : 50
    },
    epsilon1: 0.5,
  }
  looks = 0
  const mechanism = mechanismFromRequest(
    Object.defineProperty(fields, 'subset', { value: [1], enumerable: true }) as never,
  )
  expect(mechanism.toRequest()).toEqual({
    mechanism: 'rrrr',
    categories: 3,
    subset: [1],
    epsilon: 1,
    epsilon1: 0.5,
  })
  const respondent = createRespondent({ epsilon: 1, categories: 3 })
  expect(() =>
    respondent.respond({ mechanism: 'rrrr', categories: 3, subset: live(), epsilon: 1, epsilon1: 0.5 }, 2),
  ).not.toThrow()
  expect(looks).toBe(1)
})

test('lists that only seem to be lists are refused', () => {
  const respondent = createRespondent({ epsilon: 1, categories: 3 })
  const ask = (fields: object) => () =>
    respondent.respond({ categories: 3, epsilon: 1, ...fields } as never, 0)
  for (const subset of [{ 0: 1, length: 1 }, '1', Int32Array.of(1), new Set([1])]) {
    expect(ask({ mechanism: 'rrrr', subset })).toThrow(RangeError)
  }
  const row = [0, 1, 1]
  for (const partitions of [
    { 0: row, length: 1 },
    [{ ...row, length: 3 }],
    [row, row],
    [new Array(3)],
    [Int32Array.from(row)],
  ]) {
    expect(ask({ mechanism: 'local-hashing', buckets: 2, partitions })).toThrow(RangeError)
  }
  expect(ask({ mechanism: 'local-hashing', buckets: 2, partitions: [row, [...row]] })).not.toThrow()
})
