import { expect, test } from 'vitest'
import { power } from '../../src/planning/power.ts'
import type { PowerOptions } from '../../src/planning/power-options.ts'

/**
 * Plans where little is known about the prior, and plans without end. Medians that were played stand beside the settings: 60 collections
 * each by `simulate`, of the comparisons with the three-way rule.
 */

const even = [0.2, 0.2, 0.2, 0.2, 0.2]
const slight = [0.22, 0.2, 0.2, 0.2, 0.18]
const played: readonly (readonly [string, number[], string, number])[] = [
  ['of five alike', even, 'share(0) > share(1) by 0.05', 11_305],
  ['of two alike', [0.5, 0.5], 'share(0) > share(1) by 0.05', 12_763],
  ['of a slight lead', slight, 'share(0) > share(1) by 0.05', 17_530],
  ['of the top two of five alike', even, 'top(2) by 0.05', 5_119],
  ['of the top two with slight leads', slight, 'top(2) by 0.05', 4_553],
  ['of the first of three', [0.35, 0.32, 0.33], 'top(1) by 0.1', 499],
]

test.each(played)('a plan %s learns the prior as the loop does', (_, truth, goal, median) => {
  const { people } = power({ truth, epsilon: 1, goal })
  // The median of 60 collections has a standard error of about a tenth of it here.
  expect(people.median / median).toBeGreaterThan(0.65)
  expect(people.median / median).toBeLessThan(1.35)
})

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
    const begun = performance.now()
    const { people } = power(within(width))
    // It took half a minute for ±1e-4, and minutes for ±1e-5; a busy machine is given ten times what it takes.
    expect(performance.now() - begun).toBeLessThan(10_000)
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

const bell = Array.from({ length: 14 }, (_, x) => Math.exp(-((x - 6) ** 2) / 10))
const whole = bell.reduce((sum, value) => sum + value, 0)
const numbers = {
  question: { from: 0, to: 12, bins: 12 },
  truth: bell.map(value => value / whole),
  epsilon: 2,
} as const

// Quantiles of the people that 40 collections took, by `simulate`: 50, 80 and 95 %.
test.each([
  ['a mean', 'mean ± 0.3', [1041, 1172, 1341]],
  ['a median', 'median ± 0.4', [530, 658, 761]],
])('people until %s is known are spread as those of collections are', (_, goal, [half, most, nearlyAll]) => {
  const { people } = power({ ...numbers, goal })
  expect(people.median / half).toBeCloseTo(1, 0.7)
  expect(people.upper80 / most).toBeCloseTo(1, 0.6)
  expect(people.upper95 / nearlyAll).toBeCloseTo(1, 0.4)
})

test.each([1, 2, 3])('the width for given people is that of all their answers, for seed %d', seed => {
  const groups = {
    by: ['a', 'b'],
    truth: [
      [0.6, 0.4],
      [0.5, 0.5],
    ],
    epsilon: 1,
    seed,
  } as const
  const people = 3000
  const { within, settled } = power({ ...groups, people, goal: 'share(0 | group = a) ± ?' })
  // By binary randomized response of 1,500 people: 10 % wider where only looks on the way count.
  const alone = 1.959964 * Math.sqrt((Math.E / (Math.E - 1) ** 2 + 0.24) / (people / 2))
  expect(within! / alone).toBeGreaterThan(0.93)
  expect(within! / alone).toBeLessThan(1.03)
  expect(settled).toBeGreaterThanOrEqual(0.8)
})

// Twelve collections each took from 100 to 757 people, and from 484 to 1,480.
test.each([
  ['two by two', [0.34, 0.16, 0.16, 0.34], 2, 387],
  ['four by four', Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? 0.13 : 0.04)), 4, 757],
])('a level that one in 1,525 has does not drive the plan of an association, %s', (_, law, size, median) => {
  const goal = 'association(a, b) > 0.1'
  const one = 1 / 1525
  const truth = [...law.map(mass => mass * (1 - one)), one, ...new Array<number>(size - 1).fill(0)]
  const levels = Array.from({ length: size + 1 }, (__, i) => `b${i}`)
  const { people, warnings } = power({ questions: { a: size, b: levels }, truth, epsilon: 2, goal })
  expect(people.median / median).toBeGreaterThan(0.6)
  expect(people.median / median).toBeLessThan(2)
  expect(warnings).toEqual([
    `0.066 % of people hold “b${size}” of b: few answers will hardly show what that goes with`,
  ])
  expect(power({ questions: { a: size, b: size }, truth: law, epsilon: 2, goal }).warnings).toEqual([])
})
