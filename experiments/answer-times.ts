/**
 * Does the time of an answer reveal the category? For every mechanism, two kinds of people are compared (in the server's subset or not; the
 * first category or the last; the rarest of the prior or the likeliest), and two kinds of answers: true ones, and others. Every single
 * answer is timed. The area under the curve (AUC) is the probability that a time of one kind is above a time of the other; it is ½ if the
 * time reveals nothing. Timed are `mechanism.respond` alone, and `respondent.respond`, which also audits the request.
 *
 *     npx tsx experiments/answer-times.ts
 */
import { publish, requireFolder } from '../src/data/publish.ts'
import { writeTable } from '../src/data/write-table.ts'
import {
  blockDesign,
  type ChannelResponse,
  createRespondent,
  cryptoRng,
  hadamard,
  localHashing,
  type Mechanism,
  matrixChannel,
  publicPrior,
  rrrr,
  srr,
  stream,
  subsetSelection,
  unaryEncoding,
} from '../src/index.ts'
import { columnLogValues } from '../src/mechanism/column.ts'
import { withProgress } from '../src/report/progress.ts'
import { printRows } from './support/write-rows.ts'

const OUT = 'out/answer-times'
const K = 20
const EPSILON = 1
/** Number of answers by each kind of people. It makes the standard error of an AUC at most 0.006. */
const ANSWERS = 20_000

interface Subject {
  /** Name in the table, if it differs from the kind's name. */
  readonly called?: string
  readonly mechanism: Mechanism
  /** Two categories that the time might distinguish. */
  readonly categories: readonly [number, number]
}

const SUBJECTS: readonly Subject[] = [
  { mechanism: srr({ categories: K, epsilon: EPSILON }), categories: [0, K - 1] },
  {
    mechanism: rrrr({ categories: K, epsilon: EPSILON, subset: [1, 4, 5, 8, 19], epsilon1: 0.8 * EPSILON }),
    categories: [4, 9],
  },
  { mechanism: subsetSelection({ categories: K, epsilon: EPSILON }), categories: [0, K - 1] },
  { mechanism: unaryEncoding({ categories: K, epsilon: EPSILON }), categories: [0, K - 1] },
  { mechanism: hadamard({ categories: K, epsilon: EPSILON }), categories: [0, K - 1] },
  { mechanism: blockDesign({ categories: K, epsilon: EPSILON, seed: 1 }), categories: [0, K - 1] },
  {
    called: 'block-design, searched seed',
    // The server may choose the seed. Under this one, the permutation takes 57 rounds to the point of category 1, and few to others.
    mechanism: blockDesign({
      categories: 5,
      epsilon: EPSILON,
      family: 'paley',
      q: 67,
      dimension: 1,
      seed: 1160125,
    }),
    categories: [0, 1],
  },
  {
    mechanism: localHashing({
      categories: K,
      epsilon: EPSILON,
      buckets: 6,
      size: 2,
      partitions: [0, 1, 2].map(h => Array.from({ length: K }, (_, x) => (x * (h + 1) + (x >> 2)) % 6)),
    }),
    categories: [0, K - 1],
  },
  {
    mechanism: publicPrior({ prior: Array.from({ length: K }, (_, x) => 0.8 ** x), epsilon: EPSILON }),
    categories: [0, K - 1],
  },
  ...[1, 5].map(
    (epsilon): Subject => ({
      // The ranks of a prior as uneven as this have numbers of very different lengths.
      called: `public-prior, 1 in 100,000, ε = ${epsilon}`,
      mechanism: publicPrior({ prior: [1e-5, 1], epsilon }),
      categories: [0, 1],
    }),
  ),
  { called: 'matrix, lengths apart', mechanism: matrixOfLengths(), categories: [0, 1] },
]

/**
 * A channel whose first answer has the weight 0.7 · 2¹²⁸ from one category, and 1.4 · 2¹²⁸ from the other: the sums over the answers up
 * to all but the last one then have two digits of 64 bits from the first, and three from the second.
 */
