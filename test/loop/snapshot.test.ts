import { expect, test } from 'vitest'
import type { Catalogue } from '../../src/catalogue/catalogue.ts'
import type { StrategyKind } from '../../src/catalogue/strategy-kind.ts'
import { createEstimator, type Estimator, restoreEstimator } from '../../src/loop/estimator.ts'
import { canonicalJSON, digestOf, type EstimatorSnapshot } from '../../src/loop/snapshot.ts'
import { builtIn } from '../../src/loop/strategy/built-in.ts'
import { fixed } from '../../src/loop/strategy/fixed.ts'
import { srr } from '../../src/mechanism/srr.ts'
import type { Sampler } from '../../src/posterior/kind/sampler.ts'
import type { SamplerKind } from '../../src/posterior/kind/sampler-kind.ts'
import { gibbs } from '../../src/posterior/samplers/gibbs.ts'
import { tallyFromJSON } from '../../src/posterior/tally/tally.ts'
import { stream } from '../../src/random/stream.ts'
import { collect, crowd, OPTIONS } from '../support/loop.ts'

const WEIGHTS = [8, 4, 2, 1, 1]

type Data = { [field: string]: unknown }

/** An estimator after some answers. */
function after(users: number, options = OPTIONS): Estimator {
  const estimator = createEstimator(options)
  collect(estimator, crowd(stream(1, 'snapshots'), WEIGHTS), users)
  return estimator
}

/** What is left of a snapshot on the wire. */
const written = (estimator: Estimator): Data => JSON.parse(JSON.stringify(estimator.snapshot()))

/** The snapshot with one value replaced, whose place is named as `chain.phi.0`, and with a digest that is right for it. */
function forged(good: Data, place: string, value: unknown): EstimatorSnapshot {
  const { digest: _, ...data } = structuredClone(good)
  const path = place.split('.')
  const last = path.pop()!
  const parent = path.reduce((node, name) => node[name] as Data, data)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return { ...data, digest: digestOf(canonicalJSON(data)) } as never
}

const valueAt = (data: unknown, place: string) =>
  place.split('.').reduce((node, name) => (node as Data)[name], data)

/** Sets each value in turn, and expects a sentence about the place. */
function expectRefused(good: Data, place: string, ...values: readonly unknown[]): void {
  const name = place.startsWith('rng') ? 'stream state' : place.match(/[a-zA-Z]+(?=[\d.]*$)/)![0]
  for (const value of values) {
    // JSON has no holes.
    if (value === undefined && /\d$/.test(place)) continue
    const attempt = () => restoreEstimator(forged(good, place, value))
    expect(attempt, `${place}: ${JSON.stringify(value)}`).toThrow(RangeError)
    expect(attempt).toThrow(name)
  }
}

const NO_NUMBERS = [null, undefined, '1', [1], {}, true, Infinity]

test('a digit that has changed on the way is noticed by the digest, and by nothing else in most places', () => {
  const rng = stream(1, 'damage')
  const text = JSON.stringify(after(40, { ...OPTIONS, sampler: 'hmc' }).snapshot())
  let damaged = 0
  let unnoticed = 0
  while (damaged < 300) {
    const at = rng.integer(text.length)
    if (!/\d/.test(text[at])) continue
    const other = String((Number(text[at]) + 1 + rng.integer(9)) % 10)
    let data: Data
    try {
      data = JSON.parse(text.slice(0, at) + other + text.slice(at + 1))
    } catch {
      continue
    }
    // The last digits of a number may say the same.
    if (JSON.stringify(data) === text) continue
    damaged++
    expect(() => restoreEstimator(data as never), `at ${at}`).toThrow(RangeError)
    // The twin does not look at the digest.
    try {
      restoreEstimator(forged(data, 'version', data.version))
      unnoticed++
    } catch {}
  }
  expect(unnoticed).toBeGreaterThan(100)
})

test('the order of the fields is of no account, as storage may change it', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, field]) => [name, reversed(field)]),
    )
  }
  const good = written(after(20))
  const shuffled = reversed(good) as EstimatorSnapshot
  expect(JSON.stringify(shuffled)).not.toBe(JSON.stringify(good))
  expect(restoreEstimator(shuffled).snapshot()).toEqual(good)
})

