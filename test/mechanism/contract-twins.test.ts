import { describe, expect, test } from 'vitest'
import { auditOver, certify } from '../../src/mechanism/audit.ts'
import { levelColumn } from '../../src/mechanism/column.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { cryptoRng } from '../../src/random/crypto.ts'
import type { Rng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { secondBudget } from '../../src/rrrr/levels.ts'
import {
  drawsFollowChannel,
  groupsFollowChannel,
  keepsItsPromise,
  survivesExtremeDraws,
} from '../support/contract.ts'
import { FALSE_ALARM } from '../support/statistics.ts'

// Mechanisms that are wrong by design, each after a mistake that was made before: the contract must reject them.

type Budget = (rest: number, epsilon: number, epsilon1: number) => number

/** The channel of RRRR on the first `size` categories, by its closed form, with another second budget. */
function rrrrWith(budget: Budget, categories: number, size: number, epsilon: number, epsilon1: number) {
  const rest = categories - size
  const epsilon2 = budget(rest, epsilon, epsilon1)
  const a = 1 / (1 + size * Math.exp(-epsilon1))
  const c = 1 / (1 + (rest - 1) * Math.exp(-epsilon2))
  const set = Int32Array.from({ length: size }, (_, x) => x)
  const column: Mechanism['column'] = response => {
    const point = response as number
    if (point < size) {
      return levelColumn({ categories, logScale: Math.log(a), logBase: -epsilon1, point, logPeak: 0 })
    }
    const logLevel = -epsilon1 - Math.log(c * rest)
    return levelColumn({
      categories,
      logScale: Math.log(a * c),
      logBase: -epsilon2,
      set,
      logLevel,
      point,
      logPeak: 0,
    })
  }
  const channel = { name: 'rrrr' as const, kinds: () => [0, size], column }
  return { ...channel, epsilon: auditOver(channel.kinds(), channel).epsilon }
}

/** What a published program computes: no logarithm, and k where m should stand. */
const published: (size: number) => Budget = size => (_, epsilon, epsilon1) =>
  size === 1 || epsilon - epsilon1 >= Math.log(size)
    ? epsilon
    : Math.min(epsilon, (size - 1) / (Math.exp(epsilon1 - epsilon) * size - 1))

describe('of second budgets the contract', () => {
  const K = 20
  const cases = [0.5, 1, 5].flatMap(epsilon =>
    [1, 5, 12].map(size => ({ epsilon, size, epsilon1: 0.8 * epsilon })),
  )

  test('accepts the one with a logarithm, on |S^c|', () => {
    for (const { epsilon, size, epsilon1 } of cases) {
      keepsItsPromise(rrrrWith(secondBudget, K, size, epsilon, epsilon1), epsilon)
    }
  })

  test('rejects the one without the logarithm', () => {
    for (const { epsilon, size, epsilon1 } of cases) {
      const budget: Budget = (...given) => Math.min(epsilon, Math.exp(secondBudget(...given)))
      const twin = rrrrWith(budget, K, size, epsilon, epsilon1)
      expect(() => keepsItsPromise(twin, epsilon)).toThrow()
      expect(() => certify(twin, epsilon)).toThrow(
        `rrrr was asked for epsilon ${epsilon}, but its channel spends`,
      )
    }
  })

  test('rejects the one on |S|', () => {
    for (const { epsilon, size, epsilon1 } of cases.filter(({ size }) => size < K / 2)) {
      const budget: Budget = () => secondBudget(size, epsilon, epsilon1)
      expect(() => keepsItsPromise(rrrrWith(budget, K, size, epsilon, epsilon1), epsilon)).toThrow()
    }
  })

  test('rejects the published one, whose levels at ε = 0.5, 1, 5 are 0.866, 1.713, 6.830', () => {
    for (const [epsilon, spent] of [
      [0.5, 0.866],
      [1, 1.713],
      [5, 6.83],
    ]) {
      const twins = Array.from({ length: K - 1 }, (_, i) =>
        rrrrWith(published(i + 1), K, i + 1, epsilon, 0.8 * epsilon),
      )
      const worst = twins.reduce((one, other) => (other.epsilon > one.epsilon ? other : one))
      expect(worst).toBe(twins[0])
      expect(worst.epsilon).toBeCloseTo(spent, 3)
      expect(() => keepsItsPromise(worst, epsilon)).toThrow()
    }
  })
})

describe.each([
  ['seeded', () => stream(1, 'twins')],
  ['cryptographic', () => cryptoRng()],
] as const)('of draws from the %s source the contract', (_, open) => {
  const good = subsetSelection({ categories: 6, epsilon: 1, size: 2 })
  const follows = (mechanism: Mechanism) => () => drawsFollowChannel(mechanism, open(), 4000, FALSE_ALARM / 6)
  const twin = (base: Mechanism, respond: (category: number, rng: Rng) => unknown): Mechanism => ({
    ...base,
    respond: respond as Mechanism['respond'],
  })

  test('rejects a set that is not sorted: the truth first, where it is in the set', () => {
    const truthFirst = twin(good, (x, rng) => {
      const set = [...good.respond(x, rng)]
      return set.includes(x) ? [x, ...set.filter(other => other !== x)] : set
    })
    expect(follows(truthFirst)).toThrow(/is none of the responses/)
  })

  test('rejects a random set that can never contain one particular category', () => {
    // As where the last candidate of a draw without replacement is left out.
    const neverNext = twin(good, (x, rng) => {
      for (;;) {
        const set = good.respond(x, rng)
        if (!set.includes((x + 1) % 6)) return set
      }
    })
    expect(follows(neverNext)).toThrow(/observed/)
    expect(follows(good)).not.toThrow()
  })

  test('rejects a channel that answers by the law of another category, or of another ε', () => {
    const K = 5
    const base = srr({ categories: K, epsilon: 1 })
    const stronger = srr({ categories: K, epsilon: 0.5 })
    expect(follows(twin(base, (x, rng) => base.respond((x + 1) % K, rng)))).toThrow(/observed/)
    expect(follows(twin(base, (x, rng) => stronger.respond(x, rng)))).toThrow(/observed/)
    expect(follows(base)).not.toThrow()
  })
})

test('the contract rejects a group that answers by another ε, and one that loses a person', () => {
  const base = srr({ categories: 5, epsilon: 1 })
  const follows = (respondMany: NonNullable<Mechanism['respondMany']>) => () =>
    groupsFollowChannel({ ...base, respondMany }, stream(1, 'groups'), 10_000, FALSE_ALARM / 5)
  expect(follows(srr({ categories: 5, epsilon: 0.5 }).respondMany!)).toThrow(/observed/)
  const loses: Mechanism['respondMany'] = (people, rng) =>
    base.respondMany!(people, rng).map((count, y) => count - (y === 0 ? 1 : 0))
  expect(follows(loses)).toThrow()
  expect(follows(base.respondMany!)).not.toThrow()
})

test('the contract rejects a cumulative sum that ends below one and returns nothing', () => {
  const K = 10
  const base = srr({ categories: K, epsilon: 1e-9 })
  // Ten times 0.1 is 1 − 2⁻⁵³ in doubles, the largest uniform draw.
  const bySum = (last: number | undefined): Mechanism => ({
    ...base,
    respond(_, rng) {
      const u = rng.uniform()
      let reached = 0
      for (let y = 0; y < K; y++) if (u < (reached += 0.1)) return y
      return last as number
    },
  })
  expect(() => survivesExtremeDraws(bySum(undefined))).toThrow(/^response must be/)
  survivesExtremeDraws(bySum(K - 1))
})
