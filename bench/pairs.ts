import { linearRegression, quantile } from 'simple-statistics'

/** What one measurement took, in seconds. */
export interface Times {
  /** Processor time of all threads of the process that did the work. */
  readonly cpu: number
  readonly elapsed: number
}

/** Measures its work once. One program may have several parts, each with a name. */
export type Contender = (round: number) => Record<string, Times>

/** A contender whose work is done in this process. The result of the work is checked, so that no part of it can be optimized away. */
export function timed(name: string, work: (round: number) => number): Contender {
  return round => {
    const cpuAtStart = process.cpuUsage()
    const start = performance.now()
    const result = work(round)
    const elapsed = (performance.now() - start) / 1e3
    const { user, system } = process.cpuUsage(cpuAtStart)
    if (!Number.isFinite(result)) throw new Error(`${name}, round ${round}, came to ${result}`)
    return { [name]: { cpu: (user + system) / 1e6, elapsed } }
  }
}

/**
 * Measures the contenders in turn, once per round, so that whatever else the machine does affects all of them alike; each
 * round begins with a different one. A round before the first, in which code gets compiled, does not count.
 *
 * @returns for each name, its times round by round
 */
export function interleave(contenders: readonly Contender[], rounds: number): Record<string, Times[]> {
  const all: Record<string, Times[]> = {}
  for (let round = 0; round <= rounds; round++) {
    for (let i = 0; i < contenders.length; i++) {
      const measured = contenders[(i + round) % contenders.length](round)
      for (const [name, times] of Object.entries(measured)) {
        all[name] ??= []
        if (round > 0) all[name].push(times)
      }
    }
  }
  return all
}

/** A median with its quartiles. */
export interface Spread {
  readonly median: number
  readonly lower: number
  readonly upper: number
}

export function spread(values: readonly number[]): Spread {
  const [lower, median, upper] = [0.25, 0.5, 0.75].map(p => quantile([...values], p))
  return { lower, median, upper }
}

/** Times as multiples of those of a reference, round by round, so that whatever affects a whole round cancels. */
export function ratios(times: readonly Times[], reference: readonly Times[], clock: keyof Times): Spread {
  if (times.length !== reference.length) {
    throw new RangeError(`${times.length} and ${reference.length} measurements make no pairs`)
  }
  return spread(times.map((one, round) => one[clock] / reference[round][clock]))
}

/** The e of `y = c·x^e`, by least squares on the logarithms; NaN for fewer than two points. */
export function exponent(points: readonly { readonly x: number; readonly y: number }[]): number {
  if (points.length < 2) return Number.NaN
  return linearRegression(points.map(({ x, y }) => [Math.log(x), Math.log(y)])).m
}
