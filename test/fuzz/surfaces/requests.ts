import fc from 'fast-check'
import {
  audit,
  type ChannelRequest,
  type ChannelResponse,
  createRespondent,
  mechanismFromRequest,
} from '../../../src/index.ts'
import { isWithin } from '../../../src/mechanism/audit.ts'
import { FATAL_REQUEST } from '../../support/requests.ts'
import { asIs, grow, type Mutant, mutants, oddValue } from '../generators/mutation.ts'
import { categoryCount, goodRequest, level } from '../generators/requests.ts'
import { hasNegativeZero, isResponse } from '../generators/responses.ts'
import { expectThat, refusalOf, type Surface } from '../harness/surface.ts'

interface RequestCase {
  /** What the respondent has decided for itself. */
  readonly categories: number
  readonly epsilon: number
  readonly request: Mutant<unknown>
  /** What two people hold, or a mistake. */
  readonly held: readonly [unknown, unknown]
}

const cases = fc
  .record({ own: categoryCount, asked: categoryCount, same: fc.nat(9), epsilon: level, share: fc.nat(11) })
  .chain(({ own, asked, same, epsilon, share }) => {
    // Mostly a request that the respondent might answer.
    const categories = same > 0 ? own : asked
    const requested = share < 10 ? (epsilon * (share + 1)) / 10 : 2 * epsilon
    const category = fc.nat(own - 1)
    const person = fc.oneof({ weight: 9, arbitrary: category }, { weight: 1, arbitrary: oddValue })
    return fc.record<RequestCase>({
      categories: fc.constant(own),
      epsilon: fc.constant(epsilon),
      request: mutants(goodRequest(categories, requested)),
      held: fc.tuple(person, person),
    })
  })

/** Requests from a server, to a respondent who has settled its own K and ε. */
export const requests: Surface<RequestCase> = {
  name: 'requests',
  cases,
  known: [
    known(2, 0.001, { mechanism: 'srr', categories: 2, epsilon: 0.001 }, 733, 1),
    known(2, 1, { mechanism: 'srr', categories: 2, epsilon: 1 }, -0, 1),
    known(4, 1, { mechanism: 'rrrr', categories: 4, subset: [0, 2], epsilon: 1 }, -0, 3),
    known(4, 1, { mechanism: 'subset-selection', categories: 4, epsilon: 1, size: 2 }, -0, 3),
    known(2, 1, FATAL_REQUEST),
    known(4, 1, { mechanism: 'srr', categories: 1e9, epsilon: 1 }),
    known(4, 1, { mechanism: 'unary-encoding', categories: 1e9, epsilon: 1 }),
    known(4, 1, { mechanism: 'hadamard', categories: 2 ** 30 - 1, epsilon: 1 }),
    known(4, 1, { mechanism: 'subset-selection', categories: 1e9, epsilon: 1, size: 5e8 }),
    known(4, 1, { mechanism: 'rrrr', categories: 4, subset: { length: 3e8 }, epsilon: 1 }),
    known(4, 1, { mechanism: 'public-prior', prior: { length: 3e8 }, epsilon: 1 }),
    known(4, 1, {
      mechanism: 'local-hashing',
      categories: 4,
      epsilon: 1,
      buckets: 2,
      partitions: { length: 3e8 },
    }),
    known(4, 1, {
      mechanism: 'local-hashing',
      categories: 4,
      epsilon: 1,
      buckets: 2,
      partitions: [{ length: 3e8 }],
    }),
    // About 64 kB each.
    known(30_000, 1, { mechanism: 'public-prior', prior: new Array(30_000).fill(1), epsilon: 1 }),
    known(8000, 1, {
      mechanism: 'public-prior',
      prior: Array.from({ length: 8000 }, (_, x) => x + 1),
      epsilon: 1,
    }),
    known(20_000, 1, {
      mechanism: 'rrrr',
      categories: 20_000,
      subset: Array.from({ length: 10_000 }, (_, x) => x),
      epsilon: 1,
      epsilon1: 0.8,
    }),
    known(2, 1, {
      mechanism: 'local-hashing',
      categories: 2,
      epsilon: 1,
      buckets: 2,
      size: 1,
      partitions: new Array(10_000).fill([0, 1]),
    }),
    known(16, 1, {
      mechanism: 'local-hashing',
      categories: 16,
      epsilon: 1,
      buckets: 40,
      size: 20,
      partitions: new Array(1000).fill(Array.from({ length: 16 }, (_, x) => x)),
    }),
    {
      ...known(4, 1, { mechanism: 'rrrr', categories: 4, subset: [0, 1], epsilon: 1, epsilon1: 0.8 }),
      request: {
        base: { mechanism: 'rrrr', categories: 4, subset: [0, 1], epsilon: 1, epsilon1: 0.8 },
        edits: [{ path: [2, 2], op: { kind: 'live', value: [2, 3] } }],
      },
    },
  ],
  // Handed in three times, with 50 ms for each.
  limitMs: 150,
  check({ categories, epsilon, request, held }) {
    const respondent = createRespondent({ epsilon, categories } as never) as {
      respond(r: ChannelRequest, c: number): ChannelResponse
    }
    const ends = held.map(category =>
      endOf(() => respondent.respond(grow(request) as ChannelRequest, category as number)),
    )
    const isHeld = (category: unknown) =>
      Number.isInteger(category) && Number(category) >= 0 && Number(category) < categories
    held.forEach((category, i) => {
      const end = ends[i]
      expectThat(isHeld(category) || !('answer' in end), () => `answered for ${String(category)}`)
    })
    if (isHeld(held[0]) === isHeld(held[1])) {
      const [one, other] = ends.map(end => ('answer' in end ? 'answered' : end.refusal))
      expectThat(one === other, () => `${one} for one category, ${other} for another`)
    }
    const answers = ends.flatMap(end => ('answer' in end ? [end.answer] : []))
    if (answers.length > 0) checkAnswers(answers, { categories, epsilon, request })
    return 'answer' in ends[0] ? 'valid' : 'refused'
  },
  show: ({ request, ...rest }) => `${fc.stringify(rest)}, request ${fc.stringify(grow(request))}`,
}

function known(categories: number, epsilon: number, request: unknown, ...held: unknown[]): RequestCase {
  return { categories, epsilon, request: asIs(request), held: [held[0] ?? 0, held[1] ?? 1] }
}

function endOf(respond: () => ChannelResponse): { answer: ChannelResponse } | { refusal: string } {
  try {
    return { answer: respond() }
  } catch (error) {
    refusalOf(error)
    return { refusal: (error as Error).message }
  }
}

/** Answers are such as the request's mechanism can give, within the level, and carry nothing else. */
function checkAnswers(
  answers: readonly ChannelResponse[],
  { categories, epsilon, request }: Omit<RequestCase, 'held'>,
) {
  const mechanism = mechanismFromRequest(grow(request) as ChannelRequest)
  expectThat(mechanism.categories === categories, () => `answered over ${mechanism.categories} categories`)
  const { epsilon: spent } = audit(mechanism)
  expectThat(isWithin(spent, epsilon), () => `answered at ${spent}, above ${epsilon}`)
  for (const answer of answers) {
    expectThat(isResponse(answer, mechanism), () => `${fc.stringify(answer)} is no response`)
    expectThat(!hasNegativeZero(answer), () => `${fc.stringify(answer)} has a sign`)
  }
}
