import { expect, test } from 'vitest'
import type { PageGroups } from '../../src/report/page/data.ts'
import { orderOfGroups } from '../../src/report/page/group-order.ts'

const group = (name: string, people: number, share: number, alone: number) => ({
  ...{ name, people, estimate: [share, 1 - share], separate: { estimate: [alone, 1 - alone] } },
})
const groups = [
  group('b', 10, 0.2, 0.6),
  group('c', 30, 0.5, 0.5),
  group('a', 20, 0.3, 0.2),
  group('a10', 5, 0.1, 0.1),
  group('a9', 5, 0.1, 0.1),
]
const shown = { categories: 2, groups } as unknown as PageGroups

test.each([
  ['estimate', 0, ['c', 'a', 'b', 'a9', 'a10']],
  ['estimate', 1, ['a9', 'a10', 'b', 'a', 'c']],
  ['people', 0, ['c', 'a', 'b', 'a9', 'a10']],
  ['pooled − separate', 0, ['b', 'a', 'a9', 'a10', 'c']],
  ['name', 0, ['a', 'a9', 'a10', 'b', 'c']],
] as const)('groups are sorted by %s, of category %i', (order, category, names) => {
  expect(orderOfGroups(shown, category, order).map(g => groups[g].name)).toEqual(names)
})
