import { describe, expect, test } from 'vitest'
import type { CellKey } from '../../src/report/page/data.ts'
import {
  cellName,
  chooseCells,
  chosenWords,
  sharedWords,
  varyingDimensions,
} from '../../src/report/page/filters.ts'

const CELL: CellKey = {
  strategy: 'srr',
  categories: 20,
  users: 10_000,
  truthName: 'dirichlet:0.1',
  rho: 0.1,
  epsilon: 0.5,
  sampler: 'hmc',
  prior: 'learned',
  groupSize: 1,
  memory: 'all',
  goal: 'none',
}
const CELLS: CellKey[] = [
  { ...CELL, epsilon: 10 },
  { ...CELL, strategy: 'fisher', epsilon: 10 },
  { ...CELL, epsilon: 2 },
  { ...CELL, truthName: 'jobs.csv:job:5feceb66ffc8', rho: null },
]
const dimensions = varyingDimensions(CELLS)

describe('filters', () => {
  test('are of what differs, numbers in increasing order and texts as they come', () => {
    expect(dimensions.map(({ key, values }) => [key, values.map(({ label }) => label)])).toEqual([
      ['strategy', ['srr', 'fisher']],
      ['epsilon', ['0.5', '2', '10']],
      ['truthName', ['ρ = 0.1', 'job (jobs.csv)']],
    ])
    expect(varyingDimensions([])).toEqual([])
  })

  test('what does not differ is said once', () => {
    expect(sharedWords(CELLS)).toBe(
      'Categories K: 20, People n: 10,000, Sampler: hmc, Prior: learned, Group size: 1, Memory: all',
    )
  })

  test('leave the cells that are chosen in every dimension', () => {
    const all = new Map([['epsilon', new Set([0.5, 2, 10])]] as const)
    expect(chooseCells(CELLS, all)).toEqual(CELLS)
    const some = new Map<'epsilon' | 'strategy', Set<string | number>>([
      ['epsilon', new Set([2, 10])],
      ['strategy', new Set(['srr'])],
    ])
    expect(chooseCells(CELLS, some)).toEqual([CELLS[0], CELLS[2]])
    expect(chooseCells(CELLS, new Map([['strategy', new Set<string>()]] as const))).toEqual([])
  })

  test('say what is chosen, where not everything is', () => {
    expect(chosenWords(dimensions, new Map([['epsilon', new Set([0.5, 2, 10])]]))).toBe('')
    const chosen = new Map<'epsilon' | 'strategy', Set<string | number>>([
      ['epsilon', new Set([10, 0.5])],
      ['strategy', new Set(['fisher'])],
    ])
    expect(chosenWords(dimensions, chosen)).toBe('Strategy: fisher; Privacy level ε: 0.5, 10')
  })
})

test('a cell is named by what tells it from others', () => {
  expect(cellName(CELLS[0], dimensions)).toBe('srr, ε = 10, ρ = 0.1')
  expect(cellName(CELLS[3], dimensions)).toBe('srr, ε = 0.5, job (jobs.csv)')
})