function matrixOfLengths(): Mechanism {
  const least = 2 ** -30
  const law = (first: number) => {
    const small = [first * 2 ** 11 * least, ...new Array<number>(200).fill(least)]
    return [...small, 1 - small.reduce((sum, share) => sum + share)]
  }
  const laws = [law(0.7), law(1.4)]
  return matrixChannel({ rows: laws[0].map((_, y) => laws.map(one => one[y])) })
}

interface Row {
  readonly mechanism: string
  readonly call: string
  /** Probability that an answer about the second category takes longer than one about the first. */
  readonly category: number
  /** Probability that an answer that supports the category takes longer than one that does not. */
  readonly truth: number
  readonly standardError: number
}

type Timed = { readonly nanoseconds: number; readonly second: boolean; readonly speaks: boolean }

function measure(
  call: string,
  { mechanism, categories, called = mechanism.name }: Subject,
  respond: (x: number) => unknown,
): Row {
  const order = stream('answer times', called, call)
  const times: Timed[] = []
  const warmup = ANSWERS / 10
  for (let i = 0; i < warmup + 2 * ANSWERS; i++) {
    const second = order.integer(2) === 1
    const category = categories[Number(second)]
    const before = process.hrtime.bigint()
    const answer = respond(category)
    const nanoseconds = Number(process.hrtime.bigint() - before)
    if (i >= warmup) times.push({ nanoseconds, second, speaks: speaksFor(mechanism, answer, category) })
  }
  const n = Math.min(...[true, false].map(kind => times.filter(({ speaks }) => speaks === kind).length))
  return {
    mechanism: called,
    call,
    category: areaUnderCurve(times, ({ second }) => second),
    truth: areaUnderCurve(times, ({ speaks }) => speaks),
    standardError: Math.sqrt(1 / (6 * n)),
  }
}

/** Whether the category is among those that the answer makes likelier than others. */
function speaksFor(mechanism: Mechanism, answer: unknown, category: number): boolean {
  const logs = columnLogValues(mechanism.column(answer as ChannelResponse))
  return logs[category] === logs.reduce((most, log) => Math.max(most, log))
}

/** Mann and Whitney's statistic: the probability that a time of one kind is above a time of the other, with ties counted half. */
function areaUnderCurve(times: readonly Timed[], isOne: (timed: Timed) => boolean): number {
  const sorted = times.toSorted((a, b) => a.nanoseconds - b.nanoseconds)
  let [ones, others, wins] = [0, 0, 0]
  for (let start = 0; start < sorted.length; ) {
    let [tiedOnes, tied] = [0, 0]
    while (sorted[start + tied]?.nanoseconds === sorted[start].nanoseconds) {
      tiedOnes += Number(isOne(sorted[start + tied++]))
    }
    wins += tiedOnes * (others + (tied - tiedOnes) / 2)
    ones += tiedOnes
    others += tied - tiedOnes
    start += tied
  }
  return wins / (ones * others)
}

await requireFolder(OUT)
const rng = cryptoRng()
const rows = await withProgress('answer-times', async onProgress => {
  const found: Row[] = []
  for (const subject of SUBJECTS) {
    const { mechanism } = subject
    const respondent = createRespondent({ epsilon: mechanism.epsilon, categories: mechanism.categories })
    const request = mechanism.toRequest()
    found.push(measure('mechanism', subject, x => mechanism.respond(x, rng)))
    found.push(measure('respondent', subject, x => respondent.respond(request, x)))
    onProgress(found.length / (2 * SUBJECTS.length))
    await new Promise(setImmediate)
  }
  return found
})
printRows(
  `How much the time of one answer reveals, as an area under the curve: K = ${K}, ε = ${EPSILON}`,
  rows as never,
)
const files = await publish(OUT, folder =>
  writeTable<Row>(
    folder,
    'answer-times',
    {
      mechanism: 'VARCHAR',
      call: 'VARCHAR',
      category: 'DOUBLE',
      truth: 'DOUBLE',
      standardError: 'DOUBLE',
    },
    rows,
  ),
)
console.log(`wrote ${files.join(', ')}`)
