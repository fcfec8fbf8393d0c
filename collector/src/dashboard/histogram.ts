import { barY, ruleX } from '@observablehq/plot'
import { percent } from './elements.ts'
import { picture } from './picture.ts'
import type { Law } from './results.ts'

/** Width of a character of a label, and the room between two labels, in pixels. */
const [CHARACTER_WIDTH, GAP] = [7, 10]
const MARGIN_LEFT = 44

/** The cells of a number as columns, each with its interval. */
export function histogram({ labels: names, estimate, interval }: Law): HTMLElement {
  const labels = names as readonly string[]
  const [means, lowers, uppers] = [estimate, interval.lower, interval.upper] as (readonly number[])[]
  const columns = labels.map((label, x) => {
    const [mean, lower, upper] = [means[x], lowers[x], uppers[x]]
    const title = `${label}: ${percent(mean)}, ${percent(lower)}–${percent(upper)}`
    return { label, mean, lower, upper, title }
  })
  const room = GAP + CHARACTER_WIDTH * Math.max(...labels.map(label => label.length))
  return picture(180, width => {
    const every = Math.ceil((labels.length * room) / (width - MARGIN_LEFT))
    // The last label needs half of its room on its right.
    const ticks = labels.filter((_, x) => x % every === 0 && x + every / 2 <= labels.length)
    return {
      ...{ marginTop: 8, marginRight: 0, marginBottom: 24, marginLeft: MARGIN_LEFT, label: null },
      x: { type: 'band', domain: labels, ticks, tickSize: 0 },
      y: {
        domain: [0, Math.max(...uppers, 0.05)],
        grid: true,
        ticks: 4,
        tickFormat: share => `${Math.round(1000 * share) / 10}\u00A0%`,
        tickSize: 0,
      },
      marks: [
        barY(columns, { x: 'label', y: 'mean', title: 'title', className: 'column' }),
        ruleX(columns, { x: 'label', y1: 'lower', y2: 'upper', className: 'second-interval' }),
      ],
    }
  })
}
