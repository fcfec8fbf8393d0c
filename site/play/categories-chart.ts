import type { Estimate } from './messages.ts'
import { niceStep, picture, plain, shape } from './svg.ts'

/** Largest number of categories in a picture; the table has all of them. */
const MOST_SHOWN = 40
/** Length of the longest uncut name. */
const LONGEST = 13
const WIDTH = 360
const ROW = 17

/** Data of one card. */
export interface CategoriesPicture {
  readonly strategy: string
  readonly truth: Float64Array
  /** Undefined before the first answer. */
  readonly estimate: Estimate | undefined
  readonly names: readonly string[] | undefined
  /** The end of the axis, which is the same for all cards. */
  readonly largest: number
}

/** The truth as a tick for each category; the 95 % interval as a band, and the posterior mean as a dot in it. */
export function categoriesChart({
  strategy,
  truth,
  estimate,
  names,
  largest,
}: CategoriesPicture): SVGElement {
  const shown = Array.from(truth.keys())
    .sort((a, b) => truth[b] - truth[a] || a - b)
    .slice(0, MOST_SHOWN)
  const step = niceStep(largest)
  const [left, right, top] = [names === undefined ? 34 : 112, 12, 4]
  const x = (share: number) => left + (share / largest) * (WIDTH - left - right)
  const bottom = top + shown.length * ROW
  const parts: SVGElement[] = []
  for (let at = 0; at <= largest * (1 + 1e-9); at += step) {
    parts.push(
      shape('line', { x1: x(at), x2: x(at), y1: top, y2: bottom, class: 'grid' }),
      shape('text', { x: x(at), y: bottom + 17, 'text-anchor': 'middle' }, plain(at)),
    )
  }
  shown.forEach((category, i) => {
    const middle = top + (i + 0.5) * ROW
    const name = names?.[category] ?? String(category)
    const row = [
      shape('title', {}, describe(name, truth[category], estimate, category)),
      shape('text', { x: left - 7, y: middle + 4.5, 'text-anchor': 'end' }, cut(name)),
    ]
    if (estimate !== undefined) {
      const { mean, lower, upper } = estimate
      row.push(
        shape('rect', {
          x: x(lower[category]),
          y: middle - 5,
          width: Math.max(1, x(upper[category]) - x(lower[category])),
          height: 10,
          rx: 3,
          class: 'band',
        }),
        shape('circle', { cx: x(mean[category]), cy: middle, r: 4, class: 'dot' }),
      )
    }
    const at = x(truth[category])
    row.push(shape('line', { x1: at, x2: at, y1: middle - 7.5, y2: middle + 7.5, class: 'truth' }))
    parts.push(shape('g', {}, ...row))
  })
  const words = estimate
    ? `Posterior means and 95 % intervals of ${strategy} beside the truth, by category.`
    : `The truth, by category; ${strategy} has no estimate yet.`
  return picture(WIDTH, bottom + 24, words, parts)
}

function describe(name: string, truth: number, estimate: Estimate | undefined, x: number): string {
  const known = `${name}: truth ${truth.toFixed(4)}`
  if (estimate === undefined) return known
  const [mean, lower, upper] = [estimate.mean, estimate.lower, estimate.upper].map(values =>
    values[x].toFixed(4),
  )
  return `${known}, estimate ${mean}, 95 % interval ${lower} to ${upper}`
}

function cut(name: string): string {
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name
}
