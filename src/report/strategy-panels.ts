import type { PlotOptions } from '@observablehq/plot'
import { PANELS_A_ROW, type Panel } from './figure.ts'

/** Marks' colours: a light and a dark one, so that they differ in grey and to every eye. */
export const LIGHT = '#9ecae9'
export const DARK = '#0b3c5d'

/** What is drawn in every panel of a figure, of the rows of its level. */
export interface PanelContents<Row> {
  /** The scale of the measured quantity, with its label. */
  readonly x: (rows: readonly Row[]) => PlotOptions['x'] & object
  readonly marks: (rows: readonly Row[]) => NonNullable<PlotOptions['marks']>
}

const PLOT_WIDTH = 250
const ROW_HEIGHT = 21
const CHARACTER_WIDTH = 6.2
const MARGINS = { marginTop: 4, marginBottom: 44, marginRight: 16 }

/**
 * One panel for each level ε, in increasing order, with the strategies from top to bottom in the order of the rows;
 * their names stand left of the first panel of a row.
 */
export function strategyPanels<Row extends { epsilon: number; strategy: string }>(
  rows: readonly Row[],
  { x, marks }: PanelContents<Row>,
): Panel[] {
  const strategies = [...new Set(rows.map(row => row.strategy))]
  const levels = [...new Set(rows.map(row => row.epsilon))].sort((a, b) => a - b)
  const longest = Math.max(...strategies.map(name => name.length))
  return levels.map((epsilon, i) => {
    const here = rows.filter(row => row.epsilon === epsilon)
    const isFirst = i % PANELS_A_ROW === 0
    const marginLeft = 18 + (isFirst ? CHARACTER_WIDTH * longest : 0)
    return {
      heading: `ε = ${epsilon}`,
      plot: {
        ...MARGINS,
        marginLeft,
        width: marginLeft + PLOT_WIDTH + MARGINS.marginRight,
        height: MARGINS.marginTop + ROW_HEIGHT * strategies.length + MARGINS.marginBottom,
        x: { grid: true, labelAnchor: 'center', labelArrow: 'none', labelOffset: 36, ...x(here) },
        y: { domain: strategies, label: null, tickSize: 0, padding: 0.3, ...(!isFirst && { ticks: [] }) },
        marks: marks(here),
      },
    }
  })
}
