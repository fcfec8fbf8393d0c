import { type Markish, ruleY } from '@observablehq/plot'
import { type IntervalRow, intervalMarks } from '../../../src/report/charts/interval-panel.ts'
import { create, percent, withUnit } from './elements.ts'
import { picture } from './picture.ts'

/** An estimate with its interval. The second interval holds at every look. */
export interface Row extends IntervalRow {
  readonly mean: number
  readonly lower: number
  readonly upper: number
  /** The raw share. Absent from published results. */
  readonly answered?: number | undefined
}

/** The end of the scale of some rows, a multiple of a tenth, so that it seldom moves while answers come in. */
export function scaleOf(rows: readonly Row[]): number {
  const ends = rows.flatMap(({ upper, high = 0, answered = 0 }) => [upper, high, answered])
  return Math.min(1, Math.max(0.1, Math.ceil(10 * Math.max(...ends)) / 10))
}

/** The scale and the look of a row. */
interface Look {
  readonly domain: readonly number[]
  readonly format: (x: number) => string
  readonly unit?: string | undefined
  /** The mark behind the intervals. */
  readonly behind: Markish
}

/** A row for each category, all on one scale. */
export function chart(rows: readonly Row[], most = scaleOf(rows)): HTMLElement {
  const items = rows.map(row => {
    const raw = ruleY([row], { x1: 0, x2: 'answered', y: 'name', className: 'raw' })
    const name = create('div', { textContent: row.name, dir: 'auto' })
    return item(name, row, { domain: [0, most], format: percent, behind: raw })
  })
  return create('ol', { className: 'chart' }, ...items)
}

/** A name, a picture of the estimate with its intervals, and the numbers. */
export function item(name: HTMLElement, row: Row, { domain, format, unit, behind }: Look): HTMLElement {
  const { mean, lower, upper } = row
  const figure = picture(38, () => ({
    ...{ margin: 0, axis: null, x: { domain, clamp: true }, y: { type: 'point' } },
    marks: [behind, ...intervalMarks([row])],
  }))
  const range = create('span', {}, withUnit(`${format(lower)}–${format(upper)}`, unit))
  return create('li', {}, name, figure, create('div', { className: 'figure' }, `${format(mean)} `, range))
}
