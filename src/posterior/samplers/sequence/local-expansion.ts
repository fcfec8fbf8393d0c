import { LEAST_LIKELIHOOD, type SeparableLikelihood } from '../../likelihood/separable-likelihood.ts'
import { Likelihood } from '../../tally/likelihood.ts'
import type { Tally } from '../../tally/tally.ts'
import type { Expansion } from './sequence-state.ts'

/**
 * The separable expansion for a part of the categories that moves while the others keep their proportions r. Its slopes are taken at
 *
 *     θ° = the part's shares at the anchor, and r times the rest.
 *
 * It therefore includes the coupling of the part to the others, and omits only the coupling of the part's categories to each other. For a
 * part of f K categories, that is the share f² of the coupling of all categories; with the slopes at the anchor itself it would be f (2 −
 * f). The expansion depends on r but not on the part's own shares, so that a sweep of the part is reversible.
 */
export function createLocalExpansion(tally: Tally) {
  const K = tally.categories
  const likelihood = new Likelihood(tally.table)
  const local = { anchor: new Float64Array(K), slope: new Float64Array(K), information: new Float64Array(K) }
  const isMoved = new Uint8Array(K)
  let g = new Float64Array(0)
  return (
    { anchor, slope, information }: Expansion,
    theta: Float64Array,
    part: readonly number[],
  ): SeparableLikelihood => {
    isMoved.fill(0)
    for (const x of part) isMoved[x] = 1
    let others = 0
    let rest = 1
    for (let x = 0; x < K; x++) {
      if (isMoved[x]) rest -= anchor[x]
      else others += theta[x]
    }
    local.information.set(information)
    if (!(others > 0 && rest > 0)) {
      // Without any mass, the others have no proportions.
      local.anchor.set(anchor)
      local.slope.set(slope)
      return local
    }
    // Divided first, so that the others have proportions even with next to no mass.
    for (let x = 0; x < K; x++) local.anchor[x] = isMoved[x] ? anchor[x] : (theta[x] / others) * rest
    const { distinct, counts, size } = tally
    if (g.length < distinct) g = new Float64Array(distinct)
    likelihood.evaluate(local.anchor, g)
    for (let c = 0; c < distinct; c++) g[c] = counts[c] / Math.max(g[c], LEAST_LIKELIHOOD)
    likelihood.combine(g, local.slope)
    for (let x = 0; x < K; x++) local.slope[x] += information[x] * local.anchor[x] - size
    return local
  }
}
