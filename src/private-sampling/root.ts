/**
 * The zero of an increasing function between `low`, where it is not positive, and `high`, where it is not
 * negative, to an ulp or two, by inverse quadratic interpolation where that is safe and halving where not.
 *
 * @see Chandrupatla (1997), A new hybrid quadratic/bisection algorithm
 * @example
 * risingRoot(x => x * x - 2, 0, 2) // 1.4142135623730954
 */
export function risingRoot(f: (x: number) => number, low: number, high: number): number {
  // b is the newest point, a the one across the zero, c the one before.
  let b = low
  let a = high
  let c = high
  let fb = f(b)
  let fa = f(a)
  let fc = fa
  let share = 0.5
  while (fb !== 0 && fa !== 0) {
    const x = b + share * (a - b)
    const fx = f(x)
    if (Math.sign(fx) === Math.sign(fb)) {
      c = b
      fc = fb
    } else {
      c = a
      fc = fa
      a = b
      fa = fb
    }
    b = x
    fb = fx
    const width = Math.abs(a - b)
    const least = 2 * Number.EPSILON * Math.max(Math.abs(a), Math.abs(b)) + Number.MIN_VALUE
    if (width <= 2 * least) break
    const position = (b - a) / (c - a)
    const height = (fb - fa) / (fc - fa)
    const smooth = 1 - Math.sqrt(1 - position) < height && height < Math.sqrt(position)
    share = smooth
      ? (fb / (fa - fb)) * (fc / (fa - fc)) + (((c - b) / (a - b)) * (fb / (fc - fb)) * fa) / (fc - fa)
      : 0.5
    share = Math.min(1 - least / width, Math.max(least / width, share))
  }
  return fb === 0 || Math.abs(fb) < Math.abs(fa) ? b : a
}
