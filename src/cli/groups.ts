import type { Command } from 'commander'
import { InputError } from '../data/input-error.ts'
import type { SharesOption } from './shares.ts'

/** Options about groups. */
export interface ByOptions {
  readonly by?: string
  readonly sortBy?: string | undefined
  readonly out?: string
}

/** @param out additional contents of the folder, for the help */
export function addByOptions(command: Command, out = ''): Command {
  return command
    .option('--by <name>', 'the column with the public group of each person, such as a region')
    .option(
      '--sort-by <category>',
      'with --by: the category by whose share groups are sorted (default: the most frequent)',
    )
    .option('--out <folder>', `folder for figures and tables: with --by, the groups, as SVG and PNG${out}`)
}

/**
 * Refuses options of groups without groups.
 *
 * @param several the option of several questions, which also write files
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

/** The option on the command line, by the name of its value. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
}
