import { expect, test } from 'vitest'
import { subsetSizes } from '../../../src/report/charts/subset-sizes.ts'
import { cell, drawPanel, question } from '../../support/cells.ts'

const CELLS = [
  cell({ meanSubsetSize: 0 }),
  cell({ meanSubsetSize: 1.25, epsilon: 5 }),
  cell({ meanSubsetSize: 5, strategy: 'fisher' }),
]

test('each cell has its number, and the tint that goes with it', () => {
  const [{ panels, caption }] = subsetSizes(CELLS)
  const { marks, texts, scale } = drawPanel(panels[0])
  expect(marks('text', 'text').map(text => text.textContent)).toEqual(['0.00', '1.25', '5.00'])
  const [none, quarter, full] = question(marks('cell', 'rect'), 'fill-opacity')
  expect(none).toBe(0)
  expect(quarter).toBeCloseTo(full / 4, 10)
  expect(caption.join(' ')).toContain('from 0 to 5')
  expect(texts).toEqual(expect.arrayContaining(['srr', 'fisher', '0.5', 'Privacy level ε'].slice(0, 2)))
  expect(scale('x')!.domain).toEqual([1, 5])
  // Where fisher was not played at ε = 5, there is nothing.
  expect(marks('cell', 'rect')).toHaveLength(3)
})

test('numbers can be read: the deepest tint leaves the text a contrast of 4.5, on white and on near black', () => {
  const [{ panels }] = subsetSizes(CELLS)
  const { marks } = drawPanel(panels[0])
  const deepest = Math.max(...question(marks('cell', 'rect'), 'fill-opacity'))
  const [tint] = marks('cell', 'rect').map(rect => rect.parentElement!.getAttribute('fill')!)
  for (const [paper, ink] of [
    ['#ffffff', '#1a1a1a'],
    ['#161616', '#eeeeee'],
  ]) {
    const behind = rgb(tint).map((value, i) => deepest * value + (1 - deepest) * rgb(paper)[i])
    const [low, high] = [luminance(behind), luminance(rgb(ink))].sort((a, b) => a - b)
    expect((high + 0.05) / (low + 0.05)).toBeGreaterThan(4.5)
  }
})

test('a sweep without subsets has no such chart, nor has a setting in which there are none', () => {
  expect(subsetSizes([cell({ meanSubsetSize: 0 })])).toEqual([])
  const charts = subsetSizes([cell({ meanSubsetSize: 0 }), cell({ users: 300, meanSubsetSize: 2 })])
  expect(charts.map(({ name }) => name)).toEqual(['subset-size-n300'])
})

function rgb(colour: string): number[] {
  return [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))
}

/** Relative luminance of sRGB. */
function luminance(colour: readonly number[]): number {
  const [r, g, b] = colour.map(value => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
