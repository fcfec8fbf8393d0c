import type { Figure } from '../panel.ts'
import { drawChart } from './draw-chart.ts'
import { element } from './element.ts'

/** A figure whose chart changes, with its words below; it scrolls sideways where the window is narrower. */
export interface ChartFrame {
  readonly figure: HTMLElement
  draw(chart: Figure): void
}

/** @param label the name of the figure's picture */
export function createChartFrame(label: string): ChartFrame {
  const picture = element('div', { class: 'scroller', tabindex: 0, role: 'group', 'aria-label': label })
  const caption = element('figcaption')
  return {
    figure: element('figure', {}, picture, caption),
    draw(chart) {
      picture.replaceChildren(drawChart(chart))
      caption.replaceChildren(...chart.caption.map(text => element('p', {}, text)))
    },
  }
}

/** A control with its name before it. */
export function labelled(control: HTMLElement, name: string): HTMLElement {
  return element('span', {}, element('label', { for: control.id }, name), ' ', control)
}
