import { refuse, requireNumber, requireOptions } from '../check/check.ts'
import { BandSums, type End } from './band-sums.ts'
import { type Mixture, RATES } from './mixture.ts'

/** The sums of one end of all intervals, as plain data. */
export interface EndJSON {
  /** The sum of the scores of every category. */
  readonly sums: readonly number[]
  /** 29 sums of penalties for every category; null stands for Infinity. */
  readonly penalties: readonly (number | null)[]
}

/** Below or above such a variance, rates would be too large or too small for doubles. */
const VARIANCES = { min: 1e-300, max: 1e300 }

/** Checks the variance of a stored mixture. */
export function requireVariance(variance: unknown): number {
  return requireNumber('variance', variance, VARIANCES)
}

/** The sums of an end before the first answer. */
export function noSums(end: End, mixture: Mixture, categories: number): BandSums {
  return new BandSums(end, mixture, new Float64Array(categories), new Float64Array(categories * RATES))
}

/**
 * Reads the sums of an end from plain data.
 *
 * @throws RangeError if they are not such sums
 */
export function sumsFromJSON(end: End, mixture: Mixture, categories: number, json: EndJSON): BandSums {
  const { sums, penalties } = requireOptions(json, { sums: true, penalties: true }, end)
  return new BandSums(
    end,
    mixture,
    requireList(`${end}.sums`, sums, categories, value => requireNumber(`${end}.sums`, value)),
    requireList(`${end}.penalties`, penalties, categories * RATES, value =>
      value === null ? Infinity : requireNumber(`${end}.penalties`, value, { min: 0 }),
    ),
  )
}

export function sumsToJSON(sums: BandSums | undefined): EndJSON {
  return {
    sums: Array.from(sums?.sums ?? []),
    penalties: Array.from(sums?.penalties ?? [], value => (value === Infinity ? null : value)),
  }
}

function requireList(
  argument: string,
  list: unknown,
  length: number,
  read: (value: unknown) => number,
): Float64Array {
  if (!Array.isArray(list) || list.length !== length) refuse(argument, list, `a list of ${length} numbers`)
  return Float64Array.from(list, read)
}
