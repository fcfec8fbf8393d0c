import { create, number, percent, shape } from './elements.ts'
import type { Law } from './results.ts'

const [WIDTH, HEIGHT] = [600, 150]

/** The cells of a number as columns, each with its interval; below it, the mean and the median. */
export function histogram(law: Law, unit: string | undefined): HTMLElement {
  const [means, lower, upper] = [
    law.estimate,
    law.interval.lower,
    law.interval.upper,
  ] as (readonly number[])[]
  const labels = law.labels as readonly string[]
  const most = Math.max(...upper, 0.05)
  const step = WIDTH / means.length
  const y = (share: number) => HEIGHT - (HEIGHT * Math.min(share, most)) / most
  const columns = means.flatMap((mean, x) => {
    const middle = String((x + 0.5) * step)
    const bar = { x: String(x * step + step * 0.1), width: String(step * 0.8) }
    const title = shape('title', {})
    title.textContent = `${labels[x]}: ${percent(mean)}, ${percent(lower[x])}–${percent(upper[x])}`
    return [
      shape('rect', { class: 'column', ...bar, y: String(y(mean)), height: String(HEIGHT - y(mean)) }, title),
      shape('line', {
        class: 'anytime',
        x1: middle,
        x2: middle,
        y1: String(y(lower[x])),
        y2: String(y(upper[x])),
      }),
    ]
  })
  const svg = shape(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT + 2}`, class: 'histogram', 'aria-hidden': 'true' },
    ...columns,
    shape('line', { class: 'axis', x1: '0', x2: String(WIDTH), y1: String(HEIGHT), y2: String(HEIGHT) }),
  )
  const ends = create(
    'div',
    { className: 'ends' },
    create('span', {}, labels[0]),
    create('span', {}, labels.at(-1)!),
  )
  const median = law.quantiles?.find(({ p }) => p === 0.5)
  const centres = [
    ['mean', law.expectation],
    ['median', median],
  ] as const
  const words = centres.flatMap(([name, value]) =>
    value ? [`${name} ${number(value.mean)} (${number(value.lower)}–${number(value.upper)})`] : [],
  )
  const summary = create('p', { className: 'summary' }, `${words.join('; ')}${unit ? `, in ${unit}` : ''}`)
  return create('div', {}, svg as unknown as Node, ends, summary)
}
