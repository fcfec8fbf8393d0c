import type { StrategyStyle } from '../../src/report/charts/strategy-style.ts'

const COMMON = { symbol: 'circle', filled: true } as const

/** The strategy that the page is about has the accent; the colours of others are quiet, and their lines dashed. */
const STYLES: readonly StrategyStyle[] = [
  { ...COMMON, colour: 'var(--accent)', dash: 'none' },
  { ...COMMON, colour: 'var(--ink)', dash: '7,4' },
  { ...COMMON, colour: 'var(--edge)', dash: '2,4' },
]

/** The style of the `index`-th strategy. */
export const curveStyle = (index: number): StrategyStyle => STYLES[index]
