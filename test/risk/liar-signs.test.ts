import { describe, expect, test } from 'vitest'
import { likelihood } from '../../src/mechanism/channel-matrix.ts'
import { localHashing } from '../../src/mechanism/local-hashing.ts'
import type { Mechanism, Response } from '../../src/mechanism/mechanism.ts'
import { randomPartitions } from '../../src/mechanism/random-partitions.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { unaryEncoding } from '../../src/mechanism/unary-encoding.ts'
import { stream } from '../../src/random/stream.ts'
import { AnswerCounts } from '../../src/risk/answer-counts.ts'
import { liarSigns } from '../../src/risk/liar-signs.ts'
import { namedPairs } from '../../src/risk/named-pairs.ts'
import { repeatedAnswers } from '../../src/risk/repeated-answers.ts'
import { scoreCovariance } from '../../src/risk/score-covariance.ts'
import { scoreMoments } from '../../src/risk/score-moments.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { scoresOf } from '../../src/sequence/scores.ts'
import { liedAnswers } from '../support/lied-answers.ts'
import { binomialCdf } from '../support/special.ts'

const counted = (mechanism: Mechanism, given: readonly (readonly [Response, number])[]) => {
  const answers = new AnswerCounts()
  for (const [response, count] of given) answers.add(mechanism, response, count)
  return answers
}

/** The unary encoding, subset selection, RRRR and others over six categories. */
const mixed = (): Mechanism[] => [
  srr({ categories: 6, epsilon: 1 }),
  subsetSelection({ categories: 6, epsilon: 1, size: 2 }),
  unaryEncoding({ categories: 6, epsilon: 2 }),
  localHashing({ categories: 6, epsilon: 1, buckets: 3, partitions: randomPartitions(6, 3) }),
  rrrr({ categories: 6, subset: [1, 4], epsilon: 1 }),
]

test('the means of scores are those of all answers, whatever the channels, and their errors are never too small', () => {
  const K = 6
  const rng = stream(1, 'moments')
  const mechanisms = mixed()
  const answers = new AnswerCounts()
  const rows: Float64Array[] = []
  let least = 0
  for (let i = 0; i < 200; i++) {
    const mechanism = mechanisms[i % mechanisms.length]
    const response = mechanism.respond(rng.integer(2), rng)
    answers.add(mechanism, response, 1)
    const [lower, upper] = [new Float64Array(K), new Float64Array(K)]
    scoresOf(mechanism).write(response, lower, upper)
    least += scoresOf(mechanism).variance
    rows.push(upper)
  }
  const { mean, errors } = scoreMoments(answers, K)
  const average = (of: (row: Float64Array) => number) =>
    rows.reduce((sum, row) => sum + of(row), 0) / rows.length
  for (let x = 0; x < K; x++) {
    const seen = average(row => row[x])
    expect(mean[x]).toBeCloseTo(seen, 10)
    const squares = average(row => row[x] ** 2) - seen ** 2
    expect(errors[x]).toBeCloseTo(Math.sqrt(Math.max(squares, least / 200) / 200), 10)
  }
})

test('the covariance of the means is that of all responses, counted or from the probabilities of pairs', () => {
  const K = 6
  const theta = Float64Array.of(0.5, 0.3, 0.2, 0, 0, 0)
  const answers = new AnswerCounts()
  const expected = new Float64Array(K * K)
  for (const mechanism of mixed()) {
    answers.add(mechanism, Array.from(mechanism.responses())[1], 100)
    const [lower, upper] = [new Float64Array(K), new Float64Array(K)]
    const mean = new Float64Array(K)
    const products = new Float64Array(K * K)
    for (const response of mechanism.responses()) {
      const weight = likelihood(mechanism, response).reduce((sum, value, x) => sum + value * theta[x], 0)
      scoresOf(mechanism).write(response, lower, upper)
      for (let x = 0; x < K; x++) {
        mean[x] += weight * upper[x]
        for (let z = 0; z < K; z++) products[x * K + z] += weight * upper[x] * upper[z]
      }
    }
    products.forEach((product, at) => {
      expected[at] += (product - mean[Math.floor(at / K)] * mean[at % K]) * (100 / 500 ** 2)
    })
  }
  scoreCovariance(answers, theta).forEach((value, at) => {
    expect(value).toBeCloseTo(expected[at], 12)
  })
})

