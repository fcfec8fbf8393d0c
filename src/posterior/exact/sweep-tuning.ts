import { requireInteger, requireNumber, requireNumbers } from '../../check/check.ts'

/** The tuning of a sweep's brackets, which are as wide as some of their coordinate's mean moves. */
export interface SweepTuning {
  made: number
  /** Sweeps of tuning in all. */
  readonly length: number
  /** The sweep after which the widths are next renewed, and how far coordinates have moved since they last were. */
  due: number
  since: number
  readonly moved: number[]
}

/** The names of its parts. */
export const TUNING = { made: true, length: true, due: true, since: true, moved: true } as const

/** A bracket is as wide as so many of its coordinate's mean moves. */
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

/** Counts a step of so many sweeps, and renews the widths by the moves since they last were: after 8 steps, 16, 32, …, and at the end. Whether it was the last one. */
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

/** What is to be known of a tuning that was written down. */
export function requireTuning(tuning: SweepTuning, K: number): void {
  requireInteger('state.tuning.length', tuning.length, 1)
  requireInteger('state.tuning.made', tuning.made, 0, tuning.length - 1)
  requireInteger('state.tuning.since', tuning.since, 0, tuning.made)
  requireNumber('state.tuning.due', tuning.due, { min: FIRST_RENEWAL })
  requireNumbers('state.tuning.moved', tuning.moved, K, { min: 0 })
}
