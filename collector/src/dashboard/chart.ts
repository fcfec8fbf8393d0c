/** What one row of the chart shows, as shares. */
export interface Row {
  readonly name: string
  readonly mean: number
  readonly lower: number
  readonly upper: number
  readonly anytime: readonly [number, number]
  /** Not among what is published. */
  readonly answered: number | undefined
}

const SVG = 'http://www.w3.org/2000/svg'

export const percent = (share: number) => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`

/** Draws a row for each category: how it was answered, the interval, what holds at every look, and the estimate. */
export function drawChart(list: HTMLElement, rows: readonly Row[]): void {
  const ends = rows.flatMap(({ upper, anytime, answered = 0 }) => [upper, anytime[1], answered])
  // Rounded up to a tenth, so that the scale seldom moves while answers come in.
  const most = Math.min(1, Math.max(0.1, Math.ceil(10 * Math.max(...ends)) / 10))
  const at = (share: number) => `${(100 * Math.min(Math.max(share, 0), most)) / most}%`
  const width = (from: number, to: number) => `${(100 * Math.max(0, Math.min(to, most) - from)) / most}%`
  list.replaceChildren(
    ...rows.map(({ name, mean, lower, upper, anytime, answered = 0 }) => {
      const svg = shape('svg', { 'aria-hidden': 'true' })
      svg.append(
        shape('rect', { class: 'raw', x: '0', y: '15', width: width(0, answered), height: '8' }),
        shape('rect', {
          class: 'band',
          x: at(lower),
          y: '9',
          width: width(lower, upper),
          height: '20',
          rx: '4',
        }),
        shape('line', { class: 'anytime', x1: at(anytime[0]), x2: at(anytime[1]), y1: '19', y2: '19' }),
        shape('circle', { class: 'dot', cx: at(mean), cy: '19', r: '6' }),
      )
      const row = document.createElement('li')
      const figure = Object.assign(document.createElement('div'), { className: 'figure' })
      const range = document.createElement('span')
      range.textContent = ` ${percent(lower)}–${percent(upper)}`
      figure.append(percent(mean), range)
      row.append(
        Object.assign(document.createElement('div'), { textContent: name, dir: 'auto' }),
        svg,
        figure,
      )
      return row
    }),
  )
}

function shape(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  return element
}
