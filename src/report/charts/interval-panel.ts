import { dot, type Markish, type PlotOptions, ruleX, ruleY } from '@observablehq/plot'
import { linearScale } from '../linear-scale.ts'
import { CENTRED, type Panel } from '../panel.ts'
import { INK } from '../strategy-panels.ts'

const TICK_HEIGHT = 13
/** Width of a panel that is neither names nor scale. */
export const BESIDE_NAMES = 16

/** An estimate with its interval `lower` to `upper`, and a second one, `low` to `high`. Absent numbers are not drawn. */
export interface IntervalRow {
  readonly name: string
  readonly mean?: number
  readonly lower?: number
  readonly upper?: number
  readonly low?: number
  readonly high?: number
  readonly truth?: number
  /** Numbers that are shown where the mouse is. */
  readonly title?: string
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

/** A vertical line, which shows the dot behind it. */
const TICK = {
  draw(context: Pick<CanvasPath, 'moveTo' | 'lineTo'>) {
    context.moveTo(0, -TICK_HEIGHT / 2)
    context.lineTo(0, TICK_HEIGHT / 2)
  },
}

/** Draws a row for each estimate. */
export function intervalPanel(
  heading: string,
  rows: readonly IntervalRow[],
  { names, room, width, rowHeight, label, hasZero = false, x, y }: IntervalLayout,
): Panel {
  const marginLeft = BESIDE_NAMES + room
  const ends = rows
    .flatMap(({ mean, low, high, lower, upper, truth }) => [mean, low, high, lower, upper, truth])
    .filter(end => end !== undefined)
  return {
    heading,
    plot: {
      ...{ width: marginLeft + width, height: rowHeight * names.length + 48 },
      ...{ marginLeft, marginBottom: 40, marginTop: 8 },
      x: { grid: true, ...CENTRED, ...linearScale(ends, label), ...x },
      y: { domain: names, label: null, tickSize: 0, padding: 0.3, type: 'point', ...y },
      marks: [hasZero ? ruleX([0], { stroke: INK, strokeDasharray: '4,3' }) : null, ...intervalMarks(rows)],
    },
  }
}

/**
 * The marks of estimates, each in a row of its own: a dot with a thick interval and a thin one, and a tick at the truth. Each kind of
 * mark has a class, by which the style sheet of a page colours it.
 */
export function intervalMarks(rows: readonly IntervalRow[]): Markish[] {
  const y = 'name'
  const colour = { stroke: INK } as const
  return [
    ruleY(rows, { ...colour, x1: 'low', x2: 'high', y, strokeWidth: 1, className: 'second-interval' }),
    ruleY(rows, { ...colour, x1: 'lower', x2: 'upper', y, strokeWidth: 3, className: 'interval' }),
    dot(rows, { x: 'mean', y, r: 3.5, fill: INK, title: 'title', className: 'estimate' }),
    dot(rows, {
      ...colour,
      ...{ x: 'truth', y, symbol: TICK, strokeWidth: 1.5, title: 'title', className: 'truth' },
    }),
  ]
}
