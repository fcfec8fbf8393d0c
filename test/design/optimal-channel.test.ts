import { describe, expect, test } from 'vitest'
import { solve } from '../../experiments/support/linear-program.ts'
import { exchangeableChannel, fewerContrasts, optimalChannel } from '../../src/design/optimal-channel.ts'
import { audit } from '../../src/mechanism/audit.ts'
import { likelihood } from '../../src/mechanism/channel-matrix.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { unaryEncoding } from '../../src/mechanism/unary-encoding.ts'
import { stream } from '../../src/random/stream.ts'
import { randomLaw } from '../support/laws.ts'
import { numbers } from '../support/subjects.ts'

/** `Σ_j c_jᵀ F⁻¹ c_j − (c_j·θ)²` from the columns of a mechanism whose every category is a group, by Gauss–Jordan. */
function varianceOf(mechanism: Mechanism, theta: Float64Array, contrasts: readonly Float64Array[]): number {
  const K = theta.length
  const rows = numbers(K).map(() => new Float64Array(2 * K))
  for (const response of mechanism.responses()) {
    const column = likelihood(mechanism, response)
    const mass = column.reduce((sum, value, x) => sum + value * theta[x], 0)
    for (let i = 0; i < K; i++) for (let j = 0; j < K; j++) rows[i][j] += (column[i] * column[j]) / mass
  }
  for (let i = 0; i < K; i++) {
    rows[i][K + i] = 1
    // Groups that are merged are not told apart, nor are they by the contrasts.
    rows[i][i] += 1e-9
  }
  for (let i = 0; i < K; i++) {
    const pivot = rows[i][i]
    rows[i] = rows[i].map(value => value / pivot)
    for (let k = 0; k < K; k++) {
      const factor = rows[k][i]
      if (k !== i) rows[k] = rows[k].map((value, j) => value - factor * rows[i][j])
    }
  }
  return contrasts.reduce((sum, c) => {
    let square = 0
    let mean = 0
    for (let i = 0; i < K; i++) {
      mean += c[i] * theta[i]
      for (let j = 0; j < K; j++) square += c[i] * c[j] * rows[i][K + j]
    }
    return sum + square - mean * mean
  }, 0)
}

/** Every category but the last has a group of its own. */
const apart = (K: number) => numbers(K - 1).map(x => [x])

function randomQuestion(seed: number) {
  const rng = stream(seed, 'question')
  const categories = 2 + rng.integer(5)
  const epsilon = 0.2 * 20 ** rng.uniform()
  const theta = randomLaw(rng, categories).map(value => 0.9 * value + 0.1 / categories)
  const contrasts = numbers(1 + rng.integer(3)).map(() =>
    Float64Array.from({ length: categories }, () => rng.integer(5) - 2),
  )
  contrasts[0][0] = 3
  return { categories, epsilon, groups: apart(categories), theta, contrasts }
}

