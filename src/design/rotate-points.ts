import { type BlockDesignOptions, blockDesign } from '../mechanism/block-design/block-design.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'

/** Largest number of permutations, and of distinct answers to their designs together. */
const MOST_PERMUTATIONS = 8
const MOST_ANSWERS = 500

/**
 * The next design to use after this one. A block design is returned with its categories at other points; any other mechanism is returned
 * unchanged. The permutations repeat, so the number of distinct answers stays small.
 *
 * Every pair of categories shares equally many blocks, but a triple does not. With F the Fisher information of one design, Fᵖ that of the design
 * under the permutation p of its points, and the mean taken over all permutations, Jensen's inequality gives
 *
 *     E (Fᵖ)⁻¹ ≥ (E Fᵖ)⁻¹,
 *
 * so answers to several permutations are more informative than as many answers to a single one. The gap is widest if few categories are
 * likely: with 20 categories drawn from Dirichlet(0.01) and ε = 1, the design (21, 5, 1) has standard errors 7 % above those of subset
 * selection; eight permutations of it, 1 % above (`experiments/permutations.ts`).
 */
export function rotatePoints(mechanism: Mechanism): Mechanism {
  const { mechanism: name, ...design } = mechanism.toRequest()
  if (name !== 'block-design') return mechanism
  const permutations = Math.min(MOST_PERMUTATIONS, Math.floor(MOST_ANSWERS / mechanism.responseCount))
  if (permutations < 2) return mechanism
  const { seed = 0, ...parameters } = design as unknown as BlockDesignOptions
  const next = (seed + 1) % permutations
  return blockDesign({ ...parameters, ...(next > 0 && { seed: next }) })
}
