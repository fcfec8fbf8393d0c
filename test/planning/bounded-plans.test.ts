import { expect, test } from 'vitest'
import { power } from '../../src/planning/power.ts'
import type { PowerOptions } from '../../src/planning/power-options.ts'

// Plans without end are refused, and the work of all others is bounded.

const even = [0.2, 0.2, 0.2, 0.2, 0.2]
const refused: readonly (readonly [string, PowerOptions, RegExp])[] = [
  ['halves of sparse categories', top(100, 200, 0.1), /^goal must be one that 1e\+12 answers settle/],
  ['categories that are all alike', top(3, 20, 1e10), /^goal must be one that 1e\+12 answers settle/],
  ['more categories than a judge tells apart', top(5000, 10_000, 1), /^categories must be at most 4096/],
  [
    'a confidence that is all but 1',
    { truth: even, epsilon: 1, goal: 'share(0) > share(1)', confidence: 1 - 1e-16 },
    /^confidence must be/,
  ],
  ['a tiny level', { truth: even, epsilon: 1e-6, goal: 'share(0) ± 0.1' }, /^epsilon must be/],
  ['a tiny width', within(1e-8), /^goal must be one that 1e\+12 answers settle/],
]

test.each(refused)('%s: refused in one sentence', (_, options, message) => {
  expect(() => power(options)).toThrow(message)
})

test.each([1e-3, 1e-4, 1e-5])(
  'the work for a frequency within ±%d is bounded, and people are as 1/w²',
  width => {
    // It took half a minute for ±1e-4, and minutes for ±1e-5: beyond the time that a test has.
    const { people } = power(within(width))
    const variance = Math.E / (Math.E - 1) ** 2 + 0.3 * 0.7
    expect(people.median / ((1.959964 ** 2 * variance) / width ** 2)).toBeCloseTo(1, 1)
  },
)

test('a small level is planned for as larger ones are: people are as 1/ε²', () => {
  const at = (epsilon: number) => power({ truth: even, epsilon, goal: 'share(0) ± 0.05' }).people.median
  expect(at(0.001) / at(0.01)).toBeCloseTo(100, -1)
})

function top(k: number, categories: number, dirichlet: number): PowerOptions {
  return { categories, truth: { dirichlet }, epsilon: 1, goal: `top(${k})` }
}

function within(width: number): PowerOptions {
  return { truth: [0.3, 0.7], epsilon: 1, goal: `share(0) ± ${width}` }
}
