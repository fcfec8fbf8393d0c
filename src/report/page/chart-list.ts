import type { Cell } from '../charts/cell.ts'
import type { Chart } from '../charts/chart.ts'
import { sweepCharts } from '../charts/sweep-charts.ts'
import { drawChart } from './draw-chart.ts'
import { element } from './element.ts'

/** Charts with more panels than this are not open from the start. */
const MOST_PANELS = 16

/** In a large window, charts wider than this many pixels, the least width of half the page, get a row of their own; others stand side by side. */
const HALF = 540
/** By how much a chart may be enlarged to fill its row. */
const MOST_ENLARGED = 1.4

/** What the reader has opened and closed. */
const opened = new Map<string, boolean>()

/** Fills a list with all charts of some cells. A chart is drawn when it is opened. */
export function renderCharts(list: HTMLElement, cells: readonly Cell[]): void {
  const charts = cells.length > 0 ? sweepCharts(cells) : []
  const titles = new Set<string>()
  list.replaceChildren(
    ...charts.map(chart => {
      const isFirst = !titles.has(chart.title)
      titles.add(chart.title)
      return entry(chart, isFirst && chart.panels.length <= MOST_PANELS)
    }),
  )
}

function entry(chart: Chart, isOpen: boolean): HTMLDetailsElement {
  const { name, title, subtitle, caption, panels, columns } = chart
  const width = panels.slice(0, columns).reduce((sum, panel) => sum + panel.plot.width, 0)
  const details = element(
    'details',
    { id: `chart-${name}`, class: width > HALF ? 'wide' : 'narrow', open: opened.get(name) ?? isOpen },
    element('summary', {}, element('h3', {}, title), ' ', element('span', { class: 'quiet' }, subtitle)),
  )
  const draw = () => {
    const lines = caption.map(text => element('p', {}, text))
    const scroller = element('div', { class: 'scroller', tabindex: 0, role: 'group', 'aria-label': title })
    const picture = drawChart(chart)
    picture.style.setProperty('--widest', `${MOST_ENLARGED * width}px`)
    scroller.append(picture)
    details.append(element('figure', {}, scroller, element('figcaption', {}, ...lines)))
  }
  if (details.open) draw()
  details.addEventListener('toggle', () => {
    opened.set(name, details.open)
    if (details.open && details.querySelector('figure') === null) draw()
  })
  return details
}