test.each<[string, Mechanism]>([
  ['unary encoding, ε = 6', unaryEncoding({ categories: 20, epsilon: 6 })],
  ['SRR, ε = 8', srr({ categories: 20, epsilon: 8 })],
])(
  'at a large level, people who all hold one category raise an alarm in at most 5 % of collections: %s',
  (_, mechanism) => {
    const [runs, people] = [15, 500]
    const truth = Float64Array.from({ length: mechanism.categories }, (_, x) => Number(x === 0))
    let alarms = 0
    for (let run = 0; run < runs; run++) {
      const answers = liedAnswers({ mechanism, truth, people }, stream(run, 'honest'))
      alarms += Number(liarSigns(answers, mechanism.categories, stream(run, 'null')).pValue <= 0.05)
    }
    console.log('false alarms', alarms, 'of', runs)
    // 8 or more of 15 have a probability of 3e-7 where each has one of 5 %.
    expect(alarms).toBeLessThan(8)
  },
)

test('a pair that nobody names is no sign, though all of its residuals are one number', () => {
  const mechanism = unaryEncoding({ categories: 6, epsilon: 6 })
  const answers = counted(mechanism, [
    [[0], 250],
    [[], 250],
  ])
  expect(namedPairs(answers, 6).pValue).toBe(1)
  // A twin: their sum over its own standard error is √500, which the normal law takes for impossible.
  expect(15 * Math.exp(-500 / 2)).toBeLessThan(1e-100)
})

test('the bound for pairs is above their tail, and not far above it', () => {
  // Nobody holds either of the two: so many of n people name both by chance.
  const [K, epsilon, people] = [8, 3, 2000]
  const mechanism = unaryEncoding({ categories: K, epsilon })
  const q = mechanism.support!.outside
  for (const [pairs, alone] of [
    [18, 80],
    [22, 80],
  ]) {
    const answers = counted(mechanism, [
      [[6, 7], pairs],
      [[6], alone],
      [[7], alone],
      [[0], people - pairs - 2 * alone],
    ])
    const { pValue, categories } = namedPairs(answers, K)
    expect(categories).toEqual([6, 7])
    // Given how often each of them is named, the number of pairs is hypergeometric, close to this binomial law.
    const exact = 28 * (1 - binomialCdf(pairs - 1, people, ((pairs + alone) / people) ** 2))
    console.log('bound', pValue, 'tail', exact, 'q', q)
    expect(pValue).toBeGreaterThan(exact / 3)
    expect(pValue).toBeLessThan(exact * 1e3)
  }
})

describe('a repeated answer', () => {
  test('has a p-value not below the exact binomial tail, and hardly above it', () => {
    const rng = stream(1, 'tails')
    for (let i = 0; i < 200; i++) {
      const mechanism = subsetSelection({ categories: 6, epsilon: 1, size: 2 })
      const people = 50 + rng.integer(2000)
      const most = Math.max(...likelihood(mechanism, [0, 1]))
      const count = Math.ceil(people * most * (1.2 + 2 * rng.uniform()))
      if (count > people / 2) continue
      const others = people - count
      const answers = counted(mechanism, [
        [[0, 1], count],
        [[2, 3], Math.floor(others / 2)],
        [[4, 5], others - Math.floor(others / 2)],
      ])
      const exact =
        mechanism.responseCount *
        (1 - binomialCdf(Math.max(count, others - Math.floor(others / 2)) - 1, people, most))
      if (exact > 0.5 || exact < 1e-9) continue
      const { pValue } = repeatedAnswers(answers)
      expect(pValue).toBeGreaterThanOrEqual(exact * (1 - 1e-6))
      expect(pValue).toBeLessThanOrEqual(exact * 1.6)
    }
  })

  test('costs no more where it came a million million times, and is judged as exactly', () => {
    const mechanism = srr({ categories: 4, epsilon: 1 })
    const most = Math.max(...likelihood(mechanism, 0))
    const signs = (people: number, errors: number) => {
      const count = Math.round(people * most + errors * Math.sqrt(people * most * (1 - most)))
      return repeatedAnswers(
        counted(mechanism, [
          [0, count],
          [1, people - count - 2 * Math.floor((people - count) / 3)],
          [2, Math.floor((people - count) / 3)],
          [3, Math.floor((people - count) / 3)],
        ]),
      ).pValue
    }
    // Six standard errors: 4 times the normal tail, 9.866e-10, bounded by a geometric series at most 3 % above it.
    for (const people of [1e8, 1e12, 2 ** 52]) {
      expect(signs(people, 6) / (4 * 9.866e-10)).toBeGreaterThan(0.99)
      expect(signs(people, 6) / (4 * 9.866e-10)).toBeLessThan(1.06)
    }
    expect(signs(2 ** 52, 0)).toBe(1)
  })

  test('is seen where one set of twenty categories comes from one liar in 500, and not where nobody lies', () => {
    const mechanism = subsetSelection({ categories: 20, epsilon: 1 })
    const truth = new Float64Array(20).fill(0.05)
    const play = { mechanism, truth, people: 5000, share: 0.002, lie: () => [3, 7, 8, 12, 19] }
    const { repeated } = liarSigns(liedAnswers(play, stream(1, 'set')), 20, stream(1, 'null'))
    expect(repeated.response).toEqual([3, 7, 8, 12, 19])
    expect(repeated.pValue).toBeLessThan(0.0025)
    const honest = repeatedAnswers(liedAnswers({ mechanism, truth, people: 5000 }, stream(1, 'honest')))
    expect(honest.pValue).toBeGreaterThan(0.0025)
  })
})

