import { withRoom } from '../../arrays/with-room.ts'
import { type Categories, countCategories } from '../../check/categories.ts'
import { refuse, requireInteger, requireNumber, type Vector } from '../../check/check.ts'
import { plainCopy } from '../../check/plain.ts'
import { log } from '../../elementary/log.ts'
import { type Column, levelColumn, type Pattern } from '../../mechanism/column.ts'
import {
  type Mechanism,
  type Response,
  requireCategory,
  requireMechanism,
} from '../../mechanism/mechanism.ts'
import { probabilities, SMALLEST_NORMAL } from '../../simplex/probabilities.ts'
import {
  type ColumnJSON,
  columnFromJSON,
  columnToJSON,
  mechanismsOfPatterns,
  type PatternJSON,
} from './column-json.ts'
import { ColumnTable } from './column-table.ts'
import { Likelihood, logMixture } from './likelihood.ts'

/** A tally as plain data. */
export interface TallyJSON {
  /** Number of categories K. */
  readonly categories: number
  /** The patterns that columns are shifts of; left out if no column is a shift. */
  readonly patterns?: readonly PatternJSON[]
  /** The distinct columns. */
  readonly columns: readonly ColumnJSON[]
  /** The number of observations of each column. */
  readonly counts: readonly number[]
}

/**
 * The sufficient statistics of a collection: the number of observations of each distinct likelihood column.
 *
 * Equal columns are one column, whatever request they answered; tallies of separate collectors add up.
 */
export class Tally {
  /** Number of categories K. */
  readonly categories: number
  /** The distinct columns, laid out for the samplers. */
  readonly table: ColumnTable
  /** The number of observations of each column; at least `distinct` long. */
  counts = new Float64Array(16)
  /** Number of observations, n. */
  size = 0
  /** Whether all counts are whole numbers, as they are unless answers fade. */
  isWhole = true
  /** The column added last. With `latestCount` it is enough for a sampler that has seen all the earlier ones. */
  latest = 0
  /** How often the column `latest` was added in that call. */
  latestCount = 0
  private readonly likelihood: Likelihood
  private scratch = new Float64Array(16)

  /** @param table the columns of another tally, if the tallies share them */
  constructor(categories: number, table = new ColumnTable(categories)) {
    this.categories = categories
    this.table = table
    this.likelihood = new Likelihood(this.table)
  }

  /** Number of distinct columns. */
  get distinct(): number {
    return this.table.length
  }

  /**
   * Counts a response of a mechanism.
   *
   * @param count how many people gave it, default 1
   * @throws RangeError if the mechanism has another number of categories or cannot give the response, or if the count is not a
   *   whole number, or takes the tally's size beyond 2⁵³ − 1
   */
  add(mechanism: Mechanism, response: Response, count = 1): void {
    requireMechanism(mechanism)
    if (mechanism.categories !== this.categories) {
      refuse("the mechanism's number of categories", mechanism.categories, `the tally's ${this.categories}`)
    }
    this.addColumn(mechanism.column(response), count)
  }

  /**
   * Counts people whose category is public: it passes through no mechanism, and nothing protects it (ε = ∞). Such a person's
   * column is `Pr(category | x) = 1` for x the category and 0 elsewhere, and counts as one observation among the private ones.
   *
   * @param count how many people hold the category, default 1
   * @throws RangeError if there is no such category, or on a count that `add` does not take
   * @example
   * const tally = createTally(2)
   * tally.addPublic(0, 3)
   * tally.addPublic(1)
   * maximumLikelihood(tally).theta // [0.75, 0.25], up to 1e-8
   */
  addPublic(category: number, count = 1): void {
    const { categories } = this
    const point = requireCategory('category', category, categories)
    this.addColumn(levelColumn({ categories, logScale: 0, logBase: -Infinity, point, logPeak: 0 }), count)
  }

  /**
   * Counts a column itself.
   *
   * @throws RangeError, and changes nothing, if the column has another number of categories, or on a count that `add` does not take
   */
  addColumn(column: Column, count: number): void {
    if (column.categories !== this.categories) {
      refuse("the column's number of categories", column.categories, `the tally's ${this.categories}`)
    }
    this.requireRoom('count', requireInteger('count', count, 0))
    if (count > 0) this.addWeighted(column, count)
  }

