import { expect, test, vi } from 'vitest'
import { mechanismContract } from '../../src/contract.ts'
import { audit } from '../../src/mechanism/audit.ts'
import { stream } from '../../src/random/stream.ts'
import { type Memoized, type MemoizedOptions, memoized } from '../../src/risk/memoized.ts'
import { secondRound } from '../../src/risk/second-round.ts'

const KINDS: Pick<MemoizedOptions, 'kind' | 'buckets'>[] = [
  { kind: 'grr' },
  { kind: 'osue' },
  { kind: 'loloha', buckets: 2 },
  { kind: 'loloha', buckets: 3 },
]

test('the columns of a report pass the audit and the contract of mechanisms', () => {
  for (const options of KINDS) {
    const { mechanism } = memoized({ ...options, categories: 4, permanent: 2, first: 1 })
    expect(Math.abs(audit(mechanism).epsilon - 1)).toBeLessThanOrEqual(1e-12)
    expect(mechanismContract(mechanism, { seed: 1 })).toEqual([])
  }
})

/** The level of a report of randomized response over g values, twice, where the second tells its truth with odds b. */
function composedLevel(g: number, permanent: number, odds: number): number {
  const a = Math.exp(permanent)
  return Math.log((a * odds + g - 1) / (a + odds + g - 2))
}

test('the stated level is that of the coin, also where ε1 is next to ε∞ or both are tiny', () => {
  for (const [permanent, first] of [
    [2, 1],
    [2, 2 - 1e-14],
    [2, 2 - 1e-15],
    [1e-9, 5e-10],
    [1e-15, 5e-16],
    [5e-8, 1e-300],
    [30, 29.999999],
    [700, 699.9999999999999],
  ]) {
    for (const g of [2, 4, 20]) {
      const { level, keeps } = secondRound(g, permanent, first)
      // The second round keeps its input with odds heads : tails, and gives one of g − 1 others otherwise.
      const bits = (value: bigint) => value.toString(2).length
      const log = (value: bigint) => {
        const shift = Math.max(0, bits(value) - 60)
        return Math.log(Number(value >> BigInt(shift))) + shift * Math.LN2
      }
      const actual = log(keeps.heads * BigInt(g - 1)) - log(keeps.tails)
      expect(Math.abs(level - actual)).toBeLessThanOrEqual(1e-12 * Math.max(1, actual))
    }
  }
})

test('what a caller does to a state does not change the answers that are kept', () => {
  const osue = memoized({ kind: 'osue', categories: 6, permanent: 2, first: 1, rng: stream(1, 'state') })
  osue.report(3)
  const before = structuredClone(osue.state)
  for (const [, answer] of osue.state.permanent) (answer as number[]).push(99)
  expect(osue.state).toEqual(before)
})

test('the second round is the one that leaves ε1; that of published code protects more than it says', () => {
  for (const g of [2, 3, 6, 20, 360]) {
    expect(composedLevel(g, 2, Math.exp(secondRound(g, 2, 1).level))).toBeCloseTo(1, 12)
  }
  // The odds that are right for two values, used for g.
  const published = Math.exp(secondRound(2, 2, 1).level)
  const levels = [2, 3, 6, 20, 360].map(g => composedLevel(g, 2, published).toFixed(3))
  expect(levels).toEqual(['1.000', '0.948', '0.822', '0.512', '0.052'])
})