describe('the channel of a question', () => {
  test('has the variance that it says, within 1e-6 of what no channel falls below, over random questions', () => {
    for (const seed of numbers(60)) {
      const question = randomQuestion(seed)
      const { mechanism, variance, bound } = optimalChannel(question)
      expect(varianceOf(mechanism, question.theta, question.contrasts) / variance).toBeCloseTo(1, 6)
      expect(variance / bound).toBeLessThan(1 + 1e-6)
      expect(audit(mechanism).epsilon).toBeLessThanOrEqual(question.epsilon * (1 + 1e-12))
    }
  })

  test('beats all fixed channels, which stay above the bound; twins of other questions do not reach it', () => {
    let twins = 0
    for (const seed of numbers(30)) {
      const question = randomQuestion(seed)
      const { categories, epsilon, theta, contrasts } = question
      if (categories === 2) continue
      const { bound } = optimalChannel(question)
      for (const make of [srr, subsetSelection, unaryEncoding]) {
        const other = varianceOf(make({ categories, epsilon }), theta, contrasts)
        expect(other).toBeGreaterThan(bound * (1 - 1e-9))
      }
      const another = optimalChannel({ ...question, contrasts: [Float64Array.from(theta, (_, x) => x)] })
      if (varianceOf(another.mechanism, theta, contrasts) > bound * (1 + 1e-6)) twins++
    }
    expect(twins).toBeGreaterThan(20)
  })

  test('is as good at levels whose e^ε is beyond the doubles as at the largest that are not', () => {
    const theta = Float64Array.of(0.2, 0.3, 0.5)
    const contrasts = [Float64Array.of(1, -1, 0)]
    for (const make of [
      (epsilon: number) => optimalChannel({ categories: 3, epsilon, groups: apart(3), theta, contrasts }),
      (epsilon: number) =>
        optimalChannel({
          categories: 3,
          epsilon,
          groups: [[0]],
          theta: Float64Array.of(0.2, 0.8),
          contrasts: [Float64Array.of(1, 0)],
        }),
      (epsilon: number) => exchangeableChannel({ categories: 7, epsilon, groups: apart(7), rest: 0.1 }),
    ]) {
      const usual = make(700)
      for (const epsilon of [750, 10_000]) {
        const { mechanism, variance, bound } = make(epsilon)
        expect(variance).toBeCloseTo(usual.variance, 9)
        expect(bound).toBeCloseTo(usual.bound, 9)
        expect(mechanism.epsilon).toBe(epsilon)
        // Sampling noise alone.
        expect(variance).toBeGreaterThan(0.01)
      }
    }
  })

  test('of one category is binary randomized response', () => {
    const [epsilon, p] = [0.7, 0.3]
    const theta = Float64Array.of(p, 1 - p)
    const contrasts = [Float64Array.of(1, 0)]
    const { mechanism, variance } = optimalChannel({
      categories: 5,
      epsilon,
      groups: [[3]],
      theta,
      contrasts,
    })
    expect(variance).toBeCloseTo(Math.exp(epsilon) / Math.expm1(epsilon) ** 2 + p * (1 - p), 12)
    expect(Array.from(likelihood(mechanism, 0), value => value.toFixed(6))).toEqual(
      [0, 0, 0, 1, 0].map(own => (Math.exp(own * epsilon) / (1 + Math.exp(epsilon))).toFixed(6)),
    )
  })

  test('among contenders that are equally likely is the linear program of its classes, and the general one', () => {
    for (const [m, epsilon, rest] of [
      [2, 1, 0.6],
      [3, 0.5, 0.1],
      [4, 2, 0.5],
      [5, 1, 0.9],
    ]) {
      const groups = numbers(m).map(x => [x])
      const { mechanism, variance } = exchangeableChannel({ categories: m + 1, epsilon, groups, rest })
      const theta = Float64Array.from([...numbers(m).map(() => (1 - rest) / m), rest])
      const difference = [Float64Array.from(theta, (_, x) => [1, -1][x] ?? 0)]
      expect(varianceOf(mechanism, theta, difference) / variance).toBeCloseTo(1, 7)
      const all = numbers(m).flatMap(i =>
        numbers(i).map(j => Float64Array.from(theta, (_, x) => Number(x === i) - Number(x === j))),
      )
      const general = optimalChannel({ categories: m + 1, epsilon, groups, theta, contrasts: all })
      expect((variance * all.length) / general.variance).toBeCloseTo(1, 6)
      expect(programOfClasses(m, epsilon, rest) * variance).toBeCloseTo(2, 6)
    }
  })

  test('needs no more contrasts than groups, whose sum of squares is the same', () => {
    const many = [
      Float64Array.of(1, -1, 0),
      Float64Array.of(0, 1, -1),
      Float64Array.of(1, 0, -1),
      Float64Array.of(2, -1, -1),
    ]
    const matrix = (contrasts: readonly Float64Array[]) =>
      numbers(9).map(at => contrasts.reduce((sum, c) => sum + c[Math.floor(at / 3)] * c[at % 3], 0))
    const fewer = fewerContrasts(Float64Array.from(matrix(many)), 3)
    expect(fewer.length).toBe(2)
    matrix(fewer).forEach((value, at) => {
      expect(value).toBeCloseTo(matrix(many)[at], 12)
    })
  })
})

/** The largest information about a difference of two contenders, by HiGHS. */
function programOfClasses(m: number, epsilon: number, rest: number): number {
  const more = Math.expm1(epsilon)
  const kinds = numbers(m + 1).flatMap(s => [0, 1].map(r => ({ s, r, name: `w${s}_${r}` })))
  const { value } = solve({
    sense: 'Maximize',
    objective: kinds.map(({ s, r, name }) => {
      const mass = 1 + more * ((s * (1 - rest)) / m + r * rest)
      return [(more ** 2 * s * (m - s)) / (m * (m - 1)) / mass, name] as const
    }),
    rows: [
      { terms: kinds.map(({ s, name }) => [1 + (more * s) / m, name] as const), relation: '=', value: 1 },
      { terms: kinds.map(({ r, name }) => [1 + more * r, name] as const), relation: '=', value: 1 },
    ],
  })
  return value
}
