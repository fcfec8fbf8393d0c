import { exp } from '../elementary/exp.ts'
import { expm1 } from '../elementary/expm1.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { square } from '../elementary/square.ts'
import { logGamma } from '../special/log-gamma.ts'

/** The table's steps: in the logarithm of the error, and between estimates, in units of the error. */
const STEP = 1 / 8
const SPACING = 1 / 2
/** Reach of the quadrature in standard deviations, cells per standard deviation, and number of cells at an end. */
const REACH = 6
const CELLS = 2
const MOST_CELLS = 64
/** The error from which on the quadrature covers [0, 1], and the length of an exponential tail otherwise. */
const WIDE = 0.1
const TAIL = 60
/** Halvings of the cell next to either end, where the density may be infinite. */
const HALVINGS = 8
/** Distance of the mode from 0 and 1, in standard deviations, from which on the posterior is taken to be normal. */
const FAR = 5
/** Number of Newton steps to the mode, and their tolerance in standard deviations. */
const MOST_STEPS = 12
const MODE_TOLERANCE = 0.02
const HALF_LOG_TAU = log(2 * Math.PI) / 2
/** Range of errors in the table. */
const SMALLEST = 1e-9
const LARGEST = 8

/** A frequency's posteriors under several priors, and the log density of the estimate under each. */
export interface Seen {
  /** The log density of the estimate, without the term `−ln(√(2π)·sd)`, which is the same under every prior. */
  readonly logs: Float64Array
  readonly means: Float64Array
  readonly sds: Float64Array
}

/** A Beta law, with the logarithm of its constant. */
interface Law {
  readonly a: number
  readonly b: number
  readonly scale: number
}

/**
 * Beta priors observed through an estimate with a normal error: the moments of the posteriors and the densities of the estimate. Away from
 * 0 and 1 they come from the normal approximation, elsewhere from a table that is filled on demand.
 */
export class SeenBetas {
  private readonly laws: readonly Law[]
  /** By error and by estimate, in units of the error, and the means from the estimate; NaN where they are not known. */
  private readonly rows = new Map<number, Map<number, Seen>>()

  /** @param parameters of each law */
  constructor(parameters: readonly (readonly [a: number, b: number])[]) {
    this.laws = parameters.map(([a, b]) => ({ a, b, scale: logGamma(a + b) - logGamma(a) - logGamma(b) }))
  }

  /** @param sd of the error @param wanted which of the laws; the others are left at zero */
  at(estimate: number, sd: number, wanted: readonly number[]): Seen {
    const error = Math.min(LARGEST, Math.max(SMALLEST, sd))
    const row = Math.round(log(error) / STEP)
    const unit = exp(row * STEP)
    // Far outside of [0, 1] the estimate is clamped.
    const kept = Math.min(1 + REACH * unit, Math.max(-REACH * unit, estimate))
    const found = empty(this.laws.length, 0)
    const place = kept / (SPACING * unit)
    const index = Math.floor(place)
    const share = place - index
    for (const i of wanted) {
      if (expand(this.laws[i], kept, error, found, i)) continue
      const [low, high] = [this.node(i, row, index), this.node(i, row, index + 1)]
      const spread = low.sds[i] + share * (high.sds[i] - low.sds[i])
      // The second derivative of the logarithm is (spread² − 1)/unit².
      const bent = (square(SPACING) * share * (1 - share) * (1 - square(spread))) / 2
      found.logs[i] = low.logs[i] + share * (high.logs[i] - low.logs[i]) + bent
      const moved = low.means[i] + share * (high.means[i] - low.means[i])
      found.means[i] = Math.min(1, Math.max(0, kept + unit * moved))
      found.sds[i] = unit * spread
    }
    return found
  }

  /** The log density of an estimate under the i-th prior alone, without interpolation, whose errors would add up over many categories. */
  logAt(i: number, estimate: number, sd: number): number {
    return integrate(this.laws[i], estimate, sd).log
  }

  private node(i: number, row: number, index: number): Seen {
    const nodes = this.rows.get(row) ?? new Map<number, Seen>()
    this.rows.set(row, nodes)
    const node = nodes.get(index) ?? empty(this.laws.length, Number.NaN)
    nodes.set(index, node)
    if (Number.isNaN(node.logs[i])) {
      const unit = exp(row * STEP)
      const { log: logDensity, moved, spread } = integrate(this.laws[i], index * SPACING * unit, unit)
      node.logs[i] = logDensity
      node.means[i] = moved
      node.sds[i] = spread
    }
    return node
  }
}

function empty(count: number, value: number): Seen {
  const [logs, means, sds] = [0, 1, 2].map(() => new Float64Array(count).fill(value))
  return { logs, means, sds }
}

