import { describe, expect, test } from 'vitest'
import { samplePosterior } from '../../../src/catalogue/sample-posterior.ts'
import { CategoriesJudge } from '../../../src/loop/goal/categories-judge.ts'
import { lawOfOne, priorOfOne } from '../../../src/loop/goal/one-category.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { staircase } from '../../../src/mechanism/staircase.ts'
import { subsetSelection } from '../../../src/mechanism/subset-selection.ts'
import type { Prior } from '../../../src/posterior/kind/prior.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { aimedAt } from '../../../src/query/aimed-goal.ts'
import { parseGoal } from '../../../src/query/parse-goal.ts'
import { vocabularyOf } from '../../../src/query/vocabulary.ts'
import { createAlias } from '../../../src/random/categorical.ts'
import { stream } from '../../../src/random/stream.ts'

const K = 6
const TRUTH = [0.32, 0.25, 0.2, 0.13, 0.08, 0.02]
const judge = (goal: string, prior: Prior = 1, categories = K, confidence = 0.95) =>
  new CategoriesJudge({
    categories,
    aimed: aimedAt(parseGoal(goal, { categories }), vocabularyOf({ categories })),
    confidence,
    prior,
    guarantee: 'posterior',
  })

/** So many answers of each response to "is it 0?". */
function binaryTally(yes: number, no: number, categories = K) {
  const isIt = staircase({ categories, epsilon: 1, groups: [[0]], sets: [[0], [1]], weights: [1, 1] })
  const tally = createTally(categories)
  tally.add(isIt, 0, yes)
  tally.add(isIt, 1, no)
  return tally
}

function setTally(users: number, seed: number) {
  const mechanism = subsetSelection({ categories: K, epsilon: 1.5 })
  const rng = stream(seed, 'answers')
  const people = createAlias(TRUTH)
  const tally = createTally(K)
  for (let t = 0; t < users; t++) tally.add(mechanism, mechanism.respond(people.draw(rng), rng))
  return tally
}

describe('a look', () => {
  test('at one category finds the posterior of an exact sampler', () => {
    // Of 1,600 draws, half of them effective: five Monte Carlo errors of an interval's middle are 0.15 of its half width, and raise a
    // false alarm in 6e-7.
    for (const prior of [1, 'learned'] as const) {
      const tally = binaryTally(380, 620)
      const exact = samplePosterior(tally, { prior, seed: 1, draws: 400 })
      const [lower, upper] = exact.interval(0.95)
      const { decision } = judge('share(0) ± .3', prior).look(tally, stream(1), {})
      const half = (upper[0] - lower[0]) / 2
      expect(Math.abs((decision.answer as number) - (lower[0] + upper[0]) / 2)).toBeLessThan(0.15 * half)
      const at = exact.quantile(0.1)[0]
      const above = judge(`share(0) > ${at}`, prior).look(tally, stream(1), {})
      expect(Math.abs(above.decision.probability - 0.9)).toBeLessThan(0.06)
      // The twin that takes the answers for the truth is far away.
      expect(Math.abs(0.38 - (lower[0] + upper[0]) / 2)).toBeGreaterThan(0.15 * half)
    }
  })

  test('at all categories, by the expanded likelihood, finds the probabilities of an exact sampler', () => {
    // 600 draws count for 300 here: five standard errors are 0.14 at most.
    const tally = setTally(800, 3)
    const exact = samplePosterior(tally, { prior: 1, seed: 2, draws: 400 })
    const count = exact.draws.length / K
    for (const [a, b] of [
      [0, 1],
      [2, 3],
      [3, 4],
    ]) {
      let right = 0
      for (let d = 0; d < count; d++) right += Number(exact.draws[d * K + a] > exact.draws[d * K + b])
      const { decision } = judge(`share(${a}) > share(${b})`).look(tally, stream(4), {})
      const probability = decision.answer === a ? decision.probability : 1 - decision.probability
      expect(Math.abs(probability - right / count)).toBeLessThan(0.14)
    }
  })
})

