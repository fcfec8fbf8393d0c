import { sum } from '../../arrays/sums.ts'
import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { climb } from '../mode/climb.ts'
import type { Tally } from '../tally/tally.ts'
import { ATOM, type GridPoint } from './hyper-grid.ts'
import type { SmoothTarget } from './smooth-target.ts'

/** Grid points whose evidence is this much below the best, in nats, are left out. */
const KEPT_NATS = 5

/** The normal approximation of the posterior at one point of the grid. */
export interface Mode {
  /** The number of the point in the grid. */
  readonly index: number
  readonly z: Float64Array
  /** Cholesky's factor L of the precision, row-major, lower triangle. */
  readonly factor: Float64Array
  /** `ln |L|`. */
  readonly logDeterminant: number
  /** Laplace's approximation of the log evidence, up to a constant that all points share. */
  readonly logEvidence: number
}

/**
 * The modes at all points of the grid that matter: it starts in the middle, climbs to the best point, and spreads from there while the evidence is
 * within 5 nats of the best. The more promising point is always looked at first.
 */
export function findModes(target: SmoothTarget, grid: readonly GridPoint[], tally: Tally): Mode[] {
  const n = target.dimension
  const start = new Float64Array(n).fill(ATOM.mean, target.functions)
  const middle = Math.floor(grid.length / 2)
  const found = new Map<number, Mode>([[middle, findMode(target, grid, middle, tally, start)]])
  const expanded = new Set<number>()
  for (;;) {
    const best = Math.max(...[...found.values()].map(mode => mode.logEvidence))
    const open = [...found.values()]
      .filter(mode => !expanded.has(mode.index) && mode.logEvidence >= best - KEPT_NATS)
      .sort((a, b) => b.logEvidence - a.logEvidence)
    if (open.length === 0) return [...found.values()].filter(mode => mode.logEvidence >= best - KEPT_NATS)
    const [from] = open
    expanded.add(from.index)
    for (const next of grid[from.index].neighbours) {
      if (!found.has(next)) found.set(next, findMode(target, grid, next, tally, from.z))
    }
  }
}

/** The mode at a point of the grid by damped Gauss–Newton steps. */
export function findMode(
  target: SmoothTarget,
  grid: readonly GridPoint[],
  index: number,
  tally: Tally,
  start: Float64Array,
): Mode {
  const n = target.dimension
  target.point = grid[index]
  const { z, factor, value } = climb(target, z => target.precisionAt(tally, z), start)
  let logDeterminant = 0
  for (let j = 0; j < n; j++) logDeterminant += log(factor[j * n + j])
  return { index, z, factor, logDeterminant, logEvidence: value + grid[index].logWeight - logDeterminant }
}

/** How often a jump proposes each mode: in proportion to a power of the evidence below one, since Laplace's approximation is too sure. */
export function jumpWeights(modes: readonly Mode[], power = 0.8): Float64Array {
  const best = Math.max(...modes.map(mode => mode.logEvidence))
  const weights = Float64Array.from(modes, mode => exp(power * (mode.logEvidence - best)))
  const total = sum(weights)
  return weights.map(weight => weight / total)
}
