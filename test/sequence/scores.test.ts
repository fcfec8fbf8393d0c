import { describe, expect, test } from 'vitest'
import { likelihood } from '../../src/mechanism/channel-matrix.ts'
import { localHashing } from '../../src/mechanism/local-hashing.ts'
import { matrixChannel } from '../../src/mechanism/matrix-channel.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { denseColumn } from '../../src/mechanism/own-column.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { unaryEncoding } from '../../src/mechanism/unary-encoding.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import type { Scores } from '../../src/sequence/answer-scores.ts'
import { matrixScores } from '../../src/sequence/matrix-scores.ts'
import { scoresOf } from '../../src/sequence/scores.ts'
import { FAMILIES } from '../support/families.ts'

const MOST_ENUMERATED = 3000

/** The means of both scores of x for somebody who holds x′, `[x][x′]`, and the extremes over all responses. */
function meansOf(mechanism: Mechanism, scores = scoresOf(mechanism)) {
  const K = mechanism.categories
  const make = () => Array.from({ length: K }, () => new Float64Array(K))
  const [lower, upper] = [make(), make()]
  const least = new Float64Array(K).fill(Infinity)
  const most = new Float64Array(K).fill(-Infinity)
  const [one, other] = [new Float64Array(K), new Float64Array(K)]
  let size = 0
  for (const response of mechanism.responses()) {
    scores.write(response, one, other)
    const law = likelihood(mechanism, response)
    for (let x = 0; x < K; x++) {
      least[x] = Math.min(least[x], one[x])
      most[x] = Math.max(most[x], other[x])
      size = Math.max(size, Math.abs(one[x]), Math.abs(other[x]))
      for (let held = 0; held < K; held++) {
        lower[x][held] += law[held] * one[x]
        upper[x][held] += law[held] * other[x]
      }
    }
  }
  return { lower, upper, least, most, size }
}

function expectClose(one: ArrayLike<number>, other: ArrayLike<number>): void {
  for (let x = 0; x < other.length; x++) expect(one[x]).toBeCloseTo(other[x], 9)
}

/** What is wrong with scores: means that are not what they promise, or ranges that are not kept. */
function mistakes(mechanism: Mechanism, scores: Scores = scoresOf(mechanism)): string[] {
  const { lower, upper, least, most, size } = meansOf(mechanism, scores)
  const rounding = 1e-9 * Math.max(1, size)
  const found: string[] = []
  for (let x = 0; x < mechanism.categories; x++) {
    if (Math.abs(least[x] - scores.least[x]) > rounding) found.push(`least of ${x}`)
    if (Math.abs(most[x] - scores.most[x]) > rounding) found.push(`most of ${x}`)
    for (let held = 0; held < mechanism.categories; held++) {
      const truth = Number(x === held)
      const [one, other] = [lower[x][held], upper[x][held]]
      if (scores.isIdentified[x] === 1) {
        if (Math.abs(one - truth) > rounding || Math.abs(other - truth) > rounding)
          found.push(`mean of ${x} for ${held}`)
      } else if (one > truth + rounding || other < truth - rounding) found.push(`bound of ${x} for ${held}`)
    }
  }
  return found
}

describe.each(FAMILIES)('the scores of $name', ({ small, random }) => {
  test('have the means and the ranges that they promise', () => {
    for (const { mechanism } of small()) expect(mistakes(mechanism)).toEqual([])
    const rng = stream(1, 'scores')
    for (let i = 0; i < 30; i++) {
      const { mechanism } = random(rng, 7)
      if (mechanism.responseCount <= MOST_ENUMERATED && mechanism.epsilon < 30)
        expect(mistakes(mechanism)).toEqual([])
    }
  })
})

test('are those of the general formula, for channels with as many responses as categories', () => {
  const mechanisms = [
    srr({ categories: 6, epsilon: 1 }),
    rrrr({ categories: 6, subset: [1, 4], epsilon: 5 }),
    rrrr({ categories: 3, subset: [1, 2], epsilon: 1 }),
    subsetSelection({ categories: 6, epsilon: 1, size: 2 }),
    localHashing({ categories: 4, epsilon: 1, buckets: 2, partitions: [[0, 0, 1, 1]] }),
  ]
  for (const mechanism of mechanisms) {
    const [closed, solved] = [meansOf(mechanism), meansOf(mechanism, matrixScores(mechanism))]
    const scores = [scoresOf(mechanism), matrixScores(mechanism)]
    expect(Array.from(scores[0].isIdentified)).toEqual(Array.from(scores[1].isIdentified))
    expectClose(closed.least, solved.least)
    expectClose(closed.most, solved.most)
  }
})

test('of RRRR keep the categories outside the subset as one group where their own scores would be mostly noise', () => {
  const told = (epsilon: number) =>
    Array.from(scoresOf(rrrr({ categories: 20, subset: [0, 1, 2, 3, 4], epsilon })).isIdentified)
  expect(told(1)).toEqual([...new Array(5).fill(1), ...new Array(15).fill(0)])
  expect(told(5)).toEqual(new Array(20).fill(1))
})

test('of SRR at K = 20 and ε = 1 reach 12.06, those of subset selection 3.21', () => {
  expect(scoresOf(srr({ categories: 20, epsilon: 1 })).most[0]).toBeCloseTo(12.06, 2)
  expect(scoresOf(subsetSelection({ categories: 20, epsilon: 1 })).most[0]).toBeCloseTo(3.21, 2)
})

