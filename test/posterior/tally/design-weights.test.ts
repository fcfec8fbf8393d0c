import { expect, test } from 'vitest'
import { regress, srr, stream, tallyResponses } from '../../../src/index.ts'
import { drawNormal } from '../../../src/random/normal.ts'

const mechanism = srr({ categories: 2, epsilon: 1 })
const request = mechanism.toRequest()

test('answers count as w n_eff / Σ w, in any unit, and equal weights change nothing', () => {
  const weighted = (unit: number) =>
    tallyResponses({
      answers: [
        { request, response: 0, count: 30, weight: unit },
        { request, response: 1, count: 10, weight: 3 * unit },
      ],
    }).tally
  // Σ w = 60, Σ w² = 120.
  expect(Array.from(weighted(1).counts.subarray(0, 2))).toEqual([15, 15])
  expect(weighted(0.001).size).toBeCloseTo(30, 10)
  const plain = tallyResponses({ answers: [{ request, response: 0, count: 7 }] }).tally
  const equal = tallyResponses({ answers: [{ request, response: 0, count: 7, weight: 4 }] }).tally
  expect(equal.toJSON()).toEqual(plain.toJSON())
})

// A χ² of 300 degrees of freedom is beyond 300 ± 135 with a probability below 10⁻⁷.
test('estimates vary as much as n_eff answers of equal weight do, and not as n do', () => {
  const [share, people, runs] = [0.3, 400, 300]
  const truthful = Math.E / (1 + Math.E)
  const says = 1 - truthful + (2 * truthful - 1) * share
  let [right, twin] = [0, 0]
  for (let run = 0; run < runs; run++) {
    const rng = stream('weights', run)
    const answers = Array.from({ length: people }, () => ({
      request,
      response: Number(rng.uniform() < says),
      weight: Math.exp(drawNormal(rng)),
    }))
    const { tally } = tallyResponses({ answers })
    const ones = answers.reduce((sum, { response, weight }) => sum + response * weight, 0)
    const all = answers.reduce((sum, { weight }) => sum + weight, 0)
    const square = (ones / all - says) ** 2 / (says * (1 - says))
    right += square * tally.size
    twin += square * people
  }
  expect(Math.abs(right - runs)).toBeLessThan(135)
  expect(twin - runs).toBeGreaterThan(135)
})

/** Of two sexes, the men weigh four times as much as the women. */
const ANSWERS = ['female', 'male'].flatMap(sex =>
  [0, 1].map(response => ({
    ...{ sex, response, w: sex === 'male' ? 4 : 1 },
    count: sex === 'male' ? 40 + 20 * response : 300 - 200 * response,
  })),
)

test('weights that follow from the covariates leave the coefficients alone, and weigh averages', () => {
  const options = { formula: 'ill ~ sex', answers: ANSWERS, mechanism, draws: 60, seed: 1 }
  const [plain, weighted] = [regress(options), regress({ ...options, weight: 'w' })]
  expect(weighted.draws).toEqual(plain.draws)
  const shares = [
    { sex: 'female', share: 400 },
    { sex: 'male', share: 400 },
  ]
  expect(weighted.of('share(1)').mean).toBeCloseTo(plain.of('share(1)', shares).mean, 12)
  expect(weighted.of('share(1)').mean).toBeGreaterThan(plain.of('share(1)').mean + 0.05)
  expect([weighted.people, weighted.effective]).toEqual([500, 500])
})

test('weights that differ within a pattern make it worth fewer answers', () => {
  const answers = ANSWERS.map(answer => ({ ...answer, w: answer.response + 1 }))
  const found = regress({
    ...{ formula: 'ill ~ sex', answers, mechanism, weight: 'w', draws: 10, seed: 1 },
    question: { ordered: 2 },
  })
  // Women: (300 + 2·100)² / (300 + 4·100); men: (40 + 2·60)² / (40 + 4·60).
  expect(found.effective).toBeCloseTo(500 ** 2 / 700 + 160 ** 2 / 280, 9)
  expect(String(found)).toContain('500 answers, worth 449 of equal weight, 2 covariate patterns')
})

test.each([-1, Number.NaN, Infinity, '2', undefined])('the weight %j is refused', w => {
  const answers = ANSWERS.map((answer, i) => (i === 2 ? { ...answer, w } : answer))
  const fitted = () => regress({ formula: 'ill ~ sex', answers, mechanism, weight: 'w', seed: 1 })
  expect(fitted).toThrow(/^answers\[2\]: the weight w must be a number from 0 to 1e\+100/)
  if (w === undefined) return
  const taken = () => tallyResponses({ answers: [{ request, response: 0, weight: w as number }] })
  expect(taken).toThrow(/^answers\[0\]: weight must be a number from 0/)
})

test('weights of 0 count for nothing, and may not be all', () => {
  const none = ANSWERS.map(answer => ({ ...answer, w: 0 }))
  expect(() => regress({ formula: 'ill ~ sex', answers: none, mechanism, weight: 'w', seed: 1 })).toThrow(
    'answers must be of at least one person of a weight above 0',
  )
  const answers = [{ request, response: 0, weight: 0 }]
  expect(() => tallyResponses({ answers })).toThrow('weight must be above 0 for some answers')
})
