import { areaY, dot, line, type Markish, type PlotOptions, text } from '@observablehq/plot'
import { CENTRED, type Panel } from '../panel.ts'
import { divide } from './chart.ts'
import type { ErrorScale } from './error-scale.ts'
import { keepApart } from './keep-apart.ts'
import type { StrategyStyle } from './strategy-style.ts'

const MARGINS = { marginTop: 8, marginBottom: 44, marginLeft: 68 }
/** Distance between two names, in pixels. */
const NAME_HEIGHT = 14
/** Positions of a name's symbol and of the name, in pixels right of the frame. */
const [SYMBOL_AT, NAME_AT] = [12, 20]
/** Width of a panel that is neither frame nor names. */
export const BESIDE_FRAME = MARGINS.marginLeft + NAME_AT

/** The error of a strategy with some number of people. */
export interface LinePoint {
  readonly strategy: string
  readonly users: number
  readonly mean: number
  /** The ends of the band. */
  readonly low: number
  readonly high: number
  readonly title: string
}

/** The layout of a panel of lines. */
interface LineLayout {
  /** Size of the frame, and room right of it for names, in pixels. */
  readonly width: number
  readonly height: number
  readonly room: number
  /** The horizontal scale, with its label. */
  readonly people: PlotOptions['x'] & object
  readonly scale: ErrorScale
  readonly styles: ReadonlyMap<string, StrategyStyle>
}

/** Draws a line with a band for each strategy, and its name at the end. The points are in the order of their numbers of people. */
export function linePanel(heading: string, points: readonly LinePoint[], layout: LineLayout): Panel {
  const { width, height, room, people, scale, styles } = layout
  const lines = divide(points, point => [point.strategy])
  const marginRight = NAME_AT + room
  return {
    heading,
    plot: {
      ...MARGINS,
      marginRight,
      width: MARGINS.marginLeft + width + marginRight,
      height: MARGINS.marginTop + height + MARGINS.marginBottom,
      x: { ...people, ...CENTRED, labelOffset: 36 },
      y: { ...scale.options, grid: true, ...CENTRED, labelOffset: 60 },
      marks: [
        ...lines.map(line => bandMark(line, styles.get(line[0].strategy)!)),
        ...lines.flatMap(line => lineMarks(line, styles.get(line[0].strategy)!)),
        ...nameMarks(lines, layout),
      ],
    },
  }
}

function bandMark(points: readonly LinePoint[], { colour }: StrategyStyle): Markish {
  return areaY(points, { x: 'users', y1: 'low', y2: 'high', fill: colour, fillOpacity: 0.12 })
}

function lineMarks(points: readonly LinePoint[], { colour, dash, symbol, filled }: StrategyStyle): Markish[] {
  const channels = { x: 'users', y: 'mean', stroke: colour } as const
  return [
    line(points, { ...channels, strokeWidth: 1.5, strokeDasharray: dash }),
    dot(points, { ...channels, symbol, r: 3.5, fill: filled ? colour : 'none', title: 'title' }),
  ]
}

/** Each line's symbol and name, right of the frame and as near to the end of the line as the other names allow. */
function nameMarks(
  lines: readonly LinePoint[][],
  { height, scale: { log, domain }, styles }: LineLayout,
): Markish[] {
  const [low, high] = domain
  const [toScale, fromScale] = log ? [Math.log, Math.exp] : [Number, Number]
  const pixels = height / (toScale(high) - toScale(low))
  const last = lines.map(points => points.at(-1)!).sort((a, b) => a.mean - b.mean)
  const wanted = last.map(({ mean }) => (toScale(mean) - toScale(low)) * pixels)
  return keepApart(wanted, NAME_HEIGHT, height).flatMap((at, i) => {
    const { strategy } = last[i]
    const { colour, symbol, filled } = styles.get(strategy)!
    const place = { y: [fromScale(toScale(low) + at / pixels)], frameAnchor: 'right' } as const
    return [
      dot([strategy], {
        ...place,
        dx: SYMBOL_AT,
        symbol,
        r: 3.5,
        stroke: colour,
        fill: filled ? colour : 'none',
      }),
      text([strategy], {
        ...place,
        dx: NAME_AT,
        text: [strategy],
        textAnchor: 'start',
        fill: 'currentColor',
      }),
    ]
  })
}