describe('a goal is settled', () => {
  test('by answers, never by the prior alone; the twin without the prior odds settles before the first answer', () => {
    // P(θ_0 > .5) is 0.03 under the prior: a plain posterior probability is above 0.95 at once.
    const goal = 'share(0) > .5'
    const before = judge(goal).look(createTally(K), stream(1), {}).decision
    expect(before.settled).toBe(false)
    expect(before.probability).toBeGreaterThan(0.95)
    // A hundred answers that say nothing leave it open as well, and so do some that say a little.
    const mute = judge(goal).look(binaryTally(40, 60), stream(1), {}).decision
    expect(mute.probability).toBeGreaterThan(0.95)
    expect(mute.settled).toBe(false)
    expect(judge(goal).look(binaryTally(300, 700), stream(1), {}).decision).toMatchObject({
      settled: true,
      answer: false,
    })
  })

  test('within a width that the prior alone has, only where the answers have it too', () => {
    // Of 200 categories, one with a third of the answers "yes": θ_0 is about .14, which Dirichlet(1) hardly ever draws.
    const goal = 'share(0) ± .03'
    const asked = (people: number) => binaryTally(people / 3, (2 * people) / 3, 200)
    const many = judge(goal, 1, 200)
    const { lower, upper } = lawOfOne(priorOfOne(1, [0], 200), () => 0, { mean: 0.01, sd: 0.01 }, 0.95)
    expect(upper - lower).toBeLessThan(2 * 0.03)
    expect(many.look(asked(300), stream(1), {}).decision.settled).toBe(false)
    const { decision } = many.look(asked(15_000), stream(1), {})
    const yes = Math.E / (Math.E + 1)
    expect(decision.settled).toBe(true)
    expect(Math.abs((decision.answer as number) - (1 / 3 - (1 - yes)) / (2 * yes - 1))).toBeLessThan(0.015)
  })

  test('against the prior, where the answers are clear enough', () => {
    const { decision } = judge('share(0) > .5').look(binaryTally(800, 400), stream(1), {})
    expect(decision).toMatchObject({ settled: true, answer: true, answers: 1200 })
  })

  test('within a width by as many answers as that takes', () => {
    const goal = 'share(0) ± .05'
    expect(judge(goal).look(binaryTally(400, 800), stream(1), {}).decision.settled).toBe(false)
    expect(judge(goal).look(binaryTally(800, 1600), stream(1), {}).decision.settled).toBe(true)
  })
  test('by answers alone where a prior of many categories is surer than a double can say', () => {
    // P(θ_0 > .3) is 1e-31 under the prior, and θ_0 is .5 by the answers.
    const goal = 'share(0) > .3'
    const many = judge(goal, 1, 200)
    const early = many.look(binaryTally(50, 50, 200), stream(1), {}).decision
    expect(early).toMatchObject({ settled: false, answer: false })
    // The twin, a plain posterior probability, settles by the prior.
    expect(early.probability).toBeGreaterThan(0.999)
    expect(many.look(binaryTally(1500, 1500, 200), stream(1), {}).decision).toMatchObject({
      settled: true,
      answer: true,
    })
  })

  test('by what the answers say about the category, where they tell all categories apart', () => {
    // θ_0 is .5. So few answers of randomized response say hardly anything, and nothing against it.
    const goal = 'share(0) > .3'
    for (const prior of [1, 'learned'] as const) {
      const many = judge(goal, prior, 200)
      const mechanism = srr({ categories: 200, epsilon: 1 })
      const rng = stream(1, 'answers of many')
      const tally = createTally(200)
      for (let t = 0; t < 150; t++) {
        tally.add(mechanism, mechanism.respond(rng.uniform() < 0.5 ? 0 : 1 + rng.integer(199), rng))
      }
      expect(many.look(tally, stream(1), {}).decision.settled).toBe(false)
    }
  })

  test.each<[string, number | number[], number, unknown, number]>([
    ['share(0) > share(1)', 1, 0.9999, 0, 620],
    ['share(0) > share(1)', [8, 1], 0.95, 0, 620],
    ['share(0) > share(1) by .97', 5, 0.95, 'tie', 500],
  ])(
    'where draws that all agree are too few to show it: %j under prior %j at %d',
    (goal, prior, confidence, answer, yes) => {
      const sure = judge(goal, prior, 2, confidence)
      expect(sure.look(binaryTally(yes, 1000 - yes, 2), stream(1), {}).decision).toMatchObject({
        settled: true,
        answer,
      })
    },
  )

  test('not by draws that all agree because the prior says so', () => {
    const biased = judge('share(0) > share(1)', [800, 10], 2)
    for (const yes of [20, 50, 52]) {
      const { decision } = biased.look(binaryTally(yes, 100 - yes, 2), stream(1), {})
      expect(decision).toMatchObject({ settled: false, answer: 0, probability: 1 })
    }
  })
})

describe('the probability of a frequency', () => {
  test('is that of lying within the width of the answer, before any answer too', () => {
    const goal = 'share(0) ± .1'
    const { decision } = judge(goal).look(createTally(K), stream(1), {})
    const at = decision.answer as number
    // Under Dirichlet(1), P(θ_0 > t) = (1 − t)^5.
    expect(decision.probability).toBeCloseTo((1.1 - at) ** 5 - (0.9 - at) ** 5, 2)
    expect(decision.probability).toBeLessThan(0.5)
  })

  test('is at least the confidence once it is settled', () => {
    const { decision } = judge('share(0) ± .05').look(binaryTally(800, 1600), stream(1), {})
    expect(decision.settled).toBe(true)
    expect(decision.probability).toBeGreaterThan(0.95)
    expect(decision.probability).toBeLessThan(1)
  })

  test('is finite for thousands of categories, and for prior counts of thousands', () => {
    for (const [categories, prior] of [
      [2369, 'learned'],
      [5000, 1],
      [20, 1000],
      [4, 1e100],
    ] as const) {
      for (const goal of ['share(0) ± .05', 'share(0) > .3']) {
        const made = judge(goal, prior, categories)
        for (const tally of [createTally(categories), binaryTally(500, 500, categories)]) {
          const { probability } = made.look(tally, stream(1), {}).decision
          expect(probability).toBeGreaterThanOrEqual(0)
          expect(probability).toBeLessThanOrEqual(1)
        }
      }
    }
  })
})
