import { expect, test } from 'vitest'
import { mechanismFromRequest } from '../../src/catalogue/requests.ts'
import { createEstimator, type Estimator, restoreEstimator } from '../../src/loop/estimator.ts'
import type { Request } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { createTally, tallyFromJSON } from '../../src/posterior/tally/tally.ts'
import { stream } from '../../src/random/stream.ts'
import { collect, crowd, OPTIONS } from '../support/loop.ts'
import { mechanismOf } from '../support/tally.ts'

const WEIGHTS = [8, 4, 2, 1, 1]
const FIXED = ['srr', 'subset-selection', 'oue', 'olh', 'hadamard']
const STRATEGIES = ['entropy', 'honesty@0.9', 'semi:0.6', 'information', 'auto', ...FIXED]

/** All that an estimator shows of its state. */
const stateOf = (estimator: Estimator) => JSON.stringify(estimator.snapshot())
const restored = (estimator: Estimator) => restoreEstimator(JSON.parse(stateOf(estimator)))

/** An estimator after so many answers. */
function after(users: number, options = OPTIONS): Estimator {
  const estimator = createEstimator(options)
  collect(estimator, crowd(stream(1, 'crowd', options.strategy ?? 'auto'), WEIGHTS), users)
  return estimator
}

test.each(STRATEGIES)('a request of %s is the same until it is answered', strategy => {
  const estimator = createEstimator({ ...OPTIONS, strategy })
  const answer = crowd(stream(1, 'same', strategy), WEIGHTS)
  const asked = new Set<string>()
  for (let t = 0; t < 60; t++) {
    const request = estimator.request()
    const again = estimator.request()
    expect(again).toEqual(request)
    asked.add(JSON.stringify(request))
    estimator.observe(answer(again))
  }
  if (FIXED.includes(strategy)) expect(asked.size).toBe(1)
  // `auto` may find its first channel to be the best.
  else if (strategy !== 'auto') expect(asked.size).toBeGreaterThan(1)
})

test('what a caller does to a request that it was given does not change the request', () => {
  const estimator = after(20, { ...OPTIONS, strategy: 'semi:0.6' })
  const request = estimator.request() as unknown as { epsilon: number; subset: number[] }
  const before = structuredClone(request)
  request.epsilon = 10
  request.subset.push(99)
  expect(estimator.request()).toEqual(before)
})

test('an answer without a request is one to the outstanding request', () => {
  const [one, other] = [after(30), after(30)]
  const request = one.request()
  expect(other.request()).toEqual(request)
  one.observe(3)
  other.observe(3, request)
  expect(one.snapshot().tally).toEqual(other.snapshot().tally)
  expect(one.request()).toEqual(other.request())
})

test('a late answer that names a request equal to the outstanding one does not take the place of its answer', () => {
  const estimator = createEstimator({ ...OPTIONS, strategy: 'srr' })
  const late = estimator.request()
  estimator.observe(0)
  expect(estimator.request()).toEqual(late)
  estimator.observe(1, late)
  estimator.observe(2)
  expect(estimator.snapshot().tally.counts).toEqual([1, 1, 1])
})

test('an answer is counted in the column of its request, late or out of order', () => {
  const estimator = createEstimator(OPTIONS)
  const answer = crowd(stream(1, 'late'), WEIGHTS)
  const first = estimator.request()
  const expected = createTally(5)
  const history: Request[] = [first]
  for (let t = 0; t < 40; t++) {
    const request = estimator.request()
    history.push(request)
    const response = answer(request)
    estimator.observe(response)
    expected.add(mechanismFromRequest(request), response)
  }
  // The first and some others answer once more, in reverse order and through JSON.
  const outstanding = estimator.request()
  for (const request of history.toReversed()) {
    if (JSON.stringify(request) === JSON.stringify(outstanding)) continue
    const response = answer(request)
    estimator.observe(response, JSON.parse(JSON.stringify(request)))
    expected.add(mechanismFromRequest(request), response)
    expect(estimator.request()).toEqual(outstanding)
  }
  expect(estimator.snapshot().tally).toEqual(expected.toJSON())
})

