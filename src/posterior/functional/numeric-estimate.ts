import { requireBoolean, requireNumber, requireOptions } from '../../check/check.ts'
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

/** What the answers say about a number: its density, and every quantity of it, with their posteriors. In the units of the range. */
export interface NumericEstimate extends Askable {
  /** The question that was asked. */
  readonly question: OrderedQuestion
  /** The posterior of the cells, in their order: below and above are the first and the last, where there are such cells. */
  readonly cells: Posterior
  /** The posterior mean of the mass of each bin, whole number or step; with `below` and `above` it sums to 1. */
  readonly density: Float64Array
  /** The share of values below the range; 0 where there is no such cell. */
  readonly below: Scalar
  /** The share of values above the range; 0 where there is no such cell. */
  readonly above: Scalar
  /** The p-quantile of the value, clamped to the range, p above 0 and below 1; `warning` says if it is an end of the range. */
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
  /** What is wrong with the draws or with the range, in words; empty if nothing is. */
  readonly warnings: readonly string[]
  /** The estimate as plain data, without its draws: what `JSON.stringify` writes. */
  toJSON(): NumericEstimateJSON
}

/** A bin with more mass than this is a lump, which no smooth density has, unless the bins are few. */
const LUMP = 0.1
const LEAST_BINS_FOR_LUMPS = 20
/** A share outside of the range that is worth a word, if the posterior puts no more than this below it. */
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
      requireNumber('level', level, { above: 0, below: 1 })
      requireOptions(options, { simultaneous: true }, 'band')
      if (requireBoolean('simultaneous', options.simultaneous ?? false)) {
        return simultaneousBand(cells.draws, range.cells, first, bins, level)
      }
      const [lower, upper] = cells.interval(level)
      return { lower: inside(lower), upper: inside(upper) }
    },
    warnings: [...cells.warnings, ...warningsAbout(range, cells.mean, of(outsideOf(range)))],
    toJSON() {
      const { cells: _, ...rest } = this
      return plain({ ...rest, ...numericJSON(this) }) as NumericEstimateJSON
    },
  }
}

/** What the posterior of a question's cells says: itself of categories, otherwise the estimate of the number. */
export function estimateOf(
  kind: CategoriesKind | OrderedKind,
  cells: Posterior,
): Posterior | NumericEstimate {
  if (isOrdered(kind)) return numericEstimate(kind, cells)
  return kind.names ? askable(cells, { domain: Domain.one(kind.names) }, () => cells.draws) : cells
}

/** The posterior of the cells of what is believed of a question. */
export function cellsOf(estimate: Posterior | NumericEstimate): Posterior {
  return 'cells' in estimate ? (estimate as NumericEstimate).cells : estimate
}

/** The share of a cell that there is not. */
const NOBODY: Functional = { name: 'the share of nobody', value: () => 0 }

function outsideOf({ bins, first }: OrderedKind): Functional {
  if (first === 0) return NOBODY
  return { name: 'the share outside', value: (theta, start) => theta[start] + theta[start + bins + 1] }
}

function warningsAbout(
  { bins, first, from, to, edges, kind }: OrderedKind,
  mean: Float64Array,
  outside: Scalar,
): string[] {
  const warnings: string[] = []
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  if (outside.quantile(DOUBT) > OUTSIDE) {
    warnings.push(
      `About ${percent(outside.mean)} of the values lie outside of ${from} to ${to}; the mean and the quantiles are those of values clamped to the range.`,
    )
  }
  let heaviest = 0
  for (let i = 1; i < bins; i++) if (mean[first + i] > mean[first + heaviest]) heaviest = i
  const lump = mean[first + heaviest]
  if (kind === 'number' && bins >= LEAST_BINS_FOR_LUMPS && lump > LUMP) {
    warnings.push(
      `About ${percent(lump)} of the values lie in one bin, from ${edges[heaviest]} to ${edges[heaviest + 1]}: a smooth density spreads such a lump, and bands are too narrow around it.`,
    )
  }
  return warnings
}
