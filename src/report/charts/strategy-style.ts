/** Colours, symbols and dashes that distinguish strategies on light and dark paper, in greyscale, and for colour-blind readers. */

/** The colour of lightly drawn areas: boxes, cells, bands. */
export const TINT = '#0072b2'

/** Okabe and Ito's colours, which colour-blind readers can distinguish. Yellow is left out, because it is invisible on white; the first strategy has the colour of the text. */
const COLOURS = ['currentColor', '#d55e00', '#0072b2', '#009e73', '#cc79a7', '#e69f00', '#56b4e9']
const SYMBOLS = ['circle', 'triangle', 'square', 'diamond', 'cross', 'star', 'wye'] as const
const DASHES = ['none', '7,3', '2,3', '8,3,2,3', '12,4']

export interface StrategyStyle {
  readonly colour: string
  readonly symbol: (typeof SYMBOLS)[number]
  /** Whether the symbol is filled. After the seventh strategy, the symbols are used again, hollow. */
  readonly filled: boolean
  readonly dash: string
}

/** The style of the `index`-th strategy, counted from 0. */
export function strategyStyle(index: number): StrategyStyle {
  return {
    colour: COLOURS[index % COLOURS.length],
    symbol: SYMBOLS[index % SYMBOLS.length],
    filled: Math.floor(index / SYMBOLS.length) % 2 === 0,
    dash: DASHES[index % DASHES.length],
  }
}
