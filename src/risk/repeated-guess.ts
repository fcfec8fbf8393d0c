import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { columnLogValues } from '../mechanism/column.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { createAlias } from '../random/categorical.ts'
import { stream } from '../random/stream.ts'

/** The probability that the best guess is right, and its standard error if it was simulated; 0 if it was summed. */
export interface RepeatedGuess {
  readonly guess: number
  readonly guessError: number
}

/** Largest number of products of the exact sum. */
const MOST_PRODUCTS = 3e8
/** Largest and smallest number of simulated histories; in between, as many as this number of values allows. */
const MOST_HISTORIES = 10_000
const LEAST_HISTORIES = 1000
const MOST_VALUES = 4e6

/**
 * The probability that the best guess is right after T answers with fresh noise, `Σ_{y₁…y_T} max_x π_x Π_t Pr(y_t|x)`.
 *
 * It is exact for one answer, and for a uniform prior if each response supports one category: then only the largest number of answers for
 * one category counts, and its law is that of the fullest of K cells. Otherwise it is the mean of the posterior's largest probability over
 * simulated histories, the same ones each time.
 *
 * @param single the probability that the best guess is right after one answer
 */
export function repeatedGuess(
  mechanism: Mechanism,
  prior: Float64Array,
  askings: number,
  single: number,
): RepeatedGuess {
  if (askings === 1) return { guess: single, guessError: 0 }
  const { categories: K } = mechanism
  const isUniform = prior.every(weight => weight === prior[0])
  const orbits = mechanism.orbits?.() ?? []
  if (isUniform && orbits.length === 1 && askings * askings * askings * log(K) <= MOST_PRODUCTS) {
    const column = mechanism.column(orbits[0].response)
    if (column.kind === 'levels' && column.point >= 0) {
      const gap = column.logPeak - column.logBase
      // Only rounding can make it leave this range.
      const guess = Math.min(1, Math.max(single, guessOfFullest(K, askings, gap)))
      return { guess, guessError: 0 }
    }
  }
  return simulatedGuess(mechanism, prior, askings)
}

/**
 * `(1/K) Σ_y Π …` for responses that are categories: with m answers for the fullest category, the largest of the products is
 * `peak^T e^{(m − T)·gap}`, where peak is the probability of the truth.
 */
function guessOfFullest(K: number, askings: number, gap: number): number {
  const logPeak = -log1p((K - 1) * exp(-gap))
  let guess = 0
  for (let most = 1; most <= askings; most++) {
    const logProduct = askings * logPeak + (most - askings) * gap
    guess += exp(logFullest(K, askings, most) + (askings - 1) * log(K) + logProduct)
  }
  return guess
}

/**
 * Power series, up to a degree, for a number of cells: in `below` all cells hold fewer than m; in `reached` at least one holds m,
 * and none holds more. Those in `reached` are divided by the probability that a single cell holds m, which may be below the
 * smallest double.
 */
interface Cells {
  readonly below: Float64Array
  readonly reached: Float64Array
}

/**
 * The logarithm of the probability that the fullest of K cells, into which n things fall at random, holds exactly m. The cells are K
 * Poisson numbers given their sum. All terms are positive, so that no digit of a tiny probability is lost.
 */
function logFullest(K: number, n: number, m: number): number {
  const logPoisson = new Float64Array(n + 1)
  logPoisson[0] = -n / K
  for (let j = 1; j <= n; j++) logPoisson[j] = logPoisson[j - 1] + log(n / K / j)
  const one: Cells = {
    below: logPoisson.map((value, j) => (j < m ? exp(value) : 0)),
    reached: logPoisson.map((_, j) => (j === m ? 1 : 0)),
  }
  const all = power(one, K, exp(logPoisson[m]))
  let logTotal = -n
  for (let j = 1; j <= n; j++) logTotal += log(n / j)
  return log(all.reached[n]) + logPoisson[m] - logTotal
}

/** @param single the probability that a single cell holds m */
function power(one: Cells, times: number, single: number): Cells {
  if (times === 1) return one
  const half = power(one, Math.floor(times / 2), single)
  const even = joined(half, half, single)
  return times % 2 === 0 ? even : joined(even, one, single)
}

function joined(one: Cells, other: Cells, single: number): Cells {
  const n = one.below.length
  const below = new Float64Array(n)
  const reached = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; i + j < n; j++) {
      below[i + j] += one.below[i] * other.below[j]
      reached[i + j] +=
        one.below[i] * other.reached[j] + one.reached[i] * (other.below[j] + single * other.reached[j])
    }
  }
  return { below, reached }
}

function simulatedGuess(mechanism: Mechanism, prior: Float64Array, askings: number): RepeatedGuess {
  const { categories: K } = mechanism
  const histories = Math.round(
    Math.max(LEAST_HISTORIES, Math.min(MOST_HISTORIES, MOST_VALUES / (askings * K))),
  )
  const rng = stream('risk', 'histories')
  const alias = createAlias(prior)
  const logPrior = prior.map(weight => (weight > 0 ? log(weight) : -Infinity))
  const logs = new Float64Array(K)
  let [mean, squares] = [0, 0]
  for (let i = 0; i < histories; i++) {
    const truth = alias.draw(rng)
    logs.set(logPrior)
    for (let t = 0; t < askings; t++) addLogs(mechanism.column(mechanism.respond(truth, rng)), logs)
    const change = largestShare(logs) - mean
    mean += change / (i + 1)
    squares += change * change * (i / (i + 1))
  }
  return { guess: mean, guessError: Math.sqrt(squares / (histories - 1) / histories) }
}

/** Adds the logarithms of a column, up to a constant that all categories share. */
function addLogs(column: ReturnType<Mechanism['column']>, logs: Float64Array): void {
  if (column.kind === 'levels') {
    const { set, point, logBase, logLevel, logPeak } = column
    for (const x of set) if (x !== point) logs[x] += logLevel - logBase
    if (point >= 0) logs[point] += logPeak - logBase
  } else {
    const values = columnLogValues(column)
    for (let x = 0; x < logs.length; x++) logs[x] += values[x]
  }
}

function largestShare(logs: Float64Array): number {
  let most = -Infinity
  for (const value of logs) if (value > most) most = value
  let total = 0
  for (const value of logs) total += exp(value - most)
  return 1 / total
}
