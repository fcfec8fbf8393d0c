import { expect, test } from 'vitest'
import type { TruthBin } from '../../../src/report/charts/cell.ts'
import { estimateAgainstTruth } from '../../../src/report/charts/estimate-against-truth.ts'
import { cell, drawPanel, question } from '../../support/cells.ts'

const BINS: TruthBin[] = [
  { from: 0, to: 0.01, count: 40, low: 0.001, median: 0.02, high: 0.05, dots: [[0.005, 0.01]] },
  {
    from: 0.2,
    to: 0.25,
    count: 3,
    low: 0.1,
    median: 0.2,
    high: 0.3,
    dots: [
      [0.22, 0.3],
      [0.24, 0.1],
    ],
  },
]

test('boxes, bars and dots stand where the scales have their values; bins of few have dots alone', () => {
  const [{ panels }] = estimateAgainstTruth([cell({ bins: BINS })])
  const { at, marks, scale } = drawPanel(panels[0])
  expect(['x', 'y'].map(name => scale(name as 'x')!.exponent)).toEqual([0.5, 0.5])
  const near = (name: 'x' | 'y', ...values: number[]) =>
    values.map(value => expect.closeTo(at(name, value), 1))
  const boxes = marks('rect', 'rect')
  expect(question(boxes, 'x')).toEqual(near('x', 0))
  expect(question(boxes, 'y')).toEqual(near('y', 0.05))
  expect(question(boxes, 'height')[0]).toBeCloseTo(at('y', 0.001) - at('y', 0.05), 1)
  expect(question(marks('rule', 'line'), 'y1')).toEqual(near('y', 0.02))
  expect(question(marks('dot', 'circle'), 'cx')).toEqual(near('x', 0.005, 0.22, 0.24))
  expect(question(marks('dot', 'circle'), 'cy')).toEqual(near('y', 0.01, 0.3, 0.1))
})

test('the dashed line is where estimate and truth are equal', () => {
  const [{ panels }] = estimateAgainstTruth([cell({ bins: BINS })])
  const { at, marks, scale } = drawPanel(panels[0])
  const [, end] = scale('x')!.domain as [number, number]
  expect(end).toBe(0.3)
  const [, x, y] = /L([\d.]+),([\d.]+)/.exec(marks('line', 'path')[0].getAttribute('d')!)!
  expect([Number(x), Number(y)]).toEqual([at('x', end), at('y', end)].map(value => expect.closeTo(value, 1)))
})

test('each truth has a chart, with a panel for each strategy and level on the same scales', () => {
  const charts = estimateAgainstTruth([
    cell({ bins: BINS }),
    cell({ bins: BINS, epsilon: 5 }),
    cell({ bins: BINS.slice(0, 1), strategy: 'fisher' }),
    cell({ bins: BINS, rho: null, truthName: 'jobs.csv:job:0123456789ab' }),
  ])
  expect(charts.map(chart => chart.name)).toEqual([
    'estimate-against-truth-dirichlet-0.1',
    'estimate-against-truth-jobs.csv-job-0123456789ab',
  ])
  expect(charts[0].panels.map(panel => panel.heading)).toEqual(['srr, ε = 1', 'srr, ε = 5', 'fisher, ε = 1'])
  for (const panel of charts[0].panels) expect(drawPanel(panel).scale('y')!.domain).toEqual([0, 0.3])
  expect(charts[1].subtitle).toMatch(/^job \(jobs\.csv\), K = 10/)
})

test('the caption says so where the bins do not hold all runs', () => {
  const caption = (binnedRuns: number) =>
    estimateAgainstTruth([cell({ bins: BINS, runs: 2000, binnedRuns })])[0].caption.join(' ')
  expect(caption(2000)).toContain('over categories and runs.')
  expect(caption(1000)).toContain('over categories and the first 1,000 runs.')
})

test('cells without bins have no panel', () => {
  expect(estimateAgainstTruth([cell()])).toEqual([])
})
