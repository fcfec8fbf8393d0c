import type { Rng } from '../../random/rng.ts'
import { JointLaw } from './joint-law.ts'
import type { LogitBasis } from './logit-basis.ts'

/** Number of answers about the only table: none. */
const NOBODY = new Float64Array(1)

/**
 * Draws tables of two questions from the prior of the joint law, for all people or for each group, one block of draws after another.
 *
 * @param groups number of groups; 0 for all people
 * @param isAlone whether people are asked about no other question
 */
export function drawPriorTables(
  bases: readonly [LogitBasis, LogitBasis],
  groups: number,
  count: number,
  rng: Rng,
  isAlone = true,
): Float64Array {
  const cells = bases[0].cells * bases[1].cells
  const law = new JointLaw(bases, [{ a: 0, b: 1 }], groups, 0, isAlone)
  const blocks = Math.max(1, groups)
  const draws = new Float64Array(blocks * count * cells)
  for (let i = 0; i < count; i++) {
    const z = law.drawPrior(rng)
    law.setReference(z)
    law.readDeviations(z)
    for (let g = 0; g < blocks; g++) {
      law.readGroup(z, g)
      law.writeShown(z, NOBODY, draws, (g * count + i) * cells)
    }
  }
  return draws
}
