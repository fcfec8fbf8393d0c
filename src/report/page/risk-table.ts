import type { RiskRow } from './data.ts'
import { element } from './element.ts'
import { type Column, table } from './tables.ts'

const COLUMNS: readonly Column<RiskRow>[] = [
  { title: 'Strategy', cell: row => row.strategy },
  { title: 'K', isNumber: true, cell: row => String(row.categories) },
  { title: 'ε', isNumber: true, cell: row => String(row.epsilon) },
  { title: 'Channel', cell: ({ channel, adapts }) => (adapts ? `${channel}, at first` : channel) },
  { title: 'Odds times', isNumber: true, cell: row => figure(row.odds, 3) },
  { title: 'Guessed', isNumber: true, cell: row => percent(row.guess) },
  { title: 'By chance', isNumber: true, cell: row => percent(row.chance) },
  { title: 'Leaked bits', isNumber: true, cell: row => figure(row.leakage, 3) },
  { title: 'Total variation', isNumber: true, cell: row => figure(row.worstTotalVariation, 3) },
  {
    title: 'Liar’s weight',
    isNumber: true,
    cell: ({ liarWeight }) => (liarWeight === null ? 'unbounded' : figure(liarWeight, 3)),
  },
]

/** What one answer means for the person who gives it, strategy by strategy. */
export function riskTable(rows: readonly RiskRow[]): HTMLElement {
  const note = element(
    'p',
    { class: 'quiet' },
    'What one answer tells of the person who gives it, from the channel that the strategy asks for before there are answers, and ' +
      'without a goal. An answer multiplies the odds between any two categories by so much at most. Where all categories are equally likely, the ' +
      'best guess is right so often with an answer, and so often by chance; the leaked bits are the logarithm of the ratio. The total variation distance is ' +
      'the largest between the answers of two categories. A liar weighs as much as the most by which one answer moves an unbiased ' +
      'estimate, in people.',
  )
  if (rows.length === 0)
    return element('div', {}, note, element('p', {}, 'No channel is known by its name alone.'))
  return element('div', {}, note, table('Risk by strategy, number of categories and level', COLUMNS, rows))
}

/** So many significant digits, large numbers in whole. */
function figure(value: number, digits: number): string {
  return value >= 1000
    ? value.toLocaleString('en', { maximumSignificantDigits: digits })
    : String(Number(value.toPrecision(digits)))
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
