import { dot, type PlotOptions, ruleX, ruleY } from '@observablehq/plot'
import { linearScale } from '../linear-scale.ts'
import type { Panel } from '../panel.ts'
import { INK } from '../strategy-panels.ts'

/** An estimate with two intervals; `lower` to `upper` is the principal one. */
export interface IntervalRow {
  readonly name: string
  readonly mean: number
  readonly lower: number
  readonly upper: number
  readonly low: number
  readonly high: number
  readonly truth?: number
}

/** The layout of a panel of intervals. */
interface IntervalLayout {
  /** Names from top to bottom. */
  readonly names: readonly string[]
  /** Room for the names, width without it, and height of a row, in pixels. */
  readonly room: number
  readonly width: number
  readonly rowHeight: number
  /** The label of the scale. */
  readonly label: string
  /** Whether there is a line at zero. */
  readonly hasZero?: boolean
  readonly x?: PlotOptions['x'] & object
  readonly y?: PlotOptions['y'] & object
}

/** Draws a row for each estimate: a dot with a thick interval and a thin one, and a cross at the truth, if known. */
export function intervalPanel(
  heading: string,
  rows: readonly IntervalRow[],
  { names, room, width, rowHeight, label, hasZero = false, x, y }: IntervalLayout,
): Panel {
  const marginLeft = 16 + room
  const ends = rows.flatMap(({ low, high, lower, upper }) => [low, high, lower, upper])
  const truths = rows.filter(({ truth }) => truth !== undefined)
  return {
    heading,
    plot: {
      ...{ width: marginLeft + width, height: rowHeight * names.length + 48 },
      ...{ marginLeft, marginBottom: 40, marginTop: 8 },
      x: { grid: true, labelAnchor: 'center', labelArrow: 'none', ...linearScale(ends, label), ...x },
      y: { domain: names, label: null, tickSize: 0, padding: 0.3, type: 'point', ...y },
      marks: [
        hasZero ? ruleX([0], { stroke: INK, strokeDasharray: '4,3' }) : null,
        ruleY(rows, { x1: 'low', x2: 'high', y: 'name', stroke: INK, strokeWidth: 1 }),
        ruleY(rows, { x1: 'lower', x2: 'upper', y: 'name', stroke: INK, strokeWidth: 3 }),
        dot(rows, { x: 'mean', y: 'name', r: 3.5, fill: INK }),
        truths.length === 0
          ? null
          : dot(truths, { x: 'truth', y: 'name', symbol: 'times', r: 4, stroke: INK, strokeWidth: 1.5 }),
      ],
    },
  }
}
