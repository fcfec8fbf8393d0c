import { dot, ruleX } from '@observablehq/plot'
import { compact, linearScale } from '../../src/report/linear-scale.ts'
import { drawPanel } from '../../src/report/page/draw-chart.ts'
import { CENTRED, type Panel } from '../../src/report/panel.ts'
import { widthOfNames } from '../../src/report/short-name.ts'
import { curveStyle } from './curve-style.ts'

/** Number of people that a strategy took with each crowd. */
export interface PeopleRow {
  readonly strategy: string
  readonly crowds: readonly {
    readonly answers: number
    readonly settled: boolean
    readonly correct: boolean
  }[]
}

const [ROW, BOTTOM] = [44, 44]
/** Half the height of the line at a mean, and the distance of dots from the middle, in rows. */
const [HALF, APART] = [0.34, 0.11]

/** People until a question was settled: a dot for each crowd, hollow if it was not settled, crossed if wrong, and a line at the mean. */
export function peopleChart(rows: readonly PeopleRow[], width: number): SVGSVGElement {
  const strategies = rows.map(({ strategy }) => strategy)
  const most = Math.max(...rows.flatMap(({ crowds }) => crowds.map(({ answers }) => answers)))
  const means = rows.map(({ crowds }, row) => ({
    row,
    mean: crowds.reduce((sum, { answers }) => sum + answers, 0) / crowds.length,
    colour: curveStyle(row).colour,
  }))
  const dots = rows.flatMap(({ crowds }, row) =>
    crowds.map(({ answers, settled, correct }, crowd) => ({
      answers,
      // Dots alternate between two lines, so that they do not hide each other.
      y: row + (crowd % 2 === 0 ? -APART : APART),
      isWrong: settled && !correct,
      stroke: curveStyle(row).colour,
      fill: settled ? curveStyle(row).colour : 'var(--paper)',
      title: `${answers.toLocaleString('en')} people: ${settled ? (correct ? 'settled' : 'settled, wrongly') : 'not settled'}`,
    })),
  )
  const channels = { x: 'answers', y: 'y', title: 'title' } as const
  const plot: Panel['plot'] = {
    ...{ width, height: rows.length * ROW + BOTTOM, marginLeft: 16 + widthOfNames(strategies) },
    ...{ marginTop: 0, marginBottom: BOTTOM, marginRight: 20 },
    x: {
      ...linearScale([most], 'People asked'),
      grid: true,
      ...CENTRED,
      labelOffset: 36,
      tickFormat: compact,
    },
    y: {
      domain: [rows.length - 0.5, -0.5],
      ticks: [...strategies.keys()],
      tickFormat: (row: number) => strategies[row],
      ...{ tickSize: 0, label: null },
    },
    marks: [
      ruleX(means, {
        x: 'mean',
        y1: ({ row }) => row - HALF,
        y2: ({ row }) => row + HALF,
        stroke: 'colour',
        strokeWidth: 2,
      }),
      dot(dots, { ...channels, r: 4, fill: 'fill', stroke: 'stroke' }),
      dot(
        dots.filter(({ isWrong }) => isWrong),
        { ...channels, symbol: 'times', r: 5, stroke: 'var(--bad)', strokeWidth: 2 },
      ),
    ],
  }
  return drawPanel(
    { heading: 'People', plot },
    'People until the question was settled, by strategy, with each crowd.',
  )
}
