import { sum } from '../arrays/sums.ts'
import { didYouMean, nearest } from '../check/nearest.ts'
import { quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import type { Domain } from '../domain/domain.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { isOrdered } from '../domain/read-question.ts'
import type { BeliefJSON, LawJSON } from '../posterior/functional/belief-json.ts'
import { INTERVAL_LEVEL } from '../posterior/functional/interval-json.ts'
import { expectationOf, quantileOf } from '../query/of-numbers.ts'
import { textTable } from '../report/text-table.ts'
import { unitOfQuestion } from '../survey/units.ts'
import { frequencyTable } from './frequencies.ts'
import type { SharesOption } from './shares.ts'
import type { SurveyOption } from './survey-option.ts'

/** The printed form of an estimate. */
export interface Sheet extends BeliefJSON {
  /** The questions. */
  readonly domain: Domain
  readonly by: readonly string[] | undefined
}

/** Options of printing. */
export interface SheetOptions extends SurveyOption {
  readonly top: number
  readonly sortBy?: string | undefined
  /** Weights of groups in the total; default as observed. */
  readonly shares?: SharesOption['shares']
}

/** A law of one question. */
export type ListLaw = LawJSON<number[]>
/** A law of two questions. */
export type TableLaw = LawJSON<number[][]>

export const isList = (law: LawJSON): law is ListLaw => !Array.isArray(law.about)
export const isTable = (law: LawJSON): law is TableLaw => Array.isArray(law.about)

/**
 * The printed tables of a belief. For one question with groups, a line for each group; otherwise for each question its frequencies or its
 * mean and quantiles, and for each two questions their association.
 *
 * @param counted the unit of the groups' numbers
 */
export function sheetText(
  sheet: Sheet,
  options: SheetOptions,
  counted: 'people' | 'answers' = 'people',
): string {
  const { laws, domain, by } = sheet
  const kindOf = (law: ListLaw) =>
    domain.kinds[domain.isSingle ? 0 : domain.names.indexOf(law.about as string)]
  if (by && domain.isSingle) {
    const [kind] = domain.kinds
    const groups = laws.filter(isList)
    return isOrdered(kind)
      ? numbersByGroup(sheet, groups, kind, options, counted)
      : groupTable(sheet, groups, options, counted)
  }
  const tables = (group: string | undefined) => {
    const own = laws.filter(law => law.group === group)
    const pairs = own.filter(isTable)
    return [
      ...own.filter(isList).map(law => {
        const kind = kindOf(law)
        const title = domain.isSingle ? '' : `\n${law.about}:\n`
        const unit = options.survey && unitOfQuestion(options.survey, (law.about ?? '') as string)
        return `${title}${isOrdered(kind) ? numberTable(law, kind, unit) : shareTable(law, options.top)}`
      }),
      ...(pairs.length > 0
        ? [`\nhow two questions go together:\n${associationTable(pairs, options.top)}`]
        : []),
    ].join('')
  }
  const text = by ? by.map(group => `\n${group}:\n${tables(group)}`).join('') : tables(undefined)
  return text.replace(/^\n/, '')
}

function shareTable({ labels, ...law }: ListLaw, top: number): string {
  return frequencyTable({ categories: labels as readonly string[], ...law }, top)
}

/** Largest number of steps or whole numbers with printed shares. */
const MOST_SHARES = 20

/** A row of a table of numbers. */
interface NumberRow {
  readonly name: string
  readonly mean: number
  readonly lower: number
  readonly upper: number
  readonly truth: number | undefined
}

/** A table of the mean, the quantiles, the shares outside of the range, and the shares of steps or of few whole numbers. */
function numberTable(law: ListLaw, kind: OrderedKind, unit = ''): string {
  const { truth, expectation, quantiles, estimate, interval } = law
  const { bins, first, names } = kind
  const theta = truth && Float64Array.from(truth)
  const share = (name: string, x: number) => ({
    name,
    mean: estimate[x],
    lower: interval.lower[x],
    upper: interval.upper[x],
    truth: truth?.[x],
  })
  const rows: NumberRow[] = [
    { name: 'mean', ...expectation!, truth: theta && expectationOf(kind).value(theta, 0) },
    ...quantiles!.map(({ p, ...row }) => ({
      name: `${100 * p} %`,
      ...row,
      truth: theta && quantileOf(kind, p).value(theta, 0),
    })),
    ...(first === 1 ? [share('share below', 0), share('share above', bins + 1)] : []),
    ...(bins <= MOST_SHARES && kind.kind !== 'number'
      ? Array.from({ length: bins }, (_, i) => share(`share of ${names[first + i]}`, first + i))
      : []),
  ]
  const column = (title: string, of: (row: NumberRow) => number | undefined) => ({
    title,
    align: 'right' as const,
    cell: (row: NumberRow) => short(of(row)!),
  })
  return textTable<NumberRow>(
    [
      { title: unit && `in ${unit}`, cell: row => row.name },
      column('estimate', row => row.mean),
      column(`lower ${100 * INTERVAL_LEVEL} %`, row => row.lower),
      column('upper', row => row.upper),
      ...(truth ? [column('truth', row => row.truth)] : []),
    ],
    rows,
  )
}

export const short = (value: number) => Number(value.toPrecision(5)).toString()

/** The groups of a single question, each with its mean and its median. */
function numbersByGroup(
  sheet: Sheet,
  groups: readonly ListLaw[],
  kind: OrderedKind,
  options: SheetOptions,
  counted: string,
): string {
  const { top, survey } = options
  const unit = survey && unitOfQuestion(survey, '')
  const rows = groups.slice().sort((one, other) => other.expectation!.mean - one.expectation!.mean)
  const median = ({ quantiles }: ListLaw) => quantiles!.find(({ p }) => p === 0.5)!
  const column = (title: string, of: (law: ListLaw) => number) => ({
    title,
    align: 'right' as const,
    cell: (law: ListLaw) => short(of(law)),
  })
  const table = textTable<ListLaw>(
    [
      { title: unit ? `group (in ${unit})` : 'group', cell: ({ group }) => group! },
      column(counted, ({ people }) => people!),
      column('mean', ({ expectation }) => expectation!.mean),
      column(`lower ${100 * INTERVAL_LEVEL} %`, ({ expectation }) => expectation!.lower),
      column('upper', ({ expectation }) => expectation!.upper),
      ...(rows[0].truth
        ? [column('truth', ({ truth }) => expectationOf(kind).value(Float64Array.from(truth!), 0))]
        : []),
      column('median', law => median(law).mean),
      column('lower', law => median(law).lower),
      column('upper', law => median(law).upper),
    ],
    [...rows.slice(0, top), totalRow(sheet, groups, options)],
  )
  return `${table}${moreText(rows.length - top, 'group')}groups are estimated together: small ones borrow from the others\n`
}

/** The category by which groups are sorted, and the groups in its order, the highest share first. */
export function sortedGroups(
  { total }: Pick<BeliefJSON, 'total'>,
  groups: readonly ListLaw[],
  sortBy: string | undefined,
) {
  const estimate = total!.estimate!
  const likeliest = estimate.indexOf(Math.max(...estimate))
  const x = sortBy === undefined ? likeliest : (groups[0].labels as readonly string[]).indexOf(sortBy)
  return { x, rows: groups.slice().sort((one, other) => other.estimate[x] - one.estimate[x]) }
}

/** A table of one category's share in each group. */
function groupTable(
  sheet: Sheet,
  groups: readonly ListLaw[],
  options: SheetOptions,
  counted: string,
): string {
  const { top, sortBy } = options
  const { x, rows } = sortedGroups(sheet, groups, sortBy)
  const column = (title: string, of: (law: ListLaw) => number | undefined, digits = 4) => ({
    title,
    align: 'right' as const,
    cell: (law: ListLaw) => of(law)?.toFixed(digits) ?? '',
  })
  const table = textTable<ListLaw>(
    [
      { title: 'group', cell: ({ group }) => group! },
      column(counted, ({ people }) => people!, 0),
      column('estimate', ({ estimate }) => estimate[x]),
      column(`lower ${100 * INTERVAL_LEVEL} %`, ({ interval }) => interval.lower[x]),
      column('upper', ({ interval }) => interval.upper[x]),
      column('alone: lower', ({ separate }) => separate?.interval.lower[x]),
      column('upper', ({ separate }) => separate?.interval.upper[x]),
      ...(rows[0].truth ? [column('truth', ({ truth }) => truth![x])] : []),
    ],
    [...rows.slice(0, top), totalRow(sheet, groups, options)],
  )
  return `${groups[0].labels[x]} (--sort-by):\n${table}${moreText(rows.length - top, 'group')}`
}

/** The law of all people, as a row below those of their groups. */
function totalRow({ total }: Sheet, groups: readonly ListLaw[], { shares }: SheetOptions): ListLaw {
  const { separate: _, ...first } = groups[0]
  const group = shares === undefined ? 'all' : 'all (--shares)'
  return { ...first, ...total, group, people: sum(groups.map(({ people }) => people!)) }
}

/** Tables in order of association, the strongest first. */
export function byAssociation(tables: readonly TableLaw[]): TableLaw[] {
  return tables.slice().sort((one, other) => other.cramersV!.mean - one.cramersV!.mean)
}

function associationTable(tables: readonly TableLaw[], top: number): string {
  const rows = byAssociation(tables)
  const column = (title: string, of: (law: TableLaw) => number) => ({
    title,
    align: 'right' as const,
    cell: (law: TableLaw) => of(law).toFixed(4),
  })
  const table = textTable<TableLaw>(
    [
      { title: 'questions', cell: ({ about }) => (about as readonly string[]).join(', ') },
      column("Cramér's V", ({ cramersV }) => cramersV!.mean),
      column(`lower ${100 * INTERVAL_LEVEL} %`, ({ cramersV }) => cramersV!.lower),
      column('upper', ({ cramersV }) => cramersV!.upper),
      ...(rows[0].cramersV!.truth === undefined ? [] : [column('truth', ({ cramersV }) => cramersV!.truth!)]),
    ],
    rows.slice(0, top),
  )
  return `${table}${moreText(rows.length - top, 'table')}`
}

function moreText(more: number, what: string): string {
  return more > 0 ? `… ${more} more ${what}${more === 1 ? '' : 's'} (--top)\n` : ''
}

/** Checks the category of `--sort-by`. */
export function requireSortBy(sortBy: string | undefined, categories: readonly string[]): void {
  if (sortBy === undefined || categories.includes(sortBy)) return
  throw new InputError(
    `--sort-by: expected one of the categories; got ${quote(sortBy)}${didYouMean(nearest(sortBy, categories))}`,
  )
}
