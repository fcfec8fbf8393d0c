import { expect, test } from 'vitest'
import { priorLaws } from '../../src/catalogue/prior-law.ts'
import { Domain } from '../../src/domain/domain.ts'

const COUNT = 2000

test.each([
  ['categories, whose groups are pooled', Domain.one(3)],
  ['numbers, whose groups are pooled', Domain.one({ from: 0, to: 10, bins: 5 })],
])('groups that are read one by one differ from each other, and are alike a priori: %s', (_, domain) => {
  const by = ['north', 'south', 'east']
  const laws = priorLaws({ domain, ask: 'singles', by }, COUNT)
  const [cells] = domain.sizes
  const [north, south] = [laws([0], ['north']), laws([0], ['south'])]
  let above = 0
  for (let i = 0; i < COUNT; i++) above += Number(north[i * cells + 1] > south[i * cells + 1])
  // A binomial count: five standard deviations, a false alarm in 1.7 million.
  expect(Math.abs(above - COUNT / 2)).toBeLessThan((5 * Math.sqrt(COUNT)) / 2)
  // Twin: the same group is above itself in no draw.
  expect(laws([0], ['north'])).toEqual(north)
})
