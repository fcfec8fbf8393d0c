import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'

/** The search ends when the value is right to this share, unless another is given, or after so many steps. */
const CLOSE = 1e-3
const MOST_STEPS = 16

/** The value at the end of the range that comes nearest, if the target is beyond it. */
type Solved = { readonly at: number } | { readonly beyond: 'low' | 'high'; readonly value: number }

/** A place and how far the value there is from the target, both in logarithms. */
type Place = readonly [at: number, miss: number]

interface Range {
  readonly low: number
  readonly high: number
  /** To which share the value has to be right. */
  readonly close?: number
}

/**
 * Where a positive, monotone function has a positive value, between two positive ends: by the Illinois rule in both logarithms, in
 * which the functions of plans are nearly straight. Infinite values count as very large.
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

/** The same from a guess, where the function is about as x to the power `slope`: a few evaluations are enough near the guess. */
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
    // Where the function is flat, as that of few people is, the line through two places would lead far beyond.
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

/** The Illinois rule between places at which the misses have opposite signs; every fourth step halves. */
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
