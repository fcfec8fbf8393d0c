import { afterEach, describe, expect, test, vi } from 'vitest'
import { mechanismFromRequest } from '../../src/catalogue/requests.ts'
import { createRespondent, type Respondent, type SimulatedRespondent } from '../../src/loop/respondent.ts'
import type { Request } from '../../src/mechanism/mechanism.ts'
import { cryptoRng } from '../../src/random/crypto.ts'
import { stream } from '../../src/random/stream.ts'

const requests = (epsilon: number): Request[] => [
  { mechanism: 'srr', categories: 6, epsilon },
  { mechanism: 'rrrr', categories: 6, subset: [], epsilon, epsilon1: 0.8 * epsilon },
  { mechanism: 'rrrr', categories: 6, subset: [1, 4], epsilon, epsilon1: 0.8 * epsilon },
  { mechanism: 'rrrr', categories: 6, subset: [0, 2, 5], epsilon, epsilon1: epsilon },
  { mechanism: 'subset-selection', categories: 6, epsilon, size: 2 },
  { mechanism: 'unary-encoding', categories: 6, epsilon },
  { mechanism: 'hadamard', categories: 6, epsilon },
  {
    mechanism: 'local-hashing',
    categories: 6,
    epsilon,
    buckets: 4,
    size: 2,
    partitions: [
      [0, 1, 2, 3, 0, 1],
      [0, 0, 0, 2, 2, 2],
    ],
  },
]

