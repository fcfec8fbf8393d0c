import type { PlotOptions } from '@observablehq/plot'

/** A plot with its heading, to stand among others in a figure. */
export interface Panel {
  readonly heading: string
  readonly plot: PlotOptions & { readonly width: number; readonly height: number }
}

export interface Figure {
  readonly title: string
  /** Under the title: what was done. */
  readonly subtitle: string
  /** Under the panels, a line each: how to read the marks. */
  readonly caption: readonly string[]
  readonly panels: readonly Panel[]
  /** Panels in a row, default `PANELS_A_ROW`. */
  readonly columns?: number
}

export const FONT = 'IBM Plex Sans'

/** Panels side by side in one row of a figure. */
export const PANELS_A_ROW = 3
const MARGIN = 16
const HEADING_HEIGHT = 26
const LINE_HEIGHT = 16
const INK = '#1a1a1a'
const QUIET_INK = '#555'

/** Draws a figure as one SVG document, on white. Plot and the document that it draws in are loaded here, not before. */
export async function drawFigure(figure: Figure): Promise<string> {
  const [{ plot }, { parseHTML }] = await Promise.all([import('@observablehq/plot'), import('linkedom')])
  const { document } = parseHTML('<!doctype html><html></html>')
  const { panels, caption, columns = PANELS_A_ROW } = figure
  const parts: string[] = []
  let width = 0
  let top = MARGIN + 2 * LINE_HEIGHT + 18
  for (let first = 0; first < panels.length; first += columns) {
    const row = panels.slice(first, first + columns)
    let left = MARGIN
    for (const { heading, plot: options } of row) {
      const { marginLeft = 0 } = options
      parts.push(text(left + marginLeft, top + 14, heading, { size: 13, weight: 600 }))
      const svg = plot({ ...options, document })
      svg.setAttribute('x', String(left))
      svg.setAttribute('y', String(top + HEADING_HEIGHT))
      // The figure says these once for all; a rule for pages that hold a plot has no meaning here.
      for (const name of ['class', 'font-family', 'font-size']) svg.removeAttribute(name)
      svg.querySelector('style')?.remove()
      parts.push(svg.outerHTML)
      left += options.width
    }
    width = Math.max(width, left + MARGIN)
    top += HEADING_HEIGHT + Math.max(...row.map(panel => panel.plot.height)) + LINE_HEIGHT
  }
  const height = top + caption.length * LINE_HEIGHT + MARGIN - 4
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` font-family="${FONT}, system-ui, sans-serif" font-size="11" color="${INK}" role="img">\n`,
    `<title>${escapeXml(figure.title)}</title>\n<desc>${escapeXml([figure.subtitle, ...caption].join(' '))}</desc>\n`,
    `<rect width="${width}" height="${height}" fill="white"/>\n`,
    text(MARGIN, MARGIN + 14, figure.title, { size: 17, weight: 600 }),
    text(MARGIN, MARGIN + 14 + LINE_HEIGHT + 4, figure.subtitle, { size: 12, ink: QUIET_INK }),
    ...parts,
    ...caption.map((line, i) => text(MARGIN, top + 8 + i * LINE_HEIGHT, line, { size: 11, ink: QUIET_INK })),
    '</svg>\n',
  ].join('')
}

function text(
  x: number,
  y: number,
  content: string,
  { size, weight = 400, ink = INK }: { size: number; weight?: number; ink?: string },
): string {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${ink}">${escapeXml(content)}</text>\n`
}

function escapeXml(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