test('a request is known again however it is written', () => {
  const estimator = after(20, { ...OPTIONS, strategy: 'semi:0.9' })
  const { mechanism, categories, epsilon, subset, epsilon1 } = estimator.request()
  const members = subset as number[]
  expect(members.length).toBeGreaterThan(1)
  const rewritten = { epsilon1, subset: members.toReversed(), epsilon, categories, mechanism }
  expect(() => estimator.observe(0, rewritten)).not.toThrow()
})

test('what cannot be an answer to the request, or answers none that was made, is refused and changes nothing', () => {
  const estimator = after(30)
  const outstanding = estimator.request()
  const before = stateOf(estimator)
  const other: Request = { mechanism: 'rrrr', categories: 5, subset: [0], epsilon: 1, epsilon1: 0.123 }
  const refused: [() => void, RegExp][] = [
    [() => estimator.observe(5), /^response must be a category, a whole number from 0 to 4; got 5/],
    [() => estimator.observe(-1), /^response/],
    [() => estimator.observe(0.5), /^response/],
    [() => estimator.observe(Number.NaN), /^response/],
    [() => estimator.observe([1]), /^response/],
    [() => estimator.observe('1' as never), /^response/],
    [() => estimator.observe(undefined as never), /^response/],
    [() => estimator.observe(7, outstanding), /^response/],
    [() => estimator.observe(0, other), /^request must be one that this estimator has made; got/],
    [() => estimator.observe(0, { mechanism: 'srr', categories: 4, epsilon: 1 }), /^request/],
    [() => estimator.observe(0, { mechanism: 'srr', categories: 5, epsilon: 2 }), /^request/],
    [() => estimator.observe(0, { ...outstanding, epsilon: -1 } as Request), /^request/],
    [() => estimator.observe(0, {} as Request), /^request/],
    [() => estimator.observe(0, null as never), /^request/],
    [() => estimator.observe(0, 'srr' as never), /^request/],
  ]
  for (const [attempt, message] of refused) {
    expect(attempt).toThrow(RangeError)
    expect(attempt).toThrow(message)
  }
  expect(stateOf(estimator)).toBe(before)
})

test('a request of an earlier release can be recalled, and is audited first', () => {
  const estimator = after(30)
  const older: Request = { mechanism: 'rrrr', categories: 5, subset: [0], epsilon: 1, epsilon1: 0.123 }
  const greedy = { mechanism: 'srr', categories: 5, epsilon: 2 }
  estimator.request()
  const before = stateOf(estimator)
  expect(() => estimator.recall(greedy)).toThrow(/^request must be of level 1 or less; got/)
  expect(() => estimator.recall({ ...greedy, epsilon: 1, categories: 4 })).toThrow(RangeError)
  estimator.recall(estimator.request())
  expect(stateOf(estimator)).toBe(before)
  estimator.recall(older)
  estimator.observe(3, older)
  const again = restoreEstimator(estimator.snapshot())
  again.observe(3, older)
  expect(tallyFromJSON(again.snapshot().tally).size).toBe(32)
})

test('an answer before any request, or a second one without naming it, is refused', () => {
  const estimator = createEstimator(OPTIONS)
  expect(() => estimator.observe(0)).toThrow('request must be given, as none is outstanding; got undefined')
  const request = estimator.request()
  estimator.observe(0)
  const before = stateOf(estimator)
  expect(() => estimator.observe(0)).toThrow('request must be given, as none is outstanding; got undefined')
  expect(stateOf(estimator)).toBe(before)
  estimator.observe(0, request)
})

