import { mean as meanOf } from '../../arrays/sums.ts'
import { requireBoolean, requireNumber, requireOptions } from '../../check/check.ts'
import { LEVEL_RANGE } from '../../check/ranges.ts'
import { Domain } from '../../domain/domain.ts'
import type { CategoriesKind, OrderedKind } from '../../domain/kind.ts'
import type { OrderedQuestion } from '../../domain/question.ts'
import { isOrdered } from '../../domain/read-question.ts'
import { beliefOf, cellOf, type Functional } from '../../query/functional.ts'
import { distributionOf, expectationOf, quantileOf } from '../../query/of-numbers.ts'
import { type Askable, askable, scalarOfQuery } from '../../query/of-query.ts'
import type { Scalar } from '../../query/scalar.ts'
import type { Posterior } from '../chains/posterior.ts'
import { plain } from '../chains/posterior-json.ts'
import { type NumericEstimateJSON, numericJSON } from './numeric-json.ts'
import { simultaneousBand } from './simultaneous-band.ts'

/** Estimate of a number: the posteriors of its density and of any functional, in the units of the range. */
export interface NumericEstimate extends Askable {
  /** The question. */
  readonly question: OrderedQuestion
  /** The posterior of the cells, in their order. The first and the last are below and above, if there are such cells. */
  readonly cells: Posterior
  /** The posterior mean of the mass of each bin, whole number or step; with `below` and `above` it sums to 1. */
  readonly density: Float64Array
  /** The share of values below the range; 0 without such a cell. */
  readonly below: Scalar
  /** The share of values above the range; 0 without such a cell. */
  readonly above: Scalar
  /** The p-quantile of the value, clamped to the range, p above 0 and below 1; `warning` is set if it is an end of the range. */
  quantile(p: number): Scalar & { readonly warning?: string }
  /** The mean of the value, clamped to the range. */
  readonly expectation: Scalar
  /** `P(X ≤ x)`, for x in the range. */
  distributionFunction(x: number): Scalar
  /**
   * A band for the mass of each bin: each bin is within it with this probability or, if it is `simultaneous`, all of them together.
   * Vectors of length `bins`.
   */
  band(
    level: number,
    options?: { readonly simultaneous?: boolean },
  ): { lower: Float64Array; upper: Float64Array }
  /** Warnings about the draws or the range, in words. */
  readonly warnings: readonly string[]
  /** The estimate as plain data, without draws, for `JSON.stringify`. */
  toJSON(): NumericEstimateJSON
}

/**
 * Mass of a bin above which it may be a lump, which no smooth density has; its smallest ratio to the mass of neighbouring bins; and the
 * number of bins below which they are too coarse to tell.
 */
const LUMP = 0.1
const ABOVE_NEIGHBOURS = 1.5
const LEAST_BINS_FOR_LUMPS = 20
/** Smallest share outside of the range with a warning, and the largest posterior probability of a smaller one. */
const OUTSIDE = 0.01
const DOUBT = 0.05

/** The estimate of a number, from the posterior of its cells. */
export function numericEstimate(range: OrderedKind, cells: Posterior): NumericEstimate {
  const { bins, first } = range
  const of = (functional: Functional) => beliefOf(functional, cells.draws, range.cells)
  const below = of(first === 1 ? cellOf(0) : NOBODY)
  const above = of(first === 1 ? cellOf(bins + 1) : NOBODY)
  const inside = (vector: Float64Array) => vector.slice(first, first + bins)
  return {
    question: range.toJSON(),
    cells,
    density: inside(cells.mean),
    below,
    above,
    of: query => scalarOfQuery(query, { domain: Domain.one(range.toJSON()) }, () => cells.draws),
    quantile(p) {
      const scalar = of(quantileOf(range, p))
      const end = p <= below.mean ? 'below' : p > 1 - above.mean ? 'above' : undefined
      if (end === undefined) return scalar
      const warning = `The ${p}-quantile lies ${end} the range, so that its end is given; a wider range would show it.`
      return { ...scalar, warning }
    },
    expectation: of(expectationOf(range)),
    distributionFunction: x => of(distributionOf(range, x)),
    band(level, options = {}) {
      requireNumber('level', level, LEVEL_RANGE)
      requireOptions(options, { simultaneous: true }, 'band')
      if (requireBoolean('simultaneous', options.simultaneous ?? false)) {
        return simultaneousBand(cells.draws, range.cells, first, bins, level)
      }
      const [lower, upper] = cells.interval(level)
      return { lower: inside(lower), upper: inside(upper) }
    },
    warnings: [...cells.warnings, ...warningsAbout(range, cells)],
    toJSON() {
      const { cells: _, ...rest } = this
      return plain({ ...rest, ...numericJSON(this) }) as NumericEstimateJSON
    },
  }
}

/** Estimate from the posterior of a question's cells: the posterior itself for categories, otherwise the estimate of the number. */
export function estimateOf(
  kind: CategoriesKind | OrderedKind,
  cells: Posterior,
): Posterior | NumericEstimate {
  if (isOrdered(kind)) return numericEstimate(kind, cells)
  return kind.names ? askable(cells, { domain: Domain.one(kind.names) }, () => cells.draws) : cells
}

/** Warnings about the range of a number; empty for categories. */
export function rangeWarnings(kind: CategoriesKind | OrderedKind, cells: Posterior): string[] {
  return isOrdered(kind) ? warningsAbout(kind, cells) : []
}

/** The posterior of the cells of a question's estimate. */
export function cellsOf(estimate: Posterior | NumericEstimate): Posterior {
  return 'cells' in estimate ? (estimate as NumericEstimate).cells : estimate
}

/** The share of a cell that does not exist. */
const NOBODY: Functional = { name: 'the share of nobody', value: () => 0 }

function outsideOf({ bins, first }: OrderedKind): Functional {
  if (first === 0) return NOBODY
  return { name: 'the share outside', value: (theta, start) => theta[start] + theta[start + bins + 1] }
}

function warningsAbout(range: OrderedKind, { mean, draws }: Posterior): string[] {
  const { bins, first, from, to, edges, kind } = range
  const outside = beliefOf(outsideOf(range), draws, range.cells)
  const warnings: string[] = []
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  if (outside.quantile(DOUBT) > OUTSIDE) {
    warnings.push(
      `About ${percent(outside.mean)} of the values lie outside of ${from} to ${to}; the mean and the quantiles are those of values clamped to the range.`,
    )
  }
  const inside = mean.subarray(first, first + bins)
  const heaviest = inside.indexOf(Math.max(...inside))
  const lump = inside[heaviest]
  const beside = [heaviest - 1, heaviest + 1].flatMap(i => inside[i] ?? [])
  const isLump = lump > LUMP && lump > ABOVE_NEIGHBOURS * meanOf(beside)
  if (kind === 'number' && bins >= LEAST_BINS_FOR_LUMPS && isLump) {
    warnings.push(
      `About ${percent(lump)} of the values lie in one bin, from ${edges[heaviest]} to ${edges[heaviest + 1]}: a smooth density spreads such a lump, and bands are too narrow around it.`,
    )
  }
  return warnings
}
