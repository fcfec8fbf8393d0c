import { expect, test, vi } from 'vitest'
import type { Response } from '../../src/mechanism/mechanism.ts'
import type { Rng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { type MemoizedOptions, memoized } from '../../src/risk/memoized.ts'
import { keeps, lawsOf } from '../support/enumerated.ts'
import { forgetTurns } from '../support/enumeration.ts'

// Both rounds of one report, the first one of a person, are played through all outcomes of all their draws.

vi.mock(
  '../../src/random/big-integer.ts',
  async () => (await import('../support/enumeration.ts')).bigIntegers,
)
vi.mock('../../src/mechanism/coin.ts', async original =>
  (await import('../support/enumeration.ts')).recorded(await original()),
)

const KINDS: Pick<MemoizedOptions, 'kind' | 'buckets'>[] = [
  { kind: 'grr' },
  { kind: 'osue' },
  { kind: 'loloha', buckets: 2 },
  { kind: 'loloha', buckets: 3 },
]

/** A person's first report, as the answer of a channel. */
function firstReport(options: MemoizedOptions) {
  const { mechanism } = memoized({ ...options, rng: stream(1, 'any') })
  return {
    ...mechanism,
    respond: (category: number, rng: Rng): Response => memoized({ ...options, rng }).report(category),
  }
}

test.each(KINDS)(
  'a report has the law of fresh answers at ε1, in whole numbers, and draws alike for everybody: %o',
  options => {
    const rng = stream(1, 'levels', options.kind)
    for (let i = 0; i < (options.kind === 'loloha' ? 2 : 6); i++) {
      forgetTurns()
      const categories = options.kind === 'osue' ? 3 : 2 + rng.integer(3)
      const permanent = 0.01 + 6 * rng.uniform()
      const first = permanent * (0.01 + 0.98 * rng.uniform())
      const channel = firstReport({ ...options, categories, permanent, first })
      const laws = lawsOf(channel)
      const fresh = lawsOf(memoized({ ...options, categories, permanent, first, rng }).mechanism)
      expect(new Set(laws.map(({ draws }) => draws.join())).size).toBe(1)
      laws.forEach(({ weights, total }, x) => {
        expect(weights.size).toBe(fresh[x].weights.size)
        for (const [answer, weight] of weights) {
          expect(weight * fresh[x].total === fresh[x].weights.get(answer)! * total).toBe(true)
          expect(keeps(first, laws, answer)).toBe(true)
        }
      })
    }
  },
)
