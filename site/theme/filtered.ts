import type { Filter, Point } from '../findings/finding.ts'

/** A filter with what can be chosen, and what is. */
export interface Choice extends Filter {
  readonly options: readonly string[]
  readonly chosen: string
}

/**
 * What can be chosen where: each filter offers what there is, given the choices before it. A choice that is not offered gives way to
 * the first that is.
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

/** The points that all choices leave, from the smallest value to the largest. */
export function pointsAt(points: readonly Point[], choices: readonly Choice[]): Point[] {
  return points
    .filter(({ keys }) => choices.every(({ key, chosen }) => keys[key] === chosen))
    .sort((a, b) => a.value - b.value)
}

/** Numbers by size; words stay where they are. */
function byNumber(a: string, b: string): number {
  const difference = Number(a.replaceAll(',', '')) - Number(b.replaceAll(',', ''))
  return Number.isNaN(difference) ? 0 : difference
}