  /**
   * Counts a column of a tally whose answers may fade: the weight need not be a whole number. It is not checked, because it comes from a
   * tally; external data must use `addColumn`.
   */
  addWeighted(column: Column, weight: number): void {
    const id = this.table.intern(column)
    this.counts = withRoom(this.counts, id + 1)
    this.counts[id] += weight
    this.size += weight
    if (!Number.isInteger(weight)) this.isWhole = false
    this.latest = id
    this.latestCount = weight
  }

  /**
   * Adds another tally's counts to this one.
   *
   * @throws RangeError, and changes nothing, unless the other is a tally with as many categories, and both together have at most
   *   2⁵³ − 1 observations
   */
  merge(other: Tally): void {
    requireTally('the other tally', other)
    if (other.categories !== this.categories) {
      refuse("the other tally's number of categories", other.categories, `${this.categories}, as here`)
    }
    this.requireRoom("the other tally's size", other.size)
    // Copied before the loop, as a tally may be merged with itself.
    const counts = other.counts.slice(0, other.distinct)
    counts.forEach((count, c) => {
      this.addWeighted(other.table.column(c), count)
    })
  }

  /**
   * `ln Π Pr(y_t | θ)`; −Infinity if an observed response is impossible under θ.
   *
   * @throws RangeError unless θ is a probability vector of length K
   */
  logLikelihood(theta: Vector): number {
    const law = probabilities('theta', theta, this.categories)
    const g = this.evaluate(law)
    const { table } = this
    let total = 0
    for (let c = 0; c < this.distinct; c++) {
      const logMass = g[c] >= SMALLEST_NORMAL ? log(g[c]) : logMixture(table.column(c), law)
      total += this.counts[c] * (table.logScale(c) + logMass)
    }
    return total
  }

  /**
   * Gradient of the log-likelihood in the Gamma surrogates φ (θ = φ/Σφ), without the prior:
   * `∂/∂φ_i = Σ_c N_c (p_c(i)/g_c(θ) − 1) / Σφ`.
   *
   * @param phi positive numbers, length K
   * @throws RangeError unless φ is as above, and neither so small nor so large that the gradient is not a finite double
   */
  gradientPhi(phi: Vector): Float64Array {
    if (phi?.length !== this.categories) refuse('phi', phi, `a vector of ${this.categories} numbers`)
    let s = 0
    for (let i = 0; i < phi.length; i++) s += requireNumber(`phi[${i}]`, phi[i], { above: 0 })
    requireNumber('the sum of phi', s)
    const theta = Float64Array.from(phi, value => value / s)
    const g = this.evaluate(theta)
    for (let c = 0; c < this.distinct; c++) g[c] = this.counts[c] / g[c]
    const gradient = new Float64Array(this.categories)
    this.likelihood.combine(g, gradient)
    for (let i = 0; i < gradient.length; i++) {
      gradient[i] = (gradient[i] - this.size) / s
      if (!Number.isFinite(gradient[i])) refuse('phi', phi, 'where the gradient is within the doubles')
    }
    return gradient
  }

  /**
   * A tally of the same columns with other counts, which need not be whole numbers. If most columns have a count of 0, these are left
   * out. The tally is only to be read, and only until this one next changes, because the two may share their columns.
   */
  withCounts(counts: Float64Array): Tally {
    let size = 0
    let live = 0
    let isWhole = true
    for (let c = 0; c < this.distinct; c++) {
      const count = counts[c] ?? 0
      if (count === 0) continue
      live++
      size += count
      if (isWhole && !Number.isInteger(count)) isWhole = false
    }
    const shares = 2 * live >= this.distinct
    const tally = new Tally(this.categories, shares ? this.table : undefined)
    if (shares) tally.counts = withRoom(counts.slice(0, this.distinct), this.distinct)
    else {
      for (let c = 0; c < this.distinct; c++) {
        const count = counts[c] ?? 0
        if (count > 0) tally.addWeighted(this.table.column(c), count)
      }
    }
    tally.size = size
    tally.isWhole = isWhole
    return tally
  }