test('digests are 128 bits, the same on every machine, and differ where texts do', () => {
  expect(digestOf('')).toBe('1c34eb13cd08e7e4ec0f08716ad8c647')
  expect(digestOf('{"version":2}')).toBe('0e786410ca71fa1e4602e29979e8df44')
  const rng = stream(1, 'texts')
  const texts = new Set<string>()
  for (let i = 0; i < 4000; i++) {
    const text = Array.from({ length: 300 }, (_, at) => (at * 7) % 10)
    for (let edit = rng.integer(3); edit >= 0; edit--) text[rng.integer(300)] = rng.integer(10)
    texts.add(text.join(''))
  }
  const digests = Array.from(texts, digestOf)
  expect(digests.every(digest => /^[0-9a-f]{32}$/.test(digest))).toBe(true)
  // Of each half alone, as a sharper test: 4,000 texts would collide in 64 bits once in 10¹² times.
  for (const half of [0, 16]) {
    expect(new Set(digests.map(digest => digest.slice(half, half + 16))).size).toBe(texts.size)
  }
})

test.each([0, 1, 2, 3, 5, '4', null])(
  'a snapshot of version %j is refused, with advice that works',
  version => {
    const original = after(30)
    const old = forged(written(original), 'version', version)
    expect(() => restoreEstimator(old)).toThrow(RangeError)
    expect(() => restoreEstimator(old)).toThrow(
      "the snapshot's version must be 4, the one that this release reads (createEstimator(options) and observeMany(tallyFromJSON(tally)) take over its answers); got",
    )
    const next = createEstimator(old.options)
    next.observeMany(tallyFromJSON(old.tally))
    expect(next.snapshot().tally).toEqual(original.snapshot().tally)
  },
)

