import { expect, test, vi } from 'vitest'
import * as requests from '../../src/catalogue/requests.ts'
import { MadeRequests } from '../../src/loop/made-requests.ts'
import { builtIn } from '../../src/loop/strategy/built-in.ts'
import { localHashing } from '../../src/mechanism/local-hashing.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'

vi.mock('../../src/catalogue/requests.ts', { spy: true })

const made = new MadeRequests({ categories: 5, catalogue: builtIn }, 1)
const subset = made.add(rrrr({ categories: 5, subset: [1, 3], epsilon: 1 }))
const hashed = made.add(
  localHashing({ categories: 5, epsilon: 1, buckets: 2, partitions: [[0, 1, 0, 1, 0]] }),
)

test('an equal mechanism is the one that was made before', () => {
  expect(made.add(rrrr({ categories: 5, subset: [3, 1], epsilon: 1 }))).toBe(subset)
  expect(made.state().made).toEqual([subset.toRequest(), hashed.toRequest()])
})

test('a request is found as it was written, through JSON, in another order, and with more said', () => {
  const build = vi.mocked(requests.mechanismFromRequest).mockClear()
  const request = subset.toRequest()
  const backwards = Object.fromEntries(Object.entries(request).reverse())
  for (const same of [request, JSON.parse(JSON.stringify(request)), backwards, { ...request, id: 7 }]) {
    expect(made.find(same)).toBe(subset)
  }
  expect(made.find(hashed.toRequest())).toBe(hashed)
  expect(build).not.toHaveBeenCalled()
})

test('one with its set in another order is built, to see that it is the same', () => {
  const build = vi.mocked(requests.mechanismFromRequest).mockClear()
  expect(made.find({ ...subset.toRequest(), subset: [3, 1] })).toBe(subset)
  expect(made.find({ ...subset.toRequest(), subset: [3, 2] })).toBeUndefined()
  expect(build).toHaveBeenCalledTimes(2)
})

test('one that was not made is not found, and nothing is built for it', () => {
  const build = vi.mocked(requests.mechanismFromRequest).mockClear()
  const request = subset.toRequest()
  for (const other of [
    srr({ categories: 5, epsilon: 1 }).toRequest(),
    { ...request, epsilon: 2 },
    { ...request, subset: [1, 2, 3] },
    { ...request, categories: 1e9 },
    { ...request, subset: { length: 3e8 } },
    { ...hashed.toRequest(), buckets: 2 ** 31 - 1, size: 2 ** 31 - 2 },
    { ...hashed.toRequest(), partitions: [] },
    { mechanism: 'toString' },
    { mechanism: ['rrrr'] },
    {},
  ]) {
    expect(made.find(other)).toBeUndefined()
  }
  expect(build).not.toHaveBeenCalled()
  expect(() => made.find(null)).toThrow(/^request must be plain data/)
})