/** The posterior's mode in (0, 1) and the standard deviation of the normal law about it, by Newton steps; undefined without a mode. */
function modeOf({ a, b }: Law, y: number, sd: number): { x: number; spread: number } | undefined {
  const precision = 1 / square(sd)
  let x = Math.min(1 - sd / 4, Math.max(sd / 4, y))
  if (!(x > 0 && x < 1)) x = 1 / 2
  for (let step = 0; step < MOST_STEPS; step++) {
    const slope = (a - 1) / x - (b - 1) / (1 - x) - (x - y) * precision
    const bend = (a - 1) / square(x) + (b - 1) / square(1 - x) + precision
    if (!(bend > 0)) return undefined
    const next = Math.min((1 + x) / 2, Math.max(x / 2, x + slope / bend))
    if (Math.abs(next - x) * Math.sqrt(bend) < MODE_TOLERANCE) return { x: next, spread: 1 / Math.sqrt(bend) }
    x = next
  }
  return undefined
}

/**
 * Writes the posterior given an estimate y by the normal approximation about its mode, with a correction of the mean for skewness. Returns
 * false, and writes nothing, if the mode is too near to 0 or 1.
 */
function expand(law: Law, y: number, sd: number, out: Seen, i: number): boolean {
  const mode = modeOf(law, y, sd)
  if (mode === undefined) return false
  const { x, spread } = mode
  if (!(x > FAR * spread && 1 - x > FAR * spread)) return false
  const { a, b, scale } = law
  const density = scale + (a - 1) * log(x) + (b - 1) * log1p(-x) - square((x - y) / sd) / 2
  const skew = (a - 1) / (x * square(x)) - (b - 1) / ((1 - x) * square(1 - x))
  out.logs[i] = density + log(spread) + HALF_LOG_TAU
  out.means[i] = x + skew * square(square(spread))
  out.sds[i] = spread
  return true
}

/** The edges of the quadrature's cells, where the posterior has its mass. */
function edgesOf(law: Law, y: number, sd: number): number[] {
  const mode = modeOf(law, y, sd)
  if (mode !== undefined) {
    const { x, spread } = mode
    return edgesBetween(Math.max(0, x - REACH * spread), Math.min(1, x + REACH * spread), 2 * REACH * CELLS)
  }
  if (sd > WIDE) return edgesBetween(0, 1, MOST_CELLS)
  // At an end, the density falls at least as fast as e^{−rate·x}, or as the Gaussian error.
  const [near, power] = y < 1 / 2 ? [y, law.b] : [1 - y, law.a]
  const rate = power - Math.max(0, near) / square(sd)
  const reach = Math.min(1, Math.max(0, near) + REACH * sd, rate > 0 ? TAIL / rate : 1)
  return y < 1 / 2 ? edgesBetween(0, reach, MOST_CELLS) : edgesBetween(1 - reach, 1, MOST_CELLS)
}

/** Posterior given an estimate y, in units of its error: the log density of y, the distance of the mean from y, and the standard deviation. */
function integrate(law: Law, y: number, sd: number) {
  const edges = edgesOf(law, y, sd)
  const logs: number[] = []
  let top = -Infinity
  for (let j = 0; j + 1 < edges.length; j++) {
    const x = (edges[j] + edges[j + 1]) / 2
    const value = logMass(law, edges[j], edges[j + 1]) - square((x - y) / sd) / 2
    logs.push(value)
    top = Math.max(top, value)
  }
  let [total, first, second] = [0, 0, 0]
  logs.forEach((value, i) => {
    const weight = exp(value - top)
    const z = ((edges[i] + edges[i + 1]) / 2 - y) / sd
    total += weight
    first += weight * z
    second += weight * (square(z) + square((edges[i + 1] - edges[i]) / sd) / 12)
  })
  const moved = first / total
  const variance = second / total - square(moved)
  return { log: top + log(total), moved, spread: Math.sqrt(Math.max(square(SMALLEST), variance)) }
}

/** The log mass of a law between two points. In the logarithm of the distance to the nearer end, the density is nearly a power. */
function logMass({ a, b, scale }: Law, from: number, to: number): number {
  const isLow = from + to < 1
  const [near, far] = isLow ? [from, to] : [1 - to, 1 - from]
  const [power, other] = isLow ? [a, b] : [b, a]
  const u = log(far)
  const end = power * u + (other - 1) * log1p(-Math.min(far, 1 - Number.EPSILON))
  if (!(near > 0)) return scale + end - log(power)
  const v = log(near)
  const start = power * v + (other - 1) * log1p(-near)
  const rise = Math.abs(end - start)
  return scale + Math.max(end, start) + log((u - v) * (rise > 1e-9 ? -expm1(-rise) / rise : 1))
}

function edgesBetween(from: number, to: number, count: number): number[] {
  const edges: number[] = [from]
  const step = (to - from) / count
  if (from === 0) for (let i = HALVINGS; i > 0; i--) edges.push(step / 2 ** i)
  for (let i = 1; i < count; i++) edges.push(from + i * step)
  if (to === 1) for (let i = 1; i <= HALVINGS; i++) edges.push(1 - step / 2 ** i)
  edges.push(to)
  return edges
}
