import { expect, test } from 'vitest'
import { balancedCandidate, type Candidate, hashingCandidate } from '../../src/design/candidate.ts'
import { candidateOf, evenCandidates, hashingCandidates } from '../../src/design/candidates.ts'
import { blockDesign } from '../../src/mechanism/block-design/block-design.ts'
import { likelihood } from '../../src/mechanism/channel-matrix.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { stream } from '../../src/random/stream.ts'
import { normalised, randomTheta } from '../support/tally.ts'

/** `F_xx − Σ_(z≠x) θ_z F_xz/(1 − θ_x)` by going through all responses, each counted by what it has above its smallest value. */
function exactInformation(mechanism: Mechanism, theta: Float64Array): Float64Array {
  const K = theta.length
  const F = Array.from(theta, () => new Float64Array(K))
  for (const response of mechanism.responses()) {
    const p = likelihood(mechanism, response)
    const h = p.reduce((sum, value, x) => sum + value * theta[x], 0)
    const least = Math.min(...p)
    for (let i = 0; i < K; i++) {
      for (let j = 0; j < K; j++) F[i][j] += ((p[i] - least) * (p[j] - least)) / h
    }
  }
  return theta.map((own, x) => {
    const others = F[x].reduce((sum, value, z) => (z === x ? sum : sum + theta[z] * value), 0)
    return F[x][x] - others / (1 - own)
  })
}

function claimedInformation(candidate: Candidate, theta: Float64Array): Float64Array {
  const out = new Float64Array(theta.length)
  candidate.information(theta, out)
  return out
}

/** The largest relative difference. */
function deviation(one: Float64Array, other: Float64Array): number {
  return Math.max(...one.map((value, x) => Math.abs(value / other[x] - 1)))
}

test('SRR and local hashing carry the information that going through their responses gives', () => {
  const rng = stream(1, 'information')
  for (let trial = 0; trial < 60; trial++) {
    const K = 3 + rng.integer(6)
    const epsilon = 0.2 + 5 * rng.uniform()
    const theta = normalised(randomTheta(rng, K, 1))
    const order = Int32Array.from({ length: K }, (_, i) => (i * 5 + 2) % K).toSorted()
    const candidates = [
      candidateOf(srr({ categories: K, epsilon })),
      ...hashingCandidates(epsilon, order, rng),
    ]
    for (const candidate of candidates) {
      const mechanism = candidate.mechanism()
      const exact = exactInformation(mechanism, theta)
      expect(deviation(claimedInformation(candidate, theta), exact)).toBeLessThan(1e-6)
      expect(deviation(claimedInformation(candidateOf(mechanism), theta), exact)).toBeLessThan(1e-6)
      // The twin: of a slightly different level.
      const twin = candidateOf(srr({ categories: K, epsilon: epsilon * 1.01 }))
      expect(deviation(claimedInformation(twin, theta), exact)).toBeGreaterThan(1e-4)
    }
  }
})

/** Nearly all of the mass on one category, and half of it on two. */
const LAWS = [
  (K: number) => Float64Array.from({ length: K }, (_, x) => (x === 4 ? 0.8 : 0.2 / (K - 1))),
  (K: number) => Float64Array.from({ length: K }, (_, x) => (x < 2 ? 0.25 : 0.5 / (K - 2))),
  (K: number) => new Float64Array(K).fill(1 / K),
  (K: number) => normalised(randomTheta(stream(1, 'balanced'), K, 1)),
]

test('block designs and subset selection have theirs by the balance of their sets: 6 % in the mean, 15 % of any category', () => {
  const mechanisms = [
    blockDesign({ categories: 20, epsilon: 1, seed: 3 }),
    blockDesign({ categories: 20, epsilon: 0.5 }),
    blockDesign({ categories: 60, epsilon: 2 }),
    subsetSelection({ categories: 9, epsilon: 1 }),
    subsetSelection({ categories: 20, epsilon: 2 }),
  ]
  for (const mechanism of mechanisms) {
    for (const law of LAWS) {
      const theta = law(mechanism.categories)
      const exact = exactInformation(mechanism, theta)
      const claimed = claimedInformation(candidateOf(mechanism), theta)
      expect(deviation(claimed, exact)).toBeLessThan(0.15)
      const ratio = claimed.reduce((sum, value, x) => sum + value / exact[x], 0) / theta.length
      expect(Math.abs(ratio - 1)).toBeLessThan(0.06)
      const twin = candidateOf(srr({ categories: mechanism.categories, epsilon: mechanism.epsilon }))
      expect(deviation(claimedInformation(twin, theta), exact)).toBeGreaterThan(0.17)
    }
  }
})

