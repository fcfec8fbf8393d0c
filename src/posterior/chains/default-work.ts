import type { Tally } from '../tally/tally.ts'

/**
 * The work of an estimate by default, at most, in visits of a category, each of about 0.6 µs: a minute or so in all. It is counted and
 * not timed, so that a seed gives the same draws on every machine.
 */
const MOST_WORK = 1.2e8
/**
 * Distinct answers that take as long as one category, products of a set's answer with a category that do, and points of the block
 * designs that are asked beside the first, whose convolution is part of a category's visit.
 */
const [COLUMNS_PER_VISIT, PRODUCTS_PER_VISIT, POINTS_PER_VISIT] = [16, 1024, 8]
/** The most draws of each chain, where they are few visits. */
const MOST_DRAWS = 4000
/** The fewest draws of each chain, however much work they are: fewer could not be diagnosed. */
const LEAST_DRAWS = 25

/** Draws that are made and draws that are thrown away, of each chain. */
export interface Steps {
  readonly warmup: number
  readonly draws: number
}

/**
 * The visits of categories that one step of a chain takes:
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
 * The steps after which chains end by default, if they are not good before: as many as `MOST_WORK` allows, of which the warm-up may use
 * half. A draw also counts a visit for each of its numbers, for their diagnostics.
 *
 * @param step the work of a step, in visits
 * @param width how many numbers a draw has
 * @param warmup the steps that the sampler would like to tune itself
 */
export function defaultSteps(step: number, width: number, chains: number, warmup: number): Steps {
  const work = MOST_WORK / chains
  const discarded = Math.min(warmup, Math.floor(work / 2 / step))
  const draws = Math.floor((work - discarded * step) / (step + width))
  return { warmup: discarded, draws: Math.min(MOST_DRAWS, Math.max(LEAST_DRAWS, draws)) }
}
