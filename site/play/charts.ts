import type { Estimate } from './messages.ts'

const SVG = 'http://www.w3.org/2000/svg'
/** The most categories that a picture shows; the table has all of them. */
const MOST_SHOWN = 40

type Attributes = Readonly<Record<string, string | number>>

function shape(name: string, attributes: Attributes, text?: string): SVGElement {
  const created = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, String(value))
  if (text !== undefined) created.textContent = text
  return created
}

function picture(width: number, height: number, label: string, parts: readonly SVGElement[]): SVGElement {
  const created = shape('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label })
  created.append(...parts)
  return created
}

const WIDTH = 360
const ROW = 13

/** Truth as bars; posterior mean and 95 % interval as dots with lines. */
export function categoriesChart(
  strategy: string,
  truth: Float64Array,
  estimate: Estimate | undefined,
  colour: string,
): SVGElement {
  const shown = Array.from(truth.keys())
    .sort((a, b) => truth[b] - truth[a] || a - b)
    .slice(0, MOST_SHOWN)
  const largest = Math.max(...truth, ...(estimate?.upper ?? [])) || 1
  const step = niceStep(largest)
  const [left, right, top] = [30, 8, 4]
  const x = (share: number) => left + (share / largest) * (WIDTH - left - right)
  const bottom = top + shown.length * ROW
  const parts: SVGElement[] = []
  for (let at = 0; at <= largest; at += step) {
    parts.push(
      shape('line', { x1: x(at), x2: x(at), y1: top, y2: bottom, stroke: 'var(--line)' }),
      shape('text', { x: x(at), y: bottom + 13, 'text-anchor': 'middle' }, String(Number(at.toPrecision(6)))),
    )
  }
  shown.forEach((category, i) => {
    const middle = top + (i + 0.5) * ROW
    parts.push(
      shape('text', { x: left - 5, y: middle + 4, 'text-anchor': 'end' }, String(category)),
      shape('rect', {
        x: left,
        y: middle - 5,
        width: x(truth[category]) - left,
        height: 10,
        fill: 'var(--truth)',
      }),
    )
    if (estimate === undefined) return
    const { mean, lower, upper } = estimate
    parts.push(
      shape('line', {
        x1: x(lower[category]),
        x2: x(upper[category]),
        y1: middle,
        y2: middle,
        stroke: colour,
        'stroke-width': 1.5,
      }),
      shape('circle', { cx: x(mean[category]), cy: middle, r: 3, fill: colour }),
    )
  })
  const words = estimate
    ? `Posterior means and 95 % intervals of ${strategy} beside the truth, by category.`
    : `The truth, by category; ${strategy} has no estimate yet.`
  return picture(WIDTH, bottom + 20, words, parts)
}

/** The error of each run against the number of answers, in a picture that is `width` pixels wide. */
export function errorChart(
  runs: readonly { strategy: string; colour: string; estimates: readonly Estimate[] }[],
  users: number,
  width: number,
): SVGElement {
  const [height, left, right, top, bottom] = [190, 40, 30, 8, 34]
  const all = runs.flatMap(run => run.estimates)
  const first = Math.max(1, Math.min(users / 10, ...all.map(({ answers }) => answers)))
  const largest = Math.max(0.05, ...all.map(({ totalVariation }) => totalVariation))
  const decades = Math.log(users / first) || 1
  const x = (answers: number) =>
    left + (Math.log(Math.max(answers, first) / first) / decades) * (width - left - right)
  const y = (error: number) => height - bottom - (error / largest) * (height - top - bottom)
  const parts: SVGElement[] = []
  const step = niceStep(largest)
  for (let at = 0; at <= largest; at += step) {
    parts.push(
      shape('line', { x1: left, x2: width - right, y1: y(at), y2: y(at), stroke: 'var(--line)' }),
      shape('text', { x: left - 5, y: y(at) + 4, 'text-anchor': 'end' }, String(Number(at.toPrecision(6)))),
    )
  }
  for (let at = 10 ** Math.ceil(Math.log10(first)); at <= users; at *= 10) {
    parts.push(
      shape('line', { x1: x(at), x2: x(at), y1: top, y2: height - bottom, stroke: 'var(--line)' }),
      shape('text', { x: x(at), y: height - bottom + 14, 'text-anchor': 'middle' }, at.toLocaleString('en')),
    )
  }
  parts.push(shape('text', { x: (left + width) / 2, y: height - 4, 'text-anchor': 'middle' }, 'answers'))
  for (const { estimates, colour } of runs) {
    const points = estimates.map(({ answers, totalVariation }) => `${x(answers)},${y(totalVariation)}`)
    parts.push(
      shape('polyline', { points: points.join(' '), fill: 'none', stroke: colour, 'stroke-width': 2 }),
    )
    for (const { answers, totalVariation } of estimates) {
      parts.push(shape('circle', { cx: x(answers), cy: y(totalVariation), r: 2.5, fill: colour }))
    }
  }
  const words = runs.map(
    ({ strategy, estimates }) => `${strategy} ${estimates.at(-1)?.totalVariation.toFixed(4) ?? 'none yet'}`,
  )
  return picture(
    width,
    height,
    `Total variation distance by number of answers. Last: ${words.join(', ')}.`,
    parts,
  )
}

/** The step of a scale that ends at `largest`: 1, 2 or 5 times a power of ten, so that there are three to six values. */
function niceStep(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(largest))
  return [0.2, 0.5, 1].map(part => part * power).find(step => largest / step <= 5) ?? power * 2
}
