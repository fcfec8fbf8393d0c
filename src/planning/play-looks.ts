import { square } from '../elementary/square.ts'
import { FIRST_ANSWERS } from '../loop/goal/judge.ts'
import { drawNormal } from '../random/normal.ts'
import type { SeededRng } from '../random/rng.ts'
import { normalDensity } from '../special/normal-cdf.ts'
import { probit } from '../special/probit.ts'
import { MOST_ANSWERS, type Path } from './rule.ts'

/** What a look finds. */
interface Look {
  readonly settled: boolean
  /** The factor by which the answers grow until the next look. */
  readonly growth: number
}

/**
 * A path that looks until the goal is settled.
 *
 * @param begin makes the look of a new path, which is called with growing numbers of answers
 */
export function playUntilSettled(begin: () => (n: number, rng: SeededRng) => Look): Path {
  return rng => {
    const look = begin()
    let n = FIRST_ANSWERS
    while (n < MOST_ANSWERS) {
      const { settled, growth } = look(n, rng)
      if (settled) return n
      n = Math.ceil(n * growth)
    }
    return Infinity
  }
}

/** Of what does not vary at all. */
const MOST_PRECISION = 1e100

/**
 * The error of an estimate as answers come in and its standard deviation falls: `B(t)/t` with `t = 1/sd²` and B a Brownian motion. What is
 * returned is called with that standard deviation at every look.
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
