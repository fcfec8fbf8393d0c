import type { PageGroups } from './data.ts'

/** Keys by which groups can be sorted. */
export const ORDERS = ['estimate', 'people', 'pooled − separate', 'name'] as const

/** Key by which groups are sorted. */
export type GroupOrder = (typeof ORDERS)[number]

/**
 * The indices of a run's groups in an order: by the estimate of a category, the number of people or the distance between the pooled and the
 * separate estimate, largest first; or by name.
 */
export function orderOfGroups(shown: PageGroups, category: number, order: GroupOrder): number[] {
  const { groups } = shown
  const size = (g: number) => {
    const { people, estimate, separate } = groups[g]
    if (order === 'people') return people
    return order === 'estimate'
      ? estimate[category]
      : Math.abs(estimate[category] - separate.estimate[category])
  }
  const byName = (g: number, h: number) =>
    groups[g].name.localeCompare(groups[h].name, 'en', { numeric: true })
  const places = [...groups.keys()]
  return places.sort((g, h) => (order === 'name' ? 0 : size(h) - size(g)) || byName(g, h))
}
