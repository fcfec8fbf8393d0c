import { expect, test, vi } from 'vitest'
import { stream } from '../../src/random/stream.ts'
import { playThrough, RANDOM_MECHANISMS } from '../support/enumerated.ts'

vi.mock(
  '../../src/random/big-integer.ts',
  async () => (await import('../support/enumeration.ts')).bigIntegers,
)
vi.mock(
  '../../src/random/thresholds.ts',
  async () => (await import('../support/enumeration.ts')).evenThresholds,
)
vi.mock('../../src/mechanism/coin.ts', async original =>
  (await import('../support/enumeration.ts')).recorded(await original()),
)

const COLUMNS = 100_000

test(`of ${COLUMNS} columns of people's own answers, of all mechanisms, none goes above e^ε`, () => {
  const kinds = Object.keys(RANDOM_MECHANISMS)
  const each = Math.ceil(COLUMNS / kinds.length)
  const seen = kinds.map(kind => playThrough(RANDOM_MECHANISMS[kind], each, stream(2, 'enumeration', kind)))
  expect(seen.reduce((sum, columns) => sum + columns)).toBeGreaterThanOrEqual(COLUMNS)
})
