import { requirePackages } from '../data/node-packages.ts'
import { type Figure, PANELS_A_ROW } from './panel.ts'

export const FONT = 'IBM Plex Sans'

const MARGIN = 16
const HEADING_HEIGHT = 26
const LINE_HEIGHT = 16
/** Smallest width of a figure. It leaves room for the title above a single small panel. */
const LEAST_WIDTH = 560
/** Width of a character in ems, estimated on the large side. */
const CHARACTER_WIDTH = 0.54
const INK = '#1a1a1a'
const QUIET_INK = '#555'
/**
 * On a screen, a figure in a page has the colours of the page, by the variables of the palette; outside of a page, it follows the system's
 * light or dark mode. In print, and in programs without media queries, it is dark ink on white.
 */
const STYLE = [
  '@media screen{.adobest{color:var(--ink,#1a1a1a)}.adobest>.paper{fill:var(--paper,#fff)}',
  '.adobest>.quiet{fill:var(--soft,#555)}}@media screen and (prefers-color-scheme:dark){',
  '.adobest{color:var(--ink,#e8ecf1)}.adobest>.paper{fill:var(--paper,#11151b)}.adobest>.quiet{fill:var(--soft,#9aa7b4)}}',
].join('')

/** Draws a figure as one SVG document. Only this function loads Plot and linkedom, which provides the document. */
export async function drawFigure(figure: Figure): Promise<string> {
  const {
    '@observablehq/plot': { plot },
    linkedom: { parseHTML },
  } = await requirePackages('@observablehq/plot', 'linkedom')
  const { document } = parseHTML('<!doctype html><html></html>')
  const { panels, columns = PANELS_A_ROW } = figure
  const rows = Array.from({ length: Math.ceil(panels.length / columns) }, (_, i) =>
    panels.slice(i * columns, (i + 1) * columns),
  )
  const widths = rows.map(row => row.reduce((sum, panel) => sum + panel.plot.width, 0))
  const inner = Math.max(LEAST_WIDTH, ...widths)
  const width = inner + 2 * MARGIN
  const subtitle = wrap(figure.subtitle, inner, 12)
  const caption = figure.caption.flatMap(line => wrap(line, inner, 11))
  const parts: string[] = []
  let top = MARGIN + (1 + subtitle.length) * LINE_HEIGHT + 18
  for (const row of rows) {
    let left = MARGIN
    for (const { heading, plot: options } of row) {
      const { marginLeft = 0 } = options
      parts.push(text(left + marginLeft, top + 14, heading, { size: 13, weight: 600 }))
      const svg = plot({ ...options, document })
      svg.setAttribute('x', String(left))
      svg.setAttribute('y', String(top + HEADING_HEIGHT))
      // The figure sets these attributes once for all its plots. Plot's style sheet is left out, because it is for plots in a page.
      for (const name of ['class', 'font-family', 'font-size']) svg.removeAttribute(name)
      svg.querySelector('style')?.remove()
      parts.push(svg.outerHTML)
      left += options.width
    }
    top += HEADING_HEIGHT + Math.max(...row.map(panel => panel.plot.height)) + LINE_HEIGHT
  }
  const height = top + caption.length * LINE_HEIGHT + MARGIN - 4
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` font-family="${FONT}, system-ui, sans-serif" font-size="11" color="${INK}" role="img" class="adobest">\n`,
    `<style>${STYLE}</style>\n`,
    `<title>${escapeXml(figure.title)}</title>\n<desc>${escapeXml([figure.subtitle, ...figure.caption].join(' '))}</desc>\n`,
    `<rect width="${width}" height="${height}" fill="white" class="paper"/>\n`,
    text(MARGIN, MARGIN + 14, figure.title, { size: 17, weight: 600 }),
    ...subtitle.map((line, i) =>
      text(MARGIN, MARGIN + 18 + (i + 1) * LINE_HEIGHT, line, { size: 12, isQuiet: true }),
    ),
    ...parts,
    ...caption.map((line, i) => text(MARGIN, top + 8 + i * LINE_HEIGHT, line, { size: 11, isQuiet: true })),
    '</svg>\n',
  ]
    .join('')
    .replace(NO_XML, '�')
}

/** Characters that XML cannot contain, even escaped: control characters and lone surrogates. Names of categories may contain them. */
const NO_XML = /[^\P{Cc}\t\n\r]|[\ud800-\udfff\ufffe\uffff]/gu

/** Breaks a text into lines that are not wider than `width`, between words. */
function wrap(content: string, width: number, size: number): string[] {
  const most = Math.floor(width / (CHARACTER_WIDTH * size))
  const lines = ['']
  for (const word of content.split(' ')) {
    const line = lines.at(-1)!
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + 1 + word.length <= most) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

function text(
  x: number,
  y: number,
  content: string,
  { size, weight = 400, isQuiet = false }: { size: number; weight?: number; isQuiet?: boolean },
): string {
  const colour = isQuiet ? `fill="${QUIET_INK}" class="quiet"` : 'fill="currentColor"'
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" ${colour}>${escapeXml(content)}</text>\n`
}

function escapeXml(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
