import { expect, test } from 'vitest'
import { tallyResponses } from '../../src/catalogue/tally-responses.ts'
import type { CollectionEstimator } from '../../src/loop/collection-estimator.ts'
import { createEstimator, type Estimator, restoreEstimator } from '../../src/loop/estimator.ts'
import { lineCollection } from '../../src/loop/line-collection.ts'
import { lineProtocol } from '../../src/loop/line-protocol.ts'
import { WeighedAnswers } from '../../src/loop/weighed-answers.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'

const EPSILON = 2
const OPTIONS = { categories: 3, epsilon: EPSILON, strategy: 'srr', seed: 1 } as const
const MECHANISM = srr({ categories: 3, epsilon: EPSILON })
/** Responses with the weights of those who give them: 0 weighs more than the others. */
const ANSWERS = Array.from({ length: 300 }, (_, i) => ({
  response: i % 3,
  weight: i % 3 === 0 ? 4 : 1 + (i % 2),
}))

function weighed(answers: readonly { response: number; weight?: number }[]): Estimator {
  const estimator = createEstimator(OPTIONS)
  for (const { response, weight } of answers) {
    estimator.observe(response, estimator.request(), weight === undefined ? {} : { weight })
  }
  return estimator
}

test('answers count in estimates as tallyResponses counts them', () => {
  const tally = createTally(3)
  const answers = new WeighedAnswers(tally)
  for (const { response, weight } of ANSWERS) {
    tally.add(MECHANISM, response)
    answers.add(weight)
  }
  const { tally: expected } = tallyResponses({
    answers: ANSWERS.map(({ response, weight }) => ({ request: MECHANISM.toRequest(), response, weight })),
  })
  const found = answers.read()
  expect(found.size).toBeCloseTo(expected.size, 9)
  for (let c = 0; c < 3; c++) expect(found.counts[c]).toBeCloseTo(expected.counts[c], 9)
  expect(answers.effective).toBeCloseTo(expected.size, 9)
})

test('the estimate is of the weighed answers; twin: that of the same answers without weights is not', () => {
  // The shares of responses by weight; a hundred of each kind were given.
  const shares = [4, 1.5, 1.5].map(weight => weight / 7)
  const [keep, other] = [Math.exp(EPSILON), 1].map(mass => mass / (Math.exp(EPSILON) + 2))
  const law = shares.map(share => (share - other) / (keep - other))
  const estimator = weighed(ANSWERS)
  const { mean, sd } = estimator.estimate({ draws: 500 })
  expect(Math.abs(mean[0] - law[0])).toBeLessThan(sd[0])
  const twin = weighed(ANSWERS.map(({ response }) => ({ response }))).estimate({ draws: 500 })
  expect(Math.abs(twin.mean[0] - law[0])).toBeGreaterThan(3 * twin.sd[0])
  expect(estimator.answers()).toBe(300)
  expect(estimator.effective()).toBeLessThan(280)
})

test('weights are in any unit, and may begin late', () => {
  const plain = weighed(ANSWERS.map(({ response }) => ({ response })))
  const doubled = weighed(ANSWERS.map(({ response }) => ({ response, weight: 2 })))
  expect(doubled.estimate({ draws: 50 }).mean).toEqual(plain.estimate({ draws: 50 }).mean)
  expect(doubled.effective()).toBe(300)
  const late = weighed(ANSWERS.map(({ response }, i) => (i < 299 ? { response } : { response, weight: 2 })))
  expect(late.effective()).toBeCloseTo(301 ** 2 / 303, 9)
})

test('a snapshot keeps weights, and has none where there are none', () => {
  const estimator = weighed(ANSWERS)
  const restored = restoreEstimator<Estimator>(
    JSON.parse(JSON.stringify(estimator.snapshot())),
  ) as never as Estimator
  for (const one of [estimator, restored]) one.observe(1, one.request(), { weight: 3 })
  expect(restored.estimate({ draws: 50 }).mean).toEqual(estimator.estimate({ draws: 50 }).mean)
  expect(restored.effective()).toBe(estimator.effective())
  expect(weighed([{ response: 0 }]).snapshot()).not.toHaveProperty('weights')
})

