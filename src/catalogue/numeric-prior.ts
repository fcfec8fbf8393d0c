import { refuse } from '../check/check.ts'
import type { OrderedKind } from '../domain/kind.ts'
import type { Prior } from '../posterior/kind/prior.ts'
import type { SamplerKind } from '../posterior/kind/sampler-kind.ts'
import { smoothKind } from '../posterior/smooth/smooth.ts'

/** What a number is believed to be before anybody has answered: its density is smooth, or its cells have a Dirichlet prior. */
export type NumericPrior = Prior | 'smooth'

/**
 * Which law a collection's answers are columns of: the prior as samplers of a Dirichlet law know it, and the kind of
 * sampler where it follows from the law. Numbers have the smooth law unless a Dirichlet prior is given; categories never have it by this way.
 */
export function lawOf(
  { prior, sampler }: { readonly prior?: NumericPrior | undefined; readonly sampler?: string | undefined },
  range: OrderedKind | undefined,
): { prior: Prior | undefined; kind: SamplerKind | undefined } {
  if (range === undefined) {
    if (prior === 'smooth')
      refuse('prior', prior, "left out for categories: only numbers and scales have the prior 'smooth'")
    return { prior, kind: undefined }
  }
  if (prior !== undefined && prior !== 'smooth') return { prior, kind: undefined }
  return { prior: undefined, kind: sampler === undefined ? smoothKind(range.first) : undefined }
}

/** Checks that a sampler draws from the law that is asked for. A Dirichlet sampler has to be given its prior, since numbers have the smooth law by default. */
export function requireLaw(kind: SamplerKind, prior: NumericPrior | undefined): void {
  if ((prior ?? 'smooth') === 'smooth' && kind.priors !== 'smooth') {
    refuse('sampler', kind.name, 'left out, unless a Dirichlet prior is given')
  }
}
