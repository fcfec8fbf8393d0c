import { describe, expect, test } from 'vitest'
import { samplePosterior } from '../../../src/catalogue/sample-posterior.ts'
import { createEstimator, restoreEstimator } from '../../../src/loop/estimator.ts'
import type { Memory } from '../../../src/loop/memory/memory.ts'
import { createRespondent } from '../../../src/loop/respondent.ts'
import { canonicalJSON, digestOf } from '../../../src/loop/snapshot.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'
import { simulate } from '../../../src/simulation/simulate.ts'
import { runCli } from '../../support/cli.ts'

const K = 4

/** An estimator after so many simulated answers; the truth is one category, which changes. */
function fed(
  memory: Memory | undefined,
  answers: number,
  strategy = 'srr',
  from = collect(memory, strategy),
) {
  const respondent = createRespondent({ epsilon: 2, categories: K, rng: stream(1, 'answers', answers) })
  for (let t = 0; t < answers; t++) {
    from.observe(respondent.respond(from.request(), t < answers / 2 ? 0 : 3))
  }
  return from
}

function collect(memory: Memory | undefined, strategy: string) {
  return createEstimator({
    categories: K,
    epsilon: 2,
    strategy,
    sampler: 'gibbs',
    prior: 1,
    ...(memory !== undefined && { memory }),
    seed: 5,
  })
}

const MEMORIES: Memory[] = [{ window: 120 }, { halfLife: 60 }, 'learned']

describe('a window', () => {
  test('without an end is all answers, to the last bit, with a channel that adapts too', () => {
    const all = fed('all', 150, 'fisher')
    for (const memory of [undefined, { window: Infinity }, { halfLife: Infinity }]) {
      const same = fed(memory, 150, 'fisher')
      expect(same.estimate().draws).toEqual(all.estimate().draws)
      expect(same.request()).toEqual(all.request())
    }
  })

  test('as long as the answers is all of them, to the last bit', () => {
    expect(fed({ window: 200 }, 200).estimate().draws).toEqual(fed('all', 200).estimate().draws)
    expect(fed({ window: 199 }, 200).estimate().draws).not.toEqual(fed('all', 200).estimate().draws)
  })

  test('is the posterior of the last answers alone', () => {
    const mechanism = srr({ categories: K, epsilon: 2 })
    const windowed = collect({ window: 50 }, 'srr')
    const last = createTally(K)
    // Columns are numbered as they first come.
    for (let y = 0; y < K; y++) last.add(mechanism, y)
    const counts = new Float64Array(K)
    const rng = stream(1, 'window')
    for (let t = 0; t < 300; t++) {
      const response = t < K ? t : mechanism.respond(rng.integer(2), rng)
      windowed.request()
      windowed.observe(response)
      if (t >= 250) counts[response as number]++
    }
    const seed = JSON.stringify([5, 'estimate', 300])
    const alone = samplePosterior(last.withCounts(counts), { sampler: 'gibbs', prior: 1, seed })
    expect(windowed.estimate().draws).toEqual(alone.draws)
  })

  test('of people in groups holds whole groups', () => {
    const options = {
      truth: [0.7, 0.2, 0.1],
      users: 3000,
      strategies: ['srr'],
      epsilon: 2,
      prior: 1,
      seed: 1,
    }
    const wide = simulate({ ...options, groupSize: 1000, memory: { window: 1001 } }).runs[0].posterior.sd[0]
    const one = simulate({ ...options, groupSize: 1000, memory: { window: 1000 } }).runs[0].posterior.sd[0]
    const all = simulate({ ...options, groupSize: 1000 }).runs[0].posterior.sd[0]
    expect(one / wide).toBeGreaterThan(1.25)
    expect(wide / all).toBeGreaterThan(1.1)
  })
})

describe.each(MEMORIES)('the memory %j', memory => {
  test('has forgotten what was true before, where all answers have not', () => {
    const now = (of: Memory) => fed(of, 1000).estimate().mean[3]
    expect(now(memory)).toBeGreaterThan(0.8)
    expect(now('all')).toBeLessThan(0.6)
  })

  test.each(['srr', 'fisher', 'auto'])('goes on from a snapshot by the very same numbers: %s', strategy => {
    const estimator = fed(memory, 300, strategy)
    const restored = restoreEstimator(JSON.parse(JSON.stringify(estimator.snapshot())))
    // Asking changes nothing.
    estimator.estimate()
    const [one, other] = [estimator, restored].map(each => fed(memory, 120, strategy, each))
    expect(other.estimate().draws).toEqual(one.estimate().draws)
    expect(other.snapshot()).toEqual(one.snapshot())
  })

  test('makes an adaptive channel go by what is remembered', () => {
    const after = fed(memory, 600, 'semi:0.6').request() as unknown as { subset?: number[] }
    expect(after.subset).toEqual([3])
  })

  test('simulates in groups', () => {
    const { runs } = simulate({
      truth: [0.7, 0.2, 0.1],
      users: 2000,
      groupSize: 50,
      strategies: ['srr', 'auto'],
      epsilon: 2,
      memory,
      seed: 1,
    })
    for (const { totalVariation } of runs) expect(totalVariation).toBeLessThan(0.25)
  })
})

test.each([{ halfLife: 100 }, 'learned', { window: 2 }] as Memory[])(
  'with %j, an estimate from a few answers over many categories puts most on those that were named',
  memory => {
    const estimator = createEstimator({ categories: 50, epsilon: 1, strategy: 'srr', memory, seed: 1 })
    for (const y of [7, 11, 7]) {
      estimator.request()
      estimator.observe(y)
    }
    const { mean } = estimator.estimate({ draws: 400 })
    for (const x of mean.keys()) if (x !== 7 && x !== 11) expect(mean[7]).toBeGreaterThan(mean[x])
    expect(mean.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12)
  },
)

