import type { PlotOptions } from '@observablehq/plot'
import { drawPanel } from '../../../src/report/page/draw-chart.ts'
import { create } from './elements.ts'

/** A picture of this height that fills the width of its place. It is hidden from screen readers, because texts have its numbers. */
export function picture(height: number, plot: (width: number) => PlotOptions): HTMLElement {
  const place = create('div', { className: 'picture', ariaHidden: 'true' })
  // With the height set before, drawing resizes nothing, so the observer is not called for its own work.
  place.style.height = `${height}px`
  const observer = new ResizeObserver(([{ contentRect }]) => {
    const { width } = contentRect
    if (width > 0)
      place.replaceChildren(drawPanel({ heading: '', plot: { width, height, ...plot(width) } }, ''))
  })
  observer.observe(place)
  return place
}
