import type { PlotOptions } from '@observablehq/plot'
import { CENTRED, PANELS_A_ROW, type Panel } from './panel.ts'

/** The colours of marks: the text's colour, and a middle tone that differs from it in greyscale, on light and on dark paper. */
export const INK = 'currentColor'
export const TONE = '#4a7fa6'

/** The rows of one panel. */
export interface Facet<Row> {
  readonly heading: string
  readonly rows: readonly Row[]
}

/** Draws a panel of a figure from its rows. */
export interface PanelContents<Row> {
  /** The horizontal scale of the `i`-th panel, with its label. */
  readonly x: (rows: readonly Row[], i: number) => PlotOptions['x'] & object
  readonly marks: (rows: readonly Row[]) => NonNullable<PlotOptions['marks']>
  /** Additional options of each plot. */
  readonly plot?: PlotOptions
  /** The strategies from top to bottom; default: in the order of the rows. */
  readonly strategies?: readonly string[]
  /** Panels in a row; default: `PANELS_A_ROW`. */
  readonly columns?: number
}

const PLOT_WIDTH = 250
const ROW_HEIGHT = 21
const CHARACTER_WIDTH = 6.2
const MARGINS = { marginTop: 4, marginBottom: 44, marginRight: 16 }

/** A facet for each level ε, in increasing order. */
export function epsilonFacets<Row extends { readonly epsilon: number }>(rows: readonly Row[]): Facet<Row>[] {
  const levels = [...new Set(rows.map(row => row.epsilon))].sort((a, b) => a - b)
  return levels.map(epsilon => ({
    heading: `ε = ${epsilon}`,
    rows: rows.filter(row => row.epsilon === epsilon),
  }))
}

/**
 * One panel for each facet, with the strategies from top to bottom. The first panel of a row has their names on its left.
 */
export function strategyPanels<Row extends { readonly strategy: string }>(
  facets: readonly Facet<Row>[],
  contents: PanelContents<Row>,
): Panel[] {
  const { x, marks, plot, columns = PANELS_A_ROW } = contents
  const strategies = contents.strategies ?? [
    ...new Set(facets.flatMap(({ rows }) => rows.map(row => row.strategy))),
  ]
  const longest = Math.max(...strategies.map(name => name.length))
  return facets.map(({ heading, rows }, i) => {
    const isFirst = i % columns === 0
    const marginLeft = 18 + (isFirst ? CHARACTER_WIDTH * longest : 0)
    return {
      heading,
      plot: {
        ...MARGINS,
        marginLeft,
        width: marginLeft + PLOT_WIDTH + MARGINS.marginRight,
        height: MARGINS.marginTop + ROW_HEIGHT * strategies.length + MARGINS.marginBottom,
        x: { grid: true, ...CENTRED, labelOffset: 36, ...x(rows, i) },
        y: {
          domain: [...strategies],
          label: null,
          tickSize: 0,
          padding: 0.3,
          ...(!isFirst && { ticks: [] }),
        },
        ...plot,
        marks: marks(rows),
      },
    }
  })
}
