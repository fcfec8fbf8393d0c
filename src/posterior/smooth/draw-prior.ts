import { drawIndex } from '../../random/categorical.ts'
import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import { createTally } from '../tally/tally.ts'
import { Basis } from './basis.ts'
import { CutLikelihood } from './cut-likelihood.ts'
import { ATOM, hyperGrid, pointWeights } from './hyper-grid.ts'
import { SmoothTarget } from './smooth-target.ts'

/** Draws of θ over so many cells from the smooth law's prior, row by row. @param first 0 where there are no cells outside */
export function drawSmoothPrior(cells: number, count: number, rng: Rng, first: 0 | 1 = 1): Float64Array {
  const basis = new Basis(cells - 2 * first)
  const grid = hyperGrid(basis.size)
  const weights = pointWeights()
  const target = new SmoothTarget(basis, new CutLikelihood(createTally(cells)), grid[0], first)
  const z = new Float64Array(target.dimension)
  const draws = new Float64Array(count * cells)
  for (let i = 0; i < count; i++) {
    const { precision } = grid[drawIndex(rng, weights)]
    for (let j = 0; j < z.length; j++) {
      z[j] = (j < basis.size ? 0 : ATOM.mean) + drawNormal(rng) / Math.sqrt(precision[j])
    }
    target.law(z, draws.subarray(i * cells, (i + 1) * cells))
  }
  return draws
}
