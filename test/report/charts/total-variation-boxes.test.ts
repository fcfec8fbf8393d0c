import { expect, test } from 'vitest'
import { totalVariationBoxes } from '../../../src/report/charts/total-variation-boxes.ts'
import { BOX, cell, drawPanel, question } from '../../support/cells.ts'

const OTHER = { ...BOX, low: 0.12, q1: 0.15, median: 0.2, q3: 0.22, high: 0.3, outliers: [], points: [] }
const CELLS = [cell(), cell({ strategy: 'fisher', error: OTHER })]

test('box, bar, whiskers and outliers stand where the scale has their values', () => {
  const [{ panels }] = totalVariationBoxes(CELLS)
  const { at, marks, scale } = drawPanel(panels[0])
  expect(scale('x')!.type).toBe('log')
  const near = (values: number[]) => values.map(value => expect.closeTo(at('x', value), 1))
  expect(question(marks('tick', 'line'), 'x1')).toEqual(near([BOX.median, OTHER.median]))
  const boxes = marks('bar', 'rect')
  expect(question(boxes, 'x')).toEqual(near([BOX.q1, OTHER.q1]))
  const widths = [BOX, OTHER].map(({ q1, q3 }) => expect.closeTo(at('x', q3) - at('x', q1), 1))
  expect(question(boxes, 'width')).toEqual(widths)
  const [first, ...whiskers] = marks('rule', 'line')
  expect(question([first], 'x1')).toEqual(near([BOX.median]))
  expect(question(whiskers, 'x1')).toEqual(near([BOX.low, OTHER.low, BOX.q3, OTHER.q3]))
  expect(question(whiskers, 'x2')).toEqual(near([BOX.q1, OTHER.q1, BOX.high, OTHER.high]))
  expect(question(marks('dot', 'circle'), 'cx')).toEqual(near(BOX.outliers as number[]))
})

test('strategies stand in the order of the cells, also where the first panel lacks one', () => {
  const [{ panels }] = totalVariationBoxes([
    cell({ epsilon: 2 }),
    cell({ strategy: 'fisher', epsilon: 1 }),
    cell({ strategy: 'fisher', epsilon: 2 }),
  ])
  for (const panel of panels) expect(drawPanel(panel).scale('y')!.domain).toEqual(['srr', 'fisher'])
  expect(panels.map(panel => panel.heading)).toEqual(['ρ = 0.1, ε = 1', 'ρ = 0.1, ε = 2'])
})

test('the scales are linear where no panel spans a ratio of two, or a run hit the truth', () => {
  const types = [
    { ...BOX, low: 0.4, high: 0.7, outliers: [] },
    { ...BOX, low: 0, outliers: [] },
  ].map(error => {
    const [{ panels }] = totalVariationBoxes([cell({ error })])
    const { scale, svg, texts } = drawPanel(panels[0])
    expect(svg).not.toContain('NaN')
    return [scale('x')!.type, texts.includes('Total variation distance')]
  })
  expect(types).toEqual(Array(2).fill(['linear', true]))
})

test('what is neither truth nor level has a chart of its own, and no box is in two of them', () => {
  const cells = [
    cell(),
    cell({ users: 300, error: OTHER }),
    cell({ sampler: 'sgld', prior: '1' }),
    cell({ rho: 1, truthName: 'dirichlet:1' }),
  ]
  const charts = totalVariationBoxes(cells)
  expect(charts.map(({ name, subtitle, panels }) => [name, subtitle, panels.length])).toEqual([
    [
      'total-variation-n1000-hmc-prior-learned',
      'K = 10 categories, n = 1,000 people, sampler hmc, prior learned, group size 1; 6 runs each',
      2,
    ],
    [
      'total-variation-n300-hmc-prior-learned',
      'K = 10 categories, n = 300 people, sampler hmc, prior learned, group size 1; 6 runs each',
      1,
    ],
    [
      'total-variation-n1000-sgld-prior-1',
      'K = 10 categories, n = 1,000 people, sampler sgld, prior 1, group size 1; 6 runs each',
      1,
    ],
  ])
  const boxes = charts.flatMap(({ panels }) =>
    panels.map(panel => drawPanel(panel).marks('bar', 'rect').length),
  )
  expect(boxes).toEqual([1, 1, 1, 1])
})
