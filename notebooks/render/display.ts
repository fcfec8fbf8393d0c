import { type PlotOptions, plot } from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { record } from './outputs.ts'

/**
 * Draws a plot below the cell, as SVG in the page. If the notebook is run as a plain program, only a line says that there is one.
 *
 * @param options the options of Observable Plot
 * @example
 * display({ caption: 'Squares.', marks: [Plot.dot([1, 2, 3], { x: n => n, y: n => n * n })] })
 */
export function display(options: PlotOptions): void {
  const { document } = parseHTML('<!doctype html><html></html>')
  const html = plot({ ...options, document }).outerHTML
  if (!record({ kind: 'figure', html })) console.log(`[plot] ${options.caption ?? ''}`)
}
