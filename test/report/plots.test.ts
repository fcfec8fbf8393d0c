import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { boxPlot } from '../../src/report/box-plot.ts'
import { differencePlot } from '../../src/report/difference-plot.ts'
import { renderPng } from '../../src/report/png.ts'
import { TONE } from '../../src/report/strategy-panels.ts'
import { pairedDifferences } from '../../src/report/strategy-summary.ts'
import { comparisonRows } from '../support/comparison.ts'

const ROWS = comparisonRows({
  '5': { srr: [0.02, 0.03, 0.04], 'a-long-name@0.9': [0.01, 0.012, 0.02], fisher: [0.1, 0.2, 0.9] },
  '0.5': { srr: [0.4, 0.5, 0.6], 'a-long-name@0.9': [0.3, 0.35, 0.4], fisher: [0.2, 0.25, 0.3] },
})
const HEADING = { title: 'Errors & <others>', subtitle: 'K = 4, 3 runs' }

const parse = (svg: string) => parseHTML(`<!doctype html><body>${svg}</body>`).document
const texts = (svg: string) => [...parse(svg).querySelectorAll('text')].map(text => text.textContent)

/** What a mark is drawn with, panel by panel. */
function marks(svg: string, label: string) {
  return [...parse(svg).querySelectorAll('svg svg')].map(panel => [
    ...panel.querySelectorAll(`[aria-label="${label}"]`),
  ])
}

test('a box plot is one SVG document that says what it shows', async () => {
  const svg = await boxPlot(ROWS, HEADING)
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+/)
  expect(svg).toContain('<title>Errors &amp; &lt;others&gt;</title>')
  const found = texts(svg)
  for (const text of ['Errors & <others>', HEADING.subtitle]) expect(found).toContain(text)
  expect(found.filter(text => text === 'Total variation distance to the truth')).toHaveLength(2)
  expect(found.join(' ')).toMatch(/Dashed line: median of srr. Each panel has its own logarithmic scale./)
})

test('levels stand from the smallest on, strategies in the order of the rows, named once a row of panels', async () => {
  const found = texts(await boxPlot(ROWS, HEADING))
  expect(found.filter(text => text?.startsWith('ε'))).toEqual(['ε = 0.5', 'ε = 5'])
  expect(found.filter(text => ['srr', 'a-long-name@0.9', 'fisher'].includes(text!))).toEqual([
    'srr',
    'a-long-name@0.9',
    'fisher',
  ])
})

test('every strategy has a box and a median in every panel, and the medians stand in order', async () => {
  const svg = await boxPlot(ROWS, HEADING)
  for (const panel of marks(svg, 'bar')) expect(panel[0].querySelectorAll('rect')).toHaveLength(3)
  const [low, high] = marks(svg, 'tick').map(([panel]) =>
    [...panel.querySelectorAll('line')].map(line => Number(line.getAttribute('x1'))),
  )
  const [srr, long, fisher] = low
  expect(fisher).toBeLessThan(long)
  expect(long).toBeLessThan(srr)
  expect(high[1]).toBeLessThan(high[0])
  expect(high[0]).toBeLessThan(high[2])
})

test('the whiskers are those of the charts of sweeps: of many runs, those far from the others are dots, of few all', async () => {
  const many = Array.from({ length: 20 }, (_, i) => 0.2 + i / 100)
  for (const [srr, fisher, count] of [
    [[...many, 0.9], many, 1],
    [[0.1, 0.11, 0.12, 0.13, 0.5], [0.2, 0.21, 0.22, 0.23, 0.24], 10],
  ] as const) {
    const svg = await boxPlot(comparisonRows({ '1': { srr, fisher } }), HEADING)
    const [[dots]] = marks(svg, 'dot')
    expect(dots.querySelectorAll('circle')).toHaveLength(count)
  }
  const svg = await boxPlot(ROWS, HEADING)
  expect(texts(svg).join(' ')).toContain('Whiskers: runs within 1.5 interquartile ranges of the box.')
})

test('where a run hit the truth exactly the scale is linear, from zero', async () => {
  const svg = await boxPlot(comparisonRows({ '1': { srr: [0, 0.5], fisher: [0.1, 0.2] } }), HEADING)
  expect(texts(svg)).toContain('0')
  expect(svg).not.toContain('logarithmic')
  expect(svg).not.toContain('NaN')
})

test('a difference plot has a mean and its reach for all but the reference, and a line at zero', async () => {
  const svg = await differencePlot(pairedDifferences(ROWS, 'srr'), 'srr', HEADING)
  for (const panel of marks(svg, 'dot')) expect(panel[0].querySelectorAll('circle')).toHaveLength(2)
  expect(texts(svg).filter(text => text === 'Difference in total variation from srr')).toHaveLength(2)
  expect(texts(svg)).not.toContain('srr')
  expect(svg).not.toContain('NaN')
})

test('a PNG is twice as wide as the drawing, on white, with its text drawn in the font of the package', async () => {
  const svg = await boxPlot(ROWS, HEADING)
  const png = Buffer.from(await renderPng(svg))
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  const [, width] = /width="([\d.]+)"/.exec(svg)!
  expect(png.readUInt32BE(16)).toBe(Math.round(2 * Number(width)))
  const other = await renderPng(svg.replaceAll(HEADING.subtitle, 'K = 5, 3 runs'))
  expect(png.equals(other)).toBe(false)
  expect(Buffer.from(await renderPng(svg.replaceAll('IBM Plex Sans', 'No Such Font'))).equals(png)).toBe(true)
})

test('the tone differs from the ink in grey, on light and on dark paper: their luminances are 3.5 to 1 or more', () => {
  const luminance = (colour: string) => {
    const [r, g, b] = [1, 3, 5].map(at => (Number.parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
  }
  expect(luminance(TONE) / luminance('#1a1a1a')).toBeGreaterThan(3.5)
  expect(luminance('#e8ecf1') / luminance(TONE)).toBeGreaterThan(3.5)
})

test('a figure follows its page or the system into the dark, and is dark on white where no style is read', async () => {
  const svg = await differencePlot(pairedDifferences(ROWS, 'srr'), 'srr', HEADING)
  expect(svg).toMatch(/<style>[^<]*prefers-color-scheme:dark[^<]*<\/style>/)
  expect(svg).toContain('fill="white" class="paper"')
  // No mark has a dark colour of its own.
  const plain = svg.replace(/<style>.*?<\/style>/s, '')
  expect(plain.match(/(?:fill|stroke)="(?:black|#0|#1)[^"]*"/g)).toBeNull()
  const png = Buffer.from(await renderPng(svg))
  expect(Buffer.from(await renderPng(svg.replace(/<style>.*?<\/style>/s, ''))).equals(png)).toBe(true)
})
