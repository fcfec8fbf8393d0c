import { expect, test } from 'vitest'
import { mechanismFromRequest, type RequestContext } from '../../src/catalogue/requests.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import { audit } from '../../src/mechanism/audit.ts'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import { hadamard } from '../../src/mechanism/hadamard.ts'
import { localHashing } from '../../src/mechanism/local-hashing.ts'
import type { Channel, Mechanism, Request } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { unaryEncoding } from '../../src/mechanism/unary-encoding.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { randomSubset } from '../support/tally.ts'

test('a mechanism rebuilt from its request through JSON is the same channel', () => {
  const rng = stream(1, 'requests')
  for (let trial = 0; trial < 300; trial++) {
    const categories = 2 + rng.integer(6)
    const epsilon = 10 ** (3 * rng.uniform() - 2)
    const subset = randomSubset(rng, categories).slice(0, categories - 1)
    const deal = () => Array.from({ length: categories }, () => rng.integer(3))
    const mechanisms: Mechanism[] = [
      srr({ categories, epsilon }),
      rrrr({ categories, subset, epsilon, epsilon1: epsilon * rng.uniform() }),
      rrrr({ categories, subset, epsilon }),
      subsetSelection({ categories, epsilon }),
      subsetSelection({ categories, epsilon, size: 1 + rng.integer(categories - 1) }),
      unaryEncoding({ categories, epsilon }),
      hadamard({ categories, epsilon }),
      localHashing({ categories, epsilon, buckets: 3, partitions: [deal(), deal()] }),
      localHashing({ categories, epsilon, buckets: 3, size: 2, partitions: [deal()] }),
    ]
    for (const mechanism of mechanisms) {
      const request = mechanism.toRequest()
      const rebuilt = mechanismFromRequest(JSON.parse(JSON.stringify(request)))
      expect(rebuilt.toRequest()).toEqual(request)
      expect(rebuilt.name).toBe(mechanism.name)
      expect(channelMatrix(rebuilt)).toEqual(channelMatrix(mechanism))
      expect(rebuilt.epsilon).toBe(audit(mechanism).epsilon)
    }
  }
})

test('what a request leaves out has its default', () => {
  const request = { mechanism: 'rrrr', categories: 4, subset: [3], epsilon: 1.1 } as unknown as Request
  expect(mechanismFromRequest(request).toRequest()).toMatchObject({ epsilon1: 0.8 * 1.1 })
  const sets = { mechanism: 'subset-selection', categories: 20, epsilon: 1 } as unknown as Request
  expect(mechanismFromRequest(sets).toRequest()).toMatchObject({ size: 5 })
  const hashed = {
    mechanism: 'local-hashing',
    categories: 3,
    epsilon: 1,
    buckets: 4,
    partitions: [[0, 1, 3]],
  }
  expect(mechanismFromRequest(hashed as unknown as Request).toRequest()).toMatchObject({ size: 1 })
})

