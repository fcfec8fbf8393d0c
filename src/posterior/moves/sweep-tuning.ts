import {
  type OptionNames,
  requireInteger,
  requireNumber,
  requireNumbers,
  requireOptions,
} from '../../check/check.ts'

/** The tuning of a sweep's brackets, each of which is a few times as wide as the mean move of its coordinate. */
export interface SweepTuning {
  /** Number of steps of tuning made, of `length` in all. */
  made: number
  readonly length: number
  /** The step after which the widths are next renewed. */
  due: number
  /** Number of steps since the last renewal, and the distance that each coordinate has moved in them. */
  since: number
  readonly moved: number[]
}

/** The names of a tuning's fields. */
export const TUNING = { made: true, length: true, due: true, since: true, moved: true } as const

/** Width of a bracket, in multiples of the mean move of its coordinate. */
const MOVES = 3
const FIRST_RENEWAL = 8
const FIRST_WIDTH = 0.5
const LEAST_WIDTH = 1e-13

export function firstWidths(categories: number): number[] {
  return new Array<number>(categories).fill(FIRST_WIDTH)
}

export function startTuning(categories: number, length: number): SweepTuning {
  return { made: 0, length, due: FIRST_RENEWAL, since: 0, moved: new Array<number>(categories).fill(0) }
}

/**
 * Counts a step of `sweeps` sweeps. After 8, 16, 32, … steps and at the end, it renews the widths by the moves since the last renewal.
 *
 * @returns whether this was the last step of the tuning
 */
export function tuneWidths(widths: number[], tuning: SweepTuning, sweeps = 1): boolean {
  tuning.made++
  tuning.since++
  const isLast = tuning.made >= tuning.length
  if (tuning.made < tuning.due && !(isLast && tuning.since >= FIRST_RENEWAL)) return isLast
  for (let x = 0; x < widths.length; x++) {
    widths[x] = Math.min(1, Math.max(LEAST_WIDTH, (MOVES * tuning.moved[x]) / (sweeps * tuning.since)))
    tuning.moved[x] = 0
  }
  tuning.due *= 2
  tuning.since = 0
  return isLast
}

export function requireWidths(widths: unknown, K: number): void {
  requireNumbers('state.widths', widths, K, { min: LEAST_WIDTH, max: 1 })
}

/** Checks a tuning from a stored state, whose fields have these names. */
export function requireTuning<T extends SweepTuning>(tuning: T, K: number, names: OptionNames<T>): void {
  requireOptions(tuning, names, 'state.tuning')
  requireInteger('state.tuning.length', tuning.length, 1)
  requireInteger('state.tuning.made', tuning.made, 0, tuning.length - 1)
  requireInteger('state.tuning.since', tuning.since, 0, tuning.made)
  requireNumber('state.tuning.due', tuning.due, { min: FIRST_RENEWAL })
  requireNumbers('state.tuning.moved', tuning.moved, K, { min: 0 })
}
