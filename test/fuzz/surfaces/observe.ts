import fc from 'fast-check'
import {
  type ChannelRequest,
  type ChannelResponse,
  createEstimator,
  type Estimator,
  mechanismFromRequest,
  stream,
} from '../../../src/index.ts'
import { FATAL_REQUEST } from '../../support/requests.ts'
import { type Edit, edits, grow, oddValue } from '../generators/mutation.ts'
import { firstLook, isResponse } from '../generators/responses.ts'
import { expectThat, refusalOf, type Surface } from '../harness/surface.ts'

interface ObserveCase {
  readonly strategy: string
  readonly categories: number
  readonly seed: number
  /** Faults of the request that is answered, or another request; without either the answer names none. */
  readonly request: readonly Edit[] | { readonly instead: unknown } | undefined
  readonly response: readonly Edit[]
}

const STRATEGIES = [
  'srr',
  'subset-selection',
  'oue',
  'olh',
  'hadamard',
  'public-prior:adaptive',
  'auto',
  'fisher',
  'semi:0.8',
] as const

const cases = fc.record<ObserveCase>({
  strategy: fc.constantFrom(...STRATEGIES),
  categories: fc.integer({ min: 2, max: 6 }),
  seed: fc.nat(1000),
  request: fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 6, arbitrary: edits(0, 2) },
    { weight: 1, arbitrary: oddValue.map(instead => ({ instead })) },
  ),
  response: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: edits(1, 2) }),
})

/** Answers that name a request, to an estimator. */
export const observe: Surface<ObserveCase> = {
  name: 'observe',
  cases,
  known: [
    known('srr', 2, FATAL_REQUEST),
    known('srr', 4, { mechanism: 'srr', categories: 1e9, epsilon: 1 }),
    known('srr', 4, { mechanism: 'rrrr', categories: 4, subset: { length: 3e8 }, epsilon: 1 }),
    known('auto', 4, { mechanism: 'public-prior', prior: { length: 3e8 }, epsilon: 1 }),
    known('olh', 4, null),
  ],
  limitMs: 50,
  check({ strategy, categories, seed, request, response }) {
    const estimator = createEstimator({ categories, epsilon: 1, strategy, seed })
    const made = estimator.request()
    const mechanism = mechanismFromRequest(made)
    const good = mechanism.respond(seed % categories, stream(seed, 'person'))
    const given = grow({ base: good, edits: response }) as ChannelResponse
    const named =
      request === undefined || !('instead' in request)
        ? grow({ base: made, edits: request ?? [] })
        : grow({ base: request.instead, edits: [] })
    const before = JSON.stringify(estimator.snapshot())
    try {
      if (request === undefined) estimator.observe(given)
      else estimator.observe(given, named as ChannelRequest)
    } catch (error) {
      expectThat(JSON.stringify(estimator.snapshot()) === before, () => 'refused, and yet it has changed')
      return refusalOf(error)
    }
    const seen = firstLook(grow({ base: good, edits: response }))
    expectThat(isResponse(seen, mechanism), () => `${fc.stringify(given)} was counted`)
    requireCounted(estimator)
    return 'valid'
  },
}

function known(strategy: string, categories: number, instead: unknown): ObserveCase {
  return { strategy, categories, seed: 1, request: { instead }, response: [] }
}

function requireCounted(estimator: Estimator): void {
  const { counts } = estimator.snapshot().tally
  expectThat(counts.length === 1 && counts[0] === 1, () => `one answer was counted as ${counts}`)
  estimator.request()
}
