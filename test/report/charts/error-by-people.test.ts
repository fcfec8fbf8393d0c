import { expect, test } from 'vitest'
import type { Cell } from '../../../src/report/charts/cell.ts'
import { errorByPeople } from '../../../src/report/charts/error-by-people.ts'
import { BOX, cell, drawPanel } from '../../support/cells.ts'

function played(strategy: string, users: number, mean: number, standardError: number | null = 0.01): Cell {
  return cell({ strategy, users, error: { ...BOX, mean, standardError } })
}

/** The points of a path: `M1,2L3,4`, or an area's with its way back. */
function points(path: Element): number[][] {
  return [...path.getAttribute('d')!.matchAll(/([\d.]+),([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
}

const CELLS = [
  played('srr', 1000, 0.2),
  played('srr', 10, 0.4),
  played('fisher', 10, 0.5),
  played('fisher', 1000, 0.1, 0.02),
]

test('lines go through the means, and bands reach two standard errors', () => {
  const [{ panels, name, caption }] = errorByPeople(CELLS)
  expect(name).toBe('error-by-people')
  expect(caption.join(' ')).toContain('mean ± 2 standard errors')
  const { at, marks } = drawPanel(panels[0])
  const place = (x: number, y: number) => [at('x', x), at('y', y)].map(value => expect.closeTo(value, 1))
  const [srr, fisher] = marks('line', 'path')
  expect(points(srr)).toEqual([place(10, 0.4), place(1000, 0.2)])
  expect(points(fisher)).toEqual([place(10, 0.5), place(1000, 0.1)])
  const [, band] = marks('area', 'path')
  expect(points(band)).toEqual([place(10, 0.52), place(1000, 0.14), place(1000, 0.06), place(10, 0.48)])
})

test('names stand in the order of the ends, each with the symbol of its line', () => {
  const [{ panels }] = errorByPeople(CELLS)
  const { marks } = drawPanel(panels[0])
  const names = marks('text', 'text').map(text => text.textContent)
  expect(names).toEqual(['fisher', 'srr'])
  const heights = marks('text', 'text').map(text =>
    Number(/,([\d.]+)\)/.exec(text.getAttribute('transform')!)![1]),
  )
  expect(heights[0] - heights[1]).toBeGreaterThan(13.9)
})

test('lines differ in symbol or filling, and dashes with neighbours, for as many strategies as there are', () => {
  const cells = Array.from({ length: 14 }, (_, i) => [
    played(`s${i}`, 10, 0.5 + i / 100),
    played(`s${i}`, 100, 0.3 + i / 100),
  ]).flat()
  const [{ panels }] = errorByPeople(cells)
  const { marks } = drawPanel(panels[0])
  const looks = marks('dot', 'path,circle').map(symbol =>
    [symbol.getAttribute('d') ?? 'circle', symbol.parentElement!.getAttribute('fill')].map(String).join(' '),
  )
  expect(new Set(looks.map(look => look.replace('#', ''))).size).toBe(14)
  const dashes = marks('line', 'path').map(path => path.parentElement!.getAttribute('stroke-dasharray'))
  for (let i = 1; i < dashes.length; i++) expect(dashes[i]).not.toBe(dashes[i - 1])
})

test('a single run has no band, and an error that could be zero has a linear scale', () => {
  const single = errorByPeople([played('srr', 10, 0.4, null), played('srr', 100, 0.2, null)])
  const { marks } = drawPanel(single[0].panels[0])
  const [[, top], , , [, bottom]] = points(marks('area', 'path')[0])
  expect(top).toBe(bottom)
  const wide = errorByPeople([played('srr', 10, 0.4), played('srr', 100, 0.1, 0.2)])
  const { scale, svg } = drawPanel(wide[0].panels[0])
  expect([scale('y')!.type, svg.includes('NaN')]).toEqual(['linear', false])
})

test('a few numbers of people all have their label, whatever their first digit', () => {
  const [{ panels }] = errorByPeople([500, 2000, 8000].map(users => played('srr', users, 0.3)))
  expect(drawPanel(panels[0]).texts).toEqual(expect.arrayContaining(['500', '2,000', '8,000']))
})

test('settings that were played with one number of people have no chart', () => {
  expect(errorByPeople([cell(), cell({ strategy: 'fisher' })])).toEqual([])
  const charts = errorByPeople([...CELLS, cell({ sampler: 'sgld' }), cell({ categories: 3, users: 5 })])
  expect(charts.map(chart => chart.name)).toEqual(['error-by-people-k10-hmc'])
})
