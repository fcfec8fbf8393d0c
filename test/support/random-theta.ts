import { drawDirichlet } from '../../src/random/dirichlet.ts'
import type { SeededRng } from '../../src/random/rng.ts'

/** A probability vector of any kind: smooth or spiked, with or without zeros, with or without ties. */
export function randomTheta(rng: SeededRng, categories: number): Float64Array {
  const kind = rng.integer(3)
  const theta = drawDirichlet(
    rng,
    new Array(categories).fill([0.05, 0.3, 1, 5][rng.integer(4)]),
    new Float64Array(categories),
  )
  for (let x = 0; x < categories; x++) {
    if (kind === 1 && rng.uniform() < 0.3) theta[x] = 0
    if (kind === 2) theta[x] = rng.integer(4)
  }
  const total = theta.reduce((sum, value) => sum + value)
  return total > 0 ? theta.map(value => value / total) : randomTheta(rng, categories)
}
