import { BESIDE_NAMES, type IntervalRow, intervalPanel } from '../../src/report/charts/interval-panel.ts'
import { linearScale } from '../../src/report/linear-scale.ts'
import { drawPanel } from '../../src/report/page/draw-chart.ts'
import { shorten, widthOfNames } from '../../src/report/short-name.ts'
import type { Estimate } from './messages.ts'

/** Largest number of categories in a picture; the table has all of them. */
const MOST_SHOWN = 40
/** Length of the longest name, in characters, that is shown whole. */
const LONGEST = 13

/** Data of one card. */
export interface CategoriesPicture {
  readonly strategy: string
  readonly truth: Float64Array
  /** Undefined before the first answer. */
  readonly estimate: Estimate | undefined
  readonly names: readonly string[] | undefined
  /** Width of the picture, in pixels. */
  readonly width: number
  /** The end of the axis, which is the same for all cards. */
  readonly largest: number
}

/** The truth as a tick for each category, with the posterior mean and the 95 % interval; the most frequent categories first. */
export function categoriesChart(picture: CategoriesPicture): SVGSVGElement {
  const { strategy, truth, estimate, names, width, largest } = picture
  const rows = Array.from(truth.keys())
    .sort((a, b) => truth[b] - truth[a] || a - b)
    .slice(0, MOST_SHOWN)
    .map(category => rowOf(names?.[category] ?? String(category), truth[category], estimate, category))
  const domain = rows.map(({ name }) => name)
  const room = widthOfNames(domain, LONGEST)
  const panel = intervalPanel(strategy, rows, {
    ...{ names: domain, room, width: width - BESIDE_NAMES - room, rowHeight: 17, label: 'Share' },
    x: linearScale([largest], 'Share'),
    y: { tickFormat: name => shorten(name, LONGEST) },
  })
  const words = estimate
    ? `Posterior means and 95 % intervals of ${strategy} beside the truth, by category.`
    : `The truth, by category; ${strategy} has no estimate yet.`
  return drawPanel(panel, words)
}

function rowOf(name: string, truth: number, estimate: Estimate | undefined, x: number): IntervalRow {
  const title = `${name}: truth ${truth.toFixed(4)}`
  if (estimate === undefined) return { name, truth, title }
  const [mean, lower, upper] = [estimate.mean[x], estimate.lower[x], estimate.upper[x]]
  const interval = `${lower.toFixed(4)} to ${upper.toFixed(4)}`
  const words = `${title}, estimate ${mean.toFixed(4)}, 95 % interval ${interval}`
  return { name, truth, mean, lower, upper, title: words }
}
