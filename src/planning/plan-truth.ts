import { refuse, requireNumber, requireOptions, type Vector } from '../check/check.ts'
import { drawDirichlet } from '../random/dirichlet.ts'
import { stream } from '../random/stream.ts'
import { probabilities } from '../simplex/probabilities.ts'

/** Truth of a plan: given frequencies, or draws from a Dirichlet distribution with this concentration. */
export type PlannedTruth = Vector | { readonly dirichlet: number }

/** Number of truths drawn from a distribution of truths. */
const DRAWN_TRUTHS = 40

/** The truths to plan for: the given one, or several draws. */
export function plannedTruths(
  truth: PlannedTruth,
  categories: number | undefined,
  seed: string | number,
): Float64Array[] {
  if (typeof truth !== 'object' || truth === null)
    refuse('truth', truth, 'a vector of probabilities or { dirichlet }')
  if (!('dirichlet' in truth)) {
    if (categories !== undefined && truth.length !== categories)
      refuse('truth', truth, `${categories} probabilities`)
    if (truth.length < 2) refuse('truth', truth, 'at least 2 probabilities')
    return [probabilities('truth', truth, truth.length)]
  }
  requireOptions(truth, { dirichlet: true }, 'truth')
  const concentration = requireNumber('truth.dirichlet', truth.dirichlet, { above: 0 })
  if (categories === undefined) refuse('categories', categories, 'given, with a truth that is drawn')
  const rng = stream(seed, 'truths of a plan')
  const rho = new Float64Array(categories).fill(concentration)
  return Array.from({ length: DRAWN_TRUTHS }, () => drawDirichlet(rng, rho, new Float64Array(categories)))
}
