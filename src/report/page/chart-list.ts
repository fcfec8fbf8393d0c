import type { Cell } from '../charts/cell.ts'
import type { Chart } from '../charts/chart.ts'
import { sweepCharts } from '../charts/sweep-charts.ts'
import { drawChart } from './draw-chart.ts'
import { element } from './element.ts'

/** Largest number of panels of a chart that is open from the start. */
const MOST_PANELS = 16

/**
 * Width in pixels, the smallest width of half the page, above which a chart gets a row of its own in a large window. Narrower charts are
 * side by side.
 */
const HALF = 540
/** Largest factor by which a chart is enlarged to fill its row. */
const MOST_ENLARGED = 1.4

/** Whether a chart is open, for charts that the reader has opened or closed. */
const opened = new Map<string, boolean>()

/** Fills a list with the charts of the cells. A chart is drawn when it is opened. */
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
