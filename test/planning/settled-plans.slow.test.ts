import { expect, test } from 'vitest'
import { power } from '../../src/planning/power.ts'

/**
 * Plans where little is known about the prior. Medians that were played stand beside the settings: 60 collections
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
