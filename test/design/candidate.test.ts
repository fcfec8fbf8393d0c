import { expect, test } from 'vitest'
import {
  type Candidate,
  hashingCandidate,
  srrCandidate,
  subsetSelectionCandidate,
} from '../../src/design/candidate.ts'
import { designCandidates } from '../../src/design/candidates.ts'
import { likelihood } from '../../src/mechanism/channel-matrix.ts'
import { stream } from '../../src/random/stream.ts'
import { normalised, randomTheta } from '../support/tally.ts'

/** `Σ_y p_y p_yᵀ / h_y` by going through all responses, seen from the tangent of the simplex at θ: `JᵀFJ`, J = diag θ − θθᵀ. */
function exactInformation({ mechanism }: Candidate, theta: Float64Array): number[][] {
  const made = mechanism()
  const F = Array.from(theta, () => new Array<number>(theta.length).fill(0))
  for (const response of made.responses()) {
    const p = likelihood(made, response)
    const h = p.reduce((sum, value, x) => sum + value * theta[x], 0)
    p.forEach((pi, i) => {
      p.forEach((pj, j) => {
        F[i][j] += (pi * pj) / h
      })
    })
  }
  return onTangent(F, theta)
}

function claimedInformation(candidate: Candidate, theta: Float64Array, scale = 1): number[][] {
  const K = theta.length
  const out = new Float64Array(K * K)
  candidate.addInformation(theta, scale, out)
  return onTangent(
    Array.from(theta, (_, i) =>
      Array.from(theta, (_, j) => (out[Math.max(i, j) * K + Math.min(i, j)] ?? 0) / scale),
    ),
    theta,
  )
}

function onTangent(F: number[][], theta: Float64Array): number[][] {
  const means = F.map(row => row.reduce((sum, value, j) => sum + value * theta[j], 0))
  const mean = means.reduce((sum, value, i) => sum + value * theta[i], 0)
  return F.map((row, i) => row.map((value, j) => theta[i] * theta[j] * (value - means[i] - means[j] + mean)))
}

/** Nearly all of the mass on one category. */
const DOMINATED = Float64Array.from({ length: 9 }, (_, x) => (x === 4 ? 0.92 : 0.01))

/** The largest difference, relative to the largest entry. */
function deviation(one: number[][], other: number[][]): number {
  const scale = Math.max(...other.flat().map(Math.abs))
  return Math.max(...one.flatMap((row, i) => row.map((value, j) => Math.abs(value - other[i][j])))) / scale
}

test('SRR and local hashing carry the information that going through their responses gives', () => {
  const rng = stream(1, 'information')
  for (let trial = 0; trial < 60; trial++) {
    const K = 3 + rng.integer(6)
    const epsilon = 0.2 + 5 * rng.uniform()
    const theta = normalised(randomTheta(rng, K, 1))
    const order = Int32Array.from({ length: K }, (_, i) => ((i * 5 + 2) % K === i ? i : i))
    const buckets = 2 + rng.integer(K - 2)
    const size = 1 + rng.integer(buckets - 1)
    const candidates = [srrCandidate(K, epsilon), hashingCandidate({ epsilon, buckets, size, order }, rng)]
    for (const candidate of candidates) {
      const exact = exactInformation(candidate, theta)
      expect(deviation(claimedInformation(candidate, theta), exact)).toBeLessThan(1e-7)
      expect(deviation(claimedInformation(candidate, theta, 300), exact)).toBeLessThan(1e-7)
      // The twin: of a slightly different level.
      const twin = srrCandidate(K, epsilon * 1.01)
      expect(deviation(claimedInformation(twin, theta), exact)).toBeGreaterThan(1e-4)
    }
  }
})

test('subset selection has its information by sampling formulas, to 2 % of the largest entry', () => {
  const rng = stream(1, 'sampling')
  for (const epsilon of [0.2, 0.5, 1, 1.5]) {
    for (const theta of [normalised(randomTheta(rng, 9, 1)), new Float64Array(9).fill(1 / 9), DOMINATED]) {
      const candidate = subsetSelectionCandidate(9, epsilon)
      const exact = exactInformation(candidate, theta)
      expect(deviation(claimedInformation(candidate, theta), exact)).toBeLessThan(0.02)
      expect(deviation(claimedInformation(srrCandidate(9, epsilon), theta), exact)).toBeGreaterThan(0.05)
    }
  }
})

test('local hashing tells the likeliest categories apart in every partition, and no two of all are always together', () => {
  const order = [4, 0, 6, 1, 2, 3, 5, 7]
  const candidate = hashingCandidate({ epsilon: 1, buckets: 3, size: 1, order }, stream(1, 'apart'))
  const request = candidate.mechanism().toRequest()
  expect(request.mechanism).toBe('local-hashing')
  const partitions = request.partitions as readonly (readonly number[])[]
  const together = (i: number, j: number) =>
    partitions.filter(partition => partition[i] === partition[j]).length
  for (const [i, j] of [
    [4, 0],
    [4, 6],
    [0, 6],
  ])
    expect(together(i, j)).toBe(0)
  for (let i = 0; i < 8; i++) {
    for (let j = 0; j < i; j++) expect(together(i, j)).toBeLessThan(partitions.length)
  }
})

test('all candidates are of the level asked for, from 2 to 60 categories', () => {
  const rng = stream(1, 'levels')
  for (const K of [2, 3, 7, 20, 60]) {
    for (const epsilon of [0.01, 0.5, 1, 3, 8]) {
      const order = Array.from({ length: K }, (_, x) => x)
      const candidates = designCandidates(epsilon, order, rng)
      expect(candidates.length).toBeGreaterThan(0)
      for (const candidate of candidates) {
        const { epsilon: level } = candidate.mechanism()
        expect(level).toBeLessThanOrEqual(epsilon * (1 + 1e-12))
        expect(level).toBeGreaterThan(epsilon * (1 - 1e-12))
      }
    }
  }
})