test('a group’s answers are the answers, and count as one to the outstanding request', () => {
  const estimator = after(10)
  const expected = tallyFromJSON(estimator.snapshot().tally)
  const request = estimator.request()
  const answers = createTally(5)
  const mechanism = mechanismFromRequest(request)
  for (let y = 0; y < 5; y++) answers.add(mechanism, y, 100 + y)
  estimator.observeMany(answers)
  expected.merge(answers)
  expect(estimator.snapshot().tally).toEqual(expected.toJSON())
  expect(() => estimator.observe(0)).toThrow('request must be given, as none is outstanding; got undefined')
  expect(answers.size).toBe(510)
})

test('a group without answers changes nothing, and its request stays outstanding', () => {
  const estimator = after(10)
  const request = estimator.request()
  const before = stateOf(estimator)
  estimator.observeMany(createTally(5))
  expect(stateOf(estimator)).toBe(before)
  expect(estimator.request()).toEqual(request)
})

test('a group whose answers say more than ε allows, are about other categories, or are no tally, is refused and changes nothing', () => {
  const estimator = after(10)
  estimator.request()
  const before = stateOf(estimator)
  expect(() => estimator.observeMany(createTally(5).toJSON() as never)).toThrow(/^answers must be a tally/)
  expect(() => estimator.observeMany(undefined as never)).toThrow(/^answers must be a tally/)
  const revealing = createTally(5)
  revealing.add(srr({ categories: 5, epsilon: 1 }), 0)
  revealing.add(srr({ categories: 5, epsilon: 1.01 }), 0)
  expect(() => estimator.observeMany(revealing)).toThrow(/^answers must be responses of level 1 or less/)
  const foreign = createTally(4)
  foreign.add(srr({ categories: 4, epsilon: 1 }), 0)
  expect(() => estimator.observeMany(foreign)).toThrow(
    /^the answers' number of categories must be .*5; got 4/,
  )
  const certain = createTally(5)
  certain.add(mechanismOf([srr({ categories: 5, epsilon: 800 }).column(0)]), 0)
  expect(() => estimator.observeMany(certain)).toThrow(RangeError)
  expect(stateOf(estimator)).toBe(before)
})

