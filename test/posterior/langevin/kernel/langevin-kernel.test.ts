import { afterEach, expect, test, vi } from 'vitest'
import { srr } from '../../../../src/mechanism/srr.ts'
import { LangevinKernel } from '../../../../src/posterior/langevin/kernel/langevin-kernel.ts'
import { LangevinMemory } from '../../../../src/posterior/langevin/kernel/langevin-memory.ts'
import type {
  LangevinOptions,
  LangevinSampler,
  LangevinState,
} from '../../../../src/posterior/langevin/langevin.ts'
import { sgld } from '../../../../src/posterior/langevin/sgld.ts'
import { sgrld } from '../../../../src/posterior/langevin/sgrld.ts'
import { createTally } from '../../../../src/posterior/tally/tally.ts'
import { resumeStream, type stream as Stream, stream } from '../../../../src/random/stream.ts'
import { rrrr } from '../../../../src/rrrr/rrrr.ts'
import { randomAnswer, randomTheta } from '../../../support/tally.ts'

const CREATE = { sgld, sgrld }
type Name = keyof typeof CREATE
type Rng = ReturnType<typeof Stream>

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A sampler that has no WebAssembly and updates in TypeScript. */
function plain(name: Name, options: LangevinOptions): LangevinSampler {
  const sampler = CREATE[name](options)
  const advance: LangevinSampler['advance'] = (rng, state, updates) => {
    vi.stubGlobal('WebAssembly', undefined)
    try {
      sampler.advance(rng, state, updates)
    } finally {
      vi.unstubAllGlobals()
    }
  }
  return { ...sampler, advance }
}

const copyOf = (state: LangevinState): LangevinState => JSON.parse(JSON.stringify(state))

/** An answer whose column has levels, as the kernel requires. */
function levelAnswer(rng: Rng, categories: number): ReturnType<typeof randomAnswer> {
  for (;;) {
    const answer = randomAnswer(rng, categories, 4)
    const tally = createTally(categories)
    tally.add(...answer)
    if (tally.table.layout.rowOf(0) === undefined) return answer
  }
}

/** φ of many sizes; often nearly all of it is in a few categories, so that the rest has to be summed directly. */
function randomPhi(rng: Rng, categories: number): number[] {
  const size = 10 ** (4 * rng.uniform() - 2)
  return Array.from(randomTheta(rng, categories), value => size * value)
}

interface Seen {
  readonly phi: number[]
  readonly draws: unknown
}

/** Plays one random case both ways; the tally grows between the calls. */
function playBothWays(name: Name, rng: Rng): [Seen, Seen] {
  const categories = 2 + rng.integer(rng.integer(10) === 0 ? 150 : 30)
  const tally = createTally(categories)
  const options: LangevinOptions = {
    tally,
    prior: name === 'sgrld' ? 0.1 + 2 * rng.uniform() : 1 + rng.integer(2) * rng.uniform(),
    minibatch: 1 + rng.integer(rng.integer(5) === 0 ? 300 : 60),
    step: 10 ** (4 * rng.uniform() - 4),
    ...(rng.integer(2) === 1 && { horizon: 1 + rng.integer(1000) }),
  }
  const ways = [CREATE[name](options), plain(name, options)].map(sampler => {
    const state = sampler.init(stream(0))
    return { sampler, state, source: resumeStream(rng.state()) }
  })
  const phi = randomPhi(rng, categories)
  for (const { state } of ways) state.phi = [...phi]
  const rounds = 1 + rng.integer(6)
  for (let round = 0; round < rounds; round++) {
    for (let answers = rng.integer(10); answers >= 0; answers--) {
      tally.add(...levelAnswer(rng, categories), 1 + rng.integer(30))
    }
    const updates = 1 + rng.integer(5)
    for (const { sampler, state, source } of ways) sampler.advance(source, state, updates)
  }
  const [fast, slow] = ways.map(({ state, source }) => ({ phi: state.phi, draws: source.state() }))
  return [fast, slow]
}

