import { expect, test } from 'vitest'
import { riskReport } from '../../src/catalogue/report-risk.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { riskRows } from '../../src/report/risk-rows.ts'

/** A row of a summary, as far as risk goes by it. */
const cell = (strategy: string, categories = 20, epsilon = 1) => ({ strategy, categories, epsilon }) as never

test('a row is the report of the channel itself, one for each level and number of categories', () => {
  const rows = riskRows([cell('srr'), cell('srr'), cell('srr', 20, 2), cell('subset-selection', 10)])
  expect(rows.map(({ strategy, categories, epsilon }) => [strategy, categories, epsilon])).toEqual([
    ['srr', 20, 1],
    ['srr', 20, 2],
    ['subset-selection', 10, 1],
  ])
  const reports = [
    riskReport({ mechanism: srr({ categories: 20, epsilon: 1 }) }),
    riskReport({ mechanism: srr({ categories: 20, epsilon: 2 }) }),
    riskReport({ mechanism: subsetSelection({ categories: 10, epsilon: 1 }) }),
  ]
  rows.forEach((row, i) => {
    const { odds, chance, guess, leakage, worstTotalVariation, liarWeight } = reports[i]
    expect(row).toMatchObject({
      odds,
      chance,
      guess,
      leakage,
      worstTotalVariation,
      liarWeight,
      adapts: false,
    })
  })
})

test('a figure that is infinite is null in a row', () => {
  expect(riskRows([cell('srr', 20, 800)])[0].odds).toBeNull()
})

test('strategies that adapt are reported by their first channel, and said to adapt', () => {
  const [auto, honesty] = riskRows([cell('auto'), cell('honesty')])
  expect(auto).toMatchObject({ channel: 'block-design', adapts: true })
  expect(auto.guess).toBeGreaterThan(auto.chance)
  expect(honesty.adapts).toBe(true)
  expect(honesty.odds!).toBeLessThanOrEqual(Math.E * (1 + 1e-12))
})

test('what no channel can be made of by its name has no row', () => {
  expect(riskRows([cell('public-prior'), cell('of-my-own')])).toEqual([])
})