test('answers that come as a tally weigh 1 each', () => {
  const estimator = weighed(ANSWERS)
  const tally = createTally(3)
  tally.add(MECHANISM, 1, 50)
  estimator.observeMany(tally)
  const one = weighed([...ANSWERS, ...Array.from({ length: 50 }, () => ({ response: 1, weight: 1 }))])
  expect(estimator.effective()).toBeCloseTo(one.effective(), 9)
})

test('groups weigh among all people by the sums of their weights', () => {
  const by = ['north', 'south']
  const collection = createEstimator({ categories: 2, by, epsilon: 4, strategy: 'srr', seed: 1 })
  for (let i = 0; i < 200; i++) {
    const group = by[i % 2]
    const request = collection.request(group)
    collection.observe(i % 2, request, group, { weight: group === 'north' ? 9 : 1 })
  }
  const belief = collection.estimate({ draws: 100 })
  const [north, south] = by.map(group => belief.group(group).mean[0])
  expect(belief.total().mean[0]).toBeCloseTo(0.9 * north + 0.1 * south, 9)
  expect(belief.of('share(0)').mean).toBeCloseTo(belief.total().mean[0], 9)
  expect(collection.effective('north')).toBeCloseTo(100, 9)
})

test('several questions without groups take weights, too', () => {
  const survey: CollectionEstimator = createEstimator({ questions: { a: 2, b: 2 }, epsilon: 2, seed: 1 })
  const request = survey.request()
  survey.observe(0, request, { weight: 2 })
  survey.observe(0, survey.request(), undefined, { weight: 1 })
  expect(survey.effective()).toBeCloseTo(9 / 5, 9)
})

test('a line has the weight of the person who answers', () => {
  const estimator = createEstimator(OPTIONS)
  const { reply } = lineProtocol(lineCollection(estimator, { draws: 25 }))
  const said = (line: object) => reply(JSON.stringify(line), 1).json
  said({ ask: 1 })
  expect(said({ answer: 0, id: 0, weight: 3, key: 'a' })).toEqual({ answers: 1 })
  said({ ask: 1 })
  expect(said({ answer: 1, id: 0, weight: 1 })).toEqual({ answers: 2 })
  expect(said({ estimate: 1 })).toMatchObject({ answers: 2, effective: 1.6 })
  expect(said({ answer: 1, id: 0, weight: -1 })).toEqual({
    error: 'line 1: weight must be a number from 0 to 1e+100; got -1',
  })
})

test.each([
  [{ anytime: true }, 'anytime', 'intervals that hold at every look count all answers alike'],
  [{ robust: { share: 0.1 } }, 'robust', 'robust intervals count all answers alike'],
  [{ runLength: 1000 }, 'runLength', 'changes are looked for among the people who answer'],
  [{ memory: { halfLife: 100 } }, 'memory', 'a memory has weights of its own, by the age of answers'],
  [{ goal: 'share(0) ± .1' }, 'goals', 'decisions about goals count people'],
  [
    { goal: 'share(0) ± .1', guarantee: 'anytime' },
    'guarantee',
    'the guarantee for every truth counts people',
  ],
  [{ sampler: 'sgld', horizon: 100 }, 'sampler', 'this sampler follows the answers one by one'],
])('weights do not go together with %j', (option, name, why) => {
  const estimator = createEstimator({ ...OPTIONS, ...option } as never) as never as Estimator
  const request = estimator.request()
  expect(() => estimator.observe(0, request, { weight: 2 })).toThrow(
    `weight must be left out with the option ${name}: ${why}; got 2`,
  )
  expect(estimator.answers()).toBe(0)
})

test('damaged weights of a snapshot are refused', () => {
  const state = { counts: [4, 1], total: 5, squares: 17 }
  const tally = createTally(3)
  tally.add(MECHANISM, 0)
  expect(() => new WeighedAnswers(tally, state)).toThrow(/weights\.counts must be a list of 1/)
  expect(() => new WeighedAnswers(tally, { ...state, counts: [-1] })).toThrow(/counts\[0\] must be/)
})