test.each(['sgld', 'sgrld'] as const)(
  '%s by the kernel and in TypeScript: the same bits of φ, the same draws, in 1,000 random cases',
  name => {
    const kernel = vi.spyOn(LangevinKernel.prototype, 'advance')
    const rest = vi.spyOn(LangevinMemory.prototype, 'mass')
    const rng = stream(1, 'both ways', name)
    let rounds = 0
    for (let trial = 0; trial < 1000; trial++) {
      const [fast, slow] = playBothWays(name, rng)
      expect(fast).toEqual(slow)
      rounds += kernel.mock.calls.length
      kernel.mockClear()
    }
    expect(rounds).toBeGreaterThan(2000)
    // The branch of a set that holds nearly everything was taken too.
    expect(rest.mock.calls.length).toBeGreaterThan(200)
  },
)

test('a last bit in the step size makes the two ways differ', () => {
  const tally = createTally(5)
  tally.add(srr({ categories: 5, epsilon: 1 }), 2, 100)
  const fast = sgld({ tally, prior: 1, step: 0.5 })
  const slow = plain('sgld', { tally, prior: 1, step: 0.5 * (1 + Number.EPSILON) })
  const [one, other] = [fast, slow].map(sampler => {
    const state = sampler.init(stream(0))
    sampler.advance(stream(1, 'bit'), state, 50)
    return state.phi
  })
  expect(one).not.toEqual(other)
})

test.each([
  [32_768, 'the longest list whose draws share words'],
  [32_769, 'longer, but listed'],
  [65_536, 'the longest list'],
  [65_537, 'sealed'],
  [200_000, 'sealed, with a list after it'],
  [1e10, 'more than 32 bits count'],
])('the two ways are the same with %i observations: %s', count => {
  const K = 6
  const tally = createTally(K)
  const mechanism = rrrr({ categories: K, subset: [1, 4], epsilon: 2 })
  const options = { tally, horizon: 100, minibatch: 150 }
  const ways = [sgld(options), plain('sgld', options)].map(sampler => ({
    sampler,
    state: sampler.init(stream(0)),
    rng: stream(1, 'long'),
  }))
  const kernel = vi.spyOn(LangevinKernel.prototype, 'advance')
  for (const share of [0.4, 0.5, 0.1]) {
    for (let y = 0; y < K; y++) tally.add(mechanism, y, Math.floor((share * count) / K))
    if (share === 0.1) tally.add(mechanism, 1, count - tally.size)
    for (const { sampler, state, rng } of ways) sampler.advance(rng, state, 100)
  }
  expect(tally.size).toBe(count)
  expect(kernel).toHaveBeenCalledTimes(3)
  expect(ways[0].state).toEqual(ways[1].state)
  expect(ways[0].rng.state()).toEqual(ways[1].rng.state())
})

test('a state continues from JSON, and two states share a sampler, both ways', () => {
  const tally = createTally(8)
  for (let y = 0; y < 8; y++) tally.add(srr({ categories: 8, epsilon: 1 }), y, 10 * y)
  const run = (sampler: LangevinSampler) => {
    const first = sampler.init(stream(0))
    const rng = stream(1, 'states')
    sampler.advance(rng, first, 10)
    const second = copyOf(first)
    for (let turn = 0; turn < 5; turn++) {
      sampler.advance(rng, first, 3)
      sampler.advance(rng, second, 2)
    }
    return [first, second, rng.state()]
  }
  expect(run(sgld({ tally }))).toEqual(run(plain('sgld', { tally })))
})

test.each([1, 10_000])(
  'two states that met the answers in another order are told apart, with %i of each',
  each => {
    const K = 5
    const mechanism = rrrr({ categories: K, subset: [1, 3], epsilon: 2 })
    const run = (create: (options: LangevinOptions) => LangevinSampler) => {
      const tally = createTally(K)
      const sampler = create({ tally, horizon: 100 })
      const [early, late] = [sampler.init(stream(0)), sampler.init(stream(0))]
      const rng = stream(1, 'order')
      for (let round = 0; round < 3; round++) {
        // In the reverse order from the second round on, unlike the columns.
        for (const y of round > 0 ? [2, 0, 3, 1, 4] : [4, 1, 3, 0, 2]) {
          tally.add(mechanism, y, each)
          sampler.advance(rng, early, 2)
        }
        sampler.advance(rng, late, 3)
        sampler.advance(rng, early, 3)
      }
      expect(early.observations).not.toEqual(late.observations)
      return [early, late, rng.state()]
    }
    expect(run(sgld)).toEqual(run(options => plain('sgld', options)))
  },
)

