import { expect, test } from 'vitest'
import { createRespondent } from '../../src/loop/respondent.ts'
import type { Request } from '../../src/mechanism/mechanism.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { requestsOfAllKinds } from '../support/requests.ts'

// What a respondent refuses, and in which words, tells nothing about who holds what.

const K = 6
const CATEGORIES = Array.from({ length: K }, (_, x) => x)

/** What comes of a request: the error's name and words, or that there was an answer. */
function outcome(
  respondent: { respond(request: Request, category: number): unknown },
  request: unknown,
  category: unknown,
) {
  try {
    respondent.respond(request as Request, category as number)
    return 'answered'
  } catch (error) {
    return String(error)
  }
}

const ODD_VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  'x',
  '1',
  -1,
  0,
  -0,
  0.5,
  1,
  2,
  5,
  6,
  7,
  1e9,
  2 ** 31,
  2 ** 53,
  1e308,
  Number.NaN,
  Infinity,
  [],
  [0],
  [-0],
  [0, 0],
  [0, 1, 2, 3, 4],
  [5],
  [6],
  [[0, 1]],
  [[0, 0, 1, 1, 2, 2]],
  [[0, 0, 1, 1, 2, 9]],
  {},
  { length: 3 },
]

/** Requests, most of them bad: every field of every kind left out, or another value in its place, or one field more. */
function* manyRequests(rng: SeededRng): Generator<unknown> {
  yield* ODD_VALUES
  for (const epsilon of [1e-3, 1, 1.5, 700]) {
    for (const categories of [2, K - 1, K, K + 1]) {
      for (const request of requestsOfAllKinds(categories, epsilon)) {
        yield request
        for (const field of [...Object.keys(request), 'more']) {
          for (const value of ODD_VALUES) if (rng.uniform() < 0.5) yield { ...request, [field]: value }
        }
      }
    }
  }
}

const NO_CATEGORIES: readonly unknown[] = [
  K,
  K + 1,
  -1,
  0.5,
  Number.NaN,
  Infinity,
  '1',
  undefined,
  null,
  [1],
  1n,
  {},
]

test('every request has one outcome, whichever category is held, in the same words', () => {
  const respondent = createRespondent({ epsilon: 1, categories: K })
  const outcomes = new Map<string, number>()
  const strange: unknown[] = []
  let requests = 0
  for (const request of manyRequests(stream(1, 'refusals'))) {
    requests++
    const found = [...new Set(CATEGORIES.map(category => outcome(respondent, request, category)))]
    if (found.length > 1 || !/^(answered$|Refusal: )/.test(found[0])) strange.push({ request, found })
    outcomes.set(found[0], (outcomes.get(found[0]) ?? 0) + 1)
  }
  expect(strange).toEqual([])
  expect(requests).toBeGreaterThan(5000)
  expect(outcomes.size).toBeGreaterThan(300)
  expect(outcomes.get('answered')).toBeGreaterThan(100)
})

test('what is no category is refused before the request is looked at, and not shown', () => {
  const respondent = createRespondent({ epsilon: 1, categories: K })
  const untouchable = new Proxy({}, new Proxy({}, { get: () => () => expect.unreachable() }))
  for (const request of [undefined, ...requestsOfAllKinds(K, 1), untouchable]) {
    for (const category of NO_CATEGORIES) {
      expect(outcome(respondent, request, category)).toBe(
        'Refusal: category must be a category, a whole number from 0 to 5',
      )
    }
  }
})

test('the twin that takes the number of categories from the request, and names the category, is told by its words', () => {
  const twin = {
    respond(request: Request, category: number) {
      const categories = request.categories as number
      if (category >= categories)
        throw new RangeError(`category must be below ${categories}; got ${category}`)
    },
  }
  const request = { mechanism: 'srr', categories: 2, epsilon: 1 }
  const words = new Set([0, 1, 2, 3].map(category => outcome(twin, request, category)))
  expect(words.size).toBe(3)
})

test('a request over other categories than the respondent’s own is refused, fewer or more', () => {
  const respondent = createRespondent({ epsilon: 1, categories: K })
  for (const categories of [2, K - 1, K + 1]) {
    for (const request of requestsOfAllKinds(categories, 1)) {
      expect(outcome(respondent, request, 0)).toBe(
        `Refusal: the request's number of categories must be 6; got ${categories}`,
      )
    }
  }
})

test('no answer is −0, also where the category was', () => {
  const rng = stream(1, 'minus zero')
  const respondent = createRespondent({ epsilon: 20, categories: K, rng })
  const real = createRespondent({ epsilon: 20, categories: K })
  for (const request of requestsOfAllKinds(K, 20)) {
    for (let i = 0; i < 50; i++) {
      for (const response of [respondent.respond(request, -0), real.respond(request, -0)].flat()) {
        expect(Object.is(response, -0)).toBe(false)
      }
    }
  }
})
