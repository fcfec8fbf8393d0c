import { expect, test } from 'vitest'
import { mechanismFromRequest } from '../../src/catalogue/requests.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import type { Request, Response } from '../../src/mechanism/mechanism.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'

const K = 4
const LIMIT = 1

/** A request of any kind, mostly good, often above the limit or with a level that is no multiple of anything. */
function randomRequest(rng: SeededRng): unknown {
  const epsilon = [0.1, 0.25, 0.5, 1, 1.5, 1e-9, rng.uniform(), 1 / 3][rng.integer(8)]
  return [
    { mechanism: 'srr', categories: K, epsilon },
    { mechanism: 'rrrr', categories: K, subset: [rng.integer(K)], epsilon, epsilon1: 0.8 * epsilon },
    { mechanism: 'subset-selection', categories: K, epsilon, size: 1 + rng.integer(3) },
    { mechanism: 'unary-encoding', categories: K, epsilon },
    { mechanism: 'hadamard', categories: K, epsilon },
    { mechanism: 'srr', categories: K + 1, epsilon },
    { mechanism: 'none', epsilon },
    undefined,
  ][rng.integer(8)]
}

interface Player {
  respond(request: Request, category: number): Response
  readonly spent: number
}
type Make = (options: {
  epsilon: number
  categories: number
  budget: number
  spent: number
  rng: SeededRng
}) => Player

const ANSWERS = stream(1, 'answers')

/** The same source, and how often it was asked. */
function counted(rng: SeededRng): SeededRng & { calls: number } {
  const counting = {
    calls: 0,
    kind: rng.kind,
    state: () => rng.state(),
    uint32: () => ask(() => rng.uint32()),
    uniform: () => ask(() => rng.uniform()),
    integer: (n: number) => ask(() => rng.integer(n)),
    fill: (...args: Parameters<SeededRng['fill']>) => ask(() => rng.fill(...args)),
  }
  const ask = <T>(draw: () => T): T => {
    counting.calls++
    return draw()
  }
  return counting
}

/** An exact multiple of 2⁻¹⁰⁷⁴, as every double is. */
function exactly(value: number): bigint {
  let shift = 0
  let whole = value
  for (; !Number.isInteger(whole); whole *= 2) shift++
  return BigInt(whole) << BigInt(1074 - shift)
}

/**
 * Plays a sequence of requests, with restarts in between, and says what went wrong: an answer that takes the exact sum of the levels
 * beyond the budget, or comes after the budget was reached; `spent` below the sum; randomness that was used for a refusal.
 */
function mistakeOf(make: Make, rng: SeededRng): string | undefined {
  const draws = counted(ANSWERS)
  const budget = [0.3, 0.5, 1, 2, 3 * rng.uniform() + 1e-3][rng.integer(5)]
  const options = { epsilon: LIMIT, categories: K, budget, rng: draws }
  let player = make({ ...options, spent: 0 })
  let sum = 0n
  const allowed = exactly(budget * (1 + 1e-12))
  for (let i = 0; i < 6; i++) {
    if (rng.integer(4) === 0) player = make({ ...options, spent: JSON.parse(JSON.stringify(player.spent)) })
    const request = randomRequest(rng) as Request
    const category = rng.integer(K)
    const wasSpent = player.spent >= budget
    const before = draws.calls
    try {
      player.respond(request, category)
      if (wasSpent) return 'answered although its budget was spent'
      sum += exactly(mechanismFromRequest(request).epsilon)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      if (draws.calls !== before) return 'randomized what it refused'
    }
    if (sum > allowed) return 'spent more than its budget'
    if (exactly(player.spent) < sum) return 'counted less than it spent'
  }
  return undefined
}

test('in 10,000 random sequences of requests, with restarts, nobody answers beyond the budget or once it is spent', () => {
  const rng = stream(1, 'sequences')
  for (let i = 0; i < 10_000; i++) expect(mistakeOf(createRespondent, rng)).toBe(undefined)
})

const twins: [string, string, Make][] = [
  [
    'one that looks at the budget after the answer',
    'spent more than its budget',
    ({ budget, spent, ...options }) => {
      const inner = createRespondent({ ...options, spent })
      return {
        respond(request, category) {
          if (inner.spent >= budget) throw new RangeError('spent')
          return inner.respond(request, category)
        },
        get spent() {
          return inner.spent
        },
      }
    },
  ],
  [
    'one that forgets what it spent before a restart',
    'counted less than it spent',
    ({ spent: _, ...options }) => createRespondent(options),
  ],
  [
    'one that randomizes before it looks',
    'randomized what it refused',
    options => {
      const inner = createRespondent(options)
      return {
        respond(request, category) {
          options.rng.uint32()
          return inner.respond(request, category)
        },
        get spent() {
          return inner.spent
        },
      }
    },
  ],
]

test.each(twins)('a twin is found: %s', (_, mistake, make) => {
  const rng = stream(1, 'sequences')
  const found = Array.from({ length: 200 }, () => mistakeOf(make, rng))
  expect(found).toContain(mistake)
})

test('ten answers at a tenth are within a budget of one, an eleventh is not, at whatever level', () => {
  const respondent = createRespondent({ epsilon: 1, categories: K, budget: 1 })
  const ask = (epsilon: number) => respondent.respond({ mechanism: 'srr', categories: K, epsilon }, 0)
  for (let i = 0; i < 10; i++) ask(0.1)
  expect(respondent.spent).toBeCloseTo(1, 14)
  expect(() => ask(0.1)).toThrow(
    /^the request's epsilon must be at most 0, what is left of the budget; got 0.1$/,
  )
  expect(() => ask(1e-300)).toThrow(RangeError)
})

test('what is refused is not counted, and without a budget all answers are', () => {
  const respondent = createRespondent({ epsilon: 1, categories: K })
  expect(respondent.spent).toBe(0)
  expect(() => respondent.respond({ mechanism: 'srr', categories: K, epsilon: 2 }, 0)).toThrow(RangeError)
  expect(respondent.spent).toBe(0)
  for (let i = 0; i < 5; i++) respondent.respond({ mechanism: 'srr', categories: K, epsilon: 0.5 }, 0)
  expect(respondent.spent).toBe(2.5)
})

test.each([
  ['budget', 0],
  ['budget', -1],
  ['budget', Number.NaN],
  ['budget', '1'],
  ['spent', -1],
  ['spent', Number.NaN],
  ['spent', Infinity],
])('bad options are refused: %s %s', (name, value) => {
  expect(() => createRespondent({ epsilon: 1, categories: K, [name]: value } as never)).toThrow(
    new RegExp(`^${name} must be a (finite )?number`),
  )
})
