import { matrixChannel } from '../../src/mechanism/matrix-channel.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'

/** The most steps of the iteration, and the gain in log-likelihood at which it ends (Li et al. 2020). */
const MOST_STEPS = 10_000
const LEAST_GAIN = 1e-3

/**
 * The square wave (Li et al. 2020) over d bins, bucketized first: a report is within h bins of one's own with e^ε times the probability
 * of any other, h = max(1, ⌊b d⌋), b = (ε e^ε − e^ε + 1) / (2 e^ε (e^ε − 1 − ε)).
 */
export function squareWave(bins: number, epsilon: number): { half: number; near: number; far: number } {
  const e = Math.exp(epsilon)
  const b = (epsilon * e - e + 1) / (2 * e * (e - 1 - epsilon))
  const half = Math.max(1, Math.floor(b * bins))
  const far = 1 / ((2 * half + 1) * e + bins - 1)
  return { half, near: e * far, far }
}

/** Its channel over below, the bins and above, as a mechanism: the two outer cells are those of the end bins. */
export function squareWaveChannel(bins: number, epsilon: number): Mechanism {
  const { half, near, far } = squareWave(bins, epsilon)
  const binOf = (x: number) => Math.min(bins - 1, Math.max(0, x - 1))
  const rows = Array.from({ length: bins + 2 * half }, (_, y) =>
    Float64Array.from({ length: bins + 2 }, (_, x) => (Math.abs(y - half - binOf(x)) <= half ? near : far)),
  )
  return matrixChannel({ rows })
}

/** Expectation maximization with smoothing (EMS), or without (EM), from the number of people who gave each report. */
export function expectationMaximization(
  reports: Float64Array,
  bins: number,
  epsilon: number,
  isSmoothed: boolean,
): Float64Array {
  const { half, near, far } = squareWave(bins, epsilon)
  let theta: Float64Array = new Float64Array(bins).fill(1 / bins)
  const prefix = new Float64Array(bins + 1)
  const ratio = new Float64Array(reports.length + 1)
  let before = -Infinity
  const least = isSmoothed ? LEAST_GAIN : LEAST_GAIN * Math.exp(epsilon)
  for (let step = 0; step < MOST_STEPS; step++) {
    for (let x = 0; x < bins; x++) prefix[x + 1] = prefix[x] + theta[x]
    let value = 0
    for (let y = 0; y < reports.length; y++) {
      const from = Math.max(0, y - 2 * half)
      const to = Math.min(bins, y + 1)
      const g = far + (near - far) * (prefix[to] - prefix[from])
      value += reports[y] > 0 ? reports[y] * Math.log(g) : 0
      ratio[y + 1] = ratio[y] + reports[y] / g
    }
    const next = new Float64Array(bins)
    let total = 0
    for (let x = 0; x < bins; x++) {
      const inside = ratio[x + 2 * half + 1] - ratio[x]
      next[x] = theta[x] * (far * ratio[reports.length] + (near - far) * inside)
      total += next[x]
    }
    for (let x = 0; x < bins; x++) next[x] /= total
    theta = isSmoothed ? smoothed(next) : next
    if (value - before < least) break
    before = value
  }
  return theta
}

/** Binomial smoothing by (1, 2, 1)/4, and at the ends by (2, 1)/3. */
function smoothed(theta: Float64Array): Float64Array {
  const last = theta.length - 1
  const out = theta.map((value, x) => {
    if (x === 0) return (2 * value + theta[1]) / 3
    if (x === last) return (2 * value + theta[last - 1]) / 3
    return (theta[x - 1] + 2 * value + theta[x + 1]) / 4
  })
  const total = out.reduce((sum, value) => sum + value)
  return out.map(value => value / total)
}
