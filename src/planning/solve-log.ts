import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'

/** The search ends when the value is right to this share, unless another is given, or after so many steps. */
const CLOSE = 1e-3
const MOST_STEPS = 16

/** Values at both ends of the range, if the target is beyond them. */
type Solved = { readonly at: number } | { readonly beyond: 'low' | 'high'; readonly value: number }

/**
 * Where a positive, monotone function has a positive value, between two positive ends: by the Illinois rule in both logarithms, in
 * which the functions of plans are nearly straight. Infinite values count as very large.
 */
export function solveLog(
  value: (x: number) => number,
  target: number,
  low: number,
  high: number,
  close = CLOSE,
): Solved {
  const miss = (x: number) => {
    const y = value(exp(x))
    return y > 0 && y < Infinity ? log(y / target) : y > 0 ? 500 : -500
  }
  let [a, b] = [log(low), log(high)]
  let [fa, fb] = [miss(a), miss(b)]
  if (Math.abs(fa) < close) return { at: low }
  if (Math.abs(fb) < close) return { at: high }
  if (fa > 0 === fb > 0) {
    const isLow = Math.abs(fa) < Math.abs(fb)
    return { beyond: isLow ? 'low' : 'high', value: target * exp(isLow ? fa : fb) }
  }
  let at = a
  for (let step = 0; step < MOST_STEPS && b - a !== 0; step++) {
    const next = step % 4 === 3 ? (a + b) / 2 : (a * fb - b * fa) / (fb - fa)
    const found = miss(next)
    at = next
    if (Math.abs(found) < close) break
    if (found > 0 === fb > 0) {
      b = next
      fb = found
      fa /= 2
    } else {
      a = next
      fa = found
      fb /= 2
    }
  }
  return { at: exp(at) }
}
