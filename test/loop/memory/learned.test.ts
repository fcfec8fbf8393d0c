import { expect, test } from 'vitest'
import { learnedMemory } from '../../../src/loop/memory/learned.ts'
import { columnValues } from '../../../src/mechanism/column.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'
import { rrrr } from '../../../src/rrrr/rrrr.ts'
import { scoresOf } from '../../../src/sequence/scores.ts'
import { projectOnSimplex } from '../../../src/simplex/project.ts'

const K = 3
const mechanism = srr({ categories: K, epsilon: 2 })

/** The weights by their definition, from all answers: `w ← (1 − α) w·p / Σ w·p + α π`, with α = 1/(t + 1) after the answer t. */
function plainWeights(halfLives: readonly number[], answers: readonly number[]): number[] {
  const pi = halfLives.map(halfLife => (halfLife === Infinity ? 0.8 : 0.2 / (halfLives.length - 1)))
  const [lower, upper] = [new Float64Array(K), new Float64Array(K)]
  const expected = (halfLife: number, seen: readonly number[]) => {
    if (seen.length === 0) return new Float64Array(K).fill(1 / K)
    const mean = new Float64Array(K)
    let total = 0
    seen.forEach((response, i) => {
      const weight = 2 ** -((seen.length - 1 - i) / halfLife)
      scoresOf(mechanism).write(response, lower, upper)
      for (let x = 0; x < K; x++) mean[x] += weight * lower[x]
      total += weight
    })
    const out = new Float64Array(K)
    projectOnSimplex(
      mean.map(value => value / total),
      new Float64Array(K),
      out,
    )
    return out
  }
  let weights = pi.slice()
  answers.forEach((response, t) => {
    const column = columnValues(mechanism.column(response))
    const predicted = halfLives.map(halfLife =>
      expected(halfLife, answers.slice(0, t)).reduce((sum, share, x) => sum + share * column[x], 0),
    )
    const total = weights.reduce((sum, weight, m) => sum + weight * predicted[m], 0)
    const alpha = 1 / (t + 2)
    weights = weights.map((weight, m) => ((1 - alpha) * weight * predicted[m]) / total + alpha * pi[m])
  })
  return weights
}

function play(answers: readonly number[]) {
  const all = createTally(K)
  const memory = learnedMemory(all)
  for (const response of answers) {
    memory.observe(mechanism, [[response, 1]], 1)
    all.add(mechanism, response)
  }
  return memory
}

test('experts are weighted by how well they have predicted each answer', () => {
  const rng = stream('learned')
  const answers = Array.from({ length: 60 }, (_, t) => mechanism.respond(t < 30 ? 0 : 2, rng))
  const found = play(answers).weights!()
  const halfLives = found.map(({ halfLife }) => halfLife)
  plainWeights(halfLives, answers).forEach((weight, m) => {
    expect(Math.abs(found[m].weight / weight - 1)).toBeLessThan(1e-9)
  })
  // They have moved from where they began.
  expect(found[0].weight).toBeGreaterThan(0.03)
})

test('equal answers of a batch count one by one, at the predictions from before it', () => {
  const [one, batch] = [play([0, 1, 0, 2, 2, 2]), play([0, 1, 0, 2, 2, 2])]
  const before = batch.weights!()
  batch.observe(mechanism, [[2, 5]], 5)
  const after = batch.weights!()
  // By the rule for single answers, with the predictions held: w p⁵, and Π (1 − α_t) = (t₀ + 1)/(t₀ + 6).
  const column = columnValues(mechanism.column(2))
  const { experts } = one.state!() as { experts: { expected: number[] }[] }
  const predicted = experts.map(({ expected }) =>
    expected.reduce((sum, share, x) => sum + share * column[x], 0),
  )
  const raw = before.map(({ weight }, m) => weight * predicted[m] ** 5)
  const total = raw.reduce((sum, weight) => sum + weight)
  const pi = before.map(({ halfLife }) => (halfLife === Infinity ? 0.8 : 0.2 / (before.length - 1)))
  after.forEach(({ weight }, m) => {
    expect(weight).toBeCloseTo((7 / 12) * (raw[m] / total) + (5 / 12) * pi[m], 12)
  })
})

test('categories that a channel does not tell apart keep their even share', () => {
  const merging = rrrr({ categories: 20, subset: [0], epsilon: 1 })
  const { isIdentified, most, least } = scoresOf(merging)
  expect(Array.from(isIdentified.slice(0, 3))).toEqual([1, 0, 0])
  const all = createTally(20)
  const memory = learnedMemory(all)
  for (const response of [0, 1]) {
    memory.observe(merging, [[response, 1]], 1)
    all.add(merging, response)
  }
  const means = new Float64Array(20).fill(1 / 20)
  means[0] = (most[0] + least[0]) / 2
  const expected = new Float64Array(20)
  projectOnSimplex(means, new Float64Array(20), expected)
  const { experts } = memory.state!() as { experts: { expected: number[] }[] }
  // The last one forgets nothing.
  experts.at(-1)!.expected.forEach((share, x) => {
    expect(share).toBeCloseTo(expected[x], 12)
  })
})

test('the estimate comes from parts whose weights sum to one', () => {
  const parts = play([0, 1, 2, 0, 0, 1]).parts()
  expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 14)
  expect(parts.length).toBeGreaterThan(1)
})
