import { expect, test } from 'vitest'
import { mechanismFromRequest } from '../../src/loop/requests.ts'
import { audit } from '../../src/mechanism/audit.ts'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import type { Mechanism, Request } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { randomSubset } from '../support/tally.ts'

test('a mechanism rebuilt from its request through JSON is the same channel', () => {
  const rng = stream(1, 'requests')
  for (let trial = 0; trial < 300; trial++) {
    const categories = 2 + rng.integer(6)
    const epsilon = 10 ** (3 * rng.uniform() - 2)
    const subset = randomSubset(rng, categories).slice(0, categories - 1)
    const mechanisms: Mechanism[] = [
      srr({ categories, epsilon }),
      rrrr({ categories, subset, epsilon, epsilon1: epsilon * rng.uniform() }),
      rrrr({ categories, subset, epsilon }),
      subsetSelection({ categories, epsilon }),
      subsetSelection({ categories, epsilon, size: 1 + rng.integer(categories - 1) }),
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
  expect(() => mechanismFromRequest(request as never)).toThrow(/^request must be/)
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
])('%j has a bad parameter', request => {
  expect(() => mechanismFromRequest(request as never)).toThrow(RangeError)
})
