import { expect, test } from 'vitest'
import { memoryErrors } from '../../experiments/support/stream-memory.ts'
import type { Memory } from '../../src/loop/memory/memory.ts'

/** Draws of each of four chains. Where ratios of means of eight truths are near one, 30 would leave 2 % to chance. */
const [FEW_DRAWS, DRAWS] = [30, 120]
/** As long as the half-lives that a learned memory chooses from: a window of 2,500, which fits the time since the swap, is 6 % better. */
const WINDOWS: readonly Memory[] = [1600, 3200].map(window => ({ window }))

/** How often the error of the best memory in hindsight some others have, under SRR at K = 20 and ε = 1. */
function ratios(
  name: 'swap' | 'constant',
  runs: number,
  hindsight: readonly Memory[],
  others: readonly Memory[],
  draws: number,
) {
  const rows = memoryErrors(name, 'srr', runs, others, draws, hindsight)
  console.log({ name, runs, ...Object.fromEntries(rows.map(({ memory, error }) => [memory, error])) })
  return rows.slice(hindsight.length).map(({ ratio }) => ratio)
}

test('2,000 answers after a swap what is learned is as good as the best window, and to count all alike is not', () => {
  const [learned, all] = ratios('swap', 24, WINDOWS, ['learned', 'all'], FEW_DRAWS)
  expect(learned).toBeLessThan(1.1)
  // The twin.
  expect(all).toBeGreaterThan(1.2)
})

test('of a truth that stays, learning costs a twentieth at most, and a window more', () => {
  const [learned, window] = ratios('constant', 8, ['all'], ['learned', { window: 10_000 }], DRAWS)
  expect(learned).toBeLessThan(1.05)
  // The twin.
  expect(window).toBeGreaterThan(1.05)
})
