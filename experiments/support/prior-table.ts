import { JointLaw } from '../../src/posterior/joint/joint-law.ts'
import { helmert } from '../../src/posterior/joint/logit-basis.ts'
import { stream } from '../../src/random/stream.ts'

/** The table of two questions of categories, drawn from the joint law: cell u + sizes[0]·v. */
export function drawPriorTable(sizes: readonly [number, number], seed: number): Float64Array {
  const law = new JointLaw(sizes.map(helmert), [{ a: 0, b: 1 }])
  const z = law.drawPrior(stream(seed, 'law'))
  const table = new Float64Array(sizes[0] * sizes[1])
  law.setReference(z)
  law.readDeviations(z)
  law.readGroup(z)
  law.writeShown(z, new Float64Array(1), table, 0)
  return table
}
