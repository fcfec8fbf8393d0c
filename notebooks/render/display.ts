import { type PlotOptions, plot } from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { record } from './outputs.ts'

/** The width of a drawing for a phone, in pixels: shrunk to it, a wide one would have labels that nobody can read. */
const NARROW = 342

/** Labels of 12 pixels, larger than those of Observable Plot, stand clear of the axes that they name. */
const ROOM = { marginTop: 28, marginBottom: 40 }

/**
 * Draws a plot below the cell, as SVG in the page: once as it is asked for, and once for narrow windows; the page shows one of them.
 * If the notebook is run as a plain program, only a line says that there is one.
 *
 * @param options the options of Observable Plot
 * @example
 * display({ caption: 'Squares.', marks: [Plot.dot([1, 2, 3], { x: n => n, y: n => n * n })] })
 */
export function display(options: PlotOptions): void {
  const html = draw(options, 'wide') + draw({ ...options, width: NARROW }, 'narrow')
  if (!record({ kind: 'figure', html })) console.log(`[plot] ${options.caption ?? ''}`)
}

function draw(options: PlotOptions, name: string): string {
  const { document } = parseHTML('<!doctype html><html></html>')
  const drawn = plot({ ...ROOM, ...options, document }).outerHTML
  return `<div class="${name}">${drawn.startsWith('<figure') ? drawn : `<figure>${drawn}</figure>`}</div>`
}