test('a group too large for its count to be exact is refused and changes nothing: the snapshot can be restored', () => {
  const estimator = after(10)
  const request = estimator.request()
  const before = stateOf(estimator)
  const answers = createTally(5)
  answers.add(mechanismFromRequest(request), 0, Number.MAX_SAFE_INTEGER - 9)
  expect(() => estimator.observeMany(answers)).toThrow(/^the other tally's size must be at most/)
  expect(stateOf(estimator)).toBe(before)
  expect(stateOf(restored(estimator))).toBe(before)
})

test('asking for the estimate changes nothing, and gives the same again', () => {
  const [asked, left] = [after(40), after(40)]
  const before = stateOf(asked)
  const { mean, sd } = asked.estimate()
  expect(asked.estimate().mean).toEqual(mean)
  expect(asked.estimate().sd).toEqual(sd)
  expect(stateOf(asked)).toBe(before)
  const answer = () => crowd(stream(1, 'on'), WEIGHTS)
  const [on, along] = [collect(asked, answer(), 20), collect(left, answer(), 20)]
  expect(on).toEqual(along)
  expect(stateOf(asked)).toBe(stateOf(left))
})

test.each(STRATEGIES)('a snapshot of %s through JSON continues the very same numbers', strategy => {
  const options = { ...OPTIONS, strategy, prior: [1, 1.5, 1, 2, 1] }
  for (const users of [0, 1, 37]) {
    const original = after(users, options)
    // Taken with a request outstanding, and without.
    for (const pause of [() => undefined, () => original.request()]) {
      pause()
      const copy = restored(original)
      expect(stateOf(copy)).toBe(stateOf(original))
      expect(copy.estimate().draws).toEqual(original.estimate().draws)
      expect(copy.request()).toEqual(original.request())
      const answer = () => crowd(stream(1, 'continued', strategy, users), WEIGHTS)
      expect(collect(copy, answer(), 25)).toEqual(collect(original, answer(), 25))
      expect(copy.estimate().draws).toEqual(original.estimate().draws)
      expect(stateOf(copy)).toBe(stateOf(original))
    }
  }
})

test.each([
  ['sgld', [1, 1.5, 1, 2, 1]],
  ['sgrld', [0.2, 1.5, 1, 0.5, 1]],
  ['gibbs', 1],
  ['gibbs', 'learned'],
  ['hmc', 1],
  ['hmc', 'learned'],
] as const)('so does one whose sampler is %s, with the prior %j and groups', (sampler, prior) => {
  const original = after(30, { ...OPTIONS, sampler, prior })
  const group = (estimator: Estimator) => {
    const answers = createTally(5)
    const mechanism = mechanismFromRequest(estimator.request())
    for (let y = 0; y < 5; y++) answers.add(mechanism, y, 10 * y)
    estimator.observeMany(answers)
  }
  group(original)
  const copy = restored(original)
  const answer = () => crowd(stream(1, 'samplers', sampler), WEIGHTS)
  expect(collect(copy, answer(), 40)).toEqual(collect(original, answer(), 40))
  group(original)
  group(copy)
  expect(stateOf(copy)).toBe(stateOf(original))
  const effort = { draws: 200 }
  expect(copy.estimate(effort).draws).toEqual(original.estimate(effort).draws)
})

test('a restored estimator knows the requests that were made before, and no others', () => {
  const original = createEstimator(OPTIONS)
  const history = collect(original, crowd(stream(1, 'before'), WEIGHTS), 30)
  const copy = restored(original)
  for (const [request, response] of history) {
    original.observe(response, request)
    copy.observe(response, request)
  }
  expect(stateOf(copy)).toBe(stateOf(original))
  expect(() => copy.observe(0, { mechanism: 'srr', categories: 5, epsilon: 0.5 })).toThrow(/^request/)
})

test('a snapshot stays as it was while the estimator goes on, and can be restored more than once', () => {
  const original = after(20)
  const snapshot = original.snapshot()
  const text = JSON.stringify(snapshot)
  collect(original, crowd(stream(1, 'goes on'), WEIGHTS), 10)
  expect(JSON.stringify(snapshot)).toBe(text)
  const runs = [restoreEstimator(snapshot), restoreEstimator(snapshot)].map(copy =>
    collect(copy, crowd(stream(1, 'twice'), WEIGHTS), 20),
  )
  expect(runs[0]).toEqual(runs[1])
  expect(JSON.stringify(snapshot)).toBe(text)
})

test('the options are those at the time of making, whatever becomes of the object', () => {
  const prior = Float64Array.of(1, 2, 1, 1, 1)
  const options = { ...OPTIONS, prior }
  const estimator = createEstimator(options)
  const before = stateOf(estimator)
  prior.fill(7)
  expect(stateOf(estimator)).toBe(before)
  expect(JSON.parse(before).options.prior).toEqual([1, 2, 1, 1, 1])
})

test('equal seeds and answers give equal numbers, other seeds others', () => {
  expect(stateOf(after(30))).toBe(stateOf(after(30)))
  const estimates = ['a', 'b', 1].map(seed => after(30, { ...OPTIONS, seed }).estimate().mean)
  expect(new Set(estimates.map(mean => mean.join())).size).toBe(3)
})

test('the estimate is a posterior summary over the categories', () => {
  const { mean, sd, interval, draws } = after(50).estimate()
  expect(mean).toHaveLength(5)
  expect(mean.reduce((total, value) => total + value, 0)).toBeCloseTo(1, 12)
  expect(draws.length % 5).toBe(0)
  const [lower, upper] = interval(0.9)
  for (let x = 0; x < 5; x++) {
    expect(sd[x]).toBeGreaterThan(0)
    expect(lower[x]).toBeLessThan(upper[x])
  }
})
