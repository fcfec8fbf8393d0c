import { expect, test } from 'vitest'
import { approve } from '../../src/catalogue/approve.ts'
import { builtIn } from '../../src/loop/strategy/built-in.ts'
import type { Channel } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'

const LIMITS = { categories: 4, epsilon: 1, catalogue: builtIn }

test('a channel within the limits is approved, one below them and one at them up to rounding too', () => {
  for (const epsilon of [0.2, 1, 1 + 5e-13]) {
    const channel = srr({ categories: 4, epsilon })
    expect(approve(channel, LIMITS)).toBe(channel)
  }
})

test('a channel that spends more is refused, by its audited level and not by a stated one', () => {
  const spends = srr({ categories: 4, epsilon: 1 + 1e-9 })
  expect(() => approve(spends, LIMITS)).toThrow(
    /^the audited level of the strategy's channel must be at most 1; got 1\.000000001/,
  )
  const lies: Channel = { ...srr({ categories: 4, epsilon: 5 }), epsilon: 0.1 } as Channel
  expect(() => approve(lies, LIMITS)).toThrow(/^the audited level of the strategy's channel/)
})

test('a channel over other categories, or of a kind that respondents do not know, is refused', () => {
  expect(() => approve(srr({ categories: 5, epsilon: 1 }), LIMITS)).toThrow(
    "the number of categories of the strategy's channel must be 4; got 5",
  )
  const { mechanisms } = builtIn
  const others = { ...builtIn, mechanisms: mechanisms.filter(({ name }) => name !== 'srr') }
  expect(() => approve(srr({ categories: 4, epsilon: 1 }), { ...LIMITS, catalogue: others })).toThrow(
    /^the kind of the strategy's channel must be one of those in the catalogue/,
  )
})
