import type { Command } from 'commander'
import { InputError } from '../data/input-error.ts'
import { readWeights, weightsFor } from '../data/read-weights.ts'
import type { SimulateOptions } from '../simulation/simulate.ts'
import { type PriorSource, publicPrior } from './parsers.ts'

/** The strategy that needs a prior; `public-prior:adaptive` makes its own. */
const STRATEGY = 'public-prior'

export interface PublicPriorOption {
  readonly publicPrior?: PriorSource
}

export function addPublicPriorOption(command: Command): Command {
  return command.option(
    '--public-prior <prior>',
    'for the strategy public-prior: a FILE with the columns category and weight, or with a list of weights; uniform; or ' +
      'tempered:T, the true frequencies to the power T, scaled, which is an oracle for experiments: it uses the truth',
    publicPrior,
  )
}

/**
 * Reads the library's option `publicPrior`, if a strategy needs it.
 *
 * @throws InputError if it is missing, or given although no strategy needs it, or its file is invalid
 */
export async function readPublicPrior(
  { publicPrior: source }: PublicPriorOption,
  strategies: readonly string[],
  categories: readonly string[],
): Promise<Pick<SimulateOptions, 'publicPrior'>> {
  const isNeeded = strategies.includes(STRATEGY)
  if (source === undefined) {
    if (!isNeeded) return {}
    throw new InputError(
      `--public-prior: expected a file, uniform or tempered:T, for the strategy ${STRATEGY}`,
    )
  }
  if (!isNeeded) throw new InputError(`--public-prior: expected only with the strategy ${STRATEGY}`)
  if (source === 'uniform') return { publicPrior: new Float64Array(categories.length).fill(1) }
  if ('tempered' in source) return { publicPrior: source }
  return { publicPrior: weightsFor(await readWeights(source.file), categories, source.file) }
}

/** The text of a prior's source on the command line. */
export function priorText(source: PriorSource): string {
  if (source === 'uniform') return source
  return 'file' in source ? source.file : `tempered:${source.tempered}`
}
