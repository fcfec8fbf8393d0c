import type { PlotOptions } from '@observablehq/plot'

/** A plot of a figure, with its heading. */
export interface Panel {
  readonly heading: string
  readonly plot: PlotOptions & { readonly width: number; readonly height: number }
}

/** Options of an axis whose label stands at its middle, without an arrow. */
export const CENTRED = { labelAnchor: 'center', labelArrow: 'none' } as const

export interface Figure {
  readonly title: string
  /** Subtitle: the origin of the data. */
  readonly subtitle: string
  /** How to read the marks, in lines under the panels. */
  readonly caption: readonly string[]
  readonly panels: readonly Panel[]
  /** Panels in a row, default `PANELS_A_ROW`. */
  readonly columns?: number
}

/** The default number of panels side by side in a row of a figure. */
export const PANELS_A_ROW = 3