describe('two categories that are named together', () => {
  test.each<[string, Mechanism]>([
    ['subset selection', subsetSelection({ categories: 6, epsilon: 0.8, size: 3 })],
    ['of two', subsetSelection({ categories: 5, epsilon: 2, size: 2 })],
    ['unary encoding', unaryEncoding({ categories: 5, epsilon: 1 })],
  ])('are so as often as the channel says, whatever is held: %s', (_, mechanism) => {
    const { categories: K, support } = mechanism
    const { outside, gap } = support!.together!
    for (let x = 1; x < K; x++) {
      for (let z = 0; z < x; z++) {
        const law = new Float64Array(K)
        for (const response of mechanism.responses()) {
          const set = Array.from(support!.of(response))
          if (!set.includes(x) || !set.includes(z)) continue
          likelihood(mechanism, response).forEach((p, held) => {
            law[held] += p
          })
        }
        law.forEach((p, held) => {
          expect(p).toBeCloseTo(outside + (held === x || held === z ? gap : 0), 12)
        })
      }
    }
  })

  test('are found, and are not where nobody lies', () => {
    const mechanism = subsetSelection({ categories: 20, epsilon: 1 })
    const truth = new Float64Array(20).fill(0.05)
    const lie = (_: Mechanism, rng: ReturnType<typeof stream>) => {
      for (;;) {
        const set = mechanism.respond(4, rng)
        if (set.includes(4) && set.includes(9)) return set
      }
    }
    const signs = namedPairs(
      liedAnswers({ mechanism, truth, people: 5000, share: 0.04, lie }, stream(1, 'pair')),
      20,
    )
    expect(signs.categories).toEqual([4, 9])
    expect(signs.pValue).toBeLessThan(1e-4)
    expect(
      namedPairs(liedAnswers({ mechanism, truth, people: 5000 }, stream(2, 'pair')), 20).pValue,
    ).toBeGreaterThan(0.0025)
  })

  test('are not looked for where answers name one category', () => {
    const answers = counted(srr({ categories: 3, epsilon: 1 }), [[0, 500]])
    expect(namedPairs(answers, 3)).toEqual({ pValue: 1, categories: null })
  })
})

test('one liar in five who names some of the empty categories is seen below zero; the same people without are not', () => {
  const mechanism = srr({ categories: 20, epsilon: 1 })
  const truth = Float64Array.from({ length: 20 }, (_, x) => [0.6, 0.3, 0.1][x] ?? 0)
  const signs = (share: number) =>
    liarSigns(
      liedAnswers(
        { mechanism, truth, people: 1000, share, lie: (_, rng) => 10 + rng.integer(5) },
        stream(1, 'people'),
      ),
      20,
      stream(1, 'null'),
    )
  const { pValue, strongest, belowZero } = signs(0.2)
  expect(strongest).toBe('belowZero')
  expect(pValue).toBeLessThan(0.01)
  expect(belowZero.sum).toBeLessThan(-3 * belowZero.standardError)
  expect(signs(0).pValue).toBeGreaterThan(0.05)
})

test('where every category may be empty, the sum has no null law, and nothing is said', () => {
  // All estimates are within three standard errors: they add up to 1.
  const answers = counted(
    srr({ categories: 4, epsilon: 0.1 }),
    [0, 1, 2, 3].map(y => [y, 150]),
  )
  expect(liarSigns(answers, 4, stream(1, 'null')).belowZero).toMatchObject({ pValue: 1 })
})
