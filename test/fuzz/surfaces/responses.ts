import fc from 'fast-check'
import { type ChannelResponse, type Column, createTally, mechanismFromRequest } from '../../../src/index.ts'
import { columnValues } from '../../../src/mechanism/column.ts'
import { asIs, grow, type Mutant, mutants, oddNumber } from '../generators/mutation.ts'
import { goodRequest, level, type WireRequest } from '../generators/requests.ts'
import { firstLook, goodResponse, isResponse } from '../generators/responses.ts'
import { expectThat, refusalOf, type Surface } from '../harness/surface.ts'

interface ResponseCase {
  readonly request: WireRequest
  readonly response: Mutant<unknown>
  /** Undefined: one person. */
  readonly count: number | undefined
}

const count = fc.oneof(
  { weight: 8, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.nat(1000) },
  { weight: 1, arbitrary: oddNumber },
)

const categories = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 2, max: 10 }) },
  { weight: 1, arbitrary: fc.integer({ min: 11, max: 60 }) },
)

const cases = fc
  .record({ categories, epsilon: level })
  .chain(({ categories, epsilon }) => goodRequest(categories, epsilon))
  .chain(request =>
    fc.record<ResponseCase>({
      request: fc.constant(request),
      response: mutants(goodResponse(request, mechanismFromRequest(request).responseCount)),
      count,
    }),
  )

/** Responses from people, to the tally of a mechanism's responses. */
export const responses: Surface<ResponseCase> = {
  name: 'responses',
  cases,
  known: [
    known({ mechanism: 'srr', categories: 4, epsilon: 1 }, -0),
    known({ mechanism: 'srr', categories: 4, epsilon: 1 }, 4),
    known({ mechanism: 'unary-encoding', categories: 4, epsilon: 1 }, { length: 3e8 }),
    known({ mechanism: 'unary-encoding', categories: 4, epsilon: 1 }, [-0, 1]),
    known({ mechanism: 'subset-selection', categories: 4, epsilon: 1, size: 2 }, { length: 2, 0: 1, 1: 2 }),
    known({ mechanism: 'hadamard', categories: 4, epsilon: 1 }, 8),
    known({ mechanism: 'public-prior', prior: [0, 1, 1], epsilon: 1 }, 0),
    known({ mechanism: 'srr', categories: 2, epsilon: 1 }, 0, 2 ** 53 - 1),
    known({ mechanism: 'srr', categories: 2, epsilon: 1 }, 0, 2 ** 53),
  ],
  limitMs: 50,
  check({ request, response, count }) {
    const mechanism = mechanismFromRequest(request)
    const tally = createTally(mechanism.categories)
    tally.add(mechanism, [...mechanism.kinds()][0])
    const before = JSON.stringify(tally)
    const given = grow(response) as ChannelResponse
    // What it is at the first look: a live list becomes another.
    const isGood = isResponse(firstLook(grow(response)), mechanism)
    try {
      if (count === undefined) tally.add(mechanism, given)
      else tally.add(mechanism, given, count)
    } catch (error) {
      expectThat(JSON.stringify(tally) === before, () => 'refused, and yet the tally is another')
      expectThat(
        !isGood || !(count === undefined || isCount(count)),
        () => `${fc.stringify(given)} was refused: ${(error as Error).message}`,
      )
      return refusalOf(error)
    }
    expectThat(isGood, () => `${fc.stringify(given)} was counted`)
    expectThat(count === undefined || isCount(count), () => `counted ${count} times`)
    expectThat(tally.size === 1 + (count ?? 1), () => `the tally has ${tally.size}`)
    requireColumn(mechanism.column(grow(response) as ChannelResponse))
    return 'valid'
  },
  show: ({ response, ...rest }) => `${fc.stringify(rest)}, response ${fc.stringify(grow(response))}`,
}

function known(request: WireRequest, response: unknown, count?: number): ResponseCase {
  return { request, response: asIs(response), count }
}

/** As many as a tally that has one already can take without losing any. */
const isCount = (count: number) =>
  Number.isSafeInteger(count) && count >= 0 && Number.isSafeInteger(count + 1)

function requireColumn(column: Column): void {
  const values = columnValues(column)
  expectThat(Number.isFinite(column.logScale) && column.logScale < 1e-9, () => `logScale ${column.logScale}`)
  const good = values.every(value => value >= 0 && value <= 1) && values.includes(1)
  expectThat(good, () => `no column of probabilities: ${fc.stringify(values)}`)
}
