import { refuse } from '../check/check.ts'
import type { OrderedKind } from '../domain/kind.ts'
import type { Prior } from '../posterior/kind/prior.ts'
import type { SamplerKind } from '../posterior/kind/sampler-kind.ts'
import { smoothKind } from '../posterior/smooth/smooth.ts'

/** Prior of a question with an order: a smooth density, or a Dirichlet prior of its cells. */
export type NumericPrior = Prior | 'smooth'

/**
 * The prior and the sampler of a collection. Numbers and scales have the smooth prior by default; with a Dirichlet prior they are treated
 * as categories. The sampler is undefined where the prior does not determine it.
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
  return { prior: undefined, kind: sampler === undefined ? smoothKind(range) : undefined }
}

/** Checks that a sampler supports the prior. A Dirichlet sampler needs an explicit prior, because the default of numbers is the smooth one. */
export function requireLaw(kind: SamplerKind, prior: NumericPrior | undefined): void {
  if ((prior ?? 'smooth') === 'smooth' && kind.priors !== 'smooth') {
    refuse('sampler', kind.name, 'left out, unless a Dirichlet prior is given')
  }
}
