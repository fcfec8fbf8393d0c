import { expect, test } from 'vitest'
import { peopleUntilSettled } from '../../../src/report/charts/people-until-settled.ts'
import { cell, drawPanel, question } from '../../support/cells.ts'

const CELLS = [
  cell({ strategy: 'auto', goal: 'top(1)', people: { mean: 2000, standardError: 250, settled: 1 } }),
  cell({ strategy: 'srr', goal: 'top(1)', people: { mean: 10_000, standardError: 0, settled: 0 } }),
]

test('dots are at the means, lines reach two standard errors, and a strategy with runs that were not settled has a hollow dot', () => {
  const [{ panels, caption }] = peopleUntilSettled(CELLS)
  const { at, marks } = drawPanel(panels[0])
  expect(question(marks('dot', 'circle'), 'cx')).toEqual(
    [2000, 10_000].map(n => expect.closeTo(at('x', n), 6)),
  )
  const [auto] = marks('rule', 'line')
  expect(question([auto], 'x1')[0]).toBeCloseTo(at('x', 1500), 6)
  expect(question([auto], 'x2')[0]).toBeCloseTo(at('x', 2500), 6)
  expect(marks('dot', 'circle').map(dot => dot.parentElement!.getAttribute('fill'))).toEqual([
    '#0072b2',
    'none',
  ])
  expect(caption.join(' ')).toContain('hollow if some were not settled')
})

test('without a goal there is no chart', () => {
  expect(peopleUntilSettled([cell()])).toEqual([])
})
