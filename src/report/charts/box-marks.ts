import { barX, dot, type Markish, ruleX, ruleY, tickX } from '@observablehq/plot'
import { TINT } from './strategy-style.ts'
import type { Box } from './tukey-box.ts'

/** The box of one strategy. */
export interface StrategyBox extends Box {
  readonly strategy: string
  /** Tooltip of the box. */
  readonly title: string
}

/**
 * The marks of one panel of box plots, with one row for each strategy.
 *
 * @param reference the strategy whose median has a dashed line through all rows
 */
export function boxMarks(boxes: readonly StrategyBox[], reference: string): Markish[] {
  const y = { y: 'strategy', title: 'title' } as const
  return [
    ruleX(
      boxes.filter(box => box.strategy === reference),
      { x: 'median', stroke: 'currentColor', strokeDasharray: '4,3', strokeOpacity: 0.7 },
    ),
    ruleY(boxes, { ...y, x1: 'low', x2: 'q1', stroke: 'currentColor' }),
    ruleY(boxes, { ...y, x1: 'q3', x2: 'high', stroke: 'currentColor' }),
    barX(boxes, { ...y, x1: 'q1', x2: 'q3', fill: TINT, fillOpacity: 0.4, stroke: 'currentColor' }),
    dot(
      boxes.flatMap(({ outliers, points, strategy }) =>
        (points.length > 0 ? points : outliers).map(x => ({ x, strategy })),
      ),
      { x: 'x', y: 'strategy', r: 1.5, stroke: 'currentColor', strokeWidth: 0.8 },
    ),
    tickX(boxes, { ...y, x: 'median', stroke: 'currentColor', strokeWidth: 2.5 }),
  ]
}
