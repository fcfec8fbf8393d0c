import { exp } from '../../elementary/exp.ts'
import { drawLogDirichlet } from '../../random/dirichlet.ts'
import { drawNormal } from '../../random/normal.ts'
import type { SeededRng } from '../../random/rng.ts'
import { HYPERPRIOR, type Prior, readPrior } from './prior.ts'

/** Draws of θ from a Dirichlet prior, row by row. */
export function drawDirichletPrior(
  prior: Prior,
  categories: number,
  count: number,
  rng: SeededRng,
): Float64Array {
  const { rho, learned } = readPrior(prior, categories)
  const draws = new Float64Array(count * categories)
  for (let i = 0; i < count; i++) {
    if (learned) rho.fill(HYPERPRIOR.median * exp(HYPERPRIOR.sd * drawNormal(rng)))
    const row = draws.subarray(i * categories, (i + 1) * categories)
    drawLogDirichlet(rng, rho, row)
    for (let x = 0; x < categories; x++) row[x] = exp(row[x])
  }
  return draws
}
