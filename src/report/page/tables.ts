import { MEASURES, type Measure, measuresIn } from '../../sweep/measures.ts'
import { levelText } from '../level-text.ts'
import type { AuditRow, PageTrajectory, SummaryRow } from './data.ts'
import { element } from './element.ts'
import { type Dimension, sharedWords, valueLabel, varyingDimensions } from './filters.ts'
import { type Mark, marksOf, RATE } from './page-verdict.ts'

export interface Column<Row> {
  readonly title: string
  readonly isNumber?: boolean
  cell(row: Row): Node | string
}

/**
 * The summary: a row for each strategy in each setting.
 *
 * @param all rows, before filters; they determine the columns of settings
 */
export function summaryTable(rows: readonly SummaryRow[], all: readonly SummaryRow[]): HTMLElement {
  const settings = varyingDimensions(all).filter(({ key }) => key !== 'strategy')
  const note = element(
    'p',
    { class: 'quiet' },
    'Means over runs ± standard errors. |S|: categories in the subset that a request asks about, 0 where it has none. ' +
      `Differences are from srr in the same run, with the same truth and people; ↓ marks those that are below zero (better), ↑ those ` +
      `above, with a false discovery rate of ${100 * RATE} % over the whole table.`,
  )
  const measures = measuresIn(all)
  for (const name of measures) note.append(` ${titleOf(name)}: ${MEASURES[name].words}.`)
  const shared = sharedWords(all)
  if (shared !== '') note.append(` All rows: ${shared}.`)
  const hasNumbers = measures.includes('wasserstein')
  const hasGoal = all.some(({ people }) => people !== null)
  if (hasGoal) {
    note.append(
      ' People: the number until the goal was settled, or all of them if it was not. The ratio is to ' +
        `${hasNumbers ? 'arcs' : 'subset-selection'} in the same runs.`,
    )
  }
  const marks = new Map(marksOf(all).map((mark, i) => [all[i], mark]))
  if (hasNumbers) note.append(` Differences are of ${titleOf('wasserstein')}.`)
  const columns = [...summaryColumns(settings, marks, measures), ...(hasGoal ? GOAL_COLUMNS : [])]
  return element('div', {}, note, table('Results by setting and strategy', columns, rows))
}

function summaryColumns(
  settings: readonly Dimension[],
  marks: ReadonlyMap<SummaryRow, Mark>,
  measures: readonly Measure[],
): Column<SummaryRow>[] {
  return [
    { title: 'Strategy', cell: row => row.strategy },
    ...settings.map(({ key, label, values }) => ({
      title: label,
      isNumber: typeof values[0].value === 'number',
      cell: (row: SummaryRow) => valueLabel(row, key),
    })),
    { title: 'Runs', isNumber: true, cell: row => row.runs.toLocaleString('en') },
    ...measures.map(name => ({
      title: `${titleOf(name)} ± SE`,
      isNumber: true,
      cell: (row: SummaryRow) => withError(row[name], row[`${name}Error`]),
    })),
    { title: 'Difference from srr ± SE', isNumber: true, cell: row => differenceCell(row, marks.get(row)) },
    { title: 'Mean |S|', isNumber: true, cell: row => row.meanSubsetSize.toFixed(2) },
    { title: 'Seconds per run', isNumber: true, cell: row => row.seconds.toFixed(2) },
  ]
}

/** The title of a measure's column. */
function titleOf(name: Measure): string {
  const { title } = MEASURES[name]
  return title[0].toUpperCase() + title.slice(1)
}

/** Additional columns of runs with a goal. */
const GOAL_COLUMNS: readonly Column<SummaryRow>[] = [
  {
    title: 'People ± SE',
    isNumber: true,
    cell: ({ people, peopleError }) =>
      people === null ? '–' : `${whole(people)} ± ${peopleError === null ? '–' : whole(peopleError)}`,
  },
  { title: 'Settled', isNumber: true, cell: ({ settled }) => percent(settled) },
  { title: 'Wrong', isNumber: true, cell: ({ wrong }) => percent(wrong) },
  {
    title: 'Ratio ± SE',
    isNumber: true,
    cell: ({ ratio, ratioError }) => withError(ratio, ratioError),
  },
]

