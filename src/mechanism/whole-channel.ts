import { requireInteger } from '../check/check.ts'
import { logQuotient, quotient } from '../elementary/quotient.ts'
import { drawIndex } from '../random/categorical.ts'
import { drawMultinomial } from '../random/multinomial.ts'
import { requireRng } from '../random/require-rng.ts'
import type { CryptoRng } from '../random/rng.ts'
import { type Thresholds, thresholds } from '../random/thresholds.ts'
import { auditOver, certify } from './audit.ts'
import { type Column, denseColumn, levelColumn } from './column.ts'
import { type Mechanism, type Request, requireHeld } from './mechanism.ts'

/** A channel of a few responses, in whole numbers. */
export interface WholeChannel {
  /** The name of its kind. */
  readonly name: string
  /** For each category the weights of the responses, not negative; no response has the weight 0 everywhere. */
  readonly weights: readonly (readonly bigint[])[]
  /** The sum of the weights of each category. */
  readonly total: bigint
  /** Makes its request. */
  toRequest(): Request
}

/**
 * The mechanism of a channel in whole numbers: `Pr(y | x) = weights[x][y] / total`. People's answers are drawn from these numbers,
 * and the columns and the level are computed from them, so that nothing is rounded in between.
 */
export function wholeMechanism({ name, weights, total, toRequest }: WholeChannel): Mechanism<number> {
  const categories = weights.length
  const responseCount = weights[0].length
  const columns: Column[] = []
  const column = (response: unknown): Column => {
    const y = requireInteger('response', response, 0, responseCount - 1) + 0
    columns[y] ??= columnOf(
      weights.map(law => law[y]),
      total,
    )
    return columns[y]
  }
  const responses = () => Array.from({ length: responseCount }, (_, y) => y)
  const { epsilon, response: worst } = auditOver(responses(), { column })
  // Suffices for an audit, because all responses have just been enumerated.
  const kinds = () => [worst as number]
  let laws: Float64Array[] | undefined
  /** The probabilities as doubles, for simulations. */
  const lawOf = (x: number) => {
    laws ??= weights.map(law => Float64Array.from(law, weight => quotient(weight, total)))
    return laws[x]
  }
  let cumulative: Thresholds | undefined
  /** A response by the law of category x. It is compared with all sums of the law's weights, which have one width for all categories. */
  const drawEvenly = (x: number, rng: CryptoRng) => {
    cumulative ??= thresholds(weights.flatMap(cumulativeSums), total)
    const drawn = cumulative.draw(rng)
    let response = 0
    for (let y = 0; y < responseCount; y++)
      response += Number(!cumulative.isBelow(drawn, x * responseCount + y))
    return response
  }
  return {
    name,
    categories,
    ...(speakForThemselves(weights) && { answersCategories: true }),
    epsilon: certify({ name, kinds, column }, epsilon),
    responseCount,
    respond(category, rng) {
      requireRng(rng)
      const x = requireHeld(category, categories)
      return rng.kind === 'crypto' ? drawEvenly(x, rng) : drawIndex(rng, lawOf(x))
    },
    respondMany(people, rng) {
      const counts = new Float64Array(responseCount)
      const split = new Float64Array(responseCount)
      for (let x = 0; x < categories; x++) {
        if (people[x] === 0) continue
        drawMultinomial(rng, people[x], lawOf(x), split)
        for (let y = 0; y < responseCount; y++) counts[y] += split[y]
      }
      return counts
    },
    column,
    kinds,
    responses,
    toRequest,
  }
}

/** Whether the responses are the categories, and each is likeliest for its own category. */
function speakForThemselves(weights: readonly (readonly bigint[])[]): boolean {
  return (
    weights[0].length === weights.length &&
    weights.every((law, y) => weights.every((other, x) => x === y || other[y] < law[y]))
  )
}

function cumulativeSums(weights: readonly bigint[]): bigint[] {
  let sum = 0n
  return weights.map(weight => {
    sum += weight
    return sum
  })
}

/** The index of the largest weight; the first of equals. */
export function heaviest(weights: readonly bigint[]): number {
  let place = 0
  for (let y = 1; y < weights.length; y++) if (weights[y] > weights[place]) place = y
  return place
}

/** The column of one response: of levels if there are two different probabilities at most. */
function columnOf(weights: readonly bigint[], total: bigint): Column {
  const top = weights[heaviest(weights)]
  const logScale = logQuotient(top, total)
  const lower = weights.filter(weight => weight !== top)
  const [least] = lower
  if (lower.some(weight => weight !== least)) {
    return denseColumn(
      Float64Array.from(weights, weight => logQuotient(weight, top)),
      logScale,
    )
  }
  const categories = weights.length
  if (least === undefined) return levelColumn({ categories, logScale, logBase: 0 })
  const set = Int32Array.from(weights.keys()).filter(x => weights[x] === top)
  const logBase = logQuotient(least, top)
  return set.length === 1
    ? levelColumn({ categories, logScale, logBase, point: set[0], logPeak: 0 })
    : levelColumn({ categories, logScale, logBase, set, logLevel: 0 })
}