test('of a twin without q in the numerator are found wrong', () => {
  const mechanism = srr({ categories: 4, epsilon: 1 })
  const scores = scoresOf(mechanism)
  const twin: Scores = {
    ...scores,
    write(response, lower, upper) {
      scores.write(response, lower, upper)
      for (let x = 0; x < 4; x++) upper[x] = lower[x] -= scores.least[x]
    },
  }
  expect(mistakes(mechanism, twin)).toContain('mean of 0 for 1')
})

test('of a custom mechanism come from its columns, and merge categories that answer alike', () => {
  // Tells category 0 from the others, and 1 and 2 never apart.
  const column = (response: unknown) =>
    denseColumn([0.75, 0.25, 0.25].map(p => Math.log(response === 0 ? p : 1 - p)))
  const own = {
    name: 'own',
    categories: 3,
    respond: () => 0,
    column,
    responses: () => [0, 1],
    toRequest: () => ({ mechanism: 'own' }),
  } as unknown as Mechanism
  const scores = scoresOf(own)
  expect(Array.from(scores.isIdentified)).toEqual([1, 0, 0])
  const { lower, upper } = meansOf(own, scores)
  expectClose(lower[0], [1, 0, 0])
  expectClose(upper[1], [0, 1, 1])
  expect(Array.from(lower[1])).toEqual([0, 0, 0])
})

test('merge categories that answer alike also where there are responses that both of them never give', () => {
  const rows = [
    [0.5, 0, 0],
    [0.25, 0.25, 0.25],
    [0.25, 0.75, 0.75],
  ]
  const mechanism = matrixChannel({ rows })
  const scores = matrixScores(mechanism)
  expect(Array.from(scores.isIdentified)).toEqual([1, 0, 0])
  const { lower, upper } = meansOf(mechanism, scores)
  expectClose(lower[0], [1, 0, 0])
  for (const x of [1, 2]) {
    expect(Array.from(lower[x])).toEqual([0, 0, 0])
    expectClose(upper[x], [0, 1, 1])
  }
})

test('need responses that can be listed, or a kind that says what they support', () => {
  const { support, ...rest } = unaryEncoding({ categories: 20, epsilon: 1 })
  expect(() => scoresOf(rest as Mechanism)).toThrow('mechanism must be one of at most 262144 cells')
  expect(() => scoresOf(5 as never)).toThrow('mechanism must be a mechanism')
})

test('refuse a response that the mechanism cannot give', () => {
  const out = new Float64Array(4)
  for (const mechanism of [
    srr({ categories: 4, epsilon: 1 }),
    rrrr({ categories: 4, subset: [1], epsilon: 1 }),
  ]) {
    expect(() => scoresOf(mechanism).write(4, out, out)).toThrow('response')
  }
})

/** The mean variance of the scores of categories that are told apart, for senders who hold another one. */
function varianceByOthers(mechanism: Mechanism): number {
  const { categories, isIdentified, write } = scoresOf(mechanism)
  const [lower, upper] = [new Float64Array(categories), new Float64Array(categories)]
  let [total, pairs] = [0, 0]
  for (const response of mechanism.responses()) {
    const law = likelihood(mechanism, response)
    write(response, lower, upper)
    for (let x = 0; x < categories; x++) {
      if (isIdentified[x] === 0) continue
      law.forEach((chance, held) => {
        // Scores have the mean 0 for them.
        if (held !== x) total += chance * lower[x] ** 2
      })
    }
  }
  for (const identified of isIdentified) pairs += identified * (categories - 1)
  return total / pairs
}

test.each([
  srr({ categories: 5, epsilon: 1 }),
  subsetSelection({ categories: 6, epsilon: 1 }),
  unaryEncoding({ categories: 4, epsilon: 2 }),
])('state the variance of a score for senders who do not hold the category: $name', mechanism => {
  expect(scoresOf(mechanism).variance).toBeCloseTo(varianceByOthers(mechanism), 9)
})

test('of one partition into two cells state a variance that grows with what they share', () => {
  const partitions = [
    [0, 0, 1],
    [0, 1, 0],
    [1, 0, 0],
  ]
  const mechanism = localHashing({ categories: 3, epsilon: 1, buckets: 2, partitions })
  const ratio = scoresOf(mechanism).variance / varianceByOthers(mechanism)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test('of the general formula state the mean square over all responses, each as frequent as among even categories', () => {
  const rows = [
    [0.6, 0.6, 0.2],
    [0.1, 0.1, 0.3],
    [0.3, 0.3, 0.5],
  ]
  const mechanism = matrixChannel({ rows })
  const scores = matrixScores(mechanism)
  const [lower, upper] = [new Float64Array(3), new Float64Array(3)]
  let expected = 0
  for (const response of mechanism.responses()) {
    const law = likelihood(mechanism, response)
    scores.write(response, lower, upper)
    // Two categories answer alike: the upper score of each is that of both together.
    for (let x = 0; x < 3; x++) expected += ((law[0] + law[1] + law[2]) / 3) * (upper[x] ** 2 / 3)
  }
  expect(scores.variance).toBeCloseTo(expected, 9)
})

test('of a channel with next to no level are the bounds of every frequency', () => {
  const scores = scoresOf(srr({ categories: 3, epsilon: 1e-130 }))
  const [lower, upper] = [new Float64Array(3), new Float64Array(3)]
  scores.write(1, lower, upper)
  expect([...lower, ...upper]).toEqual([0, 0, 0, 1, 1, 1])
  expect([...scores.least, ...scores.most, scores.variance]).toEqual([0, 0, 0, 1, 1, 1, 1])
})
