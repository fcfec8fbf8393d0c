import { InputError } from '../data/input-error.ts'
import { localMinimaxSampler } from '../private-sampling/local-minimax-sampler.ts'
import { minimaxSampler, type SamplerForm } from '../private-sampling/minimax-sampler.ts'
import type { PrivateSampler } from '../private-sampling/private-sampler.ts'
import { publicPriorSampler } from '../private-sampling/public-prior-sampler.ts'
import { relativeMollifier } from '../private-sampling/relative-mollifier.ts'

export const SAMPLER_KINDS = ['public-prior', 'mollifier', 'minimax', 'local-minimax'] as const

/** The options that determine the sampler. */
export interface MechanismOptions {
  readonly mechanism: (typeof SAMPLER_KINDS)[number]
  /** The file of the reference law, or `uniform`. */
  readonly reference?: string
  readonly epsilon?: number
  readonly gaussian?: number
  readonly gamma?: number
  readonly c1?: number
  readonly c2?: number
  readonly form?: 'linear' | 'nonlinear'
  readonly norm?: 'kl' | 'tv'
}

/** Options of only some mechanisms. */
const OWN_OPTIONS = {
  gaussian: ['minimax', 'local-minimax'],
  form: ['minimax', 'local-minimax'],
  gamma: ['local-minimax'],
  c1: ['minimax'],
  c2: ['minimax'],
  norm: ['mollifier'],
} as const

/** A selected sampler before its reference, which sets the number of categories, is read. */
export interface ChosenSampler {
  /** The set of laws that its guarantees cover, in words. */
  readonly covers: string
  make(reference: Float64Array): PrivateSampler & { readonly lambda?: number }
}

/**
 * Selects a sampler, before any file is read.
 *
 * @throws InputError if an option is missing, or does not belong to the mechanism
 */
export function chooseSampler(options: MechanismOptions): ChosenSampler {
  const { mechanism, reference, epsilon, gaussian, gamma, c1, c2, norm } = options
  for (const [name, owners] of Object.entries(OWN_OPTIONS)) {
    const isGiven = options[name as keyof typeof OWN_OPTIONS] !== undefined
    if (isGiven && !owners.some(owner => owner === mechanism)) {
      throw new InputError(`--${name}: expected only with --mechanism ${owners.join(' or ')}`)
    }
  }
  if ((epsilon === undefined) === (gaussian === undefined)) {
    throw new InputError(
      '--epsilon: expected a privacy level; or --gaussian, with --mechanism minimax or local-minimax',
    )
  }
  const isOverAll = mechanism === 'minimax' && c1 === undefined && c2 === undefined
  if (isOverAll !== (reference === undefined)) {
    throw new InputError(
      isOverAll
        ? '--reference: expected with --mechanism minimax only where --c1 and --c2 say how near to it all laws are'
        : '--reference: expected a file, or uniform',
    )
  }
  const all = 'over all distributions'
  switch (mechanism) {
    case 'public-prior':
      return { covers: all, make: prior => publicPriorSampler({ prior, epsilon: epsilon! }) }
    case 'mollifier':
      return {
        covers: all,
        make: reference => relativeMollifier({ reference, epsilon: epsilon!, norm }),
      }
    case 'minimax': {
      const form = chooseForm(options)
      if (isOverAll) {
        return { covers: all, make: ({ length }) => minimaxSampler({ ...form, categories: length }) }
      }
      if (c1 === undefined || c2 === undefined) {
        throw new InputError('--c1 and --c2: expected both, or neither')
      }
      return {
        covers: `over the distributions from ${c1} to ${c2} times the reference, at most`,
        make: reference => minimaxSampler({ ...form, reference, c1, c2 }),
      }
    }
    case 'local-minimax': {
      const form = chooseForm(options)
      if (gamma === undefined)
        throw new InputError('--gamma: expected the largest distance from the reference')
      return {
        covers: `over the distributions within a factor ${gamma} of the reference, at most`,
        make: reference => localMinimaxSampler({ ...form, reference, gamma }),
      }
    }
  }
}

/** The form of the sampler. The default is the nonlinear one, which does not exist for Gaussian privacy. */
function chooseForm({ form, epsilon, gaussian }: MechanismOptions): SamplerForm {
  if (gaussian === undefined) return { form: form ?? 'nonlinear', epsilon: epsilon! }
  if (form === 'nonlinear') throw new InputError('--form: expected linear with --gaussian')
  return { form: 'linear', gaussian }
}
