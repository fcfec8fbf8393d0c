import { dot, line } from '@observablehq/plot'
import { compact } from '../../../src/report/linear-scale.ts'
import { logScale } from '../../../src/report/log-scale.ts'
import { drawPanel } from '../../../src/report/page/draw-chart.ts'
import { CENTRED, type Panel } from '../../../src/report/panel.ts'
import type { Point } from './planned-curves.ts'

/** A curve of a plan. */
export interface PlanCurve {
  readonly title: string
  /** Labels of the axes. */
  readonly across: string
  readonly up: string
  readonly points: readonly Point[]
  /** The points named in the answer. */
  readonly marks: readonly Point[]
  /** Whether heights are shares, from 0 to 1; otherwise they are numbers of people. */
  readonly isShare: boolean
}

/** Size in pixels, for labels of a legible size on a phone. */
const [WIDTH, HEIGHT] = [310, 225]
const ACCENT = 'var(--accent)'
const LABELLED = { ...CENTRED, grid: true } as const

/** Draws a curve of a plan, with dots at the points of the answer. The horizontal axis is logarithmic, and so is that of people. */
export function planPicture({ title, across, up, points, marks, isShare }: PlanCurve): SVGSVGElement {
  const logOf = (values: readonly number[], label: string) => ({
    ...logScale(values, label),
    tickFormat: compact,
  })
  const plot: Panel['plot'] = {
    ...{ width: WIDTH, height: HEIGHT, marginLeft: 58, marginTop: 10, marginRight: 14, marginBottom: 44 },
    x: {
      ...logOf(
        points.map(({ x }) => x),
        across,
      ),
      ...LABELLED,
      labelOffset: 38,
    },
    y: {
      ...(isShare
        ? { domain: [0, 100], ticks: 5, percent: true, label: `${up}, in %` }
        : logOf(
            points.map(({ y }) => y),
            up,
          )),
      ...LABELLED,
      labelOffset: 52,
    },
    marks: [
      line(points, { x: 'x', y: 'y', stroke: ACCENT, strokeWidth: 2.5, strokeLinejoin: 'round' }),
      dot(marks, { x: 'x', y: 'y', r: 5, fill: ACCENT, stroke: 'var(--card)', strokeWidth: 2 }),
    ],
  }
  return drawPanel(
    { heading: title, plot },
    `${title}: a curve of ${points.length} points, which are listed below`,
  )
}
