import { expect, test } from 'vitest'
import { drawFigure } from '../../src/report/figure.ts'
import { renderPng } from '../../src/report/png.ts'

test('a name with characters that XML does not have is drawn, with others in their place', async () => {
  const name = 'a\u0000\u001b[31mb\ud800c\ufffed'
  const svg = await drawFigure({
    title: name,
    subtitle: `of ${name}`,
    caption: [name],
    panels: [
      { heading: name, plot: { width: 300, height: 100, x: { label: name, domain: [0, 1] }, marks: [] } },
    ],
  })
  expect(svg).toContain('>a��[31mb�c�d</text>')
  expect(svg).toMatch(/^[\n\P{Cc}]*$/u)
  expect((await renderPng(svg)).length).toBeGreaterThan(100)
})
