import { niceStep, picture, plain, shape } from './svg.ts'

/** Number of people that a strategy took with each crowd. */
export interface PeopleRow {
  readonly strategy: string
  readonly place: number
  readonly crowds: readonly {
    readonly answers: number
    readonly settled: boolean
    readonly correct: boolean
  }[]
}

const [ROW, BOTTOM, RIGHT] = [44, 44, 20]
const CHARACTER = 7.5

/** People until a question was settled: a dot for each crowd, hollow if it was not settled, crossed if wrong, and a line at the mean. */
export function peopleChart(rows: readonly PeopleRow[], users: number, width: number): SVGElement {
  const left = 16 + CHARACTER * Math.max(...rows.map(({ strategy }) => strategy.length))
  const most = Math.max(...rows.flatMap(({ crowds }) => crowds.map(({ answers }) => answers)))
  const largest = Math.min(users, most * 1.05)
  const x = (answers: number) => left + (answers / largest) * (width - left - RIGHT)
  const bottom = rows.length * ROW
  const parts: SVGElement[] = []
  const step = niceStep(largest)
  for (let at = 0; at <= largest; at += step) {
    parts.push(
      shape('line', { x1: x(at), x2: x(at), y1: 0, y2: bottom, class: 'grid' }),
      shape('text', { x: x(at), y: bottom + 18, 'text-anchor': 'middle' }, plain(at)),
    )
  }
  parts.push(
    shape('text', { x: (left + width) / 2, y: bottom + 38, 'text-anchor': 'middle' }, 'people asked'),
  )
  rows.forEach(({ strategy, place, crowds }, i) => {
    const middle = (i + 0.5) * ROW
    const mean = crowds.reduce((sum, { answers }) => sum + answers, 0) / crowds.length
    parts.push(
      shape(
        'text',
        { x: left - 10, y: middle + 4.5, 'text-anchor': 'end', class: `name curve-${place}` },
        strategy,
      ),
      shape('line', {
        x1: x(mean),
        x2: x(mean),
        y1: middle - 15,
        y2: middle + 15,
        class: `line solid curve-${place}`,
      }),
      ...crowds.map(({ answers, settled, correct }, crowd) => {
        // Dots alternate between two lines, so that they do not hide each other.
        const [cx, cy] = [x(answers), middle + (crowd % 2 === 0 ? -5 : 5)]
        const words = `${answers.toLocaleString('en')} people: ${settled ? (correct ? 'settled' : 'settled, wrongly') : 'not settled'}`
        const dot = shape('circle', { cx, cy, r: 4, class: `dot ${settled ? '' : 'hollow'} curve-${place}` })
        const cross = shape('path', {
          d: `M${cx - 5},${cy - 5}l10,10m0,-10l-10,10`,
          class: 'wrong',
        })
        return shape('g', {}, shape('title', {}, words), dot, ...(settled && !correct ? [cross] : []))
      }),
    )
  })
  return picture(
    width,
    bottom + BOTTOM,
    `People until the question was settled, by strategy, with each crowd.`,
    parts,
  )
}
