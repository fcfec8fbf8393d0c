import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import type { TruthBin } from '../../../src/report/charts/cell.ts'
import { sweepCharts } from '../../../src/report/charts/sweep-charts.ts'
import { cell, drawPanel } from '../../support/cells.ts'

const BIN: TruthBin = { from: 0, to: 0.2, count: 40, low: 0, median: 0.1, high: 0.3, dots: [[0.1, 0.1]] }

const SETTINGS = [
  {},
  { users: 10 },
  { sampler: 'sgld' },
  { prior: '0.5' },
  { groupSize: 7 },
  { categories: 3 },
]
const CELLS = SETTINGS.flatMap(changes =>
  [0.5, 1].flatMap(epsilon =>
    ['srr', 'fisher'].map(strategy => cell({ strategy, epsilon, bins: [BIN], ...changes })),
  ),
)

test('every chart has another name, which is one of a file', () => {
  const truths = ['a b.csv:x:0123456789ab', 'a-b.csv:x:0123456789ab', '../../c.csv:x:0123456789ab']
  const charts = sweepCharts([
    ...CELLS,
    ...truths.map(truthName => cell({ truthName, rho: null, bins: [BIN] })),
  ])
  const names = charts.map(chart => chart.name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z][\w.-]{1,150}$/)
})

test('every cell is drawn once in the boxes, the table and the estimates', () => {
  const drawn = (name: string, label: string, element: string) =>
    sweepCharts(CELLS)
      .filter(chart => chart.name.startsWith(name))
      .flatMap(chart => chart.panels)
      .reduce((sum, panel) => sum + drawPanel(panel).marks(label, element).length, 0)
  expect(drawn('total-variation', 'bar', 'rect')).toBe(CELLS.length)
  expect(drawn('subset-size', 'cell', 'rect')).toBe(CELLS.length)
  expect(drawn('estimate-against-truth', 'rect', 'rect')).toBe(CELLS.length)
})

test('nothing is drawn in white or black: text and lines have the colour of the text around them', () => {
  const colours = sweepCharts(CELLS)
    .flatMap(chart => chart.panels)
    .flatMap(panel =>
      [...drawPanel(panel).svg.matchAll(/ (?:fill|stroke)="([^"]+)"/g)].map(([, colour]) => colour),
    )
  expect(new Set(colours)).toEqual(new Set(['currentColor', 'none', '#0072b2', '#d55e00']))
})

test('the builders can go to a browser: all that they import at run time is Plot', () => {
  const seen = new Map<string, string[]>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext },
    })
    const names = ts.preProcessFile(outputText, true, true).importedFiles.map(({ fileName }) => fileName)
    seen.set(
      file,
      names.filter(name => !name.startsWith('.')),
    )
    for (const name of names) if (name.startsWith('.')) visit(join(dirname(file), name))
  }
  const folder = join(import.meta.dirname, '../../../src/report/charts')
  for (const name of readdirSync(folder)) visit(join(folder, name))
  expect(seen.size).toBeGreaterThan(10)
  expect(new Set([...seen.values()].flat())).toEqual(new Set(['@observablehq/plot']))
})
