import type { Figure } from '../panel.ts'
import { drawChart } from './draw-chart.ts'
import { element } from './element.ts'

/** A figure with a changing chart and a caption. It scrolls sideways in a narrower window. */
export interface ChartFrame {
  readonly figure: HTMLElement
  draw(chart: Figure): void
}

/** @param label accessible name of the picture */
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

/** Puts a name before a control. */
export function labelled(control: HTMLElement, name: string): HTMLElement {
  return element('span', {}, element('label', { for: control.id }, name), ' ', control)
}
