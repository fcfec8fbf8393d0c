import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'

/** Default tolerance of the value, relative, and the largest number of steps. */
const CLOSE = 1e-3
const MOST_STEPS = 16

/** The solution, or the end of the range that the target is beyond. */
type Solved = { readonly at: number } | { readonly beyond: 'low' | 'high'; readonly value: number }

/** A point and the distance of its value from the target, both in logarithms. */
type Place = readonly [at: number, miss: number]

interface Range {
  readonly low: number
  readonly high: number
  /** Relative tolerance of the value. */
  readonly close?: number
}

/**
 * Solves for the point at which a positive, monotone function has a positive value, between two positive ends. Uses the Illinois rule in
 * both logarithms, in which the functions of plans are nearly linear. Infinite values count as very large.
 */
export function solveLog(
  value: (x: number) => number,
  target: number,
  { low, high, close = CLOSE }: Range,
): Solved {
  const miss = missOf(value, target)
  const ends: [Place, Place] = [miss(log(low)), miss(log(high))]
  const nearest = Math.abs(ends[0][1]) < Math.abs(ends[1][1]) ? 0 : 1
  if (Math.abs(ends[nearest][1]) < close) return { at: nearest === 0 ? low : high }
  if (ends[0][1] > 0 === ends[1][1] > 0) return beyond(nearest === 0 ? 'low' : 'high', target, ends[nearest])
  return { at: exp(between(miss, ends, close)) }
}

/** Solves from a guess, for a function that is about proportional to x to the power `slope`. Near the guess, a few evaluations suffice. */
export function solveLogFrom(
  value: (x: number) => number,
  target: number,
  { low, high, close = CLOSE, guess, slope }: Range & { readonly guess: number; readonly slope: number },
): Solved {
  const miss = missOf(value, target)
  const [least, most] = [log(low), log(high)]
  let last = miss(log(guess))
  let steepness = slope
  while (Math.abs(last[1]) >= close) {
    const next = miss(Math.min(most, Math.max(least, last[0] - last[1] / steepness)))
    if (next[0] === last[0]) return beyond(next[0] === least ? 'low' : 'high', target, next)
    if (next[1] > 0 !== last[1] > 0)
      return { at: exp(between(miss, next[0] < last[0] ? [next, last] : [last, next], close)) }
    const found = (next[1] - last[1]) / (next[0] - last[0])
    // The slope is bounded, because the function is flat for few people, and the secant would overshoot.
    steepness = slope * Math.min(2, Math.max(0.25, found / slope))
    last = next
  }
  return { at: exp(last[0]) }
}

function missOf(value: (x: number) => number, target: number): (at: number) => Place {
  return at => {
    const y = value(exp(at))
    return [at, y > 0 && y < Infinity ? log(y / target) : y > 0 ? 500 : -500]
  }
}

function beyond(end: 'low' | 'high', target: number, [, miss]: Place): Solved {
  return { beyond: end, value: target * exp(miss) }
}

/** The Illinois rule between points with misses of opposite signs; every fourth step bisects. */
function between(miss: (at: number) => Place, [low, high]: readonly [Place, Place], close: number): number {
  let [[a, fa], [b, fb]] = [low, high]
  let at = a
  if (Math.abs(fa) < close) return a
  if (Math.abs(fb) < close) return b
  for (let step = 0; step < MOST_STEPS && b - a !== 0; step++) {
    at = step % 4 === 3 ? (a + b) / 2 : (a * fb - b * fa) / (fb - fa)
    const [, found] = miss(at)
    if (Math.abs(found) < close) break
    if (found > 0 === fb > 0) {
      ;[b, fb] = [at, found]
      fa /= 2
    } else {
      ;[a, fa] = [at, found]
      fb /= 2
    }
  }
  return at
}
