import { expect, test, vi } from 'vitest'
import { Agreement } from '../../src/loop/agreement.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import { type Channel, MOST_CATEGORIES } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'

/** SRR, and how often it was rebuilt. `note` stands in the request and changes nothing. */
function countedKind(categories: number) {
  const fromRequest = vi.fn(({ epsilon, ...rest }): Channel => {
    const toRequest = () => ({ ...rest, epsilon })
    return { ...srr({ categories, epsilon: epsilon as number }), name: 'counted', toRequest }
  })
  return { fromRequest, catalogue: { mechanisms: [{ name: 'counted', fromRequest }] } }
}

test('a distinct request is rebuilt and audited once, a refused one each time', () => {
  const { fromRequest, catalogue } = countedKind(4)
  const respondent = createRespondent({ epsilon: 1, categories: 4, catalogue })
  const request = { mechanism: 'counted', categories: 4, epsilon: 1 }
  for (let i = 0; i < 5; i++) respondent.respond({ ...request }, i % 4)
  expect(fromRequest).toHaveBeenCalledTimes(1)
  respondent.respond({ ...request, epsilon: 0.5 }, 0)
  expect(fromRequest).toHaveBeenCalledTimes(2)
  expect(respondent.spent).toBeCloseTo(5.5, 10)
  for (let i = 0; i < 3; i++)
    expect(() => respondent.respond({ ...request, epsilon: 2 }, 0)).toThrow('at most 1')
  expect(fromRequest).toHaveBeenCalledTimes(5)
})

test('a request that was changed after it was answered is another request', () => {
  const request = { mechanism: 'srr', categories: 4, epsilon: 1 }
  const agreement = new Agreement({ epsilon: 1, categories: 4 })
  expect(agreement.open(request)).toBe(agreement.open({ ...request }))
  request.epsilon = 0.5
  expect(agreement.open(request).epsilon).toBe(0.5)
  request.epsilon = 3
  expect(() => agreement.open(request)).toThrow("the request's epsilon must be at most 1; got 3")
})

test('numbers that JSON does not have are not taken for one another', () => {
  const { fromRequest, catalogue } = countedKind(4)
  const agreement = new Agreement({ epsilon: 1, categories: 4, catalogue })
  const request = { mechanism: 'counted', categories: 4, epsilon: 1 }
  for (const note of [null, Infinity, Number.NaN]) agreement.open({ ...request, note })
  expect(fromRequest).toHaveBeenCalledTimes(3)
})

test('what is kept is bounded: by the categories, and by the length of the requests', () => {
  const { fromRequest, catalogue } = countedKind(MOST_CATEGORIES)
  const large = new Agreement({ epsilon: 1, categories: MOST_CATEGORIES, catalogue })
  const first = { mechanism: 'counted', categories: MOST_CATEGORIES, epsilon: 1 }
  const second = { ...first, epsilon: 0.5 }
  for (const request of [first, first, second, first]) large.open(request)
  expect(fromRequest).toHaveBeenCalledTimes(3)
  const small = countedKind(4)
  const agreement = new Agreement({ epsilon: 1, categories: 4, catalogue: small.catalogue })
  const long = (note: string) => ({ mechanism: 'counted', categories: 4, epsilon: 1, note: note.repeat(3e6) })
  for (const note of ['a', 'a', 'b', 'a']) agreement.open(long(note))
  expect(small.fromRequest).toHaveBeenCalledTimes(3)
})

test('a request about questions is refused by somebody without any', () => {
  const respondent = createRespondent({ epsilon: 1, categories: 4 })
  const request = { mechanism: 'srr', categories: 4, epsilon: 1, about: ['job'] }
  expect(() => respondent.respond(request, 0)).toThrow(/^the request's about must be left out/)
  expect(respondent.spent).toBe(0)
})
