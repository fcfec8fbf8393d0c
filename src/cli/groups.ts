import type { Command } from 'commander'
import { InputError } from '../data/input-error.ts'
import type { SharesOption } from './shares.ts'

/** Options that say which groups people belong to. */
export interface ByOptions {
  readonly by?: string
  readonly sortBy?: string | undefined
  readonly out?: string
}

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
 * Refuses options of groups where they have no meaning.
 *
 * @param several the option of several questions, which have files of their own
 */
export function refuseWithoutBy(
  {
    by,
    sortBy,
    shares,
    out,
    columns,
    questions,
  }: ByOptions & SharesOption & { columns?: unknown; questions?: unknown },
  range: object | undefined,
  several: string,
): void {
  if (shares !== undefined && by === undefined) throw new InputError('--shares: expected only with --by')
  const isSeveral = columns !== undefined || questions !== undefined
  if (sortBy !== undefined) {
    if (by === undefined) throw new InputError('--sort-by: expected only with --by')
    if (range || isSeveral) {
      throw new InputError('--sort-by: expected only where groups hold categories of one question')
    }
  }
  if (out === undefined || isSeveral) return
  if (by === undefined) throw new InputError(`--out: expected only with --by or ${several}`)
  if (range) throw new InputError(`--out: expected only where groups hold categories, or with ${several}`)
}

/** An option as it is typed, by the name of its value. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
}
