import { square } from '../elementary/square.ts'
import { FIRST_ANSWERS } from '../loop/goal/verdict.ts'
import { drawNormal } from '../random/normal.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { normalDensity } from '../special/normal-cdf.ts'
import { probit } from '../special/probit.ts'

/** Largest number of answers of a path. A path that takes more is not settled. */
export const MOST_ANSWERS = 1e12
/** Smallest number of collections that are played, however many looks they take. */
const LEAST_PLAYED = 100
/** Cap on the precision of an estimate without variance. */
const MOST_PRECISION = 1e100

/** Result of a look. */
export interface Look {
  readonly settled: boolean
  /** The factor by which the answers grow until the next look. */
  readonly growth: number
}

/** Begins a collection. Its result looks at the collection, and must be called with growing numbers of answers. */
export type Begin = () => (n: number, rng: SeededRng) => Look

/**
 * Looks at a collection until the goal is settled.
 *
 * @param last number of answers when everybody has answered; there is a look then, too
 * @returns the number of answers; Infinity if it takes too many
 */
function playUntilSettled(look: ReturnType<Begin>, rng: SeededRng, last: number): number {
  let n = FIRST_ANSWERS
  let before = 0
  while (n < MOST_ANSWERS) {
    if (before < last && last < n) n = Math.max(last, before)
    const { settled, growth } = look(n, rng)
    if (settled && n >= FIRST_ANSWERS) return n
    before = n
    n = Math.ceil(n * growth)
  }
  return Infinity
}

/** Settings of the played collections. */
export interface Play {
  /** Number of collections. */
  readonly count: number
  /** Largest number of looks in all; at least `LEAST_PLAYED` collections are played. */
  readonly looks: number
  /** Number of people who can be invited; default unlimited. */
  readonly people?: number | undefined
  readonly seed: string | number
  readonly nonresponse: number
}

/** The number of people to invite until a goal is settled, sorted. The collections take turns. */
export function peopleInvited(collections: readonly Begin[], play: Play): Float64Array {
  const { count, looks, people = Infinity, seed, nonresponse } = play
  const rng = stream(seed, 'paths of a plan')
  const counts: number[] = []
  let left = looks
  while (counts.length < count && (left > 0 || counts.length < LEAST_PLAYED)) {
    const z = drawNormal(rng)
    const last = answersOf(people, nonresponse, z)
    const look = collections[counts.length % collections.length]()
    const answers = playUntilSettled(
      (n, source) => {
        left--
        return look(n, source)
      },
      rng,
      last,
    )
    counts.push(answers === last ? people : invited(answers, nonresponse, z))
  }
  return Float64Array.from(counts).sort()
}

/** Number of people to invite for a number of answers; z is the normal score of chance. */
function invited(answers: number, nonresponse: number, z: number): number {
  if (answers === Infinity) return Infinity
  const needed = (answers - z * Math.sqrt(answers * nonresponse)) / (1 - nonresponse)
  return Math.max(Math.ceil(answers), Math.ceil(needed))
}

/** Number of invited people who answer. */
export function answersOf(people: number, nonresponse: number, z: number): number {
  if (people === Infinity) return Infinity
  const answers = people * (1 - nonresponse) + z * Math.sqrt(people * nonresponse * (1 - nonresponse))
  return Math.min(people, Math.max(1, Math.floor(answers)))
}

/**
 * The error of an estimate as answers come in and its standard deviation falls: `B(t)/t` with `t = 1/sd²` and B a Brownian motion. Its
 * result must be called with that standard deviation at every look.
 */
export function errorPath(): (sd: number, rng: SeededRng) => number {
  let [time, noise] = [0, 0]
  return (sd, rng) => {
    const now = Math.min(MOST_PRECISION, 1 / square(sd))
    noise += Math.sqrt(Math.max(0, now - time)) * drawNormal(rng)
    time = Math.max(time, now)
    return noise / time
  }
}

/**
 * The relative standard deviation of the width of an interval whose ends are quantiles of so many independent draws from a normal law:
 * each end has `√(q(1 − q)/draws)/φ(z)`, with q the probability beyond it.
 */
export function widthNoise(confidence: number, draws: number): number {
  const z = probit((1 + confidence) / 2)
  const beyond = (1 - confidence) / 2
  return Math.sqrt((beyond * (1 - beyond)) / draws) / normalDensity(z) / Math.SQRT2 / z
}
