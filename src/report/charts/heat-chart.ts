import { axisFx, axisFy, type Markish, rect, ruleX, ruleY, text } from '@observablehq/plot'
import type { Figure } from '../panel.ts'
import { shortName, widthOfNames } from '../short-name.ts'
import { INK, TONE } from '../strategy-panels.ts'

/** Estimate of a cell of a table. */
export interface HeatCell {
  /** The names of the cell's row and column. */
  readonly row: string
  readonly column: string
  /** The estimated share, and its interval. */
  readonly mean: number
  readonly lower: number
  readonly upper: number
  /** The true share, if it is known. */
  readonly truth?: number
}

/** A table to be drawn. */
export interface HeatTable {
  /** Names of the questions of the rows and of the columns. */
  readonly names: readonly [rows: string, columns: string]
  /** The names of the shown rows and columns, in order. */
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly cells: readonly HeatCell[]
}

const [CELL_WIDTH, CELL_HEIGHT, GAP] = [76, 56, 0.06]
/** Largest opacity of a cell. Text on it has to be legible on light and on dark paper. */
const MOST_OPAQUE = 0.85
/** Rotation of column names that are too long to fit side by side, in degrees. */
const TURN = 35
/** The room at both ends of a cell's scale, in pixels, and the height of its bar, as a share of the cell. */
const [INSET, BAR] = [6, 0.17]

/**
 * Draws a table of two questions. The colour of a cell shows its estimated share, and a bar at its bottom spans the interval, on the same
 * scale in all cells.
 *
 * @param level the probability of the intervals
 */
export function heatChart(
  { names, rows, columns, cells }: HeatTable,
  heading: { readonly title: string; readonly subtitle: string },
  level: number,
): Figure {
  const end = Math.max(...cells.map(({ upper, truth = 0 }) => Math.max(upper, truth)))
  const isTurned = widthOfNames(columns) > CELL_WIDTH
  const turned = (TURN * Math.PI) / 180
  const marginTop = 20 + (isTurned ? Math.sin(turned) * widthOfNames(columns) : 0)
  const marginLeft = 24 + widthOfNames(rows)
  const marginRight = 16 + (isTurned ? Math.cos(turned) * widthOfNames(columns.slice(-1)) : 0)
  return {
    ...heading,
    caption: [
      `Colour and number: the estimated share of people, in per cent, above its central ${100 * level} % interval. The bar spans the interval, ` +
        `from 0 at the left to ${percent(end)} at the right of each cell: the shorter, the surer.` +
        (cells.some(hasTruth) ? ' Stroke: the true share.' : ''),
    ],
    panels: [
      {
        heading: names[1],
        plot: {
          width: marginLeft + CELL_WIDTH * columns.length + marginRight,
          height: marginTop + CELL_HEIGHT * rows.length + 8,
          marginTop,
          marginLeft,
          marginRight,
          marginBottom: 8,
          fx: { domain: columns, padding: GAP, axis: null },
          fy: { domain: rows, padding: GAP, axis: null },
          x: { domain: [0, end], axis: null, insetLeft: INSET, insetRight: INSET },
          y: { domain: [0, 1], axis: null },
          marks: [
            axisFx({
              anchor: 'top',
              label: null,
              tickFormat: shortName,
              tickSize: 0,
              ...(isTurned && { tickRotate: -TURN, textAnchor: 'start', dx: -CELL_WIDTH / 5 }),
            }),
            axisFy({
              anchor: 'left',
              label: names[0],
              labelArrow: 'none',
              tickFormat: shortName,
              tickSize: 0,
            }),
            ...marksOf(cells, end),
          ],
        },
      },
    ],
  }
}

/** The marks in the cells, on a scale up to `end`. */
function marksOf(cells: readonly HeatCell[], end: number): Markish[] {
  const most = Math.max(...cells.map(({ mean }) => mean))
  const facet = { fx: 'column', fy: 'row' }
  const line = (dy: number) => ({ ...facet, frameAnchor: 'top' as const, dy, fill: INK })
  return [
    rect(cells, {
      ...facet,
      x1: 0,
      x2: end,
      y1: 0,
      y2: 1,
      insetLeft: -INSET,
      insetRight: -INSET,
      fill: TONE,
      fillOpacity: { value: ({ mean }: HeatCell) => (MOST_OPAQUE * mean) / most, scale: null },
      stroke: INK,
      strokeOpacity: 0.15,
      rx: 3,
    }),
    text(cells, { ...line(8), fontSize: 13, text: ({ mean }: HeatCell) => percent(mean) }),
    text(cells, {
      ...line(24),
      fontSize: 10,
      text: ({ lower, upper }: HeatCell) => `${percent(lower)} to ${percent(upper)}`,
    }),
    ruleY(cells, { ...facet, x1: 0, x2: end, y: BAR, stroke: INK, strokeOpacity: 0.25 }),
    ruleY(cells, { ...facet, x1: 'lower', x2: 'upper', y: BAR, stroke: INK, strokeWidth: 4 }),
    ...(cells.some(hasTruth)
      ? [
          ruleX(cells, {
            ...facet,
            x: 'truth',
            y1: 0.05,
            y2: 2 * BAR - 0.05,
            stroke: INK,
            strokeWidth: 1.5,
          }),
        ]
      : []),
  ]
}

function hasTruth({ truth }: HeatCell): boolean {
  return truth !== undefined
}

/** A share in per cent, with one decimal place below ten. */
function percent(share: number): string {
  return (100 * share).toFixed(share < 0.0995 ? 1 : 0)
}