  /** Another tally of the same observations. */
  copy(): Tally {
    const copy = new Tally(this.categories)
    copy.merge(this)
    return copy
  }

  /** The tally as plain data: `tallyFromJSON` makes an equal one of it. */
  toJSON(): TallyJSON {
    const patterns: Pattern[] = []
    const columns = this.table.mapColumns(column => columnToJSON(column, patterns))
    return {
      categories: this.categories,
      ...(patterns.length > 0 && { patterns: patterns.map(({ request }) => request) }),
      columns,
      counts: Array.from(this.counts.subarray(0, this.distinct)),
    }
  }

  /** Refuses a count that takes the size beyond 2⁵³ − 1, because sums of counts would be rounded. */
  private requireRoom(argument: string, count: number): void {
    const room = Number.MAX_SAFE_INTEGER - this.size
    if (count > room) refuse(argument, count, `at most ${room}, as a tally counts to 2⁵³ − 1 in all`)
  }

  private evaluate(theta: Float64Array): Float64Array {
    if (this.scratch.length < this.distinct) this.scratch = new Float64Array(2 * this.distinct)
    this.likelihood.evaluate(theta, this.scratch)
    return this.scratch
  }
}

/**
 * Checks that a value is a tally, and returns it.
 *
 * @throws RangeError, which names the argument, if it is not
 */
export function requireTally(argument: string, value: unknown): Tally {
  if (!(value instanceof Tally)) refuse(argument, value, 'a tally; tallyFromJSON makes one of JSON data')
  return value
}

/**
 * An empty tally of observations about K categories.
 *
 * @throws RangeError unless `categories` is a whole number, at least 2
 * @example
 * const tally = createTally(2)
 * tally.add(srr({ categories: 2, epsilon: Math.log(3) }), 0, 10)
 * tally.logLikelihood([0.5, 0.5]) // 10 ln ½ = −6.931…
 */
export function createTally(categories: Categories): Tally {
  return new Tally(countCategories(categories))
}

/**
 * A tally from the result of `toJSON`.
 *
 * @throws RangeError if the data are no tally
 * @example
 * const tally = createTally(2)
 * tally.add(srr({ categories: 2, epsilon: 1 }), 0, 10)
 * tallyFromJSON(JSON.parse(JSON.stringify(tally))).size // 10
 */
export function tallyFromJSON(json: TallyJSON): Tally {
  return readTally(json, (tally, column, count, c) => {
    tally.addColumn(column, requireInteger(`counts[${c}]`, count, 1))
  })
}

/** A tally as plain data with which another thread makes the same draws: fractional counts, zeros and rounding included. */
export interface TallyCopy extends TallyJSON {
  readonly size: number
  readonly isWhole: boolean
}

/** The tally as plain data for another thread. */
export function toTallyCopy(tally: Tally): TallyCopy {
  return { ...tally.toJSON(), size: tally.size, isWhole: tally.isWhole }
}

/** A tally from another thread's. */
export function fromTallyCopy({ size, isWhole, ...json }: TallyCopy): Tally {
  const tally = readTally(json, (into, column, count) => into.addWeighted(column, count))
  return Object.assign(tally, { size, isWhole })
}

function readTally(
  json: TallyJSON,
  add: (tally: Tally, column: Column, count: number, c: number) => void,
): Tally {
  // A copy that reads each part of the data once, so that the checked data are the used ones.
  const {
    categories,
    patterns = [],
    columns,
    counts,
  } = plainCopy('tally', json, Infinity) as unknown as TallyJSON
  const tally = createTally(categories)
  if (!Array.isArray(columns) || !Array.isArray(counts) || columns.length !== counts.length) {
    refuse('tally', json, 'an object with as many columns as counts')
  }
  const mechanisms = mechanismsOfPatterns(patterns, categories)
  columns.forEach((column, c) => {
    add(tally, columnFromJSON(column, categories, mechanisms), counts[c], c)
  })
  // The columns are in the table's order, not in the order of answers, so the last one does not tell which observations a sampler has yet
  // to read.
  tally.latestCount = 0
  return tally
}
