import type { Command } from 'commander'
import { didYouMean, nearest } from '../check/nearest.ts'
import { quote } from '../check/quote.ts'
import { decimal } from '../data/decimal.ts'
import { InputError } from '../data/input-error.ts'
import { readRows } from '../data/read-rows.ts'
import { texts } from './parsers.ts'

/** The option that says how groups are weighted. */
export interface SharesOption {
  readonly shares?: string
}

/** The columns of a file of shares. */
const COLUMNS = ['group', 'share']

export function addSharesOption(command: Command): Command {
  return command.option(
    '--shares <shares>',
    'with --by: the share of each group among all people, NAME=SHARE,…, or a file with the columns group and share (default: as observed)',
  )
}

/**
 * How much each group weighs among all people: a list, or a file; undefined without the option.
 *
 * @throws InputError, one line, unless each group has one weight at least 0, and one of them is above 0
 */
export async function readShares(
  { shares }: SharesOption,
  groups: readonly string[],
): Promise<Readonly<Record<string, number>> | undefined> {
  if (shares === undefined) return undefined
  const given = new Map<string, number>()
  const add = (name: string, text: string) => {
    const share = decimal(text)
    if (!groups.includes(name)) {
      const meant = didYouMean(nearest(name, groups))
      throw new InputError(`--shares: expected the groups of --by; got ${quote(name)}${meant}`)
    }
    if (given.has(name)) throw new InputError(`--shares: expected each group once; got ${quote(name)} twice`)
    if (!(share >= 0 && share < Infinity)) {
      throw new InputError(`--shares: expected a share of ${quote(name)} at least 0; got ${quote(text)}`)
    }
    given.set(name, share)
  }
  if (shares.includes('=')) {
    for (const part of texts(shares)) {
      const at = part.lastIndexOf('=')
      add(part.slice(0, at).trim(), part.slice(at + 1).trim())
    }
  } else await readRows({ file: shares }, COLUMNS, ([name, share]) => add(name, share))
  const lacking = groups.find(name => !given.has(name))
  if (lacking !== undefined) {
    throw new InputError(`--shares: expected a share of each group; got none of ${quote(lacking)}`)
  }
  if (![...given.values()].some(share => share > 0))
    throw new InputError('--shares: expected a share above 0; got none')
  return Object.fromEntries(given)
}
