import type { RiskRow } from './data.ts'
import { element } from './element.ts'
import { type Column, table } from './tables.ts'

const COLUMNS: readonly Column<RiskRow>[] = [
  { title: 'Strategy', cell: row => row.strategy },
  { title: 'K', isNumber: true, cell: row => String(row.categories) },
  { title: 'ε', isNumber: true, cell: row => String(row.epsilon) },
  { title: 'Channel', cell: ({ channel, adapts }) => (adapts ? `${channel}, at first` : channel) },
  {
    title: 'Odds multiplied by',
    isNumber: true,
    cell: ({ odds }) => (odds === null ? 'more than 10³⁰⁸' : figure(odds, 3)),
  },
  { title: 'Best guess right', isNumber: true, cell: row => percent(row.guess) },
  { title: 'By chance', isNumber: true, cell: row => percent(row.chance) },
  { title: 'Leaked bits', isNumber: true, cell: row => figure(row.leakage, 3) },
  { title: 'Total variation', isNumber: true, cell: row => figure(row.worstTotalVariation, 3) },
  {
    title: 'Liar’s weight',
    isNumber: true,
    cell: ({ liarWeight }) => (liarWeight === null ? 'unbounded' : figure(liarWeight, 3)),
  },
]

/** The risk of one answer, for each strategy. */
export function riskTable(rows: readonly RiskRow[]): HTMLElement {
  const note = element(
    'p',
    { class: 'quiet' },
    'What one answer reveals about the person who gives it, through the channel that the strategy chooses before there are any ' +
      'answers, and without a goal. “Odds multiplied by” is the most by which an answer can multiply the odds between two ' +
      'categories. The next two columns show how often the best guess is right with an answer, and by chance without one, if all ' +
      'categories are equally likely; the leaked bits are the logarithm of their ratio. The total variation distance is the largest ' +
      'between the answers of two categories. A liar’s weight is the most by which one answer can move an unbiased estimate, in people.',
  )
  if (rows.length === 0)
    return element(
      'div',
      {},
      note,
      element('p', {}, 'None of these strategies has a channel that is known from its name alone.'),
    )
  return element('div', {}, note, table('Risk by strategy, number of categories and level', COLUMNS, rows))
}

/** A number to this many significant digits; large numbers are written in full. */
function figure(value: number, digits: number): string {
  return value >= 1000
    ? value.toLocaleString('en', { maximumSignificantDigits: digits })
    : String(Number(value.toPrecision(digits)))
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
