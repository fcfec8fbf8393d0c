import { channelMatrix, likelihood } from '../mechanism/channel-matrix.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import type { Rng, SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { sum } from '../simplex/probabilities.ts'
import { chiSquareBound, goodnessOfFit } from './goodness-of-fit.ts'
import { responseKey } from './mechanism-responses.ts'

/**
 * Says where `respond` does not follow the channel, by a chi-square test for each category.
 *
 * @param draws how many for each category
 * @param alarm the probability of a false alarm for each category
 */
export function* strayDraws(mechanism: Mechanism, rng: Rng, draws: number, alarm: number): Iterable<string> {
  const columns = new Map(Array.from(mechanism.responses(), y => [responseKey(y), likelihood(mechanism, y)]))
  for (let x = 0; x < mechanism.categories; x++) {
    const counts = new Map(Array.from(columns.keys(), y => [y, 0]))
    for (let i = 0; i < draws; i++) {
      const key = responseKey(mechanism.respond(x, rng))
      const before = counts.get(key)
      if (before === undefined) {
        yield `respond(${x}) gave ${key}, which is none of the responses of ${mechanism.name}`
        return
      }
      counts.set(key, before + 1)
    }
    const observed = Array.from(counts.values())
    const expected = Array.from(columns.values(), column => draws * column[x])
    const mistake = misfit(observed, expected, alarm)
    if (mistake) yield `${draws} draws of respond(${x}), source ${rng.kind}: ${mistake}`
  }
}

/**
 * Says where `respondMany`, if the mechanism has it, loses somebody or does not follow the channel of each person.
 *
 * @param size people in each category
 */
export function* strayGroups(
  mechanism: Mechanism,
  rng: SeededRng,
  size: number,
  alarm: number,
): Iterable<string> {
  const K = mechanism.categories
  if (mechanism.respondMany === undefined) return
  const people = Float64Array.from({ length: K }, (_, x) => size + x)
  const answers = sum(mechanism.respondMany(people, rng))
  if (answers !== sum(people)) yield `a group of ${sum(people)} people gave ${answers} responses`
  const matrix = channelMatrix(mechanism)
  for (let x = 0; x < K; x++) {
    const sameCategory = new Float64Array(K)
    sameCategory[x] = size
    const expected = matrix.map(row => size * row[x])
    const mistake = misfit(mechanism.respondMany(sameCategory, rng), expected, alarm)
    if (mistake) yield `a group of ${size} people who hold ${x}: ${mistake}`
  }
}

/** Checks that every response has a column when the source of randomness gives its extremes. `column` throws if there is none. */
export function* strayExtremes(mechanism: Mechanism): Iterable<string> {
  const extremes: [uniform: number, integer: (n: number) => number][] = [
    [1 - 2 ** -53, n => n - 1],
    [1 - 2 ** -53, () => 0],
    [0, n => n - 1],
    [0, () => 0],
  ]
  for (const [uniform, integer] of extremes) {
    // A copy by `...` would lack the methods of the stream.
    const rng: SeededRng = Object.assign(Object.create(stream(1)), { uniform: () => uniform, integer })
    for (let x = 0; x < mechanism.categories; x++) mechanism.column(mechanism.respond(x, rng))
  }
}

/** A message with the counts if they do not fit. */
function misfit(observed: ArrayLike<number>, expected: ArrayLike<number>, alarm: number): string | undefined {
  const { statistic, freedom } = goodnessOfFit(observed, expected)
  const bound = chiSquareBound(freedom, alarm)
  if (statistic <= bound) return undefined
  return `observed ${list(observed)}; expected ${list(expected)}; chi-square ${statistic.toFixed(1)}, above ${bound.toFixed(1)}`
}

const SHOWN = 8

function list(counts: ArrayLike<number>): string {
  const rounded = Array.from(counts)
    .slice(0, SHOWN)
    .map(count => Number(count.toFixed(1)))
  return rounded.join(', ') + (counts.length > SHOWN ? ', …' : '')
}