test.each([
  { kind: 'grr' as const, q: (g: number, e: number) => 1 / (e + g - 1) },
  { kind: 'osue' as const, q: (_: number, e: number) => 1 / (e + 1) },
  { kind: 'loloha' as const, q: (g: number) => 1 / g },
])(
  'the variance of an estimate is that of the formula (5 standard errors: false alarm 6e-7): $kind',
  ({ kind, q: outside }) => {
    const [categories, permanent, first, people, runs] = [6, 3, 1.5, 50, 300]
    const rng = stream(1, 'variance', kind)
    const g = kind === 'loloha' ? 5 : categories
    const e = Math.exp(first)
    const q = outside(g, e)
    const p = kind === 'osue' ? 0.5 : e / (e + g - 1)
    const share = 1 / 3
    const h = share * (p - q) + q
    const formula = (h * (1 - h)) / (p - q) ** 2
    const estimates = Array.from({ length: runs }, () => {
      let supports = 0
      for (let i = 0; i < people; i++) {
        const person = memoized({
          kind,
          categories,
          permanent,
          first,
          rng,
          ...(kind === 'loloha' && { buckets: g }),
        })
        const held = rng.uniform() < share ? 0 : 1 + rng.integer(categories - 1)
        supports += Number(Array.from(person.mechanism.support!.of(person.report(held))).includes(0))
      }
      return (supports / people - q) / (p - q)
    })
    const mean = estimates.reduce((sum, value) => sum + value) / runs
    const variance = estimates.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (runs - 1)
    const strays = (expected: number) =>
      Math.abs(people * variance - expected) > 5 * expected * Math.sqrt(2 / (runs - 1))
    expect(strays(formula)).toBe(false)
    // As if the report were fresh at ε∞: a twin.
    const e2 = Math.exp(permanent)
    const [p2, q2] = [kind === 'osue' ? 0.5 : e2 / (e2 + g - 1), outside(g, e2)]
    const h2 = share * (p2 - q2) + q2
    expect(strays((h2 * (1 - h2)) / (p2 - q2) ** 2)).toBe(true)
  },
)

const person = (kind: MemoizedOptions['kind'], given: Partial<MemoizedOptions> = {}): Memoized =>
  memoized({ kind, categories: 8, permanent: 3, first: 1, rng: stream(1, 'person', kind), ...given })

test.each(['grr', 'osue', 'loloha'] as const)(
  '%s keeps one permanent answer for each value, after a restart too',
  kind => {
    let one = person(kind)
    const changes = [3, 3, 5, 3, 0, 5, 3]
    const seen = new Map<number, string>()
    changes.forEach((value, t) => {
      one.report(value)
      const { permanent, reports } = one.state
      expect(reports).toBe(t + 1)
      for (const [of, answer] of permanent) {
        const text = JSON.stringify(answer)
        expect(seen.get(of) ?? text).toBe(text)
        seen.set(of, text)
      }
      one = person(kind, { rng: stream(1, 'another', t), state: JSON.parse(JSON.stringify(one.state)) })
    })
    const values = one.state.permanent.length
    expect(values).toBe(kind === 'loloha' ? values : 3)
    const second = secondRound(kind === 'grr' ? 8 : kind === 'osue' ? 2 : 4, 3, 1).level
    // 3 was reported four times.
    const sameChanges = kind === 'loloha' ? Math.min(7 * second, 3 + 3 * second) : 3 * values
    expect(one.spent.sameChanges).toBeCloseTo(sameChanges, 12)
    expect(one.spent.anyChanges).toBeCloseTo(7 * second * (kind === 'osue' ? 8 : 1), 12)
  },
)

test('the best number of buckets is next to e^ε1 and one', () => {
  const bucketsFor = (first: number) => {
    const request = person('loloha', { permanent: 5, first }).mechanism.toRequest()
    return request.buckets
  }
  expect([0.1, 1, 2, 3].map(bucketsFor)).toEqual([2, 4, 8, 21])
})

/**
 * The largest loss between any two histories that change at the same times, from all reports and all buckets that their values
 * may be in. A history is a pattern: 0 for its first value, 1 for its next new one, and so on.
 */
function largestLoss(pattern: readonly number[], g: number, permanent: number, second: number): number {
  const values = Math.max(...pattern) + 1
  const [a, b] = [Math.exp(permanent), Math.exp(second)]
  const truth = (kept: number, bucket: number) => (kept === bucket ? a : 1) / (a + g - 1)
  const again = (report: number, kept: number) => (report === kept ? b : 1) / (b + g - 1)
  const digits = (number: number, length: number) =>
    Array.from({ length }, (_, i) => Math.floor(number / g ** i) % g)
  const probability = (buckets: readonly number[], reports: readonly number[]) => {
    let total = 1
    // The buckets of a person are independent of each other.
    for (let bucket = 0; bucket < g; bucket++) {
      let sum = 0
      for (let kept = 0; kept < g; kept++) {
        let product = truth(kept, bucket)
        pattern.forEach((value, t) => {
          if (buckets[value] === bucket) product *= again(reports[t], kept)
        })
        sum += product
      }
      total *= sum
    }
    return total
  }
  let largest = 0
  for (let number = 0; number < g ** pattern.length; number++) {
    const reports = digits(number, pattern.length)
    const laws = Array.from({ length: g ** values }, (_, i) => probability(digits(i, values), reports))
    largest = Math.max(largest, Math.log(Math.max(...laws) / Math.min(...laws)))
  }
  return largest
}

