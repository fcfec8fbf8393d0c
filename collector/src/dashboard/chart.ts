import { create, percent, shape } from './elements.ts'

/** Shares shown in one row of a chart. */
export interface Row {
  readonly name: string
  readonly mean: number
  readonly lower: number
  readonly upper: number
  /** The band that holds at every look, if there is one. */
  readonly anytime?: readonly [number, number] | undefined
  /** Absent from published results. */
  readonly answered?: number | undefined
}

/** The end of the scale of some rows, a multiple of a tenth, so that it seldom moves while answers come in. */
export function scaleOf(rows: readonly Row[]): number {
  const ends = rows.flatMap(({ upper, anytime, answered = 0 }) => [upper, anytime?.[1] ?? 0, answered])
  return Math.min(1, Math.max(0.1, Math.ceil(10 * Math.max(...ends)) / 10))
}

/** A row for each category: the raw share, the interval, the band that holds at every look, and the estimate. */
export function chart(rows: readonly Row[], most = scaleOf(rows)): HTMLElement {
  const at = (share: number) => `${(100 * Math.min(Math.max(share, 0), most)) / most}%`
  const width = (from: number, to: number) => `${(100 * Math.max(0, Math.min(to, most) - from)) / most}%`
  const items = rows.map(({ name, mean, lower, upper, anytime, answered = 0 }) => {
    const svg = shape(
      'svg',
      { 'aria-hidden': 'true' },
      shape('rect', { class: 'raw', x: '0', y: '15', width: width(0, answered), height: '8' }),
      shape('rect', {
        class: 'band',
        x: at(lower),
        y: '9',
        width: width(lower, upper),
        height: '20',
        rx: '4',
      }),
      ...(anytime
        ? [shape('line', { class: 'anytime', x1: at(anytime[0]), x2: at(anytime[1]), y1: '19', y2: '19' })]
        : []),
      shape('circle', { class: 'dot', cx: at(mean), cy: '19', r: '6' }),
    )
    const range = create('span', {}, ` ${percent(lower)}–${percent(upper)}`)
    const figure = create('div', { className: 'figure' }, percent(mean), range)
    return create('li', {}, create('div', { textContent: name, dir: 'auto' }), svg, figure)
  })
  return create('ol', { className: 'chart' }, ...items)
}