test.each<[string, (options: LangevinOptions) => LangevinSampler]>([
  ['the kernel', sgld],
  ['TypeScript', options => plain('sgld', options)],
])('by %s two samplers take turns with one state as one sampler would', (_, create) => {
  const play = (samplers: number) => {
    const tally = createTally(4)
    const all = Array.from({ length: samplers }, () => create({ tally, horizon: 100 }))
    const state = all[0].init(stream(0))
    const rng = stream(1, 'turns')
    for (let turn = 0; turn < 12; turn++) {
      tally.add(srr({ categories: 4, epsilon: 1 }), turn % 4, 30)
      all[turn % samplers].advance(rng, state, 2)
    }
    return state
  }
  expect(play(2)).toEqual(play(1))
})

test.each([-1, 2.5, Number.NaN, 2 ** 31, Infinity])('%s updates are refused', updates => {
  const tally = createTally(3)
  tally.add(srr({ categories: 3, epsilon: 1 }), 1, 100)
  const sampler = sgld({ tally })
  expect(() => sampler.advance(stream(1), sampler.init(stream(0)), updates)).toThrow(/^updates must be/)
})

test.each([[[0, 0, 0]], [[Number.NaN, 1, 1]]])(
  'φ = %j is refused, and the sampler goes on with another state',
  phi => {
    const tally = createTally(3)
    tally.add(srr({ categories: 3, epsilon: 1 }), 1, 100)
    const run = (sampler: LangevinSampler, isSpoiled: boolean) => {
      if (isSpoiled) {
        const bad = { ...sampler.init(stream(0)), phi: [...phi] }
        expect(() => sampler.advance(stream(1), bad, 5)).toThrow(/left the finite numbers/)
      }
      const state = sampler.init(stream(0))
      sampler.advance(stream(1), state, 5)
      return state.phi
    }
    for (const create of [sgld, (options: LangevinOptions) => plain('sgld', options)]) {
      expect(run(create({ tally }), true)).toEqual(run(create({ tally }), false))
    }
  },
)

test('a state of another number of categories is refused', () => {
  const sampler = sgld({ tally: createTally(3) })
  const state = { ...sampler.init(stream(0)), phi: [1, 1] }
  expect(() => sampler.step(stream(1), state)).toThrow(/^the length of the state's φ must be/)
})

test('updates one by one are the same as all at once', () => {
  const tally = createTally(8)
  tally.add(srr({ categories: 8, epsilon: 1 }), 3, 70)
  const [one, all] = [sgld({ tally }), sgld({ tally })]
  const [slow, fast] = [one.init(stream(0)), all.init(stream(0))]
  const [source, same] = [stream(1, 'one by one'), stream(1, 'one by one')]
  for (let update = 0; update < 40; update++) one.step(source, slow)
  all.advance(same, fast, 40)
  expect(fast).toEqual(slow)
})

test('both ways leave the finite numbers at the same update, with the last good state', () => {
  const tally = createTally(3)
  tally.add(srr({ categories: 3, epsilon: 1 }), 0, 1000)
  const options = { tally, step: 1e12, horizon: 1 }
  const outcomes = [sgrld({ ...options, prior: 0.5 }), plain('sgrld', { ...options, prior: 0.5 })].map(
    sampler => {
      const state = sampler.init(stream(0))
      const rng = stream(1, 'far')
      let message = ''
      try {
        sampler.advance(rng, state, 1000)
      } catch (error) {
        message = (error as Error).message
      }
      const after = [...state.phi]
      return { message, after, draws: rng.state() }
    },
  )
  expect(outcomes[0].message).toMatch(/^sgrld left the finite numbers/)
  expect(outcomes[0].after.every(Number.isFinite)).toBe(true)
  expect(outcomes[0]).toEqual(outcomes[1])
})
