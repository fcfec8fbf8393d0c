import type { Command } from 'commander'
import { didYouMean, nearest } from '../check/nearest.ts'
import { quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import { FIGURE_PACKAGES, requirePackages } from '../data/node-packages.ts'
import { publish, requireFolder } from '../data/publish.ts'
import type { GroupJSON } from '../posterior/functional/groups-json.ts'
import { INTERVAL_LEVEL } from '../posterior/functional/interval-json.ts'
import { writePlot } from '../report/comparison-files.ts'
import { groupPlot } from '../report/group-plot.ts'
import { textTable } from '../report/text-table.ts'

/** Options that say which groups people belong to. */
export interface ByOptions {
  readonly by?: string
  readonly sortBy?: string
  readonly out?: string
}

/** The most panels of a figure. */
const MOST_PANELS = 6

/** @param out what else a folder is for */
export function addByOptions(command: Command, out = ''): Command {
  return command
    .option('--by <name>', 'the column with the group of each person, such as a region, which is public')
    .option(
      '--sort-by <category>',
      'with --by: the category by which groups are shown (default: the likeliest)',
    )
    .option('--out <folder>', `with --by: folder for a figure of the groups, as SVG and PNG${out}`)
}

/**
 * Refuses options of groups where there are none.
 *
 * @param folder the options that a folder is for
 */
export function refuseWithoutBy({ by, sortBy, out }: ByOptions, folder = '--by'): void {
  if (by !== undefined) return
  if (sortBy !== undefined) throw new InputError('--sort-by: expected only with --by')
  if (out !== undefined) throw new InputError(`--out: expected only with ${folder}`)
}

/** Refuses options that do not go together with another one, by default with groups. */
export function refuseWith(options: object, names: readonly string[], other = '--by'): void {
  for (const name of names) {
    if ((options as Record<string, unknown>)[name] === undefined) continue
    const option = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
    throw new InputError(`--${option}: expected only without ${other}`)
  }
}

/** Checks what can be checked before any work is done. */
export async function requireByOptions(
  { sortBy, out }: ByOptions,
  categories: readonly string[],
): Promise<void> {
  if (sortBy !== undefined && !categories.includes(sortBy)) {
    throw new InputError(
      `--sort-by: expected one of the categories; got ${quote(sortBy)}${didYouMean(nearest(sortBy, categories))}`,
    )
  }
  if (out === undefined) return
  await requirePackages(...FIGURE_PACKAGES)
  await requireFolder(out)
}

/** What is shown of groups. */
interface ShownGroups {
  readonly categories: readonly string[]
  readonly groups: readonly (GroupJSON & { readonly truth?: readonly number[] })[]
  readonly total: { readonly estimate: readonly number[] }
}

/** The category that groups are sorted by, and the groups in its order, the highest share first. */
function sorted({ categories, groups, total }: ShownGroups, { sortBy }: ByOptions) {
  const likeliest = total.estimate.indexOf(Math.max(...total.estimate))
  const x = sortBy === undefined ? likeliest : categories.indexOf(sortBy)
  return { x, rows: groups.slice().sort((one, other) => other.estimate[x] - one.estimate[x]) }
}

/**
 * A table of one category's share in each group.
 *
 * @param counted what the groups have numbers of
 */
export function groupTable(
  shown: ShownGroups,
  options: ByOptions & { readonly top: number },
  counted: 'people' | 'answers' = 'people',
): string {
  const { x, rows } = sorted(shown, options)
  type Row = (typeof rows)[number]
  const column = (title: string, of: (row: Row) => number, digits = 4) => ({
    title,
    align: 'right' as const,
    cell: (row: Row) => of(row).toFixed(digits),
  })
  const table = textTable<Row>(
    [
      { title: 'group', cell: ({ name }) => name },
      column(counted, ({ users }) => users, 0),
      column('estimate', ({ estimate }) => estimate[x]),
      column(`lower ${100 * INTERVAL_LEVEL} %`, ({ interval }) => interval.lower[x]),
      column('upper', ({ interval }) => interval.upper[x]),
      column('alone: lower', ({ separate }) => separate.interval.lower[x]),
      column('upper', ({ separate }) => separate.interval.upper[x]),
      ...(rows[0].truth ? [column('truth', ({ truth }) => truth![x])] : []),
    ],
    rows.slice(0, options.top),
  )
  const more = rows.length - options.top
  const rest = more > 0 ? `… ${more} more groups (--top)\n` : ''
  return `${shown.categories[x] || '(missing)'} (--sort-by):\n${table}${rest}`
}

/** Draws the likeliest categories of all groups; returns the names of the files. */
export async function drawGroups(
  shown: ShownGroups,
  options: ByOptions & { readonly top: number },
  subtitle: string,
): Promise<string[]> {
  const folder = options.out
  if (folder === undefined) return []
  const { x: first, rows } = sorted(shown, options)
  const { estimate } = shown.total
  const others = estimate.map((_, x) => x).filter(x => x !== first)
  others.sort((x, y) => estimate[y] - estimate[x])
  const groups = rows.slice(0, options.top)
  const svg = await groupPlot(
    [first, ...others].slice(0, MOST_PANELS).map(x => ({
      category: shown.categories[x],
      shares: groups.map(({ name, estimate, interval, separate, truth }) => ({
        group: name,
        mean: estimate[x],
        lower: interval.lower[x],
        upper: interval.upper[x],
        lowerAlone: separate.interval.lower[x],
        upperAlone: separate.interval.upper[x],
        ...(truth && { truth: truth[x] }),
      })),
    })),
    groups.map(({ name }) => name),
    { title: 'Shares by group', subtitle },
    INTERVAL_LEVEL,
  )
  return publish(folder, temporary => writePlot(temporary, 'groups', svg))
}