test('what loloha says of histories that change at the same times holds for all small ones; values times ε∞ does not', () => {
  const alternating = [2, 4, 6].map(T => Array.from({ length: T }, (_, t) => t % 2))
  const level = secondRound(2, 2, 1.9).level
  // Two values in turn, in two buckets, against two that share a bucket.
  const losses = alternating.map(pattern => largestLoss(pattern, 2, 2, level).toFixed(2))
  expect(losses).toEqual(['3.98', '8.21', '12.44'])
  let broken = 0
  for (const [g, permanent, first, T] of [
    [2, 2, 1.9, 6],
    [2, 0.5, 0.25, 5],
    [2, 3, 1, 5],
    [3, 1, 0.5, 4],
  ]) {
    const second = secondRound(g, permanent, first).level
    for (let number = 0; number < 3 ** (T - 1); number++) {
      const pattern = Array.from({ length: T }, (_, t) =>
        t === 0 ? 0 : Math.floor(number / 3 ** (t - 1)) % 3,
      )
      if (pattern.some((value, t) => value > Math.max(-1, ...pattern.slice(0, t)) + 1)) continue
      const one = memoized({
        kind: 'loloha',
        categories: 6,
        permanent,
        first,
        buckets: g,
        rng: stream(1, 'p'),
      })
      for (const value of pattern) one.report(value)
      const loss = largestLoss(pattern, g, permanent, second)
      expect(one.spent.sameChanges).toBeGreaterThanOrEqual(loss - 1e-9)
      if (loss > one.state.permanent.length * permanent) broken++
    }
  }
  // The twin: ε∞ for each bucket that has a permanent answer.
  expect(broken).toBeGreaterThan(20)
})

test('loloha: the bound of two values in turn is that of the one reported longest', () => {
  const one = memoized({ kind: 'loloha', categories: 6, permanent: 2, first: 1.9, buckets: 2 })
  const bounds: string[] = []
  for (let t = 0; t < 6; t++) {
    one.report(t % 2)
    if (t % 2 === 1) bounds.push(one.spent.sameChanges.toFixed(2))
  }
  expect(bounds).toEqual(['6.23', '10.46', '14.70'])
  expect(one.state.reported).toEqual([
    [0, 3],
    [1, 3],
  ])
  // A state that does not say which values were reported: its reports may have been of any values.
  const { reported, ...state } = one.state
  const options = { kind: 'loloha', categories: 6, permanent: 2, first: 1.9, buckets: 2 } as const
  expect(memoized({ ...options, state }).spent.sameChanges).toBe(one.spent.anyChanges)
  const constant = memoized(options)
  for (let t = 0; t < 9; t++) constant.report(4)
  expect(constant.spent.sameChanges).toBe(2)
})

test.each<[object, RegExp]>([
  [{ reported: [[8, 1]] }, /^a value of state.reported/],
  [{ reported: [[1]] }, /^a pair of state.reported/],
  [
    {
      reported: [
        [3, 1],
        [3, 1],
      ],
    },
    /^each value of state.reported must be there once$/,
  ],
  [{ reported: [[3, 0]] }, /^the reports of a value of state.reported/],
  [{ reported: [[3, 3]] }, /^the reports of a value of state.reported/],
  [{ reported: [[3, 1]], permanent: [] }, /^each value of state.reported must be one whose bucket/],
])('a state of loloha that cannot be is refused: %o', (change, message) => {
  const one = person('loloha')
  one.report(3)
  one.report(3)
  expect(() => person('loloha', { state: { ...one.state, ...change } as never })).toThrow(message)
})

