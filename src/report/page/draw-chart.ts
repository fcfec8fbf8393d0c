import { type PlotOptions, plot } from '@observablehq/plot'
import { type Figure, PANELS_A_ROW, type Panel } from '../panel.ts'

const SVG = 'http://www.w3.org/2000/svg'
const HEADING_HEIGHT = 24
const ROW_GAP = 12

/** Draws the panels of a chart, with `columns` side by side, as one picture that scales with the page. */
export function drawChart(figure: Figure): SVGSVGElement {
  const { title, subtitle, caption, panels, columns = PANELS_A_ROW } = figure
  const picture = svg('svg', { class: 'chart', role: 'img' })
  picture.append(text('title', {}, `${title}. ${subtitle}`), text('desc', {}, caption.join(' ')))
  let [width, top] = [0, 0]
  for (let first = 0; first < panels.length; first += columns) {
    let left = 0
    const row = panels.slice(first, first + columns)
    for (const { heading, plot: options } of row) {
      const chart = drawPlot(options)
      chart.setAttribute('x', String(left))
      chart.setAttribute('y', String(top + HEADING_HEIGHT))
      picture.append(
        text('text', { class: 'heading', x: left + (options.marginLeft ?? 0), y: top + 15 }, heading),
        chart,
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

/** Draws a panel without its heading, as a picture with this description. */
export function drawPanel({ plot: options }: Panel, label: string): SVGSVGElement {
  const chart = drawPlot(options)
  for (const [name, value] of Object.entries({ class: 'chart', role: 'img', 'aria-label': label }))
    chart.setAttribute(name, value)
  return chart
}

function drawPlot(options: PlotOptions): SVGSVGElement {
  const chart = plot(options) as SVGSVGElement
  // The page's own style rules replace these attributes.
  for (const name of ['class', 'font-family', 'font-size']) chart.removeAttribute(name)
  chart.querySelector('style')?.remove()
  // Parts need no labels, because the picture has a title and a description.
  for (const part of chart.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label')
  return chart
}

function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[Tag] {
  const node = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value))
  return node
}

function text(
  tag: 'title' | 'desc' | 'text',
  attributes: Readonly<Record<string, string | number>>,
  content: string,
): SVGElement {
  const node = svg(tag, attributes)
  node.textContent = content
  return node
}
