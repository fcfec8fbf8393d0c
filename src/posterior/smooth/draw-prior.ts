import type { Rng } from '../../random/rng.ts'
import { CellLaw } from './cell-law.ts'
import { Layout, type Shape } from './linear-layout.ts'
import { LinearLikelihood } from './linear-likelihood.ts'
import { SmoothPrior } from './smooth-prior.ts'

/** Draws from the smooth law's prior, as distributions over the cells of a question, row by row. */
export function drawSmoothPrior(shape: Shape, count: number, rng: Rng): Float64Array {
  const prior = new SmoothPrior(new Layout({ shape, covariates: 0, terms: [] }), shape.kind)
  const law = new CellLaw(shape.bins, shape.first)
  const draws = new Float64Array(count * law.cells)
  for (let i = 0; i < count; i++) {
    law.write(prior.draw(rng).x, draws.subarray(i * law.cells, (i + 1) * law.cells))
  }
  return draws
}

/**
 * Draws of several groups' distributions from their joint prior (`smoothGroups`): first all draws of the first group, row by row, then
 * those of the next group.
 */
export function drawGroupsPrior(shape: Shape, groups: number, count: number, rng: Rng): Float64Array {
  const setting = { shape, covariates: 0, terms: [{ levels: groups, slopes: [] }], patterns: [] }
  const layout = new Layout(setting)
  const prior = new SmoothPrior(layout, shape.kind)
  const law = new LinearLikelihood(setting, layout)
  const { cells } = law.law
  const draws = new Float64Array(groups * count * cells)
  const parts = Array.from({ length: groups }, (_, g) => layout.partsOf([], [g]))
  for (let i = 0; i < count; i++) {
    const { x } = prior.draw(rng)
    for (let g = 0; g < groups; g++) {
      const row = g * count + i
      law.write(parts[g], x, draws.subarray(row * cells, (row + 1) * cells))
    }
  }
  return draws
}