test('a change shows: between a constant value and one that changed, more than values times ε∞ can be lost', () => {
  // Over two values: permanent answers u and v, equal or not, each reported 20 times by the second round.
  const [T, permanent, first] = [40, 0.5, 0.25]
  const b = Math.exp(secondRound(2, permanent, first).level)
  const [keep, turn] = [b / (b + 1), 1 / (b + 1)]
  const p = Math.exp(permanent) / (Math.exp(permanent) + 1)
  const half = (answer: number, ones: number) =>
    answer === 1 ? keep ** ones * turn ** (T / 2 - ones) : turn ** ones * keep ** (T / 2 - ones)
  // All reports are 1 in the first half and 0 in the second.
  const constant = [0, 1].reduce((sum, u) => sum + (u === 1 ? p : 1 - p) * half(u, T / 2) * half(u, 0), 0)
  const changed = [0, 1].reduce(
    (sum, u) =>
      sum +
      [0, 1].reduce(
        (part, v) => part + (u === 1 ? p : 1 - p) * (v === 0 ? p : 1 - p) * half(u, T / 2) * half(v, 0),
        0,
      ),
    0,
  )
  const loss = Math.log(changed / constant)
  expect(loss).toBeCloseTo(21.4, 1)
  expect(loss).toBeGreaterThan(2 * permanent)
  expect(loss).toBeLessThanOrEqual(T * Math.log(b))
})

test('the operating system’s randomness is the default, and nobody is told what was held', () => {
  const source = vi.spyOn(globalThis.crypto, 'getRandomValues')
  memoized({ kind: 'loloha', categories: 4, permanent: 2, first: 1 })
  expect(source).toHaveBeenCalled()
  source.mockRestore()
  expect(() => person('grr').report(8)).toThrow(/^category must be a category, a whole number from 0 to 7$/)
})

test.each<[Partial<MemoizedOptions>, RegExp]>([
  [{ kind: 'rappor' as never }, /^kind must be one of grr, osue, loloha; got "rappor"/],
  [{ categories: 1 }, /^categories must be a whole number from 2/],
  [{ permanent: 0 }, /^permanent must be a number above 0/],
  [{ permanent: 800 }, /^permanent must be/],
  [{ first: 3 }, /^first must be a number above 0 and below 3; got 3/],
  [{ permanent: 2e-17, first: 1e-17 }, /^first must be below permanent/],
  [{ buckets: 3 }, /^buckets must be left out unless kind is loloha; got 3/],
  [{ kind: 'loloha', buckets: 1 }, /^buckets must be a whole number from 2 to 4096; got 1/],
  [{ rng: { kind: 'none' } as never }, /^rng must be a source of randomness/],
  [{ state: { reports: -1, permanent: [] } }, /^state.reports/],
  [{ state: { reports: 1, permanent: [[9, 1]] } }, /^a value of state.permanent/],
  [{ state: { reports: 1, permanent: [[1, 9]] } }, /^an answer of state.permanent/],
  [{ state: { reports: 1, partition: 1, permanent: [] } }, /^state.partition/],
  [{ state: { reports: 1, reported: [], permanent: [] } }, /^state.reported must be left out unless kind/],
  [{ state: { reports: 0, permanent: [[1, 1]] } }, /^state.reports must be .*; got 0$/],
  [
    {
      state: {
        reports: 2,
        permanent: [
          [1, 1],
          [1, 2],
        ],
      },
    },
    /^each value of state.permanent must be there once$/,
  ],
])('bad options are refused: %o', (options, message) => {
  expect(() => person('grr', options)).toThrow(message)
})

test('a report takes as much randomness for a value that was held before as for a new one', () => {
  const [rng, other] = [stream(1, 'turns'), stream(1, 'turns')]
  const [one, two] = [rng, other].map(rng =>
    memoized({ kind: 'grr', categories: 5, permanent: 2, first: 1, rng }),
  )
  one.report(1)
  one.report(1)
  two.report(1)
  two.report(2)
  expect(rng.state()).toEqual(other.state())
})
