import type { Tally } from '../tally/tally.ts'

/**
 * Default limit on the work of an estimate, in visits of a category, each of about 0.6 µs: a minute or so in all. Work is counted rather
 * than timed, so that a seed gives the same draws on every machine.
 */
const MOST_WORK = 1.2e8
/**
 * Numbers of items that take as long as one visit: distinct answers; products of a set's answer with a category; and points of the block
 * designs after the first, whose convolution is part of a category's visit.
 */
const [COLUMNS_PER_VISIT, PRODUCTS_PER_VISIT, POINTS_PER_VISIT] = [16, 1024, 8]
/** Largest number of draws of each chain, for steps with little work. */
const MOST_DRAWS = 4000
/** Smallest number of draws of each chain, because fewer could not be diagnosed. */
const LEAST_DRAWS = 25

/** Numbers of draws and of discarded warm-up steps of each chain. */
export interface Steps {
  readonly warmup: number
  readonly draws: number
}

/**
 * Number of category visits of one step of a chain:
 *
 *     K + D/16 + S K/1024 + V/8,
 *
 * where D answers are distinct, S of these are sets or dense, and the block designs after the first have V points in all.
 */
export function workOfStep({ categories: K, distinct, table }: Tally): number {
  const products = K * (table.sets.length + table.layout.denseRows)
  const points = table.groups.slice(1).reduce((sum, { pattern }) => sum + pattern.points, 0)
  return K + distinct / COLUMNS_PER_VISIT + products / PRODUCTS_PER_VISIT + points / POINTS_PER_VISIT
}

/**
 * Default limits on the steps of chains: as many steps as `MOST_WORK` allows, with at most half of the work for the warm-up. A draw also
 * counts a visit for each of its numbers, for diagnostics.
 *
 * @param step the work of a step, in visits
 * @param width how many numbers a draw has
 * @param warmup number of tuning steps that the sampler requests
 */
export function defaultSteps(step: number, width: number, chains: number, warmup: number): Steps {
  const work = MOST_WORK / chains
  const discarded = Math.min(warmup, Math.floor(work / 2 / step))
  const draws = Math.floor((work - discarded * step) / (step + width))
  return { warmup: discarded, draws: Math.min(MOST_DRAWS, Math.max(LEAST_DRAWS, draws)) }
}