function whole(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 0 })
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)} %`
}

/** The audited ε of each strategy at each nominal ε. */
export function auditTable(rows: readonly AuditRow[]): HTMLElement {
  const levels = [...new Set(rows.map(row => row.epsilon))].sort((a, b) => a - b)
  const strategies = [...new Set(rows.map(row => row.strategy))]
  const find = (strategy: string, epsilon: number) =>
    rows.find(row => row.strategy === strategy && row.epsilon === epsilon)
  const note = element(
    'p',
    { class: 'quiet' },
    'The largest exact privacy level ε of all the channels that a strategy used, in all its runs, against the nominal level.',
  )
  const columns: Column<string>[] = [
    { title: 'Strategy', cell: strategy => strategy },
    ...levels.map(epsilon => ({
      title: `Nominal ε = ${epsilon}`,
      isNumber: true,
      cell: (strategy: string) => auditCell(find(strategy, epsilon)),
    })),
  ]
  return element('div', {}, note, table('Largest audited ε', columns, strategies))
}

/** The frequencies of a run's categories at a checkpoint. */
export function frequencyTable(
  { shown, names, truth, checkpoints }: PageTrajectory,
  at: number,
): HTMLElement {
  const { answers, mean, lower, upper } = checkpoints[at]
  const column = (title: string, values: readonly number[]): Column<number> => ({
    title,
    isNumber: true,
    cell: i => values[i].toFixed(4),
  })
  return table(
    `Frequencies after ${answers.toLocaleString('en')} answers`,
    [
      { title: 'Category', isNumber: names === undefined, cell: i => names?.[i] ?? String(shown[i]) },
      column('Truth', truth),
      column('Posterior mean', mean),
      column('2.5 % quantile', lower),
      column('97.5 % quantile', upper),
    ],
    shown.map((_, i) => i),
  )
}

function auditCell(row: AuditRow | undefined): Node | string {
  if (row === undefined) return '–'
  const kind = row.isWithin ? 'within' : 'beyond'
  return element(
    'span',
    { class: kind },
    `${levelText(row.largest)} ${row.isWithin ? '✓ within' : '✗ beyond'}`,
  )
}

function differenceCell({ difference, differenceError }: SummaryRow, kind: Mark): Node | string {
  const text = withError(difference, differenceError)
  if (kind === undefined) return text
  const arrow = kind === 'better' ? '↓' : '↑'
  return element(
    'span',
    { class: kind },
    text,
    ' ',
    element('span', { role: 'img', 'aria-label': kind }, arrow),
  )
}

/** A value with its error; a dash for a missing value, and for the error of a single run. */
function withError(value: number | null = null, error: number | null = null): string {
  return value === null ? '–' : `${signed(value)} ± ${error === null ? '–' : error.toFixed(4)}`
}

/** A number to four places, with a minus sign instead of a hyphen, and with no sign before a zero. */
function signed(value: number): string {
  return value
    .toFixed(4)
    .replace(/^-(?=.*[1-9])/, '−')
    .replace('-', '')
}

/** A table that can be scrolled, with its caption. */
export function table<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): HTMLElement {
  const number = ({ isNumber = false }: Column<Row>): Readonly<Record<string, string>> =>
    isNumber ? { class: 'number' } : {}
  const head = columns.map(column => element('th', { scope: 'col', ...number(column) }, column.title))
  const body = rows.map(row =>
    element(
      'tr',
      {},
      ...columns.map((column, i) => {
        const cell = column.cell(row)
        // The first column contains the row's name, and stays visible while the others are scrolled.
        return i === 0
          ? element('th', { scope: 'row', ...number(column) }, cell)
          : element('td', number(column), cell)
      }),
    ),
  )
  const tableElement = element(
    'table',
    {},
    element('caption', {}, caption),
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...body),
  )
  return element(
    'div',
    { class: 'scroller table', tabindex: 0, role: 'group', 'aria-label': caption },
    tableElement,
  )
}
