import { expect, test, vi } from 'vitest'
import { coin } from '../../src/mechanism/coin.ts'
import { hadamard } from '../../src/mechanism/hadamard.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { stream } from '../../src/random/stream.ts'
import { keeps, lawsOf, playThrough, RANDOM_MECHANISMS } from '../support/enumerated.ts'

// The code that people's own answers are drawn by, `respond` with the cryptographic source, is played through all outcomes of all
// its draws: everybody's law of answers comes out as whole numbers over one total.

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

const COLUMNS = 600

test.each(Object.keys(RANDOM_MECHANISMS))(
  '%s: the answers of random mechanisms keep e^ε, follow their columns, and are drawn alike for everybody',
  kind => {
    const seen = playThrough(RANDOM_MECHANISMS[kind], COLUMNS, stream(1, 'enumeration', kind))
    expect(seen).toBeGreaterThanOrEqual(COLUMNS)
  },
)

test('twins are found: one at the nearest whole odds above e^ε, one that leaves out an answer, one that draws as it is needed', () => {
  const setting = { categories: 3, epsilon: 1 }
  const looser = coin(2718281828459046n, 2n * 10n ** 15n)
  const above = {
    ...srr(setting),
    respond: (x: number, rng: never) => {
      const told = looser.toss(rng)
      const other = (x + 1 + (rng as { integer(n: number): number }).integer(2)) % 3
      return told ? x : other
    },
  }
  const laws = lawsOf(above)
  expect(keeps(1, laws, '0')).toBe(false)
  expect(keeps(1, lawsOf(srr(setting)), '0')).toBe(true)
  const own = hadamard(setting)
  const silent = { ...own, respond: (x: number, rng: never) => (x === 0 ? 0 : own.respond(x, rng)) }
  expect(keeps(1, lawsOf(silent), '1')).toBe(false)
  const truth = coin(3n, 2n)
  const hasty = {
    ...srr(setting),
    respond: (x: number, rng: never) =>
      truth.toss(rng) ? x : (x + 1 + (rng as { integer(n: number): number }).integer(2)) % 3,
  }
  expect(() => lawsOf(hasty)).toThrow(/^draws from/)
  expect(() => lawsOf(subsetSelection({ ...setting, size: 1 }))).not.toThrow()
})
