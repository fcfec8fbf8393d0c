import { expect, test } from 'vitest'
import { geometricLaw } from '../../experiments/support/geometric-law.ts'
import { honestShare, mechanismAt, simulatedShare } from '../../experiments/support/honest-share.ts'
import { evaluateUtility } from '../../src/catalogue/scan-subsets.ts'
import { stream } from '../../src/random/stream.ts'
import { FALSE_ALARM, normalTail } from '../support/statistics.ts'

const K = 20
const EPSILON = 5
const STRATEGIES = ['srr', 'semi:0.8', 'entropy', 'honesty@0.9']

test('the geometric law has the ratio asked for, and sums to one', () => {
  const theta = geometricLaw(4, 2)
  theta.forEach((value, i) => {
    expect(value).toBeCloseTo(2 ** -i / 1.875, 12)
  })
})

test('the share of honest answers is the utility of that name, and that of SRR e^ε/(e^ε + K − 1)', () => {
  const theta = geometricLaw(K, 2)
  for (const strategy of STRATEGIES) {
    const mechanism = mechanismAt(strategy, theta, EPSILON)
    expect(honestShare(mechanism, theta)).toBeCloseTo(evaluateUtility('honesty', theta, mechanism), 12)
  }
  const plain = Math.exp(EPSILON) / (Math.exp(EPSILON) + K - 1)
  expect(honestShare(mechanismAt('srr', theta, EPSILON), theta)).toBeCloseTo(plain, 12)
})

test('semi-adaptive subsets are the shortest prefixes of their mass', () => {
  // Masses of the prefixes: 1/2, 3/4, 7/8, …
  const theta = geometricLaw(K, 2)
  expect(mechanismAt('semi:0.7', theta, EPSILON).subset).toHaveLength(2)
  expect(mechanismAt('semi:0.8', theta, EPSILON).subset).toHaveLength(3)
})

test('simulated people tell the truth as often as the channel says, and not as often as another (4 strategies, false alarm 1e-6)', () => {
  const theta = geometricLaw(K, 3)
  const people = 40_000
  for (const strategy of STRATEGIES) {
    const mechanism = mechanismAt(strategy, theta, EPSILON)
    const simulated = simulatedShare(mechanism, theta, people, stream(1, 'honest', strategy))
    const pValue = (share: number) =>
      normalTail((simulated - share) / Math.sqrt((share * (1 - share)) / people))
    expect(pValue(honestShare(mechanism, theta))).toBeGreaterThan(FALSE_ALARM / STRATEGIES.length)
    // Twin: the channel averaged over the categories as if all were equally likely.
    const flat = new Float64Array(K).fill(1 / K)
    if (strategy !== 'srr') expect(pValue(honestShare(mechanism, flat))).toBeLessThan(FALSE_ALARM)
  }
})