test('the information of balanced sets is the mean over independent memberships, to the second order in rare categories', () => {
  const epsilon = 1.3
  const [density, meet] = [0.3, 0.26]
  const theta = Float64Array.of(0.4, 0.3, 0.26, 0.012, 0.01, 0.008, 0.006, 0.004)
  const mechanism = () => srr({ categories: 8, epsilon })
  const claimed = claimedInformation(
    balancedCandidate(epsilon, { sets: 30, density, meet }, mechanism),
    theta,
  )
  const odds = Math.exp(-epsilon)
  const factor = (1 - odds) ** 2 / (1 + ((1 - density) / density) * odds)
  const exact = theta.map((own, x) => {
    const others = [...theta.keys()].filter(z => z !== x)
    let mean = 0
    for (let code = 0; code < 1 << others.length; code++) {
      const members = others.filter((_, i) => (code >> i) & 1)
      const inside = members.reduce((sum, z) => sum + theta[z], own)
      const probability = meet ** members.length * (1 - meet) ** (others.length - members.length)
      mean += (probability * (1 - inside)) / (odds + (1 - odds) * inside)
    }
    return (factor * mean) / (1 - own)
  })
  expect(deviation(claimed, exact)).toBeLessThan(1e-5)
})

test('local hashing has to promise more than others, to replace the mechanism in use', () => {
  const hashing = hashingCandidates(1, [0, 1, 2, 3], stream(1, 'handicaps'))
  const even = evenCandidates(4, 1)
  expect(Math.min(...hashing.map(({ handicap }) => handicap))).toBeGreaterThan(
    2 * Math.max(...even.map(({ handicap }) => handicap)),
  )
})

test('local hashing tells the likeliest categories apart in every partition, and no two of all are always together', () => {
  const order = [4, 0, 6, 1, 2, 3, 5, 7]
  const candidates = hashingCandidates(1, order, stream(1, 'apart'))
  const requests = candidates.map(candidate => candidate.mechanism().toRequest())
  const request = requests.find(({ buckets, size }) => buckets === 3 && size === 1)!
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

test('all candidates are of the level asked for, and have as many columns as they say, from 2 to 60 categories', () => {
  const rng = stream(1, 'levels')
  for (const K of [2, 3, 7, 20, 60]) {
    for (const epsilon of [0.01, 0.5, 1, 3, 8]) {
      const order = Array.from({ length: K }, (_, x) => x)
      const candidates = [...evenCandidates(K, epsilon), ...hashingCandidates(epsilon, order, rng)]
      expect(candidates.length).toBeGreaterThan(0)
      for (const candidate of candidates) {
        const mechanism = candidate.mechanism()
        expect(mechanism.epsilon).toBeLessThanOrEqual(epsilon * (1 + 1e-12))
        expect(mechanism.epsilon).toBeGreaterThan(epsilon * (1 - 1e-12))
        expect(candidate.columns).toBe(mechanism.responseCount)
      }
    }
  }
})

test('of a law that leaves nothing to be learnt the information is finite', () => {
  const theta = Float64Array.of(1, 0, 0, 0)
  const mechanism = srr({ categories: 4, epsilon: 1 })
  const partitions = [Int32Array.of(0, 1, 0, 1)]
  const candidates = [
    candidateOf(mechanism),
    candidateOf(blockDesign({ categories: 4, epsilon: 0.1 })),
    hashingCandidate({ epsilon: 1, buckets: 2, size: 1, partitions }, () => mechanism),
  ]
  for (const candidate of candidates) {
    expect(claimedInformation(candidate, theta).every(Number.isFinite)).toBe(true)
  }
})
