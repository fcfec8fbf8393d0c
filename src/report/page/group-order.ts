import type { PageGroups } from './data.ts'

/** What groups can be sorted by. */
export const ORDERS = ['estimate', 'people', 'pooled − separate', 'name'] as const

/** What groups are sorted by. */
export type GroupOrder = (typeof ORDERS)[number]

/**
 * The places of a run's groups in an order: the largest estimates of a category, the most people or the largest distance between the pooled
 * and the separate estimate first, or by name.
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
