import type { PlotOptions } from '@observablehq/plot'
import { drawFigure } from '../../src/report/figure.ts'
import type { Figure } from '../../src/report/panel.ts'
import { INK, TONE } from '../../src/report/strategy-panels.ts'

/** A value on a line of a panel, with the ends of its interval if it has one. */
export interface CurvePoint {
  readonly x: number
  readonly value: number
  readonly low?: number
  readonly high?: number
}

/** A panel with one line, or two to compare: the first dark, the second light. */
export interface CurvePanel {
  readonly heading: string
  readonly curves: readonly (readonly CurvePoint[])[]
}

/** Scales and labels that all panels share, so that they can be compared. */
export interface CurveScales {
  readonly x: PlotOptions['x'] & object
  readonly y: { readonly label: string; readonly domain: readonly [number, number] }
  /** The value of a dashed line with which the curves are compared. */
  readonly reference?: number
  /** Whether the points have dots, which suits few points; default: true. */
  readonly dots?: boolean
}

const WIDTH = 250
const HEIGHT = 200

/** Draws small panels with the same scales, four in a row. Returns an SVG document. */
export async function smallMultiples(
  heading: Omit<Figure, 'panels'>,
  panels: readonly CurvePanel[],
  scales: CurveScales,
): Promise<string> {
  const { areaY, dot, line, ruleY } = await import('@observablehq/plot')
  const { x, y, reference, dots = true } = scales
  const band = ({ low, high }: CurvePoint) => low !== undefined && high !== undefined
  return drawFigure({
    columns: Math.min(4, panels.length),
    ...heading,
    panels: panels.map(({ heading, curves }) => ({
      heading,
      plot: {
        width: WIDTH,
        height: HEIGHT,
        marginLeft: 40,
        marginRight: 14,
        marginBottom: 40,
        x: { ...x, labelAnchor: 'center' as const, labelArrow: 'none' as const, labelOffset: 34 },
        y: { ...y, labelArrow: 'none' as const, ticks: 5 },
        marks: [
          reference === undefined ? null : ruleY([reference], { stroke: INK, strokeDasharray: '4,3' }),
          ...curves.map(points =>
            areaY(points.filter(band), { x: 'x', y1: 'low', y2: 'high', fill: TONE, fillOpacity: 0.6 }),
          ),
          // The dark curve is drawn on top of the light one.
          ...[...curves.entries()].reverse().flatMap(([i, points]) => {
            const stroke = i === 0 ? INK : TONE
            return [
              line(points, { x: 'x', y: 'value', stroke, strokeWidth: i === 0 ? 1.75 : 3 }),
              dots ? dot(points, { x: 'x', y: 'value', fill: stroke, r: 2.2 }) : null,
            ]
          }),
        ],
      },
    })),
  })
}
