import { plot } from '@observablehq/plot'
import { type Figure, PANELS_A_ROW } from '../panel.ts'

const SVG = 'http://www.w3.org/2000/svg'
const HEADING_HEIGHT = 24
const ROW_GAP = 12

/** Draws the panels of a chart, `columns` of them side by side, as one picture that scales with the page. */
export function drawChart(figure: Figure): SVGSVGElement {
  const { title, subtitle, caption, panels, columns = PANELS_A_ROW } = figure
  const picture = svg('svg', { class: 'chart', role: 'img' })
  picture.append(text('title', {}, `${title}. ${subtitle}`), text('desc', {}, caption.join(' ')))
  let [width, top] = [0, 0]
  for (let first = 0; first < panels.length; first += columns) {
    let left = 0
    const row = panels.slice(first, first + columns)
    for (const { heading, plot: options } of row) {
      const drawn = plot(options)
      drawn.setAttribute('x', String(left))
      drawn.setAttribute('y', String(top + HEADING_HEIGHT))
      // The page has style rules of its own for these.
      for (const name of ['class', 'font-family', 'font-size']) drawn.removeAttribute(name)
      drawn.querySelector('style')?.remove()
      // The picture's title and description speak for its parts.
      for (const part of drawn.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label')
      picture.append(
        text('text', { class: 'heading', x: left + (options.marginLeft ?? 0), y: top + 15 }, heading),
        drawn,
      )
      left += options.width
    }
    width = Math.max(width, left)
    top += HEADING_HEIGHT + Math.max(...row.map(panel => panel.plot.height)) + ROW_GAP
  }
  picture.setAttribute('viewBox', `0 0 ${width} ${top}`)
  picture.setAttribute('width', String(width))
  picture.setAttribute('height', String(top))
  return picture
}

function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[Tag] {
  const created = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, String(value))
  return created
}

function text(
  tag: 'title' | 'desc' | 'text',
  attributes: Readonly<Record<string, string | number>>,
  content: string,
): SVGElement {
  const created = svg(tag, attributes)
  created.textContent = content
  return created
}