test('what is learnt tells which memory won', () => {
  const constant = collect('learned', 'srr')
  const respondent = createRespondent({ epsilon: 2, categories: K, rng: stream(1, 'constant') })
  for (let t = 0; t < 400; t++) constant.observe(respondent.respond(constant.request(), 0))
  const weightOfAll = (of: ReturnType<typeof createEstimator>) =>
    of.estimate().memory!.find(({ halfLife }) => halfLife === Infinity)!.weight
  expect(weightOfAll(constant)).toBeGreaterThan(0.5)
  expect(weightOfAll(fed('learned', 1000))).toBeLessThan(0.1)
  const weights = constant.estimate().memory!.map(({ weight }) => weight)
  expect(weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 12)
  expect(fed('all', 10).estimate().memory).toBeUndefined()
})

test('a state that no learned memory could be in is refused in a sentence', () => {
  const { digest: _, ...snapshot } = fed('learned', 30).snapshot()
  const good = snapshot.memory as { experts: object[] }
  const first = (changes: object) => ({
    experts: [{ ...good.experts[0], ...changes }, ...good.experts.slice(1)],
  })
  for (const [changes, says] of [
    [{ answers: 29 }, /^the snapshot's memory.answers must be .*30.*; got 29$/],
    [{ answers: 'many' }, /memory.answers/],
    [{ logWeights: [0] }, /memory.logWeights/],
    [{ experts: [] }, /memory.experts/],
    [first({ since: -1 }), /memory.experts\[0\].since must be .* 30; got -1$/],
    [first({ since: 31 }), /experts\[0\].since/],
    [first({ expected: [1] }), /experts\[0\].expected must be a vector of 4 numbers/],
    [first({ expected: [null, 0, 0, 1] }), /experts\[0\].expected\[0\]/],
    [first({ expected: [1, 1, 0, 0] }), /experts\[0\].expected must be probabilities/],
    [first({ more: 1 }), /each name in the snapshot's memory.experts\[0\]/],
  ] as const) {
    const changed = { ...snapshot, memory: { ...good, ...changes } }
    const digest = digestOf(canonicalJSON(changed))
    expect(() => restoreEstimator({ ...changed, digest } as never), JSON.stringify(changes)).toThrow(says)
  }
})

test.each([
  [{ weights: [1e300, 0, 0, 0] }, /memory\.weights\[0\] must be a number from 0 to \d[^;]*; got 1e\+300$/],
  [{ weights: [0, 0, 0, 0] }, /^the sum of the snapshot's memory\.weights must be its size, \d[^;]*; got 0$/],
  [{ size: 1e300 }, /memory\.size must be a number from 0 to \d[^;]*; got 1e\+300$/],
  [{ unit: 1e300 }, /memory\.unit must be a number from 1 to/],
])('a state that no fading memory could be in is refused: %j', (changes, says) => {
  const { digest: _, ...snapshot } = fed({ halfLife: 60 }, 30).snapshot()
  const changed = { ...snapshot, memory: { ...(snapshot.memory as object), ...changes } }
  expect(() => restoreEstimator({ ...changed, digest: digestOf(canonicalJSON(changed)) } as never)).toThrow(
    says,
  )
})

describe('is refused, before anything is asked', () => {
  test.each([
    [
      { memory: 'some' },
      /^memory must be 'all', 'learned', \{ window: n \} or \{ halfLife: n \}; got "some"/,
    ],
    [{ memory: { window: 0 } }, /^memory\.window must be a whole number at least 1; got 0/],
    [{ memory: { halfLife: 0.5 } }, /^memory\.halfLife must be a number at least 1; got 0\.5/],
    [{ memory: { window: 5, halfLife: 5 } }, /^each name in memory must be one of window/],
    [{ memory: { window: 5 }, sampler: 'sgld' }, /^sampler must be one that need not follow every answer/],
  ])('%j', (bad, says) => {
    expect(() => createEstimator({ categories: K, epsilon: 1, seed: 1, ...(bad as object) })).toThrow(says)
  })

  test('a tally without requests, by what has to know them', () => {
    const estimator = fed('learned', 20)
    const before = estimator.snapshot()
    expect(() => estimator.observeMany(fedTally())).toThrow(
      /^answers must be given one by one, because of the option memory; got "a tally"/,
    )
    expect(estimator.snapshot()).toEqual(before)
    for (const memory of MEMORIES.slice(0, 2)) fed(memory, 20).observeMany(fedTally())
  })

  function fedTally() {
    const tally = createTally(K)
    tally.add(srr({ categories: K, epsilon: 1 }), 2, 10)
    return tally
  }
})

test('at the command line a memory is the one of the library', async () => {
  const line = 'compare --categories 3 --dirichlet 1 --users 60 --epsilon 2 --strategies srr --runs 1 --json'
  const compare = async (...more: string[]) => {
    const { stdout, stderr } = await runCli([...line.split(' '), '--prior', '1', ...more])
    return stdout === '' ? stderr : /"totalVariation":[^}]*|"mean":[^,]*/.exec(stdout)?.[0]
  }
  const all = await compare()
  expect(await compare('--memory', 'all')).toBe(all)
  expect(await compare('--memory', 'window:60')).toBe(all)
  expect(await compare('--memory', 'window:20')).not.toBe(all)
  expect(await compare('--memory', 'half-life:20')).not.toBe(all)
  expect(await compare('--memory', 'window:0')).toMatch(
    /memory\.window must be a whole number at least 1; got/,
  )
  expect(await compare('--memory', 'some')).toMatch(
    /memory must be all, learned, window:N or half-life:N; got/,
  )
})
