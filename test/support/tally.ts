import { type Column, columnLogValues, denseColumn, levelColumn } from '../../src/mechanism/column.ts'
import type { Mechanism, Response } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { createTally, type Tally } from '../../src/posterior/tally/tally.ts'
import { drawDirichlet } from '../../src/random/dirichlet.ts'
import type { Rng } from '../../src/random/rng.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'

/** An answer of a mechanism, and how many gave it. */
export type Entry = readonly [mechanism: Mechanism, response: Response, count: number]

/** A mechanism made by hand from its columns, which need not be those of a channel: response y has the y-th. */
export function mechanismOf(columns: readonly Column[]): Mechanism<number> {
  const responses = () => columns.map((_, y) => y)
  return {
    name: 'public-prior',
    categories: columns[0].categories,
    epsilon: Infinity,
    responseCount: columns.length,
    respond: () => 0,
    column(response) {
      if (columns[response as number] === undefined) throw new RangeError(`response ${response}`)
      return columns[response as number]
    },
    kinds: responses,
    responses,
    toRequest: () => ({ mechanism: 'public-prior', prior: [], epsilon: Infinity }),
  }
}

/** Each category with probability one half. */
export function randomSubset(rng: Rng, categories: number): number[] {
  return Array.from({ length: categories }, (_, x) => x).filter(() => rng.integer(2) === 1)
}

/** A mechanism of any kind, at ε from 0 to `most`, and one of its responses. */
export function randomAnswer(rng: Rng, categories: number, most: number): [Mechanism, Response] {
  const epsilon = most * (1 - rng.uniform()) ** 2
  const log = () => -most * rng.uniform()
  switch (rng.integer(5)) {
    case 0:
      return [srr({ categories, epsilon }), rng.integer(categories)]
    case 1: {
      const subset = randomSubset(rng, categories).slice(0, categories - 1)
      return [
        rrrr({ categories, subset, epsilon, epsilon1: epsilon * rng.uniform() }),
        rng.integer(categories),
      ]
    }
    case 2: {
      const mechanism = subsetSelection({ categories, epsilon, size: 1 + rng.integer(categories - 1) })
      return [mechanism, mechanism.respond(rng.integer(categories), rng)]
    }
    case 3:
      return [mechanismOf([denseColumn(Float64Array.from({ length: categories }, log))]), 0]
    default: {
      const set = Int32Array.from(randomSubset(rng, categories))
      const point = rng.integer(categories + 1) - 1
      const levels = { logBase: log(), set, logLevel: log(), point, logPeak: log() }
      return [mechanismOf([levelColumn({ categories, logScale: log(), ...levels })]), 0]
    }
  }
}

export function randomEntries(rng: Rng, categories: number, length: number, most = 3): Entry[] {
  return Array.from({ length }, () => [...randomAnswer(rng, categories, most), 1 + rng.integer(20)] as const)
}

export function tallyOf(entries: readonly Entry[], categories = entries[0][0].categories): Tally {
  const tally = createTally(categories)
  for (const [mechanism, response, count] of entries) tally.add(mechanism, response, count)
  return tally
}

/** θ with entries of many sizes, none of them zero. */
export function randomTheta(rng: Rng, categories: number, concentration = 10 ** (2 * rng.uniform() - 1.5)) {
  const alpha = new Float64Array(categories).fill(concentration)
  const theta = drawDirichlet(rng, alpha, new Float64Array(categories))
  return theta.map(value => Math.max(value, 1e-250))
}

/** `ln Σ_x Pr(y|x) θ_x`, term by term in logarithms. */
export function denseLog(column: Column, theta: Float64Array): number {
  const terms = columnLogValues(column).map((log, x) => log + Math.log(theta[x]))
  const top = Math.max(...terms)
  return column.logScale + top + Math.log(terms.reduce((total, term) => total + Math.exp(term - top), 0))
}

export function denseLogLikelihood(entries: readonly Entry[], theta: Float64Array): number {
  return entries.reduce((total, [m, y, count]) => total + count * denseLog(m.column(y), theta), 0)
}

/** `Σ_t (p_t(i)/g_t(θ) − 1) / Σφ`, column after column. */
export function denseGradientPhi(entries: readonly Entry[], phi: Float64Array): Float64Array {
  const s = phi.reduce((total, value) => total + value, 0)
  const theta = phi.map(value => value / s)
  const gradient = new Float64Array(phi.length)
  for (const [mechanism, response, count] of entries) {
    const column = mechanism.column(response)
    const log = denseLog(column, theta)
    const logs = columnLogValues(column)
    for (let i = 0; i < phi.length; i++) {
      gradient[i] += (count * Math.expm1(logs[i] + column.logScale - log)) / s
    }
  }
  return gradient
}

/** The largest difference, as a share of the largest number. */
export function deviation(values: ArrayLike<number>, expected: ArrayLike<number>): number {
  let difference = 0
  let size = 0
  for (let i = 0; i < expected.length; i++) {
    // Written so that NaN counts as a difference.
    if (!(Math.abs(values[i] - expected[i]) <= difference)) difference = Math.abs(values[i] - expected[i])
    size = Math.max(size, Math.abs(expected[i]))
  }
  return difference / size
}

/** Scaled to sum to one. */
export function normalised(phi: ArrayLike<number>): Float64Array {
  const s = Array.from(phi).reduce((total, value) => total + value, 0)
  return Float64Array.from(phi, value => value / s)
}
