import type { PlotOptions } from '@observablehq/plot'

/** A plot with its heading, to stand among others in a figure. */
export interface Panel {
  readonly heading: string
  readonly plot: PlotOptions & { readonly width: number; readonly height: number }
}

export interface Figure {
  readonly title: string
  /** Under the title: what was done. */
  readonly subtitle: string
  /** Under the panels, a line each: how to read the marks. */
  readonly caption: readonly string[]
  readonly panels: readonly Panel[]
  /** Panels in a row, default `PANELS_A_ROW`. */
  readonly columns?: number
}

/** Panels side by side in one row of a figure, unless it says otherwise. */
export const PANELS_A_ROW = 3
