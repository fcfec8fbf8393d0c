import type { Command } from 'commander'
import { didYouMean, nearest } from '../check/nearest.ts'
import { quote } from '../check/quote.ts'
import { decimal } from '../data/decimal.ts'
import { InputError, naming } from '../data/input-error.ts'
import { readRows } from '../data/read-rows.ts'
import type { PopulationCell } from '../regression/covariates.ts'
import { listOf } from './parsers.ts'

/** The column with the number of people, in any unit. */
const SHARE = 'share'

/** The option for the weights of groups. */
export interface SharesOption {
  /** Weights as text, or from a survey. */
  readonly shares?: string | Readonly<Record<string, number>>
}

/** The columns of a file of shares of groups. */
const COLUMNS = ['group', SHARE]

export function addSharesOption(command: Command): Command {
  return command.option(
    '--shares <shares>',
    'with --by: the share of each group among all people, NAME=SHARE,…, or a file with the columns group and share (default: as observed)',
  )
}

/**
 * Reads the weights of groups from a list or a file; undefined without the option.
 *
 * @throws InputError, one line, unless each group has one weight at least 0, and one of them is above 0
 */
export async function readShares(
  { shares }: SharesOption,
  groups: readonly string[],
): Promise<Readonly<Record<string, number>> | undefined> {
  if (typeof shares !== 'string') return shares
  const byGroup = new Map<string, number>()
  const add = (name: string, text: string) => {
    const share = decimal(text)
    if (!groups.includes(name)) {
      const meant = didYouMean(nearest(name, groups))
      throw new InputError(`--shares: expected the groups of --by; got ${quote(name)}${meant}`)
    }
    if (byGroup.has(name))
      throw new InputError(`--shares: expected each group once; got ${quote(name)} twice`)
    if (!(share >= 0 && share < Infinity)) {
      throw new InputError(`--shares: expected a share of ${quote(name)} at least 0; got ${quote(text)}`)
    }
    byGroup.set(name, share)
  }
  if (shares.includes('=')) {
    // A name with commas may be quoted by itself.
    const list = shares.replaceAll(/"((?:[^"]|"")*)"\s*=\s*([^,"]*)/g, '"$1=$2"')
    for (const part of naming('--shares', () => listOf(list))) {
      const at = part.lastIndexOf('=')
      add(part.slice(0, at).trim(), part.slice(at + 1).trim())
    }
  } else await readRows({ file: shares }, COLUMNS, ([name, share]) => add(name, share))
  const lacking = groups.find(name => !byGroup.has(name))
  if (lacking !== undefined) {
    throw new InputError(`--shares: expected a share of each group; got none of ${quote(lacking)}`)
  }
  if (![...byGroup.values()].some(share => share > 0))
    throw new InputError('--shares: expected a share above 0; got none')
  return Object.fromEntries(byGroup)
}

/**
 * Reads a population from a file whose rows have the covariates and a `share`.
 *
 * @param isNumber whether a covariate is a number
 * @throws InputError, one line, if a column is missing, or a value that should be a number is none
 */
export async function readPopulation(
  file: string,
  covariates: readonly string[],
  isNumber: (name: string) => boolean,
): Promise<PopulationCell[]> {
  const cells: PopulationCell[] = []
  await readRows({ file }, [...covariates, SHARE], texts => {
    const values = [...covariates, SHARE].map((name, i) => {
      if (name !== SHARE && !isNumber(name)) return [name, texts[i]] as const
      const value = decimal(texts[i])
      if (Number.isFinite(value)) return [name, value] as const
      throw new InputError(
        `--shares: expected a number in column ${name} of row ${cells.length + 1}; got ${quote(texts[i])}`,
      )
    })
    cells.push(Object.fromEntries(values) as PopulationCell)
  })
  if (cells.length === 0)
    throw new InputError('--shares: expected a row for each pattern of covariates; got none')
  return cells
}
