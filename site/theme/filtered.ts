import type { Filter, Point } from '../findings/finding.ts'

/** A filter with its possible and its selected values. */
export interface Choice extends Filter {
  readonly options: readonly string[]
  readonly chosen: string
}

/**
 * The choices of all filters. Each filter offers the values that exist, given the choices before it. A selected value that is not offered
 * is replaced by the first offered one.
 */
export function choicesOf(
  points: readonly Point[],
  filters: readonly Filter[],
  wished: Readonly<Record<string, string>>,
): Choice[] {
  let left = points
  return filters.map(filter => {
    const options = [...new Set(left.map(({ keys }) => keys[filter.key]))]
    const wish = wished[filter.key] ?? filter.initial
    const chosen = options.includes(wish) ? wish : options[0]
    left = left.filter(({ keys }) => keys[filter.key] === chosen)
    return { ...filter, options: options.sort(byNumber), chosen }
  })
}

/** The points that match all choices, from the smallest value to the largest. */
export function pointsAt(points: readonly Point[], choices: readonly Choice[]): Point[] {
  return points
    .filter(({ keys }) => choices.every(({ key, chosen }) => keys[key] === chosen))
    .sort((a, b) => a.value - b.value)
}

/** Compares numbers by size. Words compare as equal, so they keep their order. */
function byNumber(a: string, b: string): number {
  const difference = Number(a.replaceAll(',', '')) - Number(b.replaceAll(',', ''))
  return Number.isNaN(difference) ? 0 : difference
}
