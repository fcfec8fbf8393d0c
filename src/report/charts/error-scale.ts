import type { PlotOptions } from '@observablehq/plot'
import { logScale } from '../log-scale.ts'

/** Smallest ratio within a panel for which scales are logarithmic. */
const WIDE = 2
/** The room at either end of a linear scale, as a share of its span. */
const ROOM = 0.04

export interface ErrorScale {
  readonly log: boolean
  readonly domain: readonly [number, number]
  /** Options for either axis of a plot. */
  readonly options: PlotOptions['x'] & object
}

/**
 * Scales for errors, one for each panel of a chart, all of them logarithmic or all linear.
 *
 * @param panels the values that each panel shows
 * @param label the label of the axis; a logarithmic axis says so in addition
 */
export function errorScales(panels: readonly (readonly number[])[], label: string): ErrorScale[] {
  const isWide = panels.some(values => Math.max(...values) >= WIDE * Math.min(...values))
  const log = isWide && panels.flat().every(value => value > 0)
  return panels.map(values => {
    const [low, high] = [Math.min(...values), Math.max(...values)]
    const room = ROOM * (high - low) || ROOM * high || 1
    const options = log
      ? logScale(values, `${label} (log scale)`)
      : { label, domain: [low < 0 || low > room ? low - room : 0, high + room], ticks: 4 }
    return { log, options, domain: options.domain as unknown as [number, number] }
  })
}
