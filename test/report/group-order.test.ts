import { expect, test } from 'vitest'
import type { PageGroups } from '../../src/report/page/data.ts'
import { orderOfGroups } from '../../src/report/page/group-order.ts'

const shown = {
  groups: ['b', 'c', 'a', 'a10', 'a9'],
  people: [10, 30, 20, 5, 5],
  categories: 2,
  estimate: [0.2, 0.8, 0.5, 0.5, 0.3, 0.7, 0.1, 0.9, 0.1, 0.9],
  separate: [0.6, 0.4, 0.5, 0.5, 0.2, 0.8, 0.1, 0.9, 0.1, 0.9],
} as unknown as PageGroups

test.each([
  ['estimate', 0, ['c', 'a', 'b', 'a9', 'a10']],
  ['estimate', 1, ['a9', 'a10', 'b', 'a', 'c']],
  ['people', 0, ['c', 'a', 'b', 'a9', 'a10']],
  ['pooled − separate', 0, ['b', 'a', 'a9', 'a10', 'c']],
  ['name', 0, ['a', 'a9', 'a10', 'b', 'c']],
] as const)('groups are sorted by %s, of category %i', (order, category, names) => {
  expect(orderOfGroups(shown, category, order).map(g => shown.groups[g])).toEqual(names)
})
