import { LatentClassLaw } from '../../src/posterior/hierarchical/latent-class-law.ts'
import { drawNormal } from '../../src/random/normal.ts'
import { stream } from '../../src/random/stream.ts'

/** The table of two questions, drawn from the law of latent classes: cell u + sizes[0]·v. */
export function drawPriorTable(sizes: readonly [number, number], seed: number): Float64Array {
  const rng = stream(seed, 'law')
  const law = new LatentClassLaw(sizes)
  law.read(Float64Array.from({ length: law.dimension }, () => drawNormal(rng)))
  const table = new Float64Array(sizes[0] * sizes[1])
  law.table(0, 1, table)
  return table
}
