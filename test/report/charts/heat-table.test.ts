import { expect, test } from 'vitest'
import { heatTable } from '../../../src/report/charts/heat-table.ts'

const SHARES = [
  [0.1, 0.3, 0.05],
  [0.2, 0.05, 0.3],
]
const cell = (u: number, v: number) => ({ mean: SHARES[u][v], lower: 0, upper: 1 })

test('the question with more categories has the rows, and the likeliest come first', () => {
  const { table, left } = heatTable({
    about: ['sex', 'age'],
    categories: [
      ['f', 'm'],
      ['young', 'middle', 'old'],
    ],
    cell,
  })
  expect(table.names).toEqual(['age', 'sex'])
  // Rows: .30, .35 and .35, of which the first keeps its place; columns: .45, .55.
  expect(table.rows).toEqual(['middle', 'old', 'young'])
  expect(table.columns).toEqual(['m', 'f'])
  expect(table.cells[1]).toMatchObject({ row: 'middle', column: 'f', mean: 0.3 })
  expect(left).toEqual([])
})

test('what a large table leaves out is said', () => {
  const many = Array.from({ length: 20 }, (_, x) => `job ${x}`)
  const { table, left } = heatTable({
    about: ['job', 'sex'],
    categories: [many, ['f', 'm']],
    cell: (u, v) => ({ mean: (u + 1) / 420 + v / 1e4, lower: 0, upper: 1 }),
  })
  expect(table.rows[0]).toBe('job 19')
  expect(table.rows).toHaveLength(16)
  expect(left).toEqual(['the 16 likeliest of 20 of job'])
})