test.each([
  undefined,
  null,
  'srr',
  [],
  {},
  { mechanism: 'RRRR', categories: 4, epsilon: 1 },
  { mechanism: 'constructor', categories: 4, epsilon: 1 },
  { mechanism: ['srr'], categories: 4, epsilon: 1 },
])('%j is no request', request => {
  expect(() => mechanismFromRequest(request as never)).toThrow(RangeError)
  expect(() => mechanismFromRequest(request as never)).toThrow(/^(request|the request's mechanism) must be/)
})

test.each([
  { mechanism: 'srr', categories: 4 },
  { mechanism: 'srr', categories: '4', epsilon: 1 },
  { mechanism: 'srr', categories: 4, epsilon: null },
  { mechanism: 'rrrr', categories: 4, epsilon: 1 },
  { mechanism: 'rrrr', categories: 4, epsilon: 1, subset: null },
  { mechanism: 'rrrr', categories: 4, epsilon: 1, subset: [1, 1] },
  { mechanism: 'rrrr', categories: 4, epsilon: 1, subset: ['1'] },
  { mechanism: 'rrrr', categories: 4, epsilon: 1, subset: [0, 1, 2, 3] },
  { mechanism: 'rrrr', categories: 4, epsilon: 1, subset: [0], epsilon1: 1.5 },
  { mechanism: 'subset-selection', categories: 4, epsilon: 1, size: 4 },
  { mechanism: 'subset-selection', categories: 4, epsilon: 1, size: 0 },
  { mechanism: 'unary-encoding', categories: 1, epsilon: 1 },
  { mechanism: 'unary-encoding', categories: 4, epsilon: '1' },
  { mechanism: 'hadamard', categories: 4 },
  { mechanism: 'hadamard', categories: 2 ** 30, epsilon: 1 },
  { mechanism: 'local-hashing', categories: 2, epsilon: 1, buckets: 2, size: 1 },
  { mechanism: 'local-hashing', categories: 2, epsilon: 1, buckets: 2, size: 1, partitions: [] },
  { mechanism: 'local-hashing', categories: 2, epsilon: 1, buckets: 2, size: 1, partitions: [null] },
  { mechanism: 'local-hashing', categories: 2, epsilon: 1, buckets: 2, size: 2, partitions: [[0, 1]] },
  { mechanism: 'local-hashing', categories: 2, epsilon: 1, buckets: 2, size: 1, partitions: [[0, 2]] },
])('%j has a bad parameter', request => {
  expect(() => mechanismFromRequest(request as never)).toThrow(RangeError)
})

/** A kind of somebody's own, whose requests are rebuilt as this channel. */
const ownKind = (name: string, channel: Channel): RequestContext => ({
  catalogue: { mechanisms: [{ name, fromRequest: () => channel }] },
})

test('the level of a rebuilt channel is that of its columns, whatever it claims', () => {
  // Three quarters against a quarter: ln 3. The channel claims to spend a tenth.
  const { name, respond, column, responses } = srr({ categories: 2, epsilon: Math.log(3) })
  const toRequest = () => request
  const claims = { epsilon: 0.1, responseCount: 2, kinds: () => [0] }
  const request = { mechanism: 'srr', categories: 2, epsilon: 0.1 } as const
  const channel: Channel = { name, categories: 2, respond, column, responses, toRequest, ...claims }
  const rebuilt = mechanismFromRequest(request, ownKind('srr', channel))
  expect(rebuilt.epsilon).toBeCloseTo(Math.log(3), 14)
  expect(() => rebuilt.respond(2, stream(1, 'nobody'))).toThrow(RangeError)
  const respondent = createRespondent({ epsilon: 0.1, categories: 2, ...ownKind('srr', channel) })
  expect(() => respondent.respond(request, 0)).toThrow('epsilon')
  expect(respondent.spent).toBe(0)
})

test('a kind that rebuilds a channel of another name or of other categories is refused', () => {
  const request = { mechanism: 'own', categories: 3, epsilon: 1 } as unknown as Request
  const named = (categories: number, name: string): Channel => ({ ...srr({ categories, epsilon: 1 }), name })
  expect(mechanismFromRequest(request, ownKind('own', named(3, 'own'))).name).toBe('own')
  expect(() => mechanismFromRequest(request, ownKind('own', named(3, 'srr')))).toThrow(
    'the name of the mechanism of a request must be own; got "srr"',
  )
  expect(() => mechanismFromRequest(request, ownKind('own', named(4, 'own')))).toThrow(
    "the number of categories of the mechanism own must be its request's, 3; got 4",
  )
})

test.each(['job', [], ['job', 1], null, { 0: 'job', length: 1 }])(
  '%j is nothing that a request is about',
  about => {
    const request = { mechanism: 'srr', categories: 3, epsilon: 1 }
    expect(mechanismFromRequest({ ...request, about: ['job', 'age'] }).toRequest()).toEqual(request)
    expect(() => mechanismFromRequest({ ...request, about } as never)).toThrow(
      /^the request's about must be a list/,
    )
  },
)
