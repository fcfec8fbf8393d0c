import { picture, plain, shape } from './svg.ts'

/** The error of one strategy by number of answers. */
export interface ErrorCurve {
  readonly strategy: string
  /** Index of the strategy, which determines the style of the curve. */
  readonly place: number
  readonly points: readonly ErrorPoint[]
}

export interface ErrorPoint {
  readonly answers: number
  readonly error: number
  /** Half the width of its interval, with several crowds. */
  readonly half?: number
}

const [HEIGHT, LEFT, TOP, BOTTOM] = [260, 54, 10, 44]
/** Smallest distance between two labels, and width of a character. */
const [LINE, CHARACTER] = [15, 7.5]
/** The smallest drawn error, and the largest reach of an interval below the smallest mean, in decades. */
const [LEAST, REACH] = [1e-4, 0.3]
const TICKS = [1, 2, 5]

/**
 * Errors against the number of answers, both logarithmic, with a name at the end of each curve and its interval as a band.
 *
 * @param width of the picture, in pixels
 */
export function errorChart(curves: readonly ErrorCurve[], users: number, width: number): SVGElement {
  const right = 14 + CHARACTER * Math.max(...curves.map(({ strategy }) => strategy.length))
  const all = curves.flatMap(({ points }) => points)
  const first = Math.max(1, Math.min(users / 10, ...all.map(({ answers }) => answers)))
  const errors = all.map(({ error }) => Math.max(LEAST, error))
  const highest = Math.max(0.1, ...all.map(({ error, half = 0 }) => error + half))
  const lowest = Math.min(0.05, ...errors) * 10 ** -REACH
  const scale = (from: number, to: number, start: number, end: number) => (value: number) =>
    start +
    (Math.log(Math.min(to, Math.max(from, value)) / from) / (Math.log(to / from) || 1)) * (end - start)
  const x = scale(first, Math.max(users, first * 1.01), LEFT, width - right)
  const y = scale(lowest, highest, HEIGHT - BOTTOM, TOP)
  const parts = [...rows(lowest, highest, y, LEFT, width - right), ...columns(first, users, x)]
  parts.push(
    shape('text', { x: (LEFT + width - right) / 2, y: HEIGHT - 5, 'text-anchor': 'middle' }, 'answers'),
  )
  const ends = curves.flatMap(({ points, strategy, place }) => {
    const last = points.at(-1)
    return last === undefined ? [] : [{ strategy, place, x: x(last.answers), y: y(last.error) }]
  })
  // The first strategy lies on top.
  for (const { points, place } of curves.toReversed()) parts.push(...curve(points, place, x, y))
  for (const { strategy, place, x: at, label } of apart(ends)) {
    parts.push(shape('text', { x: at + 9, y: label + 4, class: `name curve-${place}` }, strategy))
  }
  const words = ends.map(({ strategy }, i) => {
    const { error, half } = curves.find(one => one.strategy === strategy)!.points.at(-1)!
    return `${i === 0 ? '' : ' '}${strategy} ${error.toFixed(4)}${half === undefined ? '' : ` ± ${half.toFixed(4)}`}`
  })
  return picture(
    width,
    HEIGHT,
    `Total variation distance by number of answers, logarithmic. Last: ${words.join(',') || 'none yet'}.`,
    parts,
  )
}

type Scale = (value: number) => number

function rows(lowest: number, highest: number, y: Scale, left: number, right: number): SVGElement[] {
  const parts: SVGElement[] = []
  for (let power = Math.floor(Math.log10(lowest)); power <= 0; power++) {
    for (const digit of TICKS) {
      const at = digit * 10 ** power
      if (at < lowest || at > highest) continue
      parts.push(
        shape('line', { x1: left, x2: right, y1: y(at), y2: y(at), class: 'grid' }),
        shape('text', { x: left - 7, y: y(at) + 4.5, 'text-anchor': 'end' }, plain(at)),
      )
    }
  }
  return parts
}

function columns(first: number, users: number, x: Scale): SVGElement[] {
  const parts: SVGElement[] = []
  for (let at = 10 ** Math.ceil(Math.log10(first)); at <= users; at *= 10) {
    parts.push(
      shape('line', { x1: x(at), x2: x(at), y1: TOP, y2: HEIGHT - BOTTOM, class: 'grid' }),
      shape('text', { x: x(at), y: HEIGHT - BOTTOM + 18, 'text-anchor': 'middle' }, at.toLocaleString('en')),
    )
  }
  return parts
}

function curve(points: readonly ErrorPoint[], place: number, x: Scale, y: Scale): SVGElement[] {
  const at = ({ answers }: ErrorPoint, error: number) => `${x(answers).toFixed(1)},${y(error).toFixed(1)}`
  const style = `curve-${place}`
  const band = [
    ...points.map(point => at(point, point.error + (point.half ?? 0))),
    ...points.map(point => at(point, point.error - (point.half ?? 0))).reverse(),
  ]
  return [
    shape('polygon', { points: band.join(' '), class: `band ${style}` }),
    shape('polyline', {
      points: points.map(point => at(point, point.error)).join(' '),
      class: `line ${style}`,
    }),
    ...points.map(point =>
      shape('circle', { cx: x(point.answers), cy: y(point.error), r: 3.5, class: `dot ${style}` }),
    ),
  ]
}

/** Labels from top to bottom, moved down if they would touch. */
function apart<T extends { readonly y: number }>(ends: readonly T[]): (T & { label: number })[] {
  const sorted = [...ends].sort((a, b) => a.y - b.y)
  const labels: (T & { label: number })[] = []
  for (const end of sorted) {
    const label = Math.max(end.y, (labels.at(-1)?.label ?? -Infinity) + LINE)
    labels.push({ ...end, label })
  }
  return labels
}
