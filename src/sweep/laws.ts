import { copyList, refuse, requireNumber } from '../check/check.ts'
import { probabilities } from '../simplex/probabilities.ts'
import { totalVariation } from '../simplex/total-variation.ts'

// A run about groups, or about views of several attributes, has laws one after another, in one list.

/** How far rounding may put the end of an interval below 0 or above 1. */
export const ROUNDING = 1e-9

/** The places in such a list at which its laws begin and end. */
function placesOf(sizes: readonly number[]): (readonly [from: number, to: number])[] {
  let to = 0
  return sizes.map(size => {
    const from = to
    to += size
    return [from, to]
  })
}

/** The mean distance of estimates to their truths, of laws of these sizes. */
export function meanDistance(
  estimate: readonly number[],
  truth: readonly number[],
  sizes: readonly number[],
): number {
  let sum = 0
  for (const [from, to] of placesOf(sizes)) {
    sum += totalVariation(estimate.slice(from, to), truth.slice(from, to))
  }
  return sum / sizes.length
}

/** The mean width of intervals, and the share of them that have the truth. */
export function intervalMeasures(
  truth: readonly number[],
  lower: readonly number[],
  upper: readonly number[],
): { intervalWidth: number; coverage: number } {
  return {
    intervalWidth: upper.reduce((sum, high, i) => sum + high - lower[i], 0) / truth.length,
    coverage: truth.filter((value, i) => lower[i] <= value && value <= upper[i]).length / truth.length,
  }
}

/** Laws of these sizes, one after another. */
export function requireLaws(argument: string, value: unknown, sizes: readonly number[]): number[] {
  const length = sizes.reduce((sum, size) => sum + size, 0)
  const laws = copyList(argument, value, length, length, `a list of ${length} numbers`) as number[]
  for (const [from, to] of placesOf(sizes)) probabilities(argument, laws.slice(from, to), to - from)
  return laws
}

/**
 * Checks the ends of intervals in a part of a row.
 *
 * @param path of the part
 * @param length how many there are; undefined where the run records none
 */
export function requireEnds<Lower extends string, Upper extends string>(
  path: string,
  given: { readonly [Name in Lower | Upper]: unknown },
  [lower, upper]: readonly [Lower, Upper],
  length: number | undefined,
): { [Name in Lower | Upper]: number[] | null } {
  const [low, high] = [lower, upper].map(name => {
    if (length !== undefined) {
      return copyList(
        `${path}.${name}`,
        given[name],
        length,
        length,
        `a list of ${length} values`,
      ) as number[]
    }
    if (given[name] !== null) refuse(`${path}.${name}`, given[name], 'null: this run records none')
    return null
  })
  low?.forEach((end, i) => {
    requireNumber(`${path}.${lower}[${i}]`, end, { min: -ROUNDING, max: 1 + ROUNDING })
    requireNumber(`${path}.${upper}[${i}]`, high![i], { min: end, max: 1 + ROUNDING })
  })
  return { [lower]: low, [upper]: high } as { [Name in Lower | Upper]: number[] | null }
}
