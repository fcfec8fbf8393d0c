import fc, { type Arbitrary } from 'fast-check'
import {
  type ChannelResponse,
  createTally,
  mechanismFromRequest,
  type TallyJSON,
} from '../../../src/index.ts'
import { goodRequest, level, type WireRequest } from './requests.ts'
import { goodResponse, isResponse } from './responses.ts'

const count = fc.oneof(fc.constant(1), fc.nat(1000), fc.constantFrom(1e6, 1e13, 1e14, 2 ** 50))

/** A tally's data: of some mechanisms' responses, and of people whose category is public. */
export function goodTally(categories: number): Arbitrary<TallyJSON> {
  const answers = level
    .chain(epsilon => goodRequest(categories, epsilon))
    .chain(request => {
      const { responseCount } = mechanismFromRequest(request)
      return fc.record({
        request: fc.constant(request),
        given: fc.array(fc.record({ response: goodResponse(request, responseCount), count }), {
          maxLength: 4,
        }),
      })
    })
  const known = fc.array(fc.record({ category: fc.nat(categories - 1), count }), { maxLength: 1 })
  return fc
    .record({ answers: fc.array(answers, { maxLength: 3 }), known })
    .map(({ answers, known }) => tallyOf(categories, answers, known))
}

function tallyOf(
  categories: number,
  answers: readonly {
    request: WireRequest
    given: readonly { response: ChannelResponse; count: number }[]
  }[],
  known: readonly { category: number; count: number }[],
): TallyJSON {
  const tally = createTally(categories)
  for (const { request, given } of answers) {
    const mechanism = mechanismFromRequest(request)
    for (const { response, count } of given) {
      if (isResponse(response, mechanism)) tally.add(mechanism, response, count)
    }
  }
  for (const { category, count } of known) tally.addPublic(category, count)
  return JSON.parse(JSON.stringify(tally))
}