test('a request above the limit is refused, one at the limit is answered', () => {
  for (const limit of [0.01, 1, 5, 50]) {
    const respondent = createRespondent({ epsilon: limit, categories: 6 })
    for (const request of requests(limit)) expect(() => respondent.respond(request, 2)).not.toThrow()
    // Up to rounding.
    for (const request of requests(limit * (1 + 5e-13)))
      expect(() => respondent.respond(request, 2)).not.toThrow()
    for (const request of [...requests(limit * (1 + 1e-9)), ...requests(2 * limit)]) {
      expect(() => respondent.respond(request, 2)).toThrow(RangeError)
      expect(() => respondent.respond(request, 2)).toThrow(/^the request's epsilon must be at most/)
    }
  }
})

test('it is the channel’s own level that counts, not what the request says', () => {
  const respondent = createRespondent({ epsilon: 1, categories: 4 })
  const request = { mechanism: 'srr', categories: 4, epsilon: 3 } as const
  expect(() => respondent.respond(request, 0)).toThrow(/^the request's epsilon must be at most 1; got 3/)
  const boast = { ...request, audited: 0.5 }
  expect(() => respondent.respond(boast, 0)).toThrow('got "audited"')
  // With all categories but one in the subset, the channel spends ε1 alone.
  const modest: Request = {
    mechanism: 'rrrr',
    categories: 4,
    subset: [0, 1, 2],
    epsilon: 1.25,
    epsilon1: 1,
  }
  expect(() => respondent.respond(modest, 0)).not.toThrow()
  expect(() => respondent.respond({ ...modest, epsilon1: 1.1 }, 0)).toThrow(/^the request's epsilon/)
})

test('nothing is randomized for a request or a category that is refused', () => {
  const rng = stream(1, 'untouched')
  const before = rng.state()
  const respondent = createRespondent({ epsilon: 1, categories: 6, rng })
  const good = requests(1)[0]
  const refused: [unknown, unknown][] = [
    ...requests(1.1).map(request => [request, 0] as [unknown, unknown]),
    [good, 6],
    [good, -1],
    [good, 0.5],
    [good, '1'],
    [good, undefined],
    [good, Number.NaN],
    [undefined, 0],
    [null, 0],
    ['srr', 0],
    [{}, 0],
    [{ ...good, mechanism: 'oue' }, 0],
    [{ ...good, mechanism: 'toString' }, 0],
    [{ ...good, epsilon: 0 }, 0],
    [{ ...good, epsilon: '1' }, 0],
    [{ ...good, epsilon: Number.NaN }, 0],
    [{ ...good, categories: 1 }, 0],
    [{ mechanism: 'rrrr', categories: 6, epsilon: 1 }, 0],
    [{ mechanism: 'rrrr', categories: 6, epsilon: 1, subset: [0, 0] }, 0],
    [{ mechanism: 'rrrr', categories: 6, epsilon: 1, subset: [6] }, 0],
    [{ mechanism: 'rrrr', categories: 6, epsilon: 1, subset: [0, 1, 2, 3, 4, 5] }, 0],
    [{ mechanism: 'rrrr', categories: 6, epsilon: 1, subset: [0], epsilon1: 1.2 }, 0],
    [{ mechanism: 'subset-selection', categories: 6, epsilon: 1, size: 6 }, 0],
    [{ mechanism: 'hadamard', categories: 6, epsilon: 1 }, 6],
    [{ mechanism: 'unary-encoding', categories: 6, epsilon: 0 }, 0],
    [{ mechanism: 'local-hashing', categories: 6, epsilon: 1, buckets: 2 }, 0],
  ]
  for (const [request, category] of refused) {
    const attempt = () => respondent.respond(request as Request, category as number)
    expect(attempt, JSON.stringify([request, category])).toThrow(RangeError)
  }
  expect(rng.state()).toEqual(before)
})

test('an answer is one that the mechanism can give', () => {
  const respondent = createRespondent({ epsilon: 1, categories: 6 })
  for (const request of requests(1)) {
    for (let category = 0; category < 6; category++) {
      const response = respondent.respond(request, category)
      const possible = Array.from(mechanismFromRequest(request).responses(), one => JSON.stringify(one))
      expect(possible).toContain(JSON.stringify(response))
    }
  }
})

test('a request that came as JSON is answered like the one that was sent', () => {
  for (const request of requests(1)) {
    const respond = (asked: Request) => {
      const respondent = createRespondent({ epsilon: 1, categories: 6, rng: stream(1, 'wire') })
      return Array.from({ length: 20 }, () => respondent.respond(asked, 3))
    }
    expect(respond(JSON.parse(JSON.stringify(request)))).toEqual(respond(request))
  }
})

describe('the source of randomness', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('is the operating system’s by default', () => {
    const source = vi.spyOn(globalThis.crypto, 'getRandomValues')
    const respondent = createRespondent({ epsilon: 1, categories: 6 })
    expect(respondent.randomness).toBe('crypto')
    expect(source).not.toHaveBeenCalled()
    for (const request of requests(1)) respondent.respond(request, 0)
    expect(source).toHaveBeenCalled()
  })

  test('may fail: the answer that was begun is then booked as spent', () => {
    vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation(() => {
      throw new Error('no entropy')
    })
    const respondent = createRespondent({ epsilon: 1, categories: 6 })
    expect(() => respondent.respond(requests(1)[0], 0)).toThrow('no entropy')
    expect(respondent.spent).toBe(mechanismFromRequest(requests(1)[0]).epsilon)
  })

  test('is never Math.random', () => {
    const careless = vi.spyOn(Math, 'random')
    for (const request of requests(1)) createRespondent({ epsilon: 1, categories: 6 }).respond(request, 0)
    expect(careless).not.toHaveBeenCalled()
  })

  test('may be a stream, which makes the answers reproducible and says so', () => {
    const answers = () => {
      const respondent = createRespondent({ epsilon: 1, categories: 6, rng: stream(1, 'answers') })
      expect(respondent.randomness).toBe('seeded')
      return Array.from({ length: 100 }, () => respondent.respond(requests(1)[2], 3))
    }
    expect(answers()).toEqual(answers())
  })

  test('is in the type: a simulated respondent is none that protects, nor the other way round', () => {
    const real: Respondent = createRespondent({ epsilon: 1, categories: 6 })
    const chosen: Respondent = createRespondent({ epsilon: 1, categories: 6, rng: cryptoRng() })
    const simulated: SimulatedRespondent = createRespondent({ epsilon: 1, categories: 6, rng: stream(1) })
    // @ts-expect-error: a seeded stream protects nobody.
    const pretended: Respondent = createRespondent({ epsilon: 1, categories: 6, rng: stream(1) })
    // @ts-expect-error: nor does a simulated respondent become a real one later.
    const renamed: Respondent = simulated
    // @ts-expect-error: and what a real one says is not reproducible.
    const reversed: SimulatedRespondent = real
    expect([real, chosen, simulated, pretended, renamed, reversed].map(one => one.randomness)).toEqual([
      'crypto',
      'crypto',
      'seeded',
      'seeded',
      'seeded',
      'crypto',
    ])
  })
})

test.each([0, -1, Number.NaN, Infinity, '1', undefined])('a limit of %s is refused', epsilon => {
  const attempt = () => createRespondent({ epsilon: epsilon as number, categories: 6 })
  expect(attempt).toThrow(RangeError)
  expect(attempt).toThrow(/^epsilon must be a (finite )?number above 0/)
})

test('a category that nobody can hold is refused before the request is looked at, and spends nothing', () => {
  const respondent = createRespondent({ epsilon: 1, categories: 4 })
  const request = { mechanism: 'srr', categories: 4, epsilon: 1 }
  for (const held of [4, -1, 0.5, '0', undefined]) {
    for (const asked of [request, { ...request, epsilon: 2 }, null]) {
      expect(() => respondent.respond(asked as never, held as never)).toThrow(/^category must be/)
    }
  }
  expect(respondent.spent).toBe(0)
})

test('a name answers as its number does, and one that there is not is refused without being told', () => {
  const request: Request = { mechanism: 'srr', categories: 3, epsilon: 1 }
  const names = ['bus', 'car', 'train']
  const named = createRespondent({ epsilon: 1, categories: names, rng: stream('named') })
  const numbered = createRespondent({ epsilon: 1, categories: 3, rng: stream('named') })
  for (let i = 0; i < 30; i++) {
    expect(named.respond(request, names[i % 3])).toBe(numbered.respond(request, i % 3))
  }
  const { spent } = named
  for (const held of ['bicycle', 'Bus', 'busses']) {
    for (const asked of [request, { ...request, epsilon: 2 }]) {
      const attempt = () => named.respond(asked, held)
      expect(attempt).toThrow(/^category must be/)
      expect(attempt).not.toThrow(held)
    }
  }
  expect(named.spent).toBe(spent)
})
