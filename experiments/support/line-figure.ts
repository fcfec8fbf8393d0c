import type { PlotOptions } from '@observablehq/plot'
import { drawFigure } from '../../src/report/figure.ts'
import { logScale } from '../../src/report/log-scale.ts'
import type { Figure } from '../../src/report/panel.ts'

/** A measured value on one of the lines of a panel. */
export interface LinePoint {
  readonly line: string
  readonly x: number
  readonly value: number
  readonly low: number
  readonly high: number
}

/** Options shared by the panels of a figure. */
export interface LineScales {
  readonly x: PlotOptions['x'] & object
  /** The label of the vertical scale. */
  readonly y: string
  /** Default: `log`. A linear scale begins at zero. */
  readonly type?: 'log' | 'linear'
  /** Room for the names of the lines, in pixels. */
  readonly names?: number
}

const HEIGHT = 300
const NAMES = 70
/** Labels at the ends of the lines are at least this far apart, as a share of the vertical scale. */
const LABEL_SPACE = 0.05

/** Draws panels of lines with bands from `low` to `high`, where each line is named at its right end. Returns an SVG document. */
export async function lineFigure(
  heading: Omit<Figure, 'panels'>,
  panels: readonly { heading: string; points: readonly LinePoint[] }[],
  scales: LineScales,
): Promise<string> {
  const { areaY, dot, line, text } = await import('@observablehq/plot')
  const { type = 'log', names = NAMES } = scales
  const drawn = panels.map(({ heading, points }) => {
    const ends = points.flatMap(point => [point.low, point.high])
    const y = type === 'log' ? logScale(ends, scales.y) : { label: scales.y, zero: true, nice: true }
    const series = { x: 'x', z: 'line' }
    const labels = { x: 'x', y: 'at', text: 'line', fill: 'line', textAnchor: 'start', dx: 6 } as const
    return {
      heading,
      plot: {
        width: 310 + names,
        height: HEIGHT,
        marginLeft: 60,
        marginRight: names,
        marginBottom: 44,
        x: { ...scales.x, labelAnchor: 'center' as const, labelArrow: 'none' as const, labelOffset: 36 },
        y,
        color: { domain: [...new Set(points.map(point => point.line))], scheme: 'observable10' as const },
        marks: [
          areaY(points, { ...series, y1: 'low', y2: 'high', fill: 'line', fillOpacity: 0.15 }),
          line(points, { ...series, y: 'value', stroke: 'line' }),
          dot(points, { ...series, y: 'value', fill: 'line', r: 2 }),
          text(endLabels(points, type), labels),
        ],
      },
    }
  })
  return drawFigure({ ...heading, panels: drawn })
}

/** The last point of each line, with a height for its label that leaves room for the labels of the others. */
function endLabels(points: readonly LinePoint[], type: 'log' | 'linear'): (LinePoint & { at: number })[] {
  const [toScale, fromScale] = type === 'log' ? [Math.log, Math.exp] : [Number, Number]
  const last = [...new Map(points.map(point => [point.line, point])).values()]
  const ends = points.flatMap(point => [toScale(point.low), toScale(point.high)])
  const space = LABEL_SPACE * (Math.max(...ends) - Math.min(...ends))
  let least = -Infinity
  return last
    .sort((a, b) => a.value - b.value)
    .map(point => {
      least = Math.max(toScale(point.value), least + space)
      return { ...point, at: fromScale(least) }
    })
}