test('every field is there, and none besides', () => {
  const good = written(after(20))
  const { digest: _, ...rest } = good
  expect(() => restoreEstimator(rest as never)).toThrow(/^the snapshot's digest must be/)
  for (const field of Object.keys(rest)) {
    expect(() => restoreEstimator(forged(good, field, undefined)), field).toThrow(RangeError)
    for (const value of [null, 1000, 'x', [], {}]) {
      if (JSON.stringify(value) === JSON.stringify(good[field])) continue
      if (value === null && ['outstanding', 'awaited'].includes(field)) continue
      if (Array.isArray(value) && field === 'made') continue
      expect(() => restoreEstimator(forged(good, field, value)), `${field} ${value}`).toThrow(RangeError)
    }
  }
  for (const place of ['more', 'options.more', 'options.catalogue', 'pending.more', 'chain.more']) {
    expect(() => restoreEstimator(forged(good, place, builtIn.utilities.length))).toThrow(/must be one of/)
  }
})

test('the parts that all estimators have are checked, each by name', () => {
  const estimator = after(20, { ...OPTIONS, strategy: 'srr' })
  estimator.request()
  const good = written(estimator)
  expectRefused(good, 'pending.answers', ...NO_NUMBERS, -1, 0.5, 21)
  expectRefused(good, 'pending.batches', ...NO_NUMBERS, -1, 0.5, 2, 1e9)
  expectRefused(good, 'outstanding', '0', -1, 0.5, 1, {})
  expectRefused(good, 'awaited', '0', -1, 0.5, 1, {})
  expectRefused(good, 'rng.X', null, [], new Array(128).fill(0), new Array(127).fill(1))
  expectRefused(good, 'rng.i', ...NO_NUMBERS, -1, 128, 2 ** 31)
  expectRefused(good, 'tally.counts.0', ...NO_NUMBERS, 0, -1, 2 ** 53)
  expectRefused(good, 'tally.categories', 6, 1e9)
  expectRefused(good, 'options.categories', 4, 6, 1e9)
  expectRefused(good, 'options.seed', null, undefined, {}, [1])
  expectRefused(good, 'strategy', 1, 'x', {}, [])
  const [request] = good.made as Data[]
  expect(() => restoreEstimator(forged(good, 'made', [request, { ...request }]))).toThrow(
    /must be listed once/,
  )
})

test.each(['gibbs', 'hmc', 'slice', 'delayed-acceptance', 'sequence'] as const)(
  'so is the state of %s',
  sampler => {
    const learned = written(after(20, { ...OPTIONS, strategy: 'fisher', sampler, prior: 'learned' }))
    const fixed = written(after(20, { ...OPTIONS, strategy: 'fisher', sampler, prior: 1 }))
    // The first of these once hung.
    expectRefused(learned, 'chain.concentration', [null], null, 'x', 0, -1, 1e-300, 1e300)
    expectRefused(fixed, 'chain.concentration', 0.2, undefined, [])
    const vector = sampler === 'hmc' ? 'z' : sampler === 'sequence' ? 'theta' : 'logTheta'
    expectRefused(learned, `chain.${vector}`, null, [], [0, 0, 0, 0], [0, 0, 0, 0, null], { length: 5 })
    expectRefused(learned, `chain.${vector}.2`, ...NO_NUMBERS)
    if (sampler === 'gibbs') {
      // Five probabilities of 1.
      expect(() => restoreEstimator(forged(learned, 'chain.logTheta', [0, 0, 0, 0, 0]))).toThrow(/^the θ of/)
    }
    if (sampler === 'hmc') {
      expectRefused(learned, 'chain.stepSize', ...NO_NUMBERS, -1)
      expectRefused(learned, 'chain.geometry.anchor', null, [1], [0, 0, 0, 0, 0], [1, 1, 1, 1, 1])
      expectRefused(learned, 'chain.geometry.metric', null, [1], [1, 1, 1, 1, 1], new Array(25).fill(0))
      expectRefused(learned, 'chain.geometry.expanded', null, 1, 'true')
      expectRefused(learned, 'chain.geometry.size', ...NO_NUMBERS, -1)
      expectRefused(learned, 'chain.tuning.step.error', ...NO_NUMBERS, 2)
      expectRefused(learned, 'chain.tuning.mean', null, [1], [1, 1, 1, 1, 1])
    }
    if (sampler === 'sequence') {
      expectRefused(learned, 'chain.theta', [0, 0, 0, 0, 0], [1, 1, 1, 1, 1])
      expectRefused(learned, 'chain.fraction', ...NO_NUMBERS, 0, 2)
      expectRefused(learned, 'chain.expansion.anchor', null, [1], [0, 0, 0, 0, 0], [1, 1, 1, 1, 1])
      expectRefused(learned, 'chain.expansion.slope.1', ...NO_NUMBERS, 1e300)
      expectRefused(learned, 'chain.expansion.information.1', ...NO_NUMBERS, 0, -1)
      expectRefused(learned, 'chain.expansion.size', ...NO_NUMBERS, -1, 0.5)
      expectRefused(learned, 'chain.tuning.made', ...NO_NUMBERS, -1)
      expectRefused(learned, 'chain.tuning.mean', null, [1], [2, 0, 0, 0, 0])
    }
    if (sampler === 'slice' || sampler === 'delayed-acceptance') {
      expectRefused(learned, 'chain.widths.0', ...NO_NUMBERS, 0, -1, 2)
      expectRefused(learned, 'chain.tuning.moved.0', ...NO_NUMBERS, -1)
      expectRefused(learned, 'chain.tuning.due', ...NO_NUMBERS, 0)
    }
    if (sampler === 'delayed-acceptance') {
      expectRefused(learned, 'chain.anchor', null, [1], [0, 0, 0, 0, 0], [1, 1, 1, 1, 1])
      expectRefused(learned, 'chain.size', ...NO_NUMBERS, -1)
      expectRefused(learned, 'chain.tuning.sum', null, [1], [0, 0, 0, 0, 0], [1e3, 0, 0, 0, 0])
    }
  },
)

test.each(['sgld', 'sgrld'] as const)(
  'so is the state of %s: it cannot know of observations that the tally does not have',
  sampler => {
    const good = written(after(20, { ...OPTIONS, strategy: 'srr', sampler }))
    expectRefused(good, 'chain.phi', null, [], [1, 1, 1, 1])
    expectRefused(good, 'chain.phi.0', ...NO_NUMBERS, 0, -1, 1e-320, 1e300)
    const recent = valueAt(good, 'chain.observations.recent') as number[]
    expect(recent.length).toBeGreaterThan(10)
    expectRefused(good, 'chain.observations.recent', null, new Array(19).fill(0), [...recent, ...recent])
    expectRefused(good, 'chain.observations.recent.3', ...NO_NUMBERS, -1, 0.5, 5, 2 ** 31)
    expectRefused(good, 'chain.observations.sealed', null, [1000], [0, 0, 0, 0, 0, 1], [-1], ['1'], recent)
    // A list that has fallen behind the tally catches up.
    const behind = restoreEstimator(forged(good, 'chain.observations.recent', recent.slice(0, 5)))
    const whole = restoreEstimator(good as never)
    for (const estimator of [behind, whole]) estimator.request()
    const known = [behind, whole].map(one => valueAt(one.snapshot(), 'chain.observations.recent') as number[])
    expect(known[0].toSorted()).toEqual(known[1].toSorted())
  },
)

test('what the strategy remembers is checked: a request beyond ε is not handed out', () => {
  const estimator = after(60, { ...OPTIONS, strategy: 'auto' })
  const good = written(estimator)
  expect(restoreEstimator(good as never).request()).toEqual(estimator.request())
  expectRefused(good, 'strategy', 'auto', [], 1)
  expectRefused(
    good,
    'strategy.draws',
    [[1]],
    null,
    [[0, 0, 0, 0, 0]],
    Array.from({ length: 9 }, () => [1, 0, 0, 0, 0]),
  )
  expectRefused(good, 'strategy.due', ...NO_NUMBERS, -1, 0)
  const request = { mechanism: 'srr', categories: 5, epsilon: OPTIONS.epsilon }
  expectRefused(good, 'strategy.request', { ...request, epsilon: 1.1 * OPTIONS.epsilon }, null)
  expect(() => restoreEstimator(forged(good, 'strategy.request', { ...request, categories: 6 }))).toThrow(
    /categories must be 5/,
  )
})

/** The built-in kinds, with a sampler and a strategy `own`. */
function withOwn(
  resume: (data: unknown) => unknown,
  remembered: unknown,
  create = (_: unknown) => {},
): Catalogue {
  const sampler: SamplerKind = {
    name: 'own',
    priors: 'any',
    create: ({ tally, prior }) => ({ ...gibbs({ tally, prior }), resume }) as Sampler<unknown>,
  }
  const strategy: StrategyKind = {
    name: 'own',
    create(setting, memory) {
      create(memory)
      return {
        ...fixed(srr({ categories: setting.categories, epsilon: setting.epsilon })),
        memory: () => remembered,
      }
    },
  }
  return { ...builtIn, samplers: [sampler], strategies: [strategy] }
}

const OWN = { categories: 3, epsilon: 1, seed: 1, sampler: 'own', strategy: 'own' }

test('a sampler and a strategy of one’s own are handed back what they gave, as a copy', () => {
  const seen: unknown[] = []
  const remembered = { answers: [1, 2, { three: 3 }] }
  const resume = (data: unknown) => {
    seen.push(data)
    return data
  }
  const catalogue = withOwn(resume, remembered, memory => seen.push(memory))
  const snapshot = createEstimator({ ...OWN, catalogue }).snapshot()
  expect(snapshot.strategy).toEqual(remembered)
  expect(snapshot.strategy).not.toBe(remembered)
  const restored = restoreEstimator(snapshot, { catalogue })
  expect(seen).toEqual([undefined, remembered, snapshot.chain])
  expect(seen[1]).not.toBe(snapshot.strategy)
  expect(seen[2]).not.toBe(snapshot.chain)
  expect(restored.snapshot()).toEqual(snapshot)
})

test('where one of them fails on its state, one sentence says whose it was, and why', () => {
  const fail = (message: string) => () => {
    throw new TypeError(message)
  }
  const good = withOwn(data => data, { some: 'memory' })
  const snapshot = createEstimator({ ...OWN, catalogue: good }).snapshot()
  for (const [catalogue, message] of [
    [
      withOwn(fail('no z'), {}),
      "the snapshot's state of the sampler own must be one that it can go on from: no z",
    ],
    [withOwn(data => data, {}, fail('no')), "the snapshot's state of the strategy own must be .* from: no"],
    // θ is looked at: this state gives none.
    [withOwn(() => ({ logTheta: [0, 0, 0] }), {}), "the θ of the snapshot's chain must be"],
  ] as const) {
    const attempt = () => restoreEstimator(snapshot, { catalogue })
    expect(attempt).toThrow(RangeError)
    expect(attempt).toThrow(new RegExp(message))
  }
})

test('a memory that is no plain data is refused when the snapshot is taken', () => {
  for (const memory of [{ draw: new Float64Array(3) }, { now: () => 1 }, { list: new Array(3) }]) {
    const estimator = createEstimator({ ...OWN, catalogue: withOwn(data => data, memory) })
    expect(() => estimator.snapshot()).toThrow(/^snapshot must be plain data, as JSON has it, without a/)
  }
})
