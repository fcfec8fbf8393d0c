import { exp } from '../../elementary/exp.ts'
import type { Rng } from '../../random/rng.ts'
import { sliceUpdate } from '../moves/slice-update.ts'
import type { LinearLikelihood } from './linear-likelihood.ts'
import { OUTER, type SmoothPrior } from './smooth-prior.ts'

/**
 * Updates the log weight of each outer cell by slice sampling, given everything else, if there are outer cells and a single pattern. Sums
 * over the bins are computed once, so each density takes only as many operations as there are distinct columns.
 */
export function moveOuter(rng: Rng, likelihood: LinearLikelihood, prior: SmoothPrior, x: Float64Array): void {
  const { layout, law } = likelihood
  const { functions, size } = layout
  if (size === functions) return
  const [pattern] = likelihood.patterns
  const valueAt = pattern.likelihood.atomsAround(law.insideOf(x))
  for (const at of [functions, functions + 1]) {
    x[at] = sliceUpdate(rng, x[at], OUTER[0].sd, weight => {
      x[at] = weight
      return valueAt(exp(x[functions]), exp(x[functions + 1])) + prior.outerDensity(weight)
    })
  }
}
